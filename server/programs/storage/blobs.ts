import type { Readable } from 'node:stream'

/** A part of a blob; both ends are included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * A store of bytes: a folder or S3. A blob is written once, completely or not at all, and never changed; the database
 * knows which blobs exist. The server generates their names: letters, digits, `-`, `_`, `.` and inner slashes.
 */
export interface Blobs {
  /** Moves a local file into the store; throws when the blob was not created. */
  put(blob: string, file: string): Promise<void>
  /** Returns the bytes, or `range` of them; undefined when there is no such blob. The caller ends or destroys the stream. */
  read(blob: string, range?: ByteRange): Promise<Readable | undefined>
  /** Returns the size in bytes; undefined when there is no such blob. */
  size(blob: string): Promise<number | undefined>
  /** Removes blobs; missing ones are no error. */
  remove(blobs: readonly string[]): Promise<void>
  /** Yields every blob, in no particular order. */
  list(): AsyncIterable<{ blob: string; size: number }>
  /** Throws while blobs cannot be stored; with `toRead`, only while they cannot be read. */
  check(use?: 'toRead'): Promise<void>
  close(): void
}

const BLOB_PATTERN = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/

/** The folder of all blobs: what else is in the store, such as in a shared bucket, is not ours. */
export const BLOBS_FOLDER = 'blobs/'

/** Returns whether the server generates names of this form. */
export function isBlobName(name: string): boolean {
  return name.startsWith(BLOBS_FOLDER) && BLOB_PATTERN.test(name)
}

/** Returns the name. Throws for names that the server does not generate: the last check before the file system. */
export function checkBlobName(blob: string): string {
  if (!BLOB_PATTERN.test(blob)) throw new Error('not the name of a blob')
  return blob
}
