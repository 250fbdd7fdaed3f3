import { generateKeyPairSync } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, jwtVerify } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { openFolder } from '../../../tests/support/open-folder.ts'
import { readConfig } from '../config/config.ts'
import { openSecrets } from './secrets.ts'
import { rotateSigningKeys } from './secrets-file.ts'

const SECRET = 'b2f6d1c09e7a4835b2f6d1c09e7a4835'
let folder: string

beforeEach(async () => {
  folder = await openFolder()
})

const open = (environment: Record<string, string> = {}) =>
  openSecrets(readConfig({ DATA_DIR: join(folder, 'data'), ...environment }, false))

async function newKey(curve = 'ES256') {
  return exportJWK((await generateKeyPair(curve, { extractable: true })).privateKey)
}

test('creates its keys at the first start, readable by its user only, and reuses them', async () => {
  const first = await open()
  expect(Buffer.byteLength(first.apiKeySecret)).toBeGreaterThanOrEqual(32)
  expect((await stat(join(folder, 'data/secrets.json'))).mode & 0o777).toBe(0o600)
  expect(await readdir(join(folder, 'data'))).toEqual(['secrets.json'])
  expect(await open()).toEqual(first)
})

// catches: key-file-overwritten
test('concurrent starts agree on one set of keys', async () => {
  // A few file operations apart, so that the first has written its keys when another that found none is about to write.
  const openAfter = async (operations: number, DATA_DIR: string) => {
    for (let done = 0; done < operations; done++) await stat(folder)
    return open({ DATA_DIR })
  }
  for (let round = 0; round < 20; round++) {
    const DATA_DIR = join(folder, `data${round}`)
    const starts = Array.from({ length: 8 }, (_, index) => openAfter(index * (round % 4), DATA_DIR))
    const opened = await Promise.all(starts)
    expect(new Set(opened.map((secrets) => JSON.stringify(secrets))).size).toBe(1)
    expect(await readdir(DATA_DIR)).toEqual(['secrets.json'])
  }
})

test('with both secrets in the configuration no file is created', async () => {
  const key = await newKey()
  const inline = await open({ API_KEY_SECRET: SECRET, AUTH_SIGNING_KEY: JSON.stringify(key) })
  expect(inline).toMatchObject({ apiKeySecret: SECRET, signingKeys: [{ x: key.x, kid: expect.any(String) }] })
  const path = join(folder, 'key.json')
  await writeFile(path, JSON.stringify({ ...key, kid: 'own-name' }))
  const fromFile = await open({ API_KEY_SECRET: SECRET, AUTH_SIGNING_KEY: path })
  expect(fromFile.signingKeys[0]).toMatchObject({ x: key.x, kid: 'own-name' })
  expect(fromFile.apiKey).toBe(inline.apiKey)
  expect(await readdir(folder)).toEqual(['key.json'])
})

test('the API key has the role anon and depends on the secret alone', async () => {
  const { apiKey } = await open({ API_KEY_SECRET: SECRET })
  const { payload } = await jwtVerify(apiKey, new TextEncoder().encode(SECRET), { algorithms: ['HS256'] })
  expect(payload).toEqual({ role: 'anon', iss: 'openstall' })
})

test('F8: the start fails with an invalid signing key, and names its setting without showing it', async () => {
  const key = await newKey()
  const { d: _, ...publicHalf } = key
  const other = await newKey()
  const invalid = [
    'no json',
    '{',
    '{}',
    join(folder, 'missing.json'),
    JSON.stringify(publicHalf),
    JSON.stringify({ ...key, d: other.d }),
    JSON.stringify(await newKey('ES384')),
  ]
  for (const setting of invalid) {
    const error = await open({ API_KEY_SECRET: SECRET, AUTH_SIGNING_KEY: setting }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error.message).toMatch(/^AUTH_SIGNING_KEY: /)
    expect(error.message).not.toContain(key.d)
  }
})

test('F8: the start fails with a damaged file, and names it', async () => {
  await open()
  const path = join(folder, 'data/secrets.json')
  const good = JSON.parse(await readFile(path, 'utf8'))
  for (const content of ['', '{', 'null', '{}', JSON.stringify({ ...good, api_key_secret: 'short' })]) {
    await writeFile(path, content)
    await expect(open()).rejects.toThrow(path)
  }
})

test('accepts several keys, EC and RSA, in their order', async () => {
  const keys = [await newKey('RS256'), await newKey(), await newKey()]
  for (const setting of [keys, { keys }]) {
    const { signingKeys } = await open({ API_KEY_SECRET: SECRET, AUTH_SIGNING_KEY: JSON.stringify(setting) })
    expect(signingKeys.map(({ alg, d }) => [alg, d])).toEqual([
      ['RS256', keys[0]?.d],
      ['ES256', keys[1]?.d],
      ['ES256', keys[2]?.d],
    ])
  }
})

test('F8: the start fails with two keys of one id, without keys and with a short RSA key', async () => {
  const key = await newKey()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  for (const setting of [[key, key], [], { keys: [] }, privateKey.export({ format: 'jwk' })])
    await expect(open({ API_KEY_SECRET: SECRET, AUTH_SIGNING_KEY: JSON.stringify(setting) })).rejects.toThrow(
      /^AUTH_SIGNING_KEY: /,
    )
})

test('rotation adds a new key in front and keeps the two before it', async () => {
  const dataDir = join(folder, 'data')
  const [first] = (await open()).signingKeys
  const names = [first.kid]
  for (let round = 0; round < 3; round++) names.unshift(await rotateSigningKeys(dataDir))
  const rotated = await open()
  expect(rotated.signingKeys.map(({ kid }) => kid)).toEqual(names.slice(0, 3))
  expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect(await readdir(dataDir)).toEqual(['secrets.json'])
})

test('a file of the first version, with one key, can be read and rotated', async () => {
  const dataDir = join(folder, 'data')
  const { signingKeys, apiKeySecret } = await open()
  const old = { api_key_secret: apiKeySecret, signing_key: signingKeys[0] }
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify(old))
  expect((await open()).signingKeys).toEqual(signingKeys)
  await rotateSigningKeys(dataDir)
  const rotated = await open()
  expect([rotated.signingKeys.length, rotated.signingKeys[1], rotated.apiKeySecret]).toEqual([
    2,
    signingKeys[0],
    apiKeySecret,
  ])
})

test('rotation needs a file', async () => {
  await expect(rotateSigningKeys(join(folder, 'nowhere'))).rejects.toThrow(/secrets\.json: does not exist yet/)
})
