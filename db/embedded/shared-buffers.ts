import { readdir, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'

const MB = 1024 * 1024
/** Enough for one marketplace on a small machine. */
const LEAST_MB = 64
/** Of the data, as long as it is no more than the same share of the machine's memory. */
const SHARE = 1 / 8

/**
 * Returns how much memory PostgreSQL keeps pages of tables in, for example `64MB`: an eighth of the data at its start. What
 * is not kept there is read from the operating system at ten times the cost.
 */
export async function sharedBuffersFor(clusterDir: string): Promise<string> {
  const wanted = Math.min((await sizeOfTables(clusterDir)) * SHARE, memory() * SHARE)
  return `${Math.max(LEAST_MB, Math.floor(wanted / MB))}MB`
}

async function sizeOfTables(clusterDir: string): Promise<number> {
  const entries = await readdir(join(clusterDir, 'base'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(({ parentPath, name }) => sizeOf(join(parentPath, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function sizeOf(path: string): Promise<number> {
  // A file may have been removed since it was listed.
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/** Of the machine or, where that is less, of the container, in bytes. */
function memory(): number {
  const allowed = process.constrainedMemory()
  return allowed ? Math.min(allowed, totalmem()) : totalmem()
}
