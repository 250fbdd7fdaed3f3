import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { exportJWK, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAuth, signUp } from '../../../../../tests/support/accounts.ts'
import { closeServer, listen } from '../../../../../tests/support/oidc-provider.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

// An issuer of our own, to sign tokens that a real one would not; the contract test uses a real one.
const ours = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
let down = false
const issuerServer = createServer(async (request, response) => {
  if (down) return void response.destroy()
  const body = request.url?.endsWith('/keys')
    ? { keys: [{ ...(await exportJWK(ours.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
    : { issuer, authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t`, jwks_uri: `${issuer}/keys` }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
let issuer: string
let market: TestApp

beforeAll(async () => {
  issuer = await listen(issuerServer)
  const authProviders = JSON.stringify([
    { type: 'google', issuer, client_id: 'market', accepted_client_ids: ['market-app'] },
    { type: 'github', client_id: 'x', client_secret: 'y' },
  ])
  market = await createTestApp({ config: { authProviders, manualLinking: true } })
})
afterAll(async () => {
  await market?.close()
  await closeServer(issuerServer)
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function sign(change: JWTPayload = {}, options: { key?: typeof ours; kid?: string } = {}): Promise<string> {
  const sub = randomUUID()
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer,
    aud: 'market',
    sub,
    email: `${sub}@example.com`,
    email_verified: true,
    iat: now,
    exp: now + 60,
    ...change,
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: options.kid ?? 'one' })
    .sign((options.key ?? ours).privateKey)
}

const grant = (body: Record<string, unknown>, headers: Record<string, string> = {}, app = market) =>
  callAuth(app, 'POST', '/token?grant_type=id_token', { body: { provider: 'google', ...body }, headers })

test('signs up, then signs in', async () => {
  const sub = randomUUID()
  const first = await grant({
    id_token: await sign({ sub, name: 'K\u202ei\u200bm E\u0301\u0302\u0303\u0304\u0305\u0306xample' }),
  })
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({
    token_type: 'bearer',
    user: {
      app_metadata: { provider: 'google', role: 'buyer' },
      user_metadata: { display_name: 'Kim E\u0301\u0302\u0303\u0304xample' },
      identities: [{ id: sub, provider: 'google' }],
    },
  })
  const second = await grant({ id_token: await sign({ sub }), nonce: null, access_token: null })
  expect(second.body).toMatchObject({ user: { id: (first.body.user as { id: string }).id } })
})

test('finds the provider by issuer and client instead of its name', async () => {
  const { status } = await grant({ provider: null, issuer, client_id: 'market', id_token: await sign() })
  expect(status).toBe(200)
})

test('accepts tokens of another client that the operator configured', async () => {
  expect((await grant({ id_token: await sign({ aud: 'market-app' }) })).status).toBe(200)
})

test('accepts a nonce whose SHA-256 is in the token', async () => {
  expect((await grant({ id_token: await sign({ nonce: sha256('once') }), nonce: 'once' })).status).toBe(200)
})

test('accepts the access token that came with it', async () => {
  const at_hash = createHash('sha256').update('token').digest().subarray(0, 16).toString('base64url')
  expect((await grant({ id_token: await sign({ at_hash }), access_token: 'token' })).status).toBe(200)
  for (const wrong of [{ at_hash }, { at_hash: [at_hash] }]) {
    const refused = await grant({ id_token: await sign(wrong), access_token: 'another' })
    expect(refused).toMatchObject({ status: 400, body: { error_description: 'Bad ID token' } })
  }
})

describe('B13: refused, in a form of its own', () => {
  const later = () => Math.floor(Date.now() / 1000)
  const cases: [string, () => Promise<Record<string, unknown>>, string, string][] = [
    ['no token', async () => ({}), 'invalid request', 'id_token required'],
    [
      'neither provider nor issuer',
      async () => ({ provider: null, id_token: await sign() }),
      'invalid request',
      'provider or client_id and issuer required',
    ],
    ['no token at all', async () => ({ id_token: 'x.y.z' }), 'invalid request', 'Bad ID token'],
    ['another key', async () => ({ id_token: await sign({}, { key: stranger }) }), 'invalid request', 'Bad ID token'],
    ['an unknown key', async () => ({ id_token: await sign({}, { kid: 'two' }) }), 'invalid request', 'Bad ID token'],
    [
      'another issuer',
      async () => ({ id_token: await sign({ iss: 'https://evil.example' }) }),
      'invalid request',
      'Bad ID token',
    ],
    [
      'a subject too long',
      async () => ({ id_token: await sign({ sub: 'x'.repeat(256) }) }),
      'invalid request',
      'Bad ID token',
    ],
    [
      'a subject the database would not take',
      async () => ({ id_token: await sign({ sub: 'x\u0000' }) }),
      'invalid request',
      'Bad ID token',
    ],
    ['expired', async () => ({ id_token: await sign({ exp: later() - 60 }) }), 'invalid request', 'Bad ID token'],
    ['old', async () => ({ id_token: await sign({ iat: later() - 7200 }) }), 'invalid request', 'Bad ID token'],
    [
      'another audience',
      async () => ({ id_token: await sign({ aud: 'elsewhere' }) }),
      'invalid request',
      'Unacceptable audience in id_token: [elsewhere]',
    ],
    [
      'for another client among several',
      async () => ({ id_token: await sign({ aud: ['market', 'elsewhere'], azp: 'elsewhere' }) }),
      'invalid request',
      'Unacceptable audience in id_token: azp',
    ],
    [
      'a nonce in the token only',
      async () => ({ id_token: await sign({ nonce: sha256('once') }) }),
      'invalid request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    ],
    [
      'a nonce in the request only',
      async () => ({ id_token: await sign(), nonce: 'once' }),
      'invalid request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    ],
    [
      'another nonce',
      async () => ({ id_token: await sign({ nonce: sha256('once') }), nonce: 'twice' }),
      'invalid nonce',
      'Nonces mismatch',
    ],
    [
      'the nonce itself instead of its hash',
      async () => ({ id_token: await sign({ nonce: 'once' }), nonce: 'once' }),
      'invalid nonce',
      'Nonces mismatch',
    ],
  ]
  test.each(cases)('%s', async (_what, request, error, error_description) => {
    const { status, body } = await grant(await request())
    expect(status).toBe(400)
    expect(body).toEqual({ error, error_description })
  })

  test('signed with the client’s secret, or not at all', async () => {
    const [, payload] = (await sign()).split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const secret = new TextEncoder().encode('market'.padEnd(32, '.'))
    const withSecret = await new SignJWT(JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()))
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .sign(secret)
    for (const id_token of [`${encode({ alg: 'none' })}.${payload}.`, withSecret])
      expect(await grant({ id_token })).toMatchObject({ status: 400, body: { error_description: 'Bad ID token' } })
  })
})

test.each([
  ['apple', 'provider_disabled', 'Provider (issuer "https://appleid.apple.com") is not enabled'],
  ['azure', 'provider_disabled', 'Provider (issuer "azure") is not enabled'],
  ['github', 'validation_failed', 'Custom OIDC provider "github" not allowed'],
  ['unknown', 'validation_failed', 'Custom OIDC provider "unknown" not allowed'],
])('the provider %s has no ID tokens here', async (provider, code, message) => {
  expect(await grant({ provider, id_token: await sign() })).toMatchObject({ status: 400, body: { code, message } })
})

test('an unverified address does not sign up', async () => {
  const refused = await grant({ id_token: await sign({ email_verified: false }) })
  expect(refused).toMatchObject({ status: 403, body: { code: 'provider_email_needs_verification' } })
})

describe('link_identity', () => {
  test('adds the identity to the caller’s account', async () => {
    const account = await signUp(market)
    const { status, body } = await grant({ id_token: await sign(), link_identity: true }, account.headers)
    expect(status).toBe(200)
    expect(body).toMatchObject({ user: { id: account.user_id, app_metadata: { providers: ['email', 'google'] } } })
  })

  test('requires a caller', async () => {
    const refused = await grant({ id_token: await sign(), link_identity: true })
    expect(refused).toMatchObject({ status: 401, body: { code: 'no_authorization' } })
  })

  test('refuses an identity that is linked already', async () => {
    const sub = randomUUID()
    await grant({ id_token: await sign({ sub }) })
    const account = await signUp(market)
    const body = { id_token: await sign({ sub }), link_identity: true }
    expect(await grant(body, account.headers)).toMatchObject({
      status: 422,
      body: { code: 'identity_already_exists', message: 'Identity is already linked to another user' },
    })
  })
})

test('an issuer that does not respond is a 503, not a refusal', async () => {
  const fresh = await createTestApp({
    config: { authProviders: JSON.stringify([{ type: 'google', issuer, client_id: 'market' }]) },
  })
  down = true
  // What is no token is refused before the issuer is asked.
  const [header, payload] = (await sign()).split('.')
  for (const id_token of [
    'x.y.z',
    'x',
    `${header}.${payload}`,
    `${header}.${payload}.`,
    `${payload}x.${header}.x`,
    'a.'.repeat(9),
  ])
    expect(await grant({ id_token }, {}, fresh)).toMatchObject({
      status: 400,
      body: { error_description: 'Bad ID token' },
    })
  const response = await grant({ id_token: await sign() }, {}, fresh)
  down = false
  await fresh.close()
  expect(response).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
})
