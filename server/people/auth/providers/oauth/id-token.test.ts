import { createHmac, generateKeyPairSync, hash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { exportJWK, exportSPKI, type JWTPayload, SignJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { callAuth, signUp } from '../../../../../tests/support/accounts.ts'
import { refusedWith } from '../../../../../tests/support/api.ts'
import { closeServer, listen } from '../../../../../tests/support/loopback.ts'
import { openForTests } from '../../../../../tests/support/open-for-tests.ts'

// An issuer of our own, for ID tokens that a real one would not sign, sent by clients or after a redirect. Sign-ins with a
// real issuer are in oauth.test.ts and tests/contract/providers.test.ts.
const ours = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ACCESS_TOKEN = 'the access token'
const CLIENT_SECRET = 'a secret of ours'
let issued: { id_token?: string; access_token: string }
let down = false
const issuerServer = createServer(async (request, response) => {
  if (down) return void response.destroy()
  const bodies: Record<string, () => unknown> = {
    '/keys': async () => ({
      keys: [
        { ...(await exportJWK(ours.publicKey)), kid: 'one', use: 'sig' },
        { ...(await exportJWK(other.publicKey)), kid: 'for-encryption', use: 'enc' },
      ],
    }),
    '/token': () => ({ token_type: 'Bearer', expires_in: 60, ...issued }),
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      // The provider allows more algorithms than it should.
      id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256', 'ES256'],
    }),
  }
  const body = await bodies[request.url ?? '']?.()
  response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
})
const issuer = await listen(issuerServer)
afterAll(() => closeServer(issuerServer))
const client = { client_id: 'market', client_secret: CLIENT_SECRET, accepted_client_ids: ['market-app'] }
const google = { type: 'google', issuer, ...client }
const github = { type: 'github', client_id: 'x', client_secret: 'y' }
const market = await openForTests({
  config: { authProviders: JSON.stringify([google, github]), manualLinking: true, languages: ['en', 'de'] },
})

const now = () => Math.floor(Date.now() / 1000)
const atHash = (token: string) => hash('sha256', token, 'buffer').subarray(0, 16).toString('base64url')
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sign = (claims: JWTPayload, { key = ours, header = {} as Record<string, string> } = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key.privateKey)

function rightClaims(change: JWTPayload = {}): JWTPayload {
  const sub = randomUUID()
  const user = { sub, email: `${sub}@example.com`, email_verified: true }
  return { iss: issuer, aud: 'market', ...user, iat: now(), exp: now() + 60, ...change }
}
const idToken = (change: JWTPayload = {}, options: Parameters<typeof sign>[1] = {}) =>
  sign(rightClaims(change), options)

const grant = (body: object, headers: Record<string, string> = {}, app = market) =>
  callAuth(app, 'POST', '/token?grant_type=id_token', { body: { provider: 'google', ...body }, headers })

