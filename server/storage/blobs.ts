import type { Readable } from 'node:stream'

/** A part of a blob; both ends are included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where bytes are kept: a folder or S3. A blob is written once, whole or not at all, and never changed; which blobs there
 * are is known to the database. Names are made by the server: letters, digits, `-`, `_`, `.` and inner slashes.
 */
export interface Blobs {
  /** Takes over a file of this machine; afterwards the file is gone, or the blob was not made. */
  put(blob: string, file: string): Promise<void>
  /** The bytes, or `range` of them; undefined when there is no such blob. Whoever gets the stream ends or destroys it. */
  read(blob: string, range?: ByteRange): Promise<Readable | undefined>
  /** In bytes; undefined when there is no such blob. */
  size(blob: string): Promise<number | undefined>
  /** Removes blobs; those that are gone are no error. */
  remove(blobs: readonly string[]): Promise<void>
  /** Every blob there is, in no order. */
  list(): AsyncIterable<{ blob: string; size: number; modifiedAt: Date }>
  /** Throws when blobs cannot be kept at present; with `toRead`, only when there is no place where they could be. */
  check(use?: 'toRead'): Promise<void>
  close(): void
}

const BLOB_PATTERN = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/

/** The last wall before the file system: names come from the server, so another one is a bug. */
export function checkBlobName(blob: string): string {
  if (!BLOB_PATTERN.test(blob)) throw new Error('not the name of a blob')
  return blob
}
