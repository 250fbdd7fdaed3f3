import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, open, readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** Prints a line for the operator. */
export type Log = (message: string) => void

/** Returns the code of a system error, such as `ENOENT`; undefined for other errors. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Returns whether an error of the file system means that the disk, or the share of it that one may use, is full. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(systemCode(error) ?? '')
}

/** Returns the text of a small file; undefined when it does not exist. */
export async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Flushes a folder, so that new names in it survive a power failure. Windows neither allows nor needs it. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await flush(folder, 'r')
}

/** Flushes a file that is opened with these flags. */
export async function flush(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a file private to this user, and logs it, when others can read or change it. Windows has no such modes. */
export async function makePrivate(path: string, log: Log): Promise<void> {
  if (process.platform === 'win32' || ((await stat(path)).mode & 0o077) === 0) return
  try {
    await chmod(path, 0o600)
    log(`${path} was open to other users of this machine: it is private now.`)
  } catch (error) {
    log(`${path} is open to other users of this machine, and this user may not change that (${systemCode(error)}).`)
  }
}

/** Returns the SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
