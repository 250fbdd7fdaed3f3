import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { systemCode } from '../../../db/files.ts'
import { reasonOf } from '../../../db/reason-of.ts'

const ENV_FILE = '.env'

/** Returns the settings of `.env`. Throws when it is unreadable: ignoring it would start another marketplace. */
export function readEnvFile(): Record<string, string | undefined> {
  const text = readText()
  if (text.includes('\0'))
    throw new Error(`${ENV_FILE} is not UTF-8 text: save it as UTF-8 (some editors call UTF-16 Unicode).`)
  // Some editors write a byte order mark, which is not part of the first name.
  return parseEnv(text.replace(/^\uFEFF/, ''))
}

/** Adds the settings of `.env` to the environment, without replacing any; returns the environment. */
export function addEnvFile(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.assign(environment, { ...readEnvFile(), ...environment })
}

function readText(): string {
  try {
    return readFileSync(ENV_FILE, 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return ''
    throw new Error(`${ENV_FILE} cannot be read: ${reasonOf(error)}. Let this user read it, or remove it.`, {
      cause: error,
    })
  }
}
