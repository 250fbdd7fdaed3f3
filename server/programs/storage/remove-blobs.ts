import type { Db } from '../../../db/tables.ts'
import type { Blobs } from './blobs.ts'
import { deleteDiscards } from './queries.ts'
import { variantsOf } from './variants.ts'

/** Removes blobs that are recorded as unused, with their smaller pictures, and the records. */
export async function removeBlobs({ db, blobs }: { db: Db; blobs: Blobs }, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await blobs.remove(names.flatMap((name) => [name, ...variantsOf(name)]))
  await deleteDiscards(db, names)
}
