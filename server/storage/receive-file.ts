import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { tooLarge } from './errors.ts'

/** A file of this machine on its way into the store. */
export interface ReceivedFile {
  path: string
  size: number
  /** SHA-256 in hexadecimal digits. */
  content_hash: string
}

/**
 * Writes a stream into a new file in `folder` without ever holding more than a piece of it. Throws `tooLarge` with the
 * first byte over `maxBytes`; then, and when the stream breaks, no file is left.
 */
export async function receiveFile(folder: string, source: Readable, maxBytes: number): Promise<ReceivedFile> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  const hash = createHash('sha256')
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer | string, encoding, done) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk
      size += bytes.length
      if (size > maxBytes) return done(tooLarge())
      hash.update(bytes)
      done(null, bytes)
    },
  })
  try {
    await pipeline(source, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return { path, size, content_hash: hash.digest('hex') }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}
