import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAuth, signUp } from '../../../../tests/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { openSecrets } from '../../../platform/keys/secrets.ts'

// One marketplace through two changes of its key, and another marketplace.
const API_KEY_SECRET = 'k7Qw2ZpX9vTn4LrB6yHc8JdF1sGm3AeU'
let before: TestApp
let after: TestApp
let other: TestApp

async function newKey(alg: 'ES256' | 'RS256', kid: string) {
  return { ...(await exportJWK((await generateKeyPair(alg, { extractable: true })).privateKey)), kid }
}

async function withKeys(database: TestApp | undefined, keys: object[]): Promise<TestApp> {
  const config = { apiKeySecret: API_KEY_SECRET, authSigningKey: JSON.stringify(keys) }
  const secrets = await openSecrets({ dataDir: '/nowhere', ...config } as TestApp['config'])
  return createTestApp({
    config,
    deps: { secrets, ...(database && { db: database.db, connection: database.connection }) },
  })
}

beforeAll(async () => {
  const [old, young] = [await newKey('ES256', 'old'), await newKey('RS256', 'young')]
  before = await withKeys(undefined, [old])
  after = await withKeys(before, [young, old])
  other = await withKeys(undefined, [await newKey('ES256', 'old')])
})
afterAll(async () => {
  await after.app.close()
  await before.close()
  await other.close()
})

const headerOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
const statusOn = async (server: TestApp, token: string) =>
  (await callAuth(server, 'GET', '/user', { headers: { authorization: `Bearer ${token}` } })).status

test('after a change tokens of the old key stay valid, and new ones are signed with the new key', async () => {
  const { token, email, password } = await signUp(before)
  expect(headerOf(token)).toMatchObject({ kid: 'old', alg: 'ES256' })
  expect(await statusOn(after, token)).toBe(200)
  const { body } = await callAuth<{ access_token: string }>(after, 'POST', '/token?grant_type=password', {
    body: { email, password },
  })
  expect(headerOf(body.access_token)).toMatchObject({ kid: 'young', alg: 'RS256' })
  expect(await statusOn(after, body.access_token)).toBe(200)
  // A server without the new key.
  expect(await statusOn(before, body.access_token)).toBe(403)
})

test('B1: the key set publishes all public keys and no private part', async () => {
  const { body } = await callAuth<{ keys: Record<string, unknown>[] }>(after, 'GET', '/.well-known/jwks.json')
  expect(body.keys.map(({ kid, alg, kty, use, key_ops }) => ({ kid, alg, kty, use, key_ops }))).toEqual([
    { kid: 'young', alg: 'RS256', kty: 'RSA', use: 'sig', key_ops: ['verify'] },
    { kid: 'old', alg: 'ES256', kty: 'EC', use: 'sig', key_ops: ['verify'] },
  ])
  for (const key of body.keys) expect(Object.keys(key)).not.toEqual(expect.arrayContaining(['d']))
})

test('B1: a key is used with its own algorithm only, and a matching key id is not enough', async () => {
  const { token } = await signUp(other)
  expect(headerOf(token).kid).toBe('old')
  expect(await statusOn(after, token)).toBe(403)
  const [, payload = ''] = (await signUp(before)).token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
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
