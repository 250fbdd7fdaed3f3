import { join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import type { Blobs } from './blobs.ts'
import { createDiskBlobs, INCOMING } from './disk-blobs.ts'
import { createS3Blobs } from './s3-blobs.ts'

export type BlobSettings = Pick<Config, 'dataDir'> & Partial<Pick<Config, 's3'>>

/** Opens the configured store, without `s3` a folder below `dataDir`; returns it with a folder for incoming files. */
export function openBlobs({ dataDir, s3 }: BlobSettings): { blobs: Blobs; incoming: string } {
  const root = join(dataDir, 'files')
  // On the same file system as the blobs, so that a rename moves a file.
  return { blobs: s3 ? createS3Blobs(s3) : createDiskBlobs(root), incoming: join(root, INCOMING) }
}

/** Throws an Error for the operator when the store is unusable. Call it first, as every file would otherwise seem lost. */
export async function requireStore(blobs: Blobs, use?: 'toRead'): Promise<void> {
  try {
    await blobs.check(use)
  } catch (error) {
    const reason = error instanceof Error ? (Object(error).code ?? error.name) : error
    throw new Error(`The file store cannot be used (${reason}): check STORAGE_URL or DATA_DIR.`, { cause: error })
  }
}