test('signs up, then signs in', async () => {
  const sub = randomUUID()
  const first = await grant({
    id_token: await idToken({ sub, name: 'K\u202ei\u200bm E\u0301\u0302\u0303\u0304\u0305\u0306xample' }),
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
  const second = await grant({ id_token: await idToken({ sub }), nonce: null, access_token: null })
  expect(second.body).toMatchObject({ user: { id: (first.body.user as { id: string }).id } })
})

test('an account has the language that the client accepts', async () => {
  for (const language of ['de', 'en']) {
    const { body } = await grant({ id_token: await idToken() }, { 'accept-language': language })
    expect(body).toMatchObject({ user: { user_metadata: { language } } })
  }
})

test('finds the provider by issuer and client instead of its name', async () => {
  const { status } = await grant({ provider: null, issuer, client_id: 'market', id_token: await idToken() })
  expect(status).toBe(200)
})

test('accepts tokens of another client that the operator configured', async () => {
  expect((await grant({ id_token: await idToken({ aud: 'market-app' }) })).status).toBe(200)
})

test('accepts a nonce whose SHA-256 is in the token', async () => {
  expect((await grant({ id_token: await idToken({ nonce: hash('sha256', 'once') }), nonce: 'once' })).status).toBe(200)
})

test('accepts the access token that came with it', async () => {
  const at_hash = atHash('token')
  expect((await grant({ id_token: await idToken({ at_hash }), access_token: 'token' })).status).toBe(200)
  for (const wrong of [{ at_hash }, { at_hash: [at_hash] }]) {
    const refused = await grant({ id_token: await idToken(wrong), access_token: 'another' })
    expect(refused).toMatchObject({ status: 400, body: { error_description: 'Bad ID token' } })
  }
})

describe('B13: refused, in a form of its own', () => {
  const bothOrNone = 'Passed nonce and nonce in id_token should either both exist or not.'
  const nonce = hash('sha256', 'once')
  const cases: [what: string, request: () => Promise<object>, description: string][] = [
    ['no token', async () => ({}), 'id_token required'],
    [
      'neither provider nor issuer',
      async () => ({ provider: null, id_token: await idToken() }),
      'provider or client_id and issuer required',
    ],
    ['no token at all', async () => ({ id_token: 'x.y.z' }), 'Bad ID token'],
    ['another key', async () => ({ id_token: await idToken({}, { key: other }) }), 'Bad ID token'],
    ['an unknown key', async () => ({ id_token: await idToken({}, { header: { kid: 'two' } }) }), 'Bad ID token'],
    ['another issuer', async () => ({ id_token: await idToken({ iss: 'https://evil.example' }) }), 'Bad ID token'],
    ['a subject too long', async () => ({ id_token: await idToken({ sub: 'x'.repeat(256) }) }), 'Bad ID token'],
    [
      'a subject the database would not take',
      async () => ({ id_token: await idToken({ sub: 'x\u0000' }) }),
      'Bad ID token',
    ],
    ['expired', async () => ({ id_token: await idToken({ exp: now() - 60 }) }), 'Bad ID token'],
    ['old', async () => ({ id_token: await idToken({ iat: now() - 7200 }) }), 'Bad ID token'],
    [
      'another audience',
      async () => ({ id_token: await idToken({ aud: 'elsewhere' }) }),
      'Unacceptable audience in id_token: [elsewhere]',
    ],
    [
      'for another client among several',
      async () => ({ id_token: await idToken({ aud: ['market', 'elsewhere'], azp: 'elsewhere' }) }),
      'Unacceptable audience in id_token: azp',
    ],
    ['a nonce in the token only', async () => ({ id_token: await idToken({ nonce }) }), bothOrNone],
    ['a nonce in the request only', async () => ({ id_token: await idToken(), nonce: 'once' }), bothOrNone],
    ['another nonce', async () => ({ id_token: await idToken({ nonce }), nonce: 'twice' }), 'Nonces mismatch'],
    [
      'the nonce itself instead of its hash',
      async () => ({ id_token: await idToken({ nonce: 'once' }), nonce: 'once' }),
      'Nonces mismatch',
    ],
  ]
  test.each(cases)('%s', async (_what, request, error_description) => {
    const { status, body } = await grant(await request())
    const error = error_description.startsWith('Nonces') ? 'invalid nonce' : 'invalid request'
    expect([status, body]).toEqual([400, { error, error_description }])
  })

  test('signed with the client’s secret, or not at all', async () => {
    const claims = rightClaims()
    for (const id_token of [`${encode({ alg: 'none' })}.${encode(claims)}.`, signWith(claims, CLIENT_SECRET)])
      expect(await grant({ id_token })).toMatchObject({ status: 400, body: { error_description: 'Bad ID token' } })
  })
})

test.each([
  ['apple', 'provider_disabled', 'Provider (issuer "https://appleid.apple.com") is not enabled'],
  ['azure', 'provider_disabled', 'Provider (issuer "azure") is not enabled'],
  ['github', 'validation_failed', 'Custom OIDC provider "github" not allowed'],
  ['unknown', 'validation_failed', 'Custom OIDC provider "unknown" not allowed'],
])('the provider %s has no ID tokens here', async (provider, code, message) => {
  expect(await grant({ provider, id_token: await idToken() })).toMatchObject({ status: 400, body: { code, message } })
})

test('an unverified address does not sign up', async () => {
  const refused = await grant({ id_token: await idToken({ email_verified: false }) })
  expect(refused).toMatchObject(refusedWith(403, 'provider_email_needs_verification'))
})

describe('link_identity', () => {
  test('adds the identity to the caller’s account', async () => {
    const account = await signUp(market)
    const { status, body } = await grant({ id_token: await idToken(), link_identity: true }, account.headers)
    expect(status).toBe(200)
    expect(body).toMatchObject({ user: { id: account.user_id, app_metadata: { providers: ['email', 'google'] } } })
  })

  test('requires a caller', async () => {
    const refused = await grant({ id_token: await idToken(), link_identity: true })
    expect(refused).toMatchObject(refusedWith(401, 'no_authorization'))
  })

  test('refuses an identity that is linked already', async () => {
    const sub = randomUUID()
    await grant({ id_token: await idToken({ sub }) })
    const account = await signUp(market)
    const body = { id_token: await idToken({ sub }), link_identity: true }
    expect(await grant(body, account.headers)).toMatchObject(
      refusedWith(422, 'identity_already_exists', { message: 'Identity is already linked to another user' }),
    )
  })
})

test('an issuer that does not respond is a 503, not a refusal', async () => {
  const fresh = await openForTests({ config: { authProviders: JSON.stringify([google]) } })
  down = true
  // A malformed token is refused before the issuer is called.
  const [header, payload] = (await idToken()).split('.')
  const broken = [`${header}.${payload}`, `${header}.${payload}.`, `${payload}x.${header}.x`]
  const refused = { status: 400, body: { error_description: 'Bad ID token' } }
  for (const id_token of ['x.y.z', 'x', 'a.'.repeat(9), ...broken])
    expect(await grant({ id_token }, {}, fresh)).toMatchObject(refused)
  const response = await grant({ id_token: await idToken() }, {}, fresh)
  down = false
  expect(response).toMatchObject(refusedWith(503, 'provider_unavailable'))
})

/** Begins a sign-in; returns the state and the claims of a valid ID token. */
async function begin() {
  const { headers } = await market.app.inject('/auth/v1/authorize?provider=google')
  const { searchParams } = new URL(String(headers.location))
  return { state: searchParams.get('state') ?? '', claims: rightClaims({ nonce: searchParams.get('nonce') ?? '' }) }
}

/** Returns from the provider, which issues these tokens; returns where the browser is sent. */
async function finish(state: string, tokens: typeof issued): Promise<URL> {
  issued = tokens
  const { headers } = await market.app.inject(`/auth/v1/callback?code=x&state=${state}`)
  return new URL(String(headers.location))
}

const isSignedIn = ({ hash }: URL) => hash.includes('access_token=')

test('a valid ID token from a redirect signs in, checked with the keys of its issuer', async () => {
  const { state, claims } = await begin()
  const id_token = await sign({ ...claims, at_hash: atHash(ACCESS_TOKEN), azp: 'market' })
  expect(isSignedIn(await finish(state, { id_token, access_token: ACCESS_TOKEN }))).toBe(true)
})

describe('B13: a forged ID token of a redirect is refused', () => {
  type Forge = (claims: JWTPayload) => Promise<string> | string | undefined
  const changed =
    (change: JWTPayload): Forge =>
    (claims) =>
      sign({ ...claims, ...change })
  const forgedBy: Record<string, Forge> = {
    'no token at all': () => undefined,
    'signed by another key': (claims) => sign(claims, { key: other }),
    'signed by another key, whose id it names': (claims) => sign(claims, { key: other, header: { kid: 'two' } }),
    'signed by a key that is not for signatures': (claims) =>
      sign(claims, { key: other, header: { kid: 'for-encryption' } }),
    'of a key id that is unknown': (claims) => sign(claims, { header: { kid: 'unknown' } }),
    'of another algorithm': (claims) => sign(claims, { header: { alg: 'RS512' } }),
    'not signed': (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`,
    'not signed, with the signature of another': async (claims) =>
      `${encode({ alg: 'none' })}.${encode(claims)}.${(await sign(claims)).split('.')[2]}`,
    'signed with the public key as a secret': async (claims) => signWith(claims, await exportSPKI(ours.publicKey)),
    'signed with the client’s secret': (claims) => signWith(claims, CLIENT_SECRET),
    'with claims changed after the signature': async (claims) => {
      const [header, , signature] = (await sign(claims)).split('.')
      return `${header}.${encode({ ...claims, sub: 'another-user', email: 'another@example.com' })}.${signature}`
    },
    'without a signature': async (claims) => (await sign(claims)).replace(/[^.]+$/, ''),
    'of another issuer': changed({ iss: 'https://evil.example' }),
    'without an issuer': changed({ iss: undefined }),
    'for another client': changed({ aud: 'elsewhere' }),
    'for another client among several': changed({ aud: ['market', 'elsewhere'], azp: 'elsewhere' }),
    'for several clients, and none named': changed({ aud: ['market', 'elsewhere'] }),
    'issued to another client': changed({ azp: 'elsewhere' }),
    'of another sign-in': changed({ nonce: 'another' }),
    'without a nonce': changed({ nonce: undefined }),
    'that has expired': changed({ exp: now() - 60 }),
    'that never expires': changed({ exp: undefined }),
    'of the future': changed({ iat: now() + 3600, exp: now() + 7200 }),
    'that is old': changed({ iat: now() - 7200 }),
    'without its time': changed({ iat: undefined }),
    'not valid yet': changed({ nbf: now() + 3600 }),
    'of another access token': changed({ at_hash: atHash('another') }),
    'with a hash that is not text': changed({ at_hash: 7 }),
    'without a subject': changed({ sub: undefined }),
    'with a subject that is not text': changed({ sub: 7 as never }),
  }

  test.each(Object.entries(forgedBy))('%s', async (_what, forge) => {
    const { state, claims } = await begin()
    const id_token = await forge(claims)
    const target = await finish(state, { access_token: ACCESS_TOKEN, ...(id_token && { id_token }) })
    expect([isSignedIn(target), target.searchParams.get('error_code')]).toEqual([false, 'unexpected_failure'])
    const created = await market.db.selectFrom('users').select('id').where('email', '=', String(claims.email)).execute()
    expect(created).toEqual([])
  })

  test('a valid token of another sign-in', async () => {
    const [first, second] = [await begin(), await begin()]
    const tokens = { id_token: await sign(second.claims), access_token: ACCESS_TOKEN }
    expect(isSignedIn(await finish(first.state, tokens))).toBe(false)
  })
})

function signWith(claims: JWTPayload, secret: string): string {
  const content = `${encode({ alg: 'HS256', kid: 'one' })}.${encode(claims)}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}
