import { randomBytes } from 'node:crypto'
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { openDataDir } from '../../../db/data-dir.ts'
import { reasonOf } from '../../../db/failures.ts'
import { makePrivate, readIfExists, systemCode } from '../../../db/files.ts'
import { checkSigningKeys, newSigningKey } from './signing-keys.ts'

/** Tokens are valid for an hour, so only the newest few keys are needed. */
const MAX_KEYS = 3

/** Returns the path of the file with the generated keys. */
export function secretsPath(dataDir: string): string {
  return join(dataDir, 'secrets.json')
}

interface StoredSecrets {
  api_key_secret?: unknown
  signing_keys?: unknown
}

/** Returns the content of the file; undefined when there is none. A file that others can read is corrected. */
export async function readSecretsFile(
  dataDir: string,
  log: (message: string) => void,
): Promise<StoredSecrets | undefined> {
  const path = secretsPath(dataDir)
  const text = await readIfPresent(path)
  if (text === undefined) return undefined
  await makePrivate(path, log)
  return parse(path, text)
}

/** Returns the content of the file, after creating it if there is none. */
export async function readOrCreateSecretsFile(dataDir: string, log: (message: string) => void): Promise<StoredSecrets> {
  const path = secretsPath(dataDir)
  return (await readSecretsFile(dataDir, log)) ?? parse(path, await createFile(dataDir, path))
}

/** Returns the text of the file. Throws an Error when there is none. */
export async function readSecretsText(dataDir: string): Promise<string> {
  const path = secretsPath(dataDir)
  const text = await readIfPresent(path)
  if (text === undefined) throw new Error(`${path} does not exist`)
  return text
}

/** Returns whether the file exists and differs from the text. Throws an Error when one of them is damaged. */
export async function hasOtherSecrets(dataDir: string, text: string): Promise<boolean> {
  const path = secretsPath(dataDir)
  const present = await readIfPresent(path)
  return present !== undefined && !isDeepStrictEqual(parse(path, present), parse(path, text))
}

/** Replaces the file with the text. Throws an Error when the text is damaged. */
export async function writeSecretsText(dataDir: string, text: string): Promise<void> {
  const path = secretsPath(dataDir)
  await openDataDir(dataDir)
  await rename(await writeDraft(path, parse(path, text)), path)
}

/** Adds a signing key in first place and returns its id; servers use it from their next start. Throws an Error. */
export async function rotateSigningKeys(dataDir: string): Promise<string> {
  const path = secretsPath(dataDir)
  const text = await readIfPresent(path)
  if (text === undefined) throw new Error(`${path}: does not exist yet; the first start of the server creates it`)
  const stored = parse(path, text)
  const keys = await checkSigningKeys(stored.signing_keys, path)
  const fresh = await newSigningKey()
  const draft = await writeDraft(path, { ...stored, signing_keys: [fresh, ...keys].slice(0, MAX_KEYS) })
  await rename(draft, path)
  return fresh.kid
}

function parse(path: string, text: string): StoredSecrets {
  try {
    // Files of the first version hold one key.
    const { signing_key, signing_keys = signing_key, ...rest } = Object(JSON.parse(text))
    return { ...rest, signing_keys }
  } catch {
    throw new Error(`${path}: is not valid JSON; restore it, or move it away and run \`npm run admin -- new-secrets\``)
  }
}

/** Writes the file under a temporary name and links it into place: the first of several processes wins. */
async function createFile(dataDir: string, path: string): Promise<string> {
  await openDataDir(dataDir)
  const draft = await writeDraft(path, {
    api_key_secret: randomBytes(48).toString('base64url'),
    signing_keys: [await newSigningKey()],
  })
  try {
    // guard: first-key-file
    await link(draft, path)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  return readFile(path, 'utf8')
}

async function writeDraft(path: string, content: StoredSecrets): Promise<string> {
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return draft
}

async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readIfExists(path)
  } catch (error) {
    // A file in place of the folder is reported when the folder is created.
    if (systemCode(error) === 'ENOTDIR') return undefined
    const advice = 'Start Openstall as the same user as before, or set DATA_DIR to another folder.'
    throw new Error(`The keys of the marketplace cannot be read (${reasonOf(error)}). ${advice}`, { cause: error })
  }
}
