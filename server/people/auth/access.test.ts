import Fastify from 'fastify'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callAuth, makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { installGuards, routesFor } from '../../platform/http/guards.ts'
import { renderApiError } from '../../platform/http/render-errors.ts'

let testApp: TestApp
let account: TestAccount
let offsetMs = 0

beforeAll(async () => {
  testApp = await createTestApp({
    deps: {
      clock: () => new Date(Date.now() + offsetMs),
      // A route for each audience, to test the guards without any module.
      install: async (app) => {
        await app.register(async (scope) => {
          scope.setErrorHandler(renderApiError)
          await routesFor(['buyer'], (routes) => void routes.get('/test/buyer', async () => ({})))(scope, {})
          await routesFor(['seller'], (routes) => void routes.get('/test/seller', async () => ({})))(scope, {})
          await routesFor(
            ['admin'],
            (routes) => void routes.get('/test/admin', async () => ({})),
            adminsOnly,
          )(scope, {})
          await routesFor('public', (routes) => {
            routes.get('/test/broken', () => Promise.reject(new Error('select secret from /srv/secrets')))
          })(scope, {})
        })
      },
    },
  })
  account = await signUp(testApp)
})
afterAll(() => testApp.close())

const adminsOnly = new AppError(403, 'admins_only', 'Only admins')

async function statusOf(path: string, token: string): Promise<number> {
  const response = await testApp.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
  return response.statusCode
}

async function readUserWith(authorization: string | undefined) {
  return callAuth(testApp, 'GET', '/user', { headers: authorization === undefined ? {} : { authorization } })
}

/** Returns a token as we would issue it, with changed claims. */
async function forge(
  changes: { claims?: Record<string, unknown>; header?: Record<string, unknown>; lifeSeconds?: number },
  key?: CryptoKey | Uint8Array,
): Promise<string> {
  const issued = JSON.parse(Buffer.from(account.token.split('.')[1] ?? '', 'base64url').toString())
  const [signingKey] = testApp.deps.secrets.signingKeys
  const ownKey = await crypto.subtle.importKey('jwk', signingKey, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
  ])
  return new SignJWT({ ...issued, exp: issued.iat + (changes.lifeSeconds ?? 3600), ...changes.claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: signingKey.kid, ...changes.header })
    .sign(key ?? ownKey)
}

function unsigned(): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const payload = account.token.split('.')[1]
  return `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`
}

test('B1: a token carries id, role, session and assurance level, not the metadata', async () => {
  const [header, payload] = account.token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  expect(header).toEqual({ alg: 'ES256', typ: 'JWT', kid: testApp.deps.secrets.signingKeys[0].kid })
  expect(payload).toEqual({
    iss: `${testApp.config.siteUrl}/auth/v1`,
    aud: 'authenticated',
    sub: account.user_id,
    iat: expect.any(Number),
    exp: payload.iat + 3600,
    email: account.email,
    phone: '',
    role: 'authenticated',
    app_metadata: { provider: 'email', providers: ['email'], role: 'buyer' },
    session_id: expect.any(String),
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    is_anonymous: false,
  })
})

test('the forged tokens below differ from a valid one only in their claims', async () => {
  expect((await readUserWith(`Bearer ${await forge({})}`)).status).toBe(200)
})

