import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { requireRoomForFiles } from './disk-room.ts'
import { tooLarge } from './errors.ts'

export interface ReceivedFile {
  path: string
  size: number
  /** SHA-256 in hexadecimal digits. */
  content_hash: string
  /** Pixels of a rewritten picture. */
  width?: number
}

/** Writes a stream into a new file and returns it. Throws `tooLarge` or `storageFull`, leaving no file. */
export async function receiveFile(folder: string, source: Readable, maxBytes: number): Promise<ReceivedFile> {
  await mkdir(folder, { recursive: true })
  await requireRoomForFiles(folder)
  const path = join(folder, randomUUID())
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    // A source that is too long is not destroyed: it is a request, whose client needs a response.
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer)
      size += bytes.length
      if (size > maxBytes) throw tooLarge()
      hash.update(bytes)
      // One call may write only part of the chunk.
      await file.appendFile(bytes)
    }
    await file.close()
    return { path, size, content_hash: hash.digest('hex') }
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw error
  }
}
