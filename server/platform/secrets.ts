import { createPrivateKey, createPublicKey, hkdfSync, randomBytes, sign, verify } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { z } from 'zod'
import type { Config } from './config.ts'

/** Keys the server signs with. Never logged, never answered. */
export interface Secrets {
  /** Signs the API key (HS256); other keys are derived from it. At least 32 bytes. */
  apiKeySecret: string
  /** The public key of the sign-in client: a token that says "anybody". The same for the same secret. */
  apiKey: string
  /** Private ES256 key (JWK) that signs access tokens. */
  signingKey: SigningKey
}

const MIN_SECRET_BYTES = 32
const SECRETS_FILE = 'secrets.json'

const signingKeySchema = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string().min(1).max(100).optional(),
})
type SigningKey = z.infer<typeof signingKeySchema> & { kid: string }

/**
 * Takes the secrets from the configuration; what is not set there comes from `secrets.json` in the data folder, made at
 * the first start. Several processes may start at once: all get the same. Throws an Error that names the setting or the
 * file when a secret is short or broken.
 */
export async function openSecrets(config: Config): Promise<Secrets> {
  const given = { apiKeySecret: config.apiKeySecret, signingKey: config.authSigningKey }
  const stored = given.apiKeySecret && given.signingKey ? undefined : await readOrMakeFile(config.dataDir)
  const apiKeySecret = given.apiKeySecret
    ? checkSecret(given.apiKeySecret, 'API_KEY_SECRET')
    : checkSecret(stored?.api_key_secret, join(config.dataDir, SECRETS_FILE))
  const signingKey = given.signingKey
    ? await checkSigningKey(await readKeySetting(given.signingKey), 'AUTH_SIGNING_KEY')
    : await checkSigningKey(stored?.signing_key, join(config.dataDir, SECRETS_FILE))
  return { apiKeySecret, signingKey, apiKey: await makeApiKey(apiKeySecret) }
}

/** A key for one purpose only, so that no two uses of the secret can be played against each other. */
export function deriveKey(secrets: Secrets, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secrets.apiKeySecret, '', `openstall ${purpose}`, 32))
}

function makeApiKey(secret: string): Promise<string> {
  return new SignJWT({ role: 'anon', iss: 'openstall' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
}

function checkSecret(secret: unknown, where: string): string {
  if (typeof secret === 'string' && Buffer.byteLength(secret) >= MIN_SECRET_BYTES) return secret
  throw new Error(`${where}: the secret for API keys must be at least ${MIN_SECRET_BYTES} bytes long`)
}

/** The setting holds the key itself, or the path of a file that does. */
async function readKeySetting(setting: string): Promise<unknown> {
  try {
    return JSON.parse(setting.trimStart().startsWith('{') ? setting : await readFile(setting, 'utf8'))
  } catch {
    throw new Error('AUTH_SIGNING_KEY: must be a private key as JWK, or the path of a file that holds one')
  }
}

async function checkSigningKey(key: unknown, where: string): Promise<SigningKey> {
  const parsed = signingKeySchema.safeParse(key)
  if (!parsed.success || !signsForItself(parsed.data))
    throw new Error(`${where}: the signing key must be a private EC key on P-256 (ES256), as JWK`)
  return { ...parsed.data, kid: parsed.data.kid ?? (await calculateJwkThumbprint(parsed.data)) }
}

/** Whether the private half belongs to the public half. */
function signsForItself(jwk: z.infer<typeof signingKeySchema>): boolean {
  try {
    const { d: _, ...publicHalf } = jwk
    const message = Buffer.from('openstall')
    const signature = sign('sha256', message, createPrivateKey({ key: jwk, format: 'jwk' }))
    return verify('sha256', message, createPublicKey({ key: publicHalf, format: 'jwk' }), signature)
  } catch {
    return false
  }
}

async function readOrMakeFile(dataDir: string): Promise<{ api_key_secret?: unknown; signing_key?: unknown }> {
  const path = join(dataDir, SECRETS_FILE)
  const text = (await readIfPresent(path)) ?? (await makeFile(dataDir, path))
  try {
    return Object(JSON.parse(text))
  } catch {
    throw new Error(`${path}: is not valid JSON; restore it, or remove it to start with new keys (all sign-ins end)`)
  }
}

/** Writes the file under a name of its own and links it into place: the first of several processes wins. */
async function makeFile(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const signingKey = await exportJWK(privateKey)
  const content = {
    api_key_secret: randomBytes(48).toString('base64url'),
    signing_key: { ...signingKey, kid: await calculateJwkThumbprint(signingKey) },
  }
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  return readFile(path, 'utf8')
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
