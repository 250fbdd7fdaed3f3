import { readFileSync } from 'node:fs'

/**
 * Returns the value of a setting that holds JSON, or the path of a JSON file. Throws the errors of reading and parsing,
 * which may contain parts of a secret: report only which setting is wrong.
 */
export function parseJsonSetting(setting: string): unknown {
  return JSON.parse(/^\s*[[{]/.test(setting) ? setting : readFileSync(setting, 'utf8'))
}
