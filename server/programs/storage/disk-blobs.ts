import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  access,
  type FileHandle,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { flush, flushFolder, systemCode } from '../../../db/files.ts'
import { type Blobs, checkBlobName } from './blobs.ts'
import { requireRoomForFiles } from './disk-room.ts'

/** The folder below the root for files that are not blobs yet. */
export const INCOMING = '.incoming'
/** More than file systems store inline in the inode. */
const TRIAL_BYTES = 16 * 1024

/** Returns a store of files below `root`: flushed before they get their names; symbolic links are not followed. */
export function createDiskBlobs(root: string): Blobs {
  const pathOf = async (blob: string) => join(await realpath(root), ...checkBlobName(blob).split('/'))

  return {
    async put(blob, file) {
      await mkdir(root, { recursive: true })
      const path = await pathOf(blob)
      await mkdir(dirname(path), { recursive: true })
      await flush(file, 'r+')
      await rename(file, path)
      await flushFolder(dirname(path))
    },

    async read(blob, range) {
      const handle = await openFile(pathOf(blob))
      return handle?.createReadStream({ ...range })
    },

    async size(blob) {
      const handle = await openFile(pathOf(blob))
      const stats = await handle?.stat()
      await handle?.close()
      return stats?.size
    },

    async remove(blobs) {
      for (const blob of blobs) {
        const path = await pathOf(blob).catch(() => undefined)
        if (path) await unlink(path).catch(ignoreMissing)
      }
    },

    async *list() {
      const base = await realpath(root).catch(() => undefined)
      if (base) yield* filesBelow(base, base)
    },

    async check(use) {
      await mkdir(root, { recursive: true })
      await (await open(root, constants.O_RDONLY)).close()
      // A disk with errors may have been remounted read-only.
      if (use === 'toRead') return
      await access(root, constants.W_OK | constants.X_OK)
      await requireRoomForFiles(root)
      // A trial, as the system does not report the quota of a user.
      await tryWriting(join(root, INCOMING))
    },

    close() {},
  }
}

async function tryWriting(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  try {
    await writeFile(path, Buffer.alloc(TRIAL_BYTES), { flag: 'wx', mode: 0o600 })
  } finally {
    await rm(path, { force: true })
  }
}

async function openFile(found: Promise<string>): Promise<FileHandle | undefined> {
  try {
    const path = await found
    if ((await realpath(path)) !== path) return undefined
    const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    if ((await handle.stat()).isFile()) return handle
    return void (await handle.close())
  } catch (error) {
    return ignoreMissing(error)
  }
}

async function* filesBelow(base: string, folder: string): AsyncGenerator<{ blob: string; size: number }> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    // Names that start with a dot are not blobs: incoming files are stored there.
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) yield* filesBelow(base, path)
    else if (entry.isFile()) {
      const stats = await stat(path).catch(() => undefined)
      if (stats) yield { blob: relative(base, path).split(sep).join('/'), size: stats.size }
    }
  }
}

/** Removes files of killed processes from the folder of incoming files. */
export async function sweepFolder(folder: string, olderThan: Date): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => undefined)
    if (stats && stats.mtime < olderThan) await rm(path, { force: true })
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(systemCode(error) ?? '')) throw error
}
