import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { receiveFile } from './receive-file.ts'
import type { StagedBlob, Storage } from './storage.ts'

/** The types of documents by their first bytes. */
const TYPES: readonly (readonly [string, Buffer])[] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
]
const LONGEST = 8

/**
 * Puts a PDF, JPEG or PNG file into the store as it is; returns undefined for any other. Pass the blob to `replaceDocument`,
 * or to `storage.discard` when it is not used. Throws `tooLarge`.
 */
export async function stageDocument(
  storage: Storage,
  source: Readable,
  maxBytes: number,
): Promise<StagedBlob | undefined> {
  const received = await receiveFile(storage.incoming, source, maxBytes)
  const type = await typeOf(received.path)
  if (type) return storage.stage(received, type)
  await rm(received.path, { force: true })
  return undefined
}

async function typeOf(path: string): Promise<string | undefined> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(LONGEST), 0, LONGEST, 0)
    return TYPES.find(([, beginning]) => buffer.subarray(0, beginning.length).equals(beginning))?.[0]
  } finally {
    await file.close()
  }
}
