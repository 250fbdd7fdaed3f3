import { join } from 'node:path'
import type { S3Settings } from '../platform/config.ts'
import type { Blobs } from './blobs.ts'
import { createDiskBlobs } from './disk-blobs.ts'
import { createS3Blobs } from './s3-blobs.ts'

export interface BlobSettings {
  dataDir: string
  /** Absent: the store is a folder below `dataDir`. */
  s3?: S3Settings | undefined
}

/** The store that the configuration names, and a folder for files on their way into it. */
export function openBlobs({ dataDir, s3 }: BlobSettings): { blobs: Blobs; incoming: string } {
  const root = join(dataDir, 'files')
  // Beside the blobs, so that a file becomes one by a new name.
  return { blobs: s3 ? createS3Blobs(s3) : createDiskBlobs(root), incoming: join(root, '.incoming') }
}
