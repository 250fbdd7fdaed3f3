import { readFileSync } from 'node:fs'
import type { RouteOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { authRefusals, sharedRefusals } from '../../shared/auth/refusals.ts'
import { bearer, callAuth, signUp } from '../support/accounts.ts'
import { openForTests } from '../support/open-for-tests.ts'
import { ROOT, sourcesBelow } from '../support/sources.ts'
import { ANY_ID, type Refusal, type Scene, SERVERS, type ServerName } from './refusals/scenes.ts'
import { idTokenRefusals, refusals } from './refusals/table.ts'

// Sends every refusal with the version header of the protocol, and one per route also without it.
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const CURRENT = { 'x-supabase-api-version': '2024-01-01' }
const OLD = { 'x-supabase-api-version': '' }

const scenes = new Map<string, Scene>()
for (const [name, config] of Object.entries(SERVERS)) scenes.set(name, await openScene(name, config))
// Kept by reference, as later hooks complete the options of a route.
const registered: RouteOptions[] = []
const limited = await openForTests({
  config: { ...SERVERS.open, rateLimits: true },
  deps: { install: async (app) => void app.addHook('onRoute', (route) => void registered.push(route)) },
})
const routes = registered.flatMap(({ method: methods, url, config: { access, needsApiKey = false } = {} }) => {
  const methodsHere = ([methods].flat() as Method[]).filter((method) => !['HEAD', 'OPTIONS'].includes(method))
  const path = url.slice('/auth/v1'.length)
  return url.startsWith('/auth/v1/') ? methodsHere.map((method) => ({ method, url: path, access, needsApiKey })) : []
})

async function openScene(name: string, config: object): Promise<Scene> {
  const server = await openForTests({ config })
  // With sign-up off, the account must exist before.
  Object.assign(server.config, { signUp: true, emailConfirm: false, captcha: undefined })
  const account = await signUp(server)
  Object.assign(server.config, { signUp: true, emailConfirm: false, captcha: undefined }, config)
  const guest = name === 'open' ? (await callAuth(server, 'POST', '/signup', { body: {} })).body : {}
  return { server, account, guest: bearer(guest.access_token) }
}

function sceneOf(name: ServerName | undefined): Scene {
  const scene = scenes.get(name ?? 'plain')
  if (!scene) throw new Error(`no server ${name}`)
  return scene
}

async function provoke(refusal: Refusal, version: Record<string, string>) {
  const scene = sceneOf(refusal.on)
  const prepared = await refusal.prepare?.(scene)
  const [method, path] = refusal.route.split(' ') as [Method, string]
  const route = routes.find(({ method: known, url }) => known === method && url === path)
  if (!route) throw new Error(`no route ${refusal.route}`)
  const isSignedIn = route.access === 'signed-in'
  const person = refusal.as === 'guest' ? scene.guest : isSignedIn ? scene.account.headers : {}
  return callAuth(scene.server, method, prepared?.path ?? refusal.path ?? path, {
    body: prepared?.body ?? refusal.body,
    headers: { ...person, ...prepared?.headers, ...version },
  })
}

const exact = (text: unknown) => String(text).replace(/after \d+ seconds/, 'after N seconds')

test.each(refusals)('$route: $status $code "$message"', async (refusal) => {
  const { status, code, message } = refusal
  const response = await provoke(refusal, CURRENT)
  expect([response.status, response.body.code, exact(response.body.message)]).toEqual([status, code, message])
  expect(response.headers).toMatchObject({ ...CURRENT, 'x-sb-error-code': code, 'cache-control': 'no-store' })
  if (status === 429) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  expect(response.body).not.toHaveProperty('msg')
})

const oneOfEachRoute = [...new Map(refusals.map((refusal) => [refusal.route, refusal])).values()]
test.each(oneOfEachRoute)('$route in the old form: $status $code "$message"', async (refusal) => {
  const { status, code, message } = refusal
  const response = await provoke(refusal, OLD)
  const { body } = response
  expect([response.status, body.code, body.error_code, exact(body.msg)]).toEqual([status, status, code, message])
  expect(response.headers).toMatchObject({ 'x-sb-error-code': code })
  expect(response.headers).not.toHaveProperty('x-supabase-api-version')
  expect(body).not.toHaveProperty('message')
})

describe.each(idTokenRefusals)('$route: "$message"', (refusal) => {
  test.each([CURRENT, OLD])('has its own form, whatever the version: %j', async (version) => {
    const response = await provoke(refusal, version)
    expect([response.status, response.body]).toEqual([
      400,
      { error: 'invalid request', error_description: refusal.message },
    ])
  })
})

describe('whatever the route', () => {
  const pathOf = (url: string) => url.replace(/:\w+/, ANY_ID)

  test('every route needs the public key, unless browsers open it', async () => {
    const keyless = routes.filter(({ needsApiKey }) => !needsApiKey).map(({ method, url }) => `${method} ${url}`)
    expect(keyless.sort()).toEqual([
      'GET /.well-known/jwks.json',
      'GET /authorize',
      'GET /callback',
      'GET /health',
      'GET /settings',
      'GET /sso/saml/metadata',
      'GET /verify',
      'POST /callback',
      'POST /sso/saml/acs',
    ])
    const { server } = sceneOf('open')
    for (const { method, url } of routes.filter(({ needsApiKey }) => needsApiKey)) {
      const response = await server.app.inject({ method, url: `/auth/v1${pathOf(url)}` })
      const refusal = { message: 'No API key found in request' }
      expect([url, response.statusCode, response.json()]).toEqual([url, 401, refusal])
    }
  })

  test('routes for signed-in users refuse a missing token, a bad one, one whose session ended, and a banned user', async () => {
    const { server } = sceneOf('open')
    const [ended, banned] = [await signUp(server), await signUp(server)]
    await callAuth(server, 'POST', '/logout', { headers: ended.headers })
    const until = { banned_until: new Date(2100, 1) }
    await server.db.updateTable('users').set(until).where('id', '=', banned.user_id).execute()
    const signedIn = routes.filter(({ access }) => access === 'signed-in')
    expect(signedIn.length).toBeGreaterThan(8)
    for (const { method, url } of signedIn)
      for (const [authorization, status, code] of [
        ['', 401, 'no_authorization'],
        ['Bearer x', 403, 'bad_jwt'],
        [`Bearer ${server.deps.secrets.apiKey}`, 403, 'bad_jwt'],
        [ended.headers.authorization, 403, 'session_not_found'],
        [banned.headers.authorization, 403, 'user_banned'],
      ] as const) {
        const response = await callAuth(server, method, pathOf(url), { headers: { authorization, ...CURRENT } })
        expect([method, url, response.status, response.body.code]).toEqual([method, url, status, code])
      }
  })

  test('routes refuse a body of the wrong type, a malformed one and one that is too large', async () => {
    const { server, account } = sceneOf('open')
    const headers = { ...account.headers, ...CURRENT, 'content-type': 'application/json' }
    const withBody = routes.filter(({ method, url }) => /^P/.test(method) && !/callback|saml|logout/.test(url))
    for (const { method, url } of withBody) {
      for (const [payload, status, code] of [
        ['{', 400, 'bad_json'],
        ['[]', 400, 'bad_json'],
        ['"x"', 400, 'bad_json'],
        ['{"__proto__": {"a": 1}}', 400, 'bad_json'],
        [JSON.stringify({ a: 'x'.repeat(300_000) }), 413, 'request_entity_too_large'],
      ] as const) {
        const response = await server.app.inject({ method, url: `/auth/v1${pathOf(url)}`, headers, payload })
        const sent = [url, payload.slice(0, 9)]
        expect([...sent, response.statusCode, response.json().code]).toEqual([...sent, status, code])
      }
    }
  })

  test('B9: too many requests are 429 with Retry-After in both forms', async () => {
    const account = await signUp(limited)
    const free = /^\/(user|logout|settings|health|\.well-known\/jwks\.json|sso\/saml\/metadata|factors|reauthenticate)$/
    const counted = routes.filter(({ method, url }) => method !== 'DELETE' && !free.test(url))
    expect(counted.length).toBeGreaterThan(12)
    const bodies: Record<string, object> = {
      '/factors/:factor_id/verify': { challenge_id: ANY_ID, code: '123456' },
      '/sso/saml/acs': { SAMLResponse: 'x' },
    }
    for (const { method, url } of counted) {
      const query = url === '/verify' && method === 'GET' ? '?token=x&type=signup' : ''
      const send = (version: Record<string, string>) =>
        callAuth(limited, method, pathOf(url) + query, {
          ...(method !== 'GET' && { body: bodies[url] ?? {} }),
          headers: { ...account.headers, ...version },
        }).catch(() => undefined)
      // The first request opens the window; then the counter is set as after many more.
      await send(CURRENT)
      await limited.db.updateTable('rate_limits').set({ used: 100_000 }).execute()
      const current = await send(CURRENT)
      const [code, message] = ['over_request_rate_limit', 'Request rate limit reached']
      expect([url, current?.status, current?.body]).toEqual([url, 429, { code, message }])
      expect(Number(current?.headers['retry-after'])).toBeGreaterThan(0)
      expect((await send(OLD))?.body).toEqual({ code: 429, error_code: code, msg: message })
      await limited.db.deleteFrom('rate_limits').execute()
    }
  })

  test('an unknown address or method is 404 in both forms', async () => {
    const { server } = sceneOf('plain')
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['POST', '/user'],
      ['PUT', '/factors'],
    ] as const) {
      expect((await callAuth(server, method, path, { headers: CURRENT })).body.code).toBe('not_found')
      const old = await callAuth(server, method, path, { headers: OLD })
      expect(old.body).toMatchObject({ code: 404, error_code: 'not_found' })
    }
  })
})

