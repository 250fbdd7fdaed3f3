import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { callAuth, readUser, signIn, signUp } from '../../../../tests/support/accounts.ts'
import { openForTests } from '../../../../tests/support/open-for-tests.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'
import { openSecrets } from '../../../platform/keys/secrets.ts'

// One marketplace through two changes of its key, and another marketplace.
const API_KEY_SECRET = 'k7Qw2ZpX9vTn4LrB6yHc8JdF1sGm3AeU'

async function newKey(alg: 'ES256' | 'RS256', kid: string) {
  return { ...(await exportJWK((await generateKeyPair(alg, { extractable: true })).privateKey)), kid }
}

async function withKeys(keys: object[], options: Parameters<typeof openForTests>[0] = {}): Promise<TestApp> {
  const config = { apiKeySecret: API_KEY_SECRET, authSigningKey: JSON.stringify(keys) }
  const secrets = await openSecrets({ dataDir: '/nowhere', ...config } as TestApp['config'])
  return openForTests({ config, deps: { secrets }, ...options })
}

const [old, young] = [await newKey('ES256', 'old'), await newKey('RS256', 'young')]
const before = await withKeys([old])
const database = { connection: before.connection, drop: async () => {} }
const after = await withKeys([young, old], { database })
const other = await withKeys([await newKey('ES256', 'old')])

const statusOn = async (server: TestApp, token: string) => (await readUser(server, token)).status

test('after a change tokens of the old key stay valid, and new ones are signed with the new key', async () => {
  const account = await signUp(before)
  expect(decodeProtectedHeader(account.token)).toMatchObject({ kid: 'old', alg: 'ES256' })
  expect(await statusOn(after, account.token)).toBe(200)
  const { body } = await signIn(after, account)
  expect(decodeProtectedHeader(body.access_token)).toMatchObject({ kid: 'young', alg: 'RS256' })
  expect(await statusOn(after, body.access_token)).toBe(200)
  // A server without the new key.
  expect(await statusOn(before, body.access_token)).toBe(403)
})

test('B1: the key set publishes all public keys and no private part', async () => {
  const { body, headers } = await callAuth<{ keys: object[] }>(after, 'GET', '/.well-known/jwks.json')
  expect(headers['cache-control']).toBe('public, max-age=600')
  const common = { use: 'sig', key_ops: ['verify'] }
  const { kty, n, e } = young
  const { crv, x, y } = old
  expect(body.keys).toEqual([
    { kid: 'young', alg: 'RS256', kty, n, e, ...common },
    { kid: 'old', alg: 'ES256', kty: old.kty, crv, x, y, ...common },
  ])
})

test('B1: a key is used with its own algorithm only, and a matching key id is not enough', async () => {
  const { token } = await signUp(other)
  expect(decodeProtectedHeader(token).kid).toBe('old')
  expect(await statusOn(after, token)).toBe(403)
  const claims = decodeJwt((await signUp(before)).token)
  const secret = new TextEncoder().encode(API_KEY_SECRET)
  const confused = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'young' }).sign(secret)
  expect(await statusOn(after, confused)).toBe(403)
})

test('API keys that an operator signs with the secret are accepted and give no rights', async () => {
  const sign = (claims: Record<string, unknown>, secret = API_KEY_SECRET) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(secret))
  const settingsWith = async (apikey: string) =>
    (await callAuth(before, 'POST', '/token?grant_type=password', { body: {}, headers: { apikey } })).status
  const inAYear = Math.floor(Date.now() / 1000) + 31_536_000
  for (const role of ['anon', 'service_role']) {
    const key = await sign({ role, iss: 'another issuer', exp: inAYear })
    expect(await settingsWith(key)).toBe(400)
    expect(await statusOn(before, key)).toBe(403)
  }
  for (const refused of [
    await sign({ role: 'anon' }, 'another secret that is long enough to sign'),
    await sign({ role: 'anon', exp: 1_000_000_000 }),
    await sign({ role: 'authenticated' }),
    await sign({ role: 'anon', sub: crypto.randomUUID() }),
    'x',
  ])
    expect(await settingsWith(refused)).toBe(401)
})
