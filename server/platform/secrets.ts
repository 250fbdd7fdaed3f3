import { hkdfSync } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Config } from './config.ts'
import { readOrMakeSecretsFile, secretsPath } from './secrets-file.ts'
import { checkSigningKeys, readKeySetting, type SigningKey } from './signing-keys.ts'

/** Keys the server signs with. Never logged, never answered. */
export interface Secrets {
  /** Signs API keys (HS256); other keys are derived from it. At least 32 bytes. */
  apiKeySecret: string
  /** The public key of the sign-in client: a token that says "anybody". The same for the same secret. */
  apiKey: string
  /** The first one signs access tokens; tokens of all of them are good. */
  signingKeys: [SigningKey, ...SigningKey[]]
}

const MIN_SECRET_BYTES = 32
/** Of a random secret's characters fewer are different in one of 10^12 cases, even if it is written in hexadecimal. */
const MIN_DIFFERENT = 7
/** What stands in examples until somebody changes it. */
const WELL_KNOWN =
  /change[-_ ]?(me|it|this)|secret|password|example|placeholder|default|insecure|openstall|0123456789|abcdefgh/i

/**
 * Takes the secrets from the configuration; what is not set there comes from `secrets.json` in the data folder, made at
 * the first start. Several processes may start at once: all get the same. Throws an Error that names the setting or the
 * file when a secret is short or broken.
 */
export async function openSecrets(config: Config): Promise<Secrets> {
  const { apiKeySecret: givenSecret, authSigningKey: givenKeys, dataDir } = config
  const stored = givenSecret && givenKeys ? undefined : await readOrMakeSecretsFile(dataDir)
  const file = secretsPath(dataDir)
  const apiKeySecret = givenSecret
    ? checkSecret(givenSecret, 'API_KEY_SECRET')
    : checkSecret(stored?.api_key_secret, file)
  const signingKeys = givenKeys
    ? await checkSigningKeys(readKeySetting(givenKeys), 'AUTH_SIGNING_KEY')
    : await checkSigningKeys(stored?.signing_keys, file)
  return { apiKeySecret, signingKeys, apiKey: await makeApiKey(apiKeySecret) }
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

/** Answers the secret. Throws an Error that names `where` it stands when it is short or one that others know, too. */
export function checkSecret(secret: unknown, where: string): string {
  if (typeof secret !== 'string' || Buffer.byteLength(secret) < MIN_SECRET_BYTES)
    throw new Error(`${where}: the secret for API keys must be at least ${MIN_SECRET_BYTES} bytes long`)
  if (WELL_KNOWN.test(secret) || new Set(secret).size < MIN_DIFFERENT)
    throw new Error(`${where}: the secret for API keys is easy to guess; make one with: openssl rand -base64 48`)
  return secret
}