const read = (path: string) => readFileSync(ROOT + path, 'utf8')
const authSources = sourcesBelow(['server/people/accounts', 'server/people/auth']).filter(
  ({ file }) => !file.endsWith('.test.ts'),
)

/** A line about a response, with the file and the title of its test. */
interface Line {
  route: string
  response: string
  file: string
  name: string
}

function readPage(): { routes: string[]; lines: Line[] } {
  const [, ...sections] = read('tests/contract/COVERAGE.md').split(/^## /m)
  const routes = sections.map((section) => section.split('\n')[0] ?? '')
  const lines = sections.flatMap((section, index) =>
    Array.from(section.matchAll(/^- (\d.*): `(.+?)` › (.+)$/gm), ([, response = '', file = '', name = '']) => ({
      route: routes[index] ?? '',
      response,
      file,
      name,
    })),
  )
  return { routes: routes.slice(1), lines }
}

describe('COVERAGE.md, which lists the responses with tests of their own', () => {
  const page = readPage()

  test('the page has a section for every route, and no other', () => {
    expect(page.routes.toSorted()).toEqual(routes.map(({ method, url }) => `${method} ${url}`).sort())
  })

  test('the page has a success for every route', () => {
    const successful = new Set(page.lines.filter(({ response }) => /^[23]/.test(response)).map(({ route }) => route))
    expect(page.routes.filter((route) => !successful.has(route))).toEqual([])
  })

  test('every test named on the page exists', () => {
    const missing = page.lines.filter(({ file, name }) => {
      const text = read(file)
      return !["'", '"', '`'].some(
        (quote) => text.includes(`(${quote}${name}${quote}`) || text.includes(`  ${quote}${name}${quote},`),
      )
    })
    expect(missing).toEqual([])
  })

  test('every error code of the service is on the page or in the table of refusals', () => {
    // Codes of actions by admins and operators are not part of the protocol.
    const codes = new Set<string>()
    for (const { text } of authSources.filter(({ file }) => !/(suspend-user|change-as-operator)\.ts$/.test(file)))
      for (const [, code = ''] of text.matchAll(/new (?:AppError|AuthenticationFailed)\(\s*\d+,\s*'(\w+)'/g))
        codes.add(code)
    expect(codes.size).toBeGreaterThan(50)
    const text = page.lines.map(({ response }) => response).join('\n')
    const tested = new Set(refusals.map(({ code }) => code))
    expect([...codes].filter((code) => !tested.has(code) && !text.includes(`\`${code}\``))).toEqual([])
  })
})

const NEVER_SENT = 'the pages never send such a request'
/** Error codes of the sign-in protocol without a text for pages, with the reason. */
const CODES_WITHOUT_TEXT = {
  invalid_api_key: NEVER_SENT,
  anonymous_provider_disabled: NEVER_SENT,
  bad_json: NEVER_SENT,
  conflict: 'the client retries',
  not_admin: NEVER_SENT,
  saml_provider_disabled: NEVER_SENT,
  unexpected_failure: 'the text of the call says what failed; the user can only retry',
  web3_provider_disabled: NEVER_SENT,
}

/** Matches a code passed to an error's class; codes made by templates belong to the sign-in protocol. */
const CODE = /(?:new \w+|super)\(\s*(?:(?:'[^']*'|[^()',]+),\s*)?['`]([a-z][\w${}]*)['`]/g
test('every error code of the sign-in protocol that pages may get has a text, or a reason to have none', () => {
  const known = Object.keys({ ...authRefusals, ...sharedRefusals })
  const thrown = authSources
    .filter(({ file }) => /\/auth\/|errors\.ts$/.test(file))
    .flatMap(({ text }) => Array.from(text.matchAll(CODE), ([, code = '']) => code))
  const hasText = (code: string) => {
    const named = new RegExp(`^${code.replaceAll(/\$\{\w+\}/g, '\\w+')}$`)
    return known.some((name) => named.test(name))
  }
  const without = new Set(thrown.filter((code) => !hasText(code)))
  expect([...without].toSorted()).toEqual(Object.keys(CODES_WITHOUT_TEXT).toSorted())
})
