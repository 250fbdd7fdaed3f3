import { readFileSync } from 'node:fs'

/**
 * The value of a setting that holds JSON, or the path of a file that does. Throws what reading and parsing throw; that
 * may show parts of a secret, so whoever catches it says only which setting is wrong.
 */
export function parseJsonSetting(setting: string): unknown {
  return JSON.parse(/^\s*[[{]/.test(setting) ? setting : readFileSync(setting, 'utf8'))
}
