import { hkdfSync } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Config } from '../config/config.ts'
import { readOrCreateSecretsFile, secretsPath } from './secrets-file.ts'
import { checkSigningKeys, readKeySetting, type SigningKey } from './signing-keys.ts'

/** The keys that the server signs with. Never logged, never sent. */
export interface Secrets {
  /** Signs API keys (HS256); other keys are derived from it. At least 32 bytes. */
  apiKeySecret: string
  /** The public API key: a token with the role `anon`. The same for the same secret. */
  apiKey: string
  /** The first one signs access tokens; all of them verify. */
  signingKeys: [SigningKey, ...SigningKey[]]
}

const MIN_SECRET_BYTES = 32
/** A random secret has fewer distinct characters in one of 10^12 cases, even in hexadecimal. */
const MIN_DISTINCT = 7
/** Texts from examples. */
const WELL_KNOWN =
  /change[-_ ]?(me|it|this)|secret|password|example|placeholder|default|insecure|openstall|0123456789|abcdefgh/i

/**
 * Returns the secrets of the configuration; those not set there come from `secrets.json` in the data folder, which is
 * created at the first start. Processes that start at the same time get the same secrets. Throws an Error that names the
 * setting or file when a secret is short or damaged.
 */
export async function openSecrets(config: Config): Promise<Secrets> {
  const { apiKeySecret: givenSecret, authSigningKey: givenKeys, dataDir } = config
  const stored = givenSecret && givenKeys ? undefined : await readOrCreateSecretsFile(dataDir)
  const file = secretsPath(dataDir)
  const apiKeySecret = givenSecret
    ? checkSecret(givenSecret, 'API_KEY_SECRET')
    : checkSecret(stored?.api_key_secret, file)
  const signingKeys = givenKeys
    ? await checkSigningKeys(readKeySetting(givenKeys), 'AUTH_SIGNING_KEY')
    : await checkSigningKeys(stored?.signing_keys, file)
  return { apiKeySecret, signingKeys, apiKey: await createApiKey(apiKeySecret) }
}

/** Returns a key for one purpose only, so that uses of the secret cannot be combined in an attack. */
export function deriveKey(secrets: Secrets, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secrets.apiKeySecret, '', `openstall ${purpose}`, 32))
}

function createApiKey(secret: string): Promise<string> {
  return new SignJWT({ role: 'anon', iss: 'openstall' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
}

/** Returns the secret. Throws an Error that names `where` it was found when it is short or well known. */
export function checkSecret(secret: unknown, where: string): string {
  if (typeof secret !== 'string' || Buffer.byteLength(secret) < MIN_SECRET_BYTES)
    throw new Error(`${where}: the secret for API keys must be at least ${MIN_SECRET_BYTES} bytes long`)
  if (WELL_KNOWN.test(secret) || new Set(secret).size < MIN_DISTINCT)
    throw new Error(`${where}: the secret for API keys is easy to guess; make one with: openssl rand -base64 48`)
  return secret
}
