import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { reasonOf } from '../../../db/failures.ts'
import { systemCode } from '../../../db/files.ts'

const ENV_FILE = '.env'

/** Returns the settings of `.env`. Throws when it is unreadable: without it another marketplace would start. */
function readEnvFile(): Record<string, string | undefined> {
  const text = readText()
  if (text.includes('\0'))
    throw new Error(`${ENV_FILE} is not UTF-8 text: save it as UTF-8 (some editors call UTF-16 Unicode).`)
  // Some editors write a byte order mark, which is not part of the first name.
  return parseEnv(text.replace(/^\uFEFF/, ''))
}

/** Returns the environment with the settings of `.env` that it lacks; an empty variable counts as missing. */
export function withEnvFile(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...readEnvFile(), ...Object.fromEntries(Object.entries(environment).filter(([, value]) => value)) }
}

/** Adds the settings of `.env` to the environment, without replacing any; returns the environment. */
export function addEnvFile(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.assign(environment, withEnvFile(environment))
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

/**
 * Returns the value of a setting that holds JSON, or the path of a JSON file. Throws the errors of reading and parsing,
 * which may contain parts of a secret: report only which setting is wrong.
 */
export function parseJsonSetting(setting: string): unknown {
  return JSON.parse(/^\s*[[{]/.test(setting) ? setting : readFileSync(setting, 'utf8'))
}

/** Throws an Error for arguments of a program that takes none, like `-- --port 4000`. */
export function requireNoArguments(args: readonly string[]): void {
  if (args.length === 0) return
  const where = 'Settings are environment variables, or lines of a file .env: see docs/configuration.md.'
  throw new Error(`${args.join(' ')} is not an argument of this program. ${where}`)
}