const badTokens: [string, () => Promise<string> | string, number, string][] = [
  ['no token', () => 'Bearer', 401, 'no_authorization'],
  ['another scheme', () => `Basic ${account.token}`, 401, 'no_authorization'],
  ['two tokens', () => `Bearer ${account.token} ${account.token}`, 401, 'no_authorization'],
  ['garbage', () => 'Bearer x', 403, 'bad_jwt'],
  [
    'a changed payload',
    () => `Bearer ${account.token.replace(/\.(.)/, (_, c) => (c === 'f' ? '.g' : '.f'))}`,
    403,
    'bad_jwt',
  ],
  ['B1: no signature', () => `Bearer ${unsigned()}`, 403, 'bad_jwt'],
  [
    'B1: another key',
    async () => `Bearer ${await forge({}, (await generateKeyPair('ES256')).privateKey)}`,
    403,
    'bad_jwt',
  ],
  [
    'B1: HS256 with the secret of API keys',
    async () => `Bearer ${await forge({ header: { alg: 'HS256' } }, apiKeySecret())}`,
    403,
    'bad_jwt',
  ],
  [
    'B1: another issuer',
    async () => `Bearer ${await forge({ claims: { iss: 'https://evil.example/auth/v1' } })}`,
    403,
    'bad_jwt',
  ],
  ['B1: another audience', async () => `Bearer ${await forge({ claims: { aud: 'elsewhere' } })}`, 403, 'bad_jwt'],
  ['B1: another kind of token', async () => `Bearer ${await forge({ claims: { role: 'anon' } })}`, 403, 'bad_jwt'],
  ['B1: no expiry', async () => `Bearer ${await forge({ claims: { exp: undefined } })}`, 403, 'bad_jwt'],
  ['B1: expired', async () => `Bearer ${await forge({ lifeSeconds: -1 })}`, 403, 'bad_jwt'],
  ['no subject', async () => `Bearer ${await forge({ claims: { sub: undefined } })}`, 403, 'bad_jwt'],
  ['the API key', () => `Bearer ${testApp.deps.secrets.apiKey}`, 403, 'bad_jwt'],
  ['a subject that is not an id', async () => `Bearer ${await forge({ claims: { sub: 'me' } })}`, 400, 'bad_jwt'],
  ['no session', async () => `Bearer ${await forge({ claims: { session_id: undefined } })}`, 403, 'bad_jwt'],
  [
    'an unknown session',
    async () => `Bearer ${await forge({ claims: { session_id: crypto.randomUUID() } })}`,
    403,
    'session_not_found',
  ],
  [
    'an unknown user',
    async () => `Bearer ${await forge({ claims: { sub: crypto.randomUUID() } })}`,
    403,
    'user_not_found',
  ],
]
const apiKeySecret = () => new TextEncoder().encode(testApp.deps.secrets.apiKeySecret)

test.each(badTokens)('A1: refuses %s', async (_what, authorization, status, code) => {
  const given = await authorization()
  const response = await readUserWith(given)
  expect({ status: response.status, code: response.body.code }).toEqual({ status, code })
  // Every other surface responds with a bare 401.
  const elsewhere = await testApp.app.inject({ url: '/test/buyer', headers: { authorization: given } })
  expect(elsewhere.statusCode).toBe(401)
  expect(elsewhere.json().code).toBe('not_authenticated')
})

test('A1: without a header the caller is not signed in', async () => {
  expect(await readUserWith(undefined)).toMatchObject({ status: 401, body: { code: 'no_authorization' } })
})

test('B1: an expired token is refused, also when it was just used', async () => {
  expect((await readUserWith(`Bearer ${account.token}`)).status).toBe(200)
  offsetMs = 3_601_000
  const response = await readUserWith(`Bearer ${account.token}`)
  offsetMs = 0
  expect(response).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
  expect(response.body.message).toContain('expired')
})

test('A4: a demotion takes effect on the next call, whatever the claims of the token', async () => {
  for (const role of ['seller', 'admin'] as const) {
    const { token, user_id } = role === 'admin' ? await makeAdmin(testApp) : await signUp(testApp, { role })
    expect(await statusOf(`/test/${role}`, token)).toBe(200)
    await testApp.db.updateTable('users').set({ role: 'buyer' }).where('id', '=', user_id).execute()
    expect(await statusOf(`/test/${role}`, token)).toBe(403)
    expect(await statusOf('/test/buyer', token)).toBe(200)
  }
})

