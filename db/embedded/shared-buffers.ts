import { readdir, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'

const MB = 1024 * 1024
/** Enough for one marketplace on a small machine. */
const MIN_MB = 64
/** Share of the data's size, limited to the same share of the machine's memory. */
const SHARE = 1 / 8

/**
 * Returns the size of PostgreSQL's page cache (`shared_buffers`), for example `64MB`: an eighth of the data at the start. A
 * page outside it is read from the operating system at ten times the cost.
 */
export async function sharedBuffersFor(clusterDir: string): Promise<string> {
  const wanted = Math.min((await sizeOfTables(clusterDir)) * SHARE, memory() * SHARE)
  return `${Math.max(MIN_MB, Math.floor(wanted / MB))}MB`
}

async function sizeOfTables(clusterDir: string): Promise<number> {
  const entries = await readdir(join(clusterDir, 'base'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(({ parentPath, name }) => sizeOf(join(parentPath, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Returns the size of a file in bytes, 0 when it is missing. */
export function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/** Returns the memory of the machine or, if smaller, of the container, in bytes. */
function memory(): number {
  const allowed = process.constrainedMemory()
  return allowed ? Math.min(allowed, totalmem()) : totalmem()
}
