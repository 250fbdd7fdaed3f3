import Fastify from 'fastify'
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { bearer, callAuth, makeAdmin, readUser, signUp } from '../../../tests/support/accounts.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { AppError } from '../../platform/http/errors.ts'
import { installGuards, routesFor } from '../../platform/http/guards.ts'
import { renderApiError } from '../../platform/http/render-errors.ts'

let offsetMs = 0
const adminsOnly = () => new AppError(403, 'admins_only', 'Only admins')

const testApp = await openForTests({
  deps: {
    clock: () => new Date(Date.now() + offsetMs),
    // A route for each audience, to test the guards without any module.
    install: async (app) => {
      await app.register(async (scope) => {
        scope.setErrorHandler(renderApiError)
        await routesFor(['buyer'], (routes) => void routes.get('/test/buyer', async () => ({})))(scope, {})
        await routesFor(['seller'], (routes) => void routes.get('/test/seller', async () => ({})))(scope, {})
        await routesFor(['admin'], (routes) => void routes.get('/test/admin', async () => ({})), {
          refusal: adminsOnly,
          right: 'orders',
        })(scope, {})
        await routesFor('public', (routes) => {
          routes.get('/test/broken', () => Promise.reject(new Error('select secret from /srv/secrets')))
        })(scope, {})
      })
    },
  },
})
const account = await signUp(testApp)
const apiKeySecret = new TextEncoder().encode(testApp.deps.secrets.apiKeySecret)

async function statusOf(path: string, token: string): Promise<number> {
  const response = await testApp.app.inject({ url: path, headers: bearer(token) })
  return response.statusCode
}

/** Returns a token as we would issue it, with changed claims. */
async function forge(
  changes: { claims?: Record<string, unknown>; header?: Record<string, unknown>; lifeSeconds?: number },
  key?: CryptoKey | Uint8Array,
): Promise<string> {
  const issued = decodeJwt<{ iat: number }>(account.token)
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
  const payload = decodeJwt<{ iat: number }>(account.token)
  expect(decodeProtectedHeader(account.token)).toEqual({
    alg: 'ES256',
    typ: 'JWT',
    kid: testApp.deps.secrets.signingKeys[0].kid,
  })
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
  expect((await readUser(testApp, await forge({}))).status).toBe(200)
})

const badTokens: [what: string, token: () => Promise<string> | string, status: number, code: string][] = [
  ['no token', () => '', 401, 'no_authorization'],
  ['two tokens', () => `${account.token} ${account.token}`, 401, 'no_authorization'],
  ['garbage', () => 'x', 403, 'bad_jwt'],
  ['a changed payload', () => account.token.replace(/\.(.)/, (_, c) => (c === 'f' ? '.g' : '.f')), 403, 'bad_jwt'],
  ['B1: no signature', unsigned, 403, 'bad_jwt'],
  ['B1: another key', async () => forge({}, (await generateKeyPair('ES256')).privateKey), 403, 'bad_jwt'],
  ['B1: HS256 with the secret of API keys', () => forge({ header: { alg: 'HS256' } }, apiKeySecret), 403, 'bad_jwt'],
  ['B1: another issuer', () => forge({ claims: { iss: 'https://evil.example/auth/v1' } }), 403, 'bad_jwt'],
  ['B1: another audience', () => forge({ claims: { aud: 'elsewhere' } }), 403, 'bad_jwt'],
  ['B1: another kind of token', () => forge({ claims: { role: 'anon' } }), 403, 'bad_jwt'],
  ['B1: no expiry', () => forge({ claims: { exp: undefined } }), 403, 'bad_jwt'],
  ['B1: expired', () => forge({ lifeSeconds: -1 }), 403, 'bad_jwt'],
  ['no subject', () => forge({ claims: { sub: undefined } }), 403, 'bad_jwt'],
  ['the API key', () => testApp.deps.secrets.apiKey, 403, 'bad_jwt'],
  ['a subject that is not an id', () => forge({ claims: { sub: 'me' } }), 400, 'bad_jwt'],
  ['no session', () => forge({ claims: { session_id: undefined } }), 403, 'bad_jwt'],
  ['an unknown session', () => forge({ claims: { session_id: crypto.randomUUID() } }), 403, 'session_not_found'],
  ['an unknown user', () => forge({ claims: { sub: crypto.randomUUID() } }), 403, 'user_not_found'],
]

/** Expects a bare 401 from every surface but `/auth/v1`. */
async function expectRefused(authorization: string | undefined, status: number, code: string): Promise<void> {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  expect(await callAuth(testApp, 'GET', '/user', { headers })).toMatchObject({ status, body: { code } })
  const elsewhere = await testApp.app.inject({ url: '/test/buyer', headers })
  expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([401, 'not_authenticated'])
}

test.each(badTokens)('A1: refuses %s', async (_what, token, status, code) =>
  expectRefused(`Bearer ${await token()}`, status, code),
)

test('A1: without a header, or with another scheme, the caller is not signed in', async () => {
  for (const authorization of [undefined, `Basic ${account.token}`])
    await expectRefused(authorization, 401, 'no_authorization')
})

test('B1: an expired token is refused, also when it was just used', async () => {
  expect((await readUser(testApp, account.token)).status).toBe(200)
  offsetMs = 3_601_000
  const response = await readUser(testApp, account.token)
  offsetMs = 0
  expect(response).toMatchObject({
    status: 403,
    body: { code: 'bad_jwt', message: expect.stringContaining('expired') },
  })
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
  const becomes = (path: string, status: number) =>
    vi.waitFor(async () => expect(await statusOf(path, token)).toBe(status), { interval: 5, timeout: 60_000 })
  expect(await statusOf('/test/buyer', token)).toBe(200)
  await testApp.db.updateTable('users').set({ role: 'seller' }).where('id', '=', user_id).execute()
  await becomes('/test/seller', 200)
  await testApp.db.updateTable('users').set({ role: 'buyer' }).where('id', '=', user_id).execute()
  expect(await statusOf('/test/buyer', token)).toBe(200)
  const banned_until = new Date(Date.now() + 60_000)
  await testApp.db.updateTable('users').set({ banned_until }).where('id', '=', user_id).execute()
  await becomes('/test/buyer', 401)
  await testApp.db.updateTable('users').set({ banned_until: null }).where('id', '=', user_id).execute()
  await becomes('/test/buyer', 200)
  await testApp.db.deleteFrom('users').where('id', '=', user_id).execute()
  await becomes('/test/buyer', 401)
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

test('the API key may be a parameter of the address', async () => {
  const url = `/auth/v1/user?apikey=${testApp.deps.secrets.apiKey}`
  expect((await testApp.app.inject({ url, headers: bearer(account.token) })).statusCode).toBe(200)
})

test('serves a health check', async () => {
  expect((await callAuth(testApp, 'GET', '/health')).body).toMatchObject({ name: 'GoTrue' })
})
