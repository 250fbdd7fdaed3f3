import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import { parseJsonSetting } from '../config/env-file.ts'

export type SigningKey = JsonWebKey & { kid: string; alg: 'ES256' | 'RS256' }

const MIN_RSA_BITS = 2048
const MAX_KEYS = 10

const name = { kid: z.string().min(1).max(100).optional() }
const ecSchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  ...name,
})
const rsaSchema = z.object({
  kty: z.literal('RSA'),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
  ...name,
})
const keySchema = z.discriminatedUnion('kty', [ecSchema, rsaSchema])
const keysSchema = z.union([
  keySchema.transform((key) => [key]),
  z.array(keySchema).min(1).max(MAX_KEYS),
  z.object({ keys: z.array(keySchema).min(1).max(MAX_KEYS) }).transform(({ keys }) => keys),
])

/** Returns verified keys with their ids; the first signs. Throws an Error that names `where`, never a key. */
export async function checkSigningKeys(keys: unknown, where: string): Promise<[SigningKey, ...SigningKey[]]> {
  const [first, ...rest] = await Promise.all(parseSigningKeys(keys, where).map(withId))
  if (!first) throw new Error(`${where}: there is no signing key`)
  const all: [SigningKey, ...SigningKey[]] = [first, ...rest]
  if (new Set(all.map(({ kid }) => kid)).size < all.length)
    throw new Error(`${where}: two signing keys have the same kid`)
  return all
}

/** Returns the verified keys, without ids. Throws an Error like `checkSigningKeys`. */
export function parseSigningKeys(keys: unknown, where: string): z.infer<typeof keySchema>[] {
  const parsed = keysSchema.safeParse(keys)
  if (!parsed.success || !parsed.data.every(isComplete))
    throw new Error(
      `${where}: the signing key must be a private key as JWK, EC on P-256 (ES256) or RSA of ${MIN_RSA_BITS} bits or more (RS256), or a list of such keys`,
    )
  return parsed.data
}

/** Returns the keys of the setting, or of the file that it names. Throws an Error. */
export function readKeySetting(setting: string): unknown {
  try {
    return parseJsonSetting(setting)
  } catch {
    throw new Error('AUTH_SIGNING_KEY: must be private keys as JWK, or the path of a file that holds them')
  }
}

/** Creates a key pair for ES256. */
export async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return withId((await exportJWK(privateKey)) as z.infer<typeof ecSchema>)
}

/** Returns both halves of a key. */
export function openSigningKey(key: SigningKey): { privateKey: KeyObject; publicKey: KeyObject } {
  const privateKey = createPrivateKey({ key, format: 'jwk' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

async function withId(key: z.infer<typeof keySchema>): Promise<SigningKey> {
  return { ...key, alg: key.kty === 'EC' ? 'ES256' : 'RS256', kid: key.kid ?? (await calculateJwkThumbprint(key)) }
}

function isComplete(jwk: z.infer<typeof keySchema>): boolean {
  try {
    const publicHalf =
      jwk.kty === 'EC' ? { kty: 'EC', crv: jwk.crv, x: jwk.x, y: jwk.y } : { kty: 'RSA', n: jwk.n, e: jwk.e }
    const publicKey = createPublicKey({ key: publicHalf, format: 'jwk' })
    if ((publicKey.asymmetricKeyDetails?.modulusLength ?? MIN_RSA_BITS) < MIN_RSA_BITS) return false
    const message = Buffer.from('openstall')
    const signature = sign('sha256', message, createPrivateKey({ key: jwk, format: 'jwk' }))
    return verify('sha256', message, publicKey, signature)
  } catch {
    return false
  }
}
