import { join } from 'node:path'
import type { S3Settings } from '../../platform/config/s3-settings.ts'
import type { Blobs } from './blobs.ts'
import { createDiskBlobs, INCOMING } from './disk-blobs.ts'
import { createS3Blobs } from './s3-blobs.ts'

export interface BlobSettings {
  dataDir: string
  /** Absent: the store is a folder below `dataDir`. */
  s3?: S3Settings | undefined
}

/** Opens the configured store; returns it with a folder for incoming files. */
export function openBlobs({ dataDir, s3 }: BlobSettings): { blobs: Blobs; incoming: string } {
  const root = join(dataDir, 'files')
  // On the same file system as the blobs, so that a rename moves a file.
  return { blobs: s3 ? createS3Blobs(s3) : createDiskBlobs(root), incoming: join(root, INCOMING) }
}
