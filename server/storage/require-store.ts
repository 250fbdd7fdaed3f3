import type { Blobs } from './blobs.ts'

/**
 * Throws an Error with a message for the operator when the file store cannot be used. To be called first: in a missing
 * bucket every file would seem lost.
 */
export async function requireStore(blobs: Blobs, use?: 'toRead'): Promise<void> {
  try {
    await blobs.check(use)
  } catch (error) {
    const reason = error instanceof Error ? (Object(error).code ?? error.name) : error
    throw new Error(`The file store cannot be used (${reason}): look at STORAGE_URL or DATA_DIR.`, { cause: error })
  }
}
