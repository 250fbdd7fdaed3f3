import { hash, hkdfSync } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Config } from '../config/config.ts'
import { readOrCreateSecretsFile, readSecretsFile, secretsPath } from './secrets-file.ts'
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
/** A random secret has fewer distinct characters in only one of 10^12 cases, even in hexadecimal. */
const MIN_DISTINCT = 7
const WELL_KNOWN =
  /change[-_ ]?(me|it|this)|secret|password|example|placeholder|default|insecure|openstall|0123456789|abcdefgh/i

type Log = (message: string) => void
type KeySettings = Pick<Config, 'apiKeySecret' | 'authSigningKey' | 'dataDir'>

/**
 * Returns the secrets of the configuration; those not set there come from `secrets.json` in the data folder, which is
 * created if there is none, so call it only for an empty marketplace. Processes that start at the same time get the same
 * secrets. Throws an Error that names the setting or file when a secret is short or damaged.
 */
export async function openSecrets(config: KeySettings, log: Log = () => {}): Promise<Secrets> {
  return secretsFrom(config, needsFile(config) ? await readOrCreateSecretsFile(config.dataDir, log) : {})
}

/** Returns the same without creating anything; undefined when the file is needed and missing. */
export async function findSecrets(config: KeySettings, log: Log = () => {}): Promise<Secrets | undefined> {
  if (!needsFile(config)) return secretsFrom(config, {})
  const stored = await readSecretsFile(config.dataDir, log)
  return stored && secretsFrom(config, stored)
}

/**
 * Returns the secrets of a marketplace, and creates them while it has no accounts. With accounts, throws an Error that says
 * what to do when the file is missing: new keys could not decrypt the existing data.
 */
export async function openMarketplaceSecrets(
  config: KeySettings,
  hasAccounts: () => Promise<boolean>,
  log: Log,
): Promise<Secrets> {
  // The order matters: another process creates the file before it adds accounts.
  const isFilled = await hasAccounts()
  const present = await findSecrets(config, log)
  if (present) return present
  if (!isFilled) return openSecrets(config, log)
  throw new Error(
    `${secretsPath(config.dataDir)} is missing, and the database has accounts. Restore the file from a backup, set DATA_DIR ` +
      'to the folder that has it (or API_KEY_SECRET and AUTH_SIGNING_KEY to the keys), or, if it is lost, create new keys: ' +
      'npm run admin -- new-secrets',
  )
}

/** Returns whether some of the keys are not in the configuration. */
export function needsFile({ apiKeySecret, authSigningKey }: KeySettings): boolean {
  return !(apiKeySecret && authSigningKey)
}

type Stored = NonNullable<Awaited<ReturnType<typeof readSecretsFile>>>

async function secretsFrom(
  { apiKeySecret: givenSecret, authSigningKey: givenKeys, dataDir }: KeySettings,
  stored: Stored,
): Promise<Secrets> {
  const file = secretsPath(dataDir)
  const apiKeySecret = givenSecret
    ? checkSecret(givenSecret, 'API_KEY_SECRET')
    : checkSecret(stored.api_key_secret, file)
  const signingKeys = givenKeys
    ? await checkSigningKeys(readKeySetting(givenKeys), 'AUTH_SIGNING_KEY')
    : await checkSigningKeys(stored.signing_keys, file)
  return { apiKeySecret, signingKeys, apiKey: await createApiKey(apiKeySecret, 'anon') }
}

/** Returns a key for one purpose only, so that uses of the secret cannot be combined in an attack. */
export function deriveKey(secrets: Secrets, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secrets.apiKeySecret, '', `openstall ${purpose}`, 32))
}

/** Returns the hash of a random token. Only hashes are stored, so that a copy of the database opens nothing. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Returns the API key with a role: the same for the same secret. */
export function createApiKey(secret: string, role: 'anon' | 'service_role'): Promise<string> {
  return new SignJWT({ role, iss: 'openstall' })
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
