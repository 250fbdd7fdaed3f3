import type { Blobs } from './blobs.ts'

/** Throws an Error for the operator when the store is unusable; first, as every file would seem lost otherwise. */
export async function requireStore(blobs: Blobs, use?: 'toRead'): Promise<void> {
  try {
    await blobs.check(use)
  } catch (error) {
    const reason = error instanceof Error ? (Object(error).code ?? error.name) : error
    throw new Error(`The file store cannot be used (${reason}): check STORAGE_URL or DATA_DIR.`, { cause: error })
  }
}
