import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { exportJWK, exportSPKI, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeServer, listen } from '../../../../../tests/support/oidc-provider.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

// A provider of our own, for ID tokens that a real one would not issue; the sign-ins with a real one are in oauth.test.ts.
const ours = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ACCESS_TOKEN = 'the access token'
let issued: { id_token?: string; access_token: string }
let keyRequests = 0
const server = createServer(async (request, response) => {
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
      // A provider that allows more than it should.
      id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256', 'ES256'],
    }),
  }
  if (request.url === '/keys') keyRequests++
  const body = await bodies[request.url ?? '']?.()
  response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
})
let issuer: string
let market: TestApp

beforeAll(async () => {
  issuer = await listen(server)
  const authProviders = [{ type: 'oidc', name: 'own', issuer, client_id: 'market', client_secret: 'a secret of ours' }]
  market = await createTestApp({ config: { authProviders: JSON.stringify(authProviders) } })
})
afterAll(async () => {
  await market?.close()
  await closeServer(server)
})

interface Token {
  claims: JWTPayload
  header?: Record<string, string>
  key?: KeyObject
}

const now = () => Math.floor(Date.now() / 1000)
const atHash = (token: string) => createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sign = ({ claims, header = {}, key = ours.privateKey }: Token) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key)

/** Begins a sign-in; returns the state and the claims of a right ID token. */
async function begin(): Promise<{ state: string; claims: JWTPayload & { sub: string } }> {
  const { headers } = await market.app.inject('/auth/v1/authorize?provider=own')
  const { searchParams } = new URL(String(headers.location))
  const sub = randomUUID()
  const [email, nonce] = [`${sub}@example.com`, searchParams.get('nonce') ?? '']
  const claims = { iss: issuer, aud: 'market', sub, nonce, iat: now(), exp: now() + 60, email, email_verified: true }
  return { state: searchParams.get('state') ?? '', claims }
}

/** Returns from the provider, which issues these tokens; returns where the browser is sent. */
async function finish(state: string, tokens: typeof issued): Promise<URL> {
  issued = tokens
  const { headers } = await market.app.inject(`/auth/v1/callback?code=x&state=${state}`)
  return new URL(String(headers.location))
}

const isSignedIn = ({ hash }: URL) => hash.includes('access_token=')

test('a right ID token signs in, checked by the keys of its issuer', async () => {
  const { state, claims } = await begin()
  const id_token = await sign({ claims: { ...claims, at_hash: atHash(ACCESS_TOKEN), azp: 'market' } })
  expect(isSignedIn(await finish(state, { id_token, access_token: ACCESS_TOKEN }))).toBe(true)
  expect(keyRequests).toBe(1)
})

describe('B13: a forged ID token is refused', () => {
  const withClaims = (change: JWTPayload) => ({
    forge: (claims: JWTPayload) => sign({ claims: { ...claims, ...change } }),
  })
  const payloadOf = (claims: JWTPayload, change: JWTPayload) => encode({ ...claims, ...change })
  const cases: Record<string, { forge: (claims: JWTPayload) => Promise<string> | string | undefined }> = {
    'no token at all': { forge: () => undefined },
    'signed by another key': { forge: (claims) => sign({ claims, key: other.privateKey }) },
    'signed by another key, whose id it names': {
      forge: (claims) => sign({ claims, key: other.privateKey, header: { kid: 'two' } }),
    },
    'signed by a key that is not for signatures': {
      forge: (claims) => sign({ claims, key: other.privateKey, header: { kid: 'for-encryption' } }),
    },
    'of a key id that is unknown': { forge: (claims) => sign({ claims, header: { kid: 'unknown' } }) },
    'of another algorithm': { forge: (claims) => sign({ claims, header: { alg: 'RS512' } }) },
    'not signed': { forge: (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.` },
    'not signed, with the signature of another': {
      forge: async (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.${(await sign({ claims })).split('.')[2]}`,
    },
    'signed with the public key as a secret': {
      forge: async (claims) => signWith(claims, await exportSPKI(ours.publicKey)),
    },
    'signed with the client’s secret': { forge: (claims) => signWith(claims, 'a secret of ours') },
    'with claims changed after the signature': {
      forge: async (claims) => {
        const [header, , signature] = (await sign({ claims })).split('.')
        return `${header}.${payloadOf(claims, { sub: 'another-user', email: 'another@example.com' })}.${signature}`
      },
    },
    'without a signature': { forge: async (claims) => (await sign({ claims })).replace(/[^.]+$/, '') },
    'of another issuer': withClaims({ iss: 'https://evil.example' }),
    'without an issuer': withClaims({ iss: undefined }),
    'for another client': withClaims({ aud: 'elsewhere' }),
    'for another client among several': withClaims({ aud: ['market', 'elsewhere'], azp: 'elsewhere' }),
    'for several clients, and none named': withClaims({ aud: ['market', 'elsewhere'] }),
    'issued to another client': withClaims({ azp: 'elsewhere' }),
    'of another sign-in': withClaims({ nonce: 'another' }),
    'without a nonce': withClaims({ nonce: undefined }),
    'that has expired': withClaims({ exp: now() - 60 }),
    'that never expires': withClaims({ exp: undefined }),
    'of the future': withClaims({ iat: now() + 3600, exp: now() + 7200 }),
    'that is old': withClaims({ iat: now() - 7200 }),
    'without its time': withClaims({ iat: undefined }),
    'not valid yet': withClaims({ nbf: now() + 3600 }),
    'of another access token': withClaims({ at_hash: atHash('another') }),
    'with a hash that is no text': withClaims({ at_hash: 7 }),
    'without a subject': withClaims({ sub: undefined }),
    'with a subject that is no text': withClaims({ sub: 7 as never }),
  }

  test.each(Object.keys(cases))('%s', async (name) => {
    const { state, claims } = await begin()
    const id_token = await cases[name]?.forge(claims)
    const target = await finish(state, { access_token: ACCESS_TOKEN, ...(id_token && { id_token }) })
    expect([isSignedIn(target), target.searchParams.get('error_code')]).toEqual([false, 'unexpected_failure'])
    const created = await market.db.selectFrom('users').select('id').where('email', '=', String(claims.email)).execute()
    expect(created).toEqual([])
  })

  test('the right token of another sign-in', async () => {
    const [first, second] = [await begin(), await begin()]
    const tokens = { id_token: await sign({ claims: second.claims }), access_token: ACCESS_TOKEN }
    expect(isSignedIn(await finish(first.state, tokens))).toBe(false)
  })
})

function signWith(claims: JWTPayload, secret: string): string {
  const content = `${encode({ alg: 'HS256', kid: 'one' })}.${encode(claims)}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}
