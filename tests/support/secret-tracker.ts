import { randomBytes, randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The secrets of one test, each unique, so that any occurrence is a leak. */
export interface SecretTracker {
  /** Creates a secret text. */
  create(name: string): string
  /** Creates a secret of digits. */
  createDigits(name: string, length: number): string
  /** Adds a secret that the server created; returns it. Throws without one. */
  track(name: string, value: string | null | undefined): string
  /** Returns the names of the secrets that occur in a text. */
  foundIn(text: string | Buffer): string[]
  /** Returns the names of the secrets that occur in the bytes of any file below a folder, with the file. */
  foundBelow(folder: string): Promise<string[]>
}

/** Creates a tracker without secrets. */
export function createSecretTracker(): SecretTracker {
  const kept = new Map<string, string>()

  function track(name: string, value: string | null | undefined): string {
    if (!value || value.length < 8) throw new Error(`there is no ${name} to search for: ${value}`)
    kept.set(value, name)
    return value
  }

  const foundIn = (text: string | Buffer) => [
    ...new Set([...kept].filter(([value]) => text.includes(value)).map(([, name]) => name)),
  ]

  return {
    track,
    create: (name) => track(name, `hush-${randomBytes(16).toString('hex')}`),
    createDigits: (name, length) => track(name, Array.from({ length }, () => randomInt(10)).join('')),
    foundIn,
    async foundBelow(folder) {
      const found: string[] = []
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const file = join(entry.parentPath, entry.name)
        found.push(...foundIn(await readFile(file)).map((name) => `${name} in ${file.slice(folder.length)}`))
      }
      return found
    },
  }
}