test('A4: a promotion, a ban and the removal of a cached buyer are notified by the database', async () => {
  const { token, user_id } = await signUp(testApp)
  expect(await statusOf('/test/buyer', token)).toBe(200)
  await testApp.db.updateTable('users').set({ role: 'seller' }).where('id', '=', user_id).execute()
  await vi.waitFor(async () => expect(await statusOf('/test/seller', token)).toBe(200), {
    interval: 5,
    timeout: 60_000,
  })
  await testApp.db.updateTable('users').set({ role: 'buyer' }).where('id', '=', user_id).execute()
  expect(await statusOf('/test/buyer', token)).toBe(200)
  const banned_until = new Date(Date.now() + 60_000)
  await testApp.db.updateTable('users').set({ banned_until }).where('id', '=', user_id).execute()
  await vi.waitFor(async () => expect(await statusOf('/test/buyer', token)).toBe(401), { interval: 5, timeout: 60_000 })
  await testApp.db.updateTable('users').set({ banned_until: null }).where('id', '=', user_id).execute()
  await vi.waitFor(async () => expect(await statusOf('/test/buyer', token)).toBe(200), { interval: 5, timeout: 60_000 })
  await testApp.db.deleteFrom('users').where('id', '=', user_id).execute()
  await vi.waitFor(async () => expect(await statusOf('/test/buyer', token)).toBe(401), { interval: 5, timeout: 60_000 })
})

test('A6: a caller with another role gets 403 with the text of the route', async () => {
  const headers = { authorization: account.headers.authorization }
  const response = await testApp.app.inject({ url: '/test/admin', headers })
  expect([response.statusCode, response.json().message]).toEqual([403, 'Only admins'])
})

test('A5: the start fails when a route does not declare its access', async () => {
  const app = Fastify()
  installGuards(app, () => Promise.reject(new Error('nobody')))
  app.get('/test/for-whom', async () => ({}))
  await expect(app.ready()).rejects.toThrow('routes without declared access: GET /test/for-whom')
})

test('F6: an unexpected error is a bare 500 with the id of the request', async () => {
  const response = await testApp.app.inject('/test/broken')
  expect([response.statusCode, response.json()]).toEqual([
    500,
    { code: 'unexpected_error', message: 'An unexpected error occurred', request_id: response.headers['x-request-id'] },
  ])
})

test('a request without the API key, or with another, is refused; two public paths need none', async () => {
  const { app } = testApp
  const apikey = testApp.deps.secrets.apiKey
  const missing = await app.inject({ url: '/auth/v1/user', headers: { authorization: `Bearer ${account.token}` } })
  expect([missing.statusCode, missing.json()]).toEqual([401, { message: 'No API key found in request' }])
  const wrong = await app.inject({ url: '/auth/v1/user', headers: { ...account.headers, apikey: `${apikey}x` } })
  expect([wrong.statusCode, wrong.json()]).toEqual([401, { message: 'Invalid API key' }])
  const inQuery = await app.inject({
    url: `/auth/v1/user?apikey=${apikey}`,
    headers: { authorization: `Bearer ${account.token}` },
  })
  expect(inQuery.statusCode).toBe(200)
  for (const path of ['/health', '/settings', '/.well-known/jwks.json'])
    expect((await app.inject({ url: `/auth/v1${path}` })).statusCode).toBe(200)
})

test('the published key verifies tokens and has no private part', async () => {
  const { body, headers } = await callAuth<{ keys: Record<string, unknown>[] }>(
    testApp,
    'GET',
    '/.well-known/jwks.json',
  )
  const { kid, x, y } = testApp.deps.secrets.signingKeys[0]
  expect(body).toEqual({
    keys: [{ kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }],
  })
  expect(headers['cache-control']).toBe('public, max-age=600')
})

test('serves its settings and a health check', async () => {
  expect((await callAuth(testApp, 'GET', '/settings')).body).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    saml_enabled: false,
  })
  expect((await callAuth(testApp, 'GET', '/health')).body).toMatchObject({ name: 'GoTrue' })
})
