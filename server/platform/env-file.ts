import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { systemCode } from '../../db/files.ts'
import { reasonOf } from '../../db/reason-of.ts'

const ENV_FILE = '.env'

/**
 * The settings that stand in `.env` of the present folder; none when there is no such file. Throws an Error that says
 * what to do when it cannot be read as one: settings that are not seen would be another market.
 */
export function readEnvFile(): Record<string, string | undefined> {
  const text = readText()
  if (text.includes('\0'))
    throw new Error(`${ENV_FILE} is not UTF-8 text: save it as UTF-8 (an editor may say Unicode to UTF-16).`)
  // Some editors begin UTF-8 with a mark, which is no part of the first name.
  return parseEnv(text.replace(/^\uFEFF/, ''))
}

/** Adds the settings of `.env` that the environment does not have itself, for libraries, too; answers the environment. */
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
