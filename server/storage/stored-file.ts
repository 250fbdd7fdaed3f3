import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/** A file opened for reading; whoever has it reads its stream to the end or closes the handle. */
export interface StoredFile {
  handle: FileHandle
  size: number
  /** Quoted; another one as soon as the content is replaced. */
  etag: string
  modifiedAt: Date
}

/** Opens `root/…segments`; undefined when there is no such file. Symbolic links below `root` are not followed. */
export async function openStoredFile(root: string, segments: readonly string[]): Promise<StoredFile | undefined> {
  try {
    const path = join(await realpath(root), ...segments)
    if ((await realpath(path)) !== path) return undefined
    const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    const stats = await handle.stat()
    if (stats.isFile()) return describeFile(handle, stats)
    await handle.close()
    return undefined
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
}

function describeFile(handle: FileHandle, { size, mtime }: Stats): StoredFile {
  const modifiedAt = new Date(Math.floor(mtime.getTime() / 1000) * 1000)
  return { handle, size, modifiedAt, etag: `"${size.toString(16)}-${mtime.getTime().toString(16)}"` }
}

function isAbsence(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP'
}
