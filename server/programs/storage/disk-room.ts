import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { systemCode } from '../../../db/files.ts'
import { storageFull } from '../../platform/http/errors.ts'

/**
 * Bytes to leave free on the disk of the files. The database is often on the same disk, and stops, even for reads, when it
 * has no room for its log.
 */
const FREE_FOR_ROWS = 64 * 1024 * 1024
/** Bytes to leave free for the database's write-ahead log and for ending sessions. */
const FREE_FOR_DATABASE = 32 * 1024 * 1024
const CHECKED_EVERY_MS = 1_000

/** Throws `storageFull` unless a folder's disk has room for files. */
export async function requireRoomForFiles(folder: string): Promise<void> {
  if ((await freeBytes(folder)) < FREE_FOR_ROWS) throw storageFull()
}

/** Refuses requests that write rows while the disk is nearly full, so that reads still work; deletions may pass. */
export function installDiskGuard(app: FastifyInstance, folder: string): void {
  let checked = { at: Number.NEGATIVE_INFINITY, free: Promise.resolve(Number.POSITIVE_INFINITY) }

  app.addHook('onRequest', async ({ method }) => {
    if (['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(method)) return
    const now = performance.now()
    if (now - checked.at > CHECKED_EVERY_MS) checked = { at: now, free: freeBytes(folder) }
    if ((await checked.free) < FREE_FOR_DATABASE) throw storageFull()
  })
}

/** Returns the free bytes of a folder's disk; infinitely many when the system does not report them. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { blocks, bavail, bsize } = await statfs(folder)
    return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize
  } catch (error) {
    if (['ENOENT', 'ENOSYS', 'ENOTSUP'].includes(systemCode(error) ?? '')) return Number.POSITIVE_INFINITY
    throw error
  }
}
