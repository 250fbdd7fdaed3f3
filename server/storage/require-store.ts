import type { Blobs } from './blobs.ts'

/**
 * Throws an Error with words for the operator when the file store cannot be used. To be asked first: in a bucket that does
 * not exist every file would only seem to be missing.
 */
export async function requireStore(blobs: Blobs, use?: 'toRead'): Promise<void> {
  try {
    await blobs.check(use)
  } catch (error) {
    const reason = error instanceof Error ? (Object(error).code ?? error.name) : error
    throw new Error(`The file store cannot be used (${reason}): look at STORAGE_URL or DATA_DIR.`, { cause: error })
  }
}
