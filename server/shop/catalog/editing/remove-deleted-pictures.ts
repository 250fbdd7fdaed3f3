import { inTransaction } from '../../../../db/connect.ts'
import type { Db } from '../../../../db/tables.ts'
import { RESTORE_SECONDS } from '../../../../shared/catalog/constants.ts'
import type { Clock } from '../../../platform/config/clock.ts'
import { handle, type Task, type TaskHandler } from '../../../platform/jobs/task.ts'
import type { Storage } from '../../../programs/storage/storage.ts'
import { removeProductPictures } from '../../../programs/storage/store-picture.ts'
import { lockDeletedWithPictures, setPictures } from '../products/seller-queries.ts'

const BATCH = 20
/** Longer than a deletion can be undone. */
const RETENTION_MS = 2 * RESTORE_SECONDS * 1000

interface Deps {
  db: Db
  storage: Storage
  clock: Clock
}

/** Removes the pictures of one batch of products whose deletion is final; returns whether there may be more. */
export async function removeDeletedPictures({ db, storage, clock }: Deps): Promise<boolean> {
  const { blobs, products } = await inTransaction(db, async (tx) => {
    const deleted = await lockDeletedWithPictures(tx, new Date(clock().getTime() - RETENTION_MS), BATCH)
    const removed: string[] = []
    for (const productId of deleted) {
      removed.push(...(await removeProductPictures(tx, productId)))
      await setPictures(tx, productId, [])
    }
    return { blobs: removed, products: deleted.length }
  })
  await storage.discard(blobs)
  return products === BATCH
}

/** Removes the pictures of deleted products. */
export const removePictures: Task = { name: 'remove_pictures' }

export function pictureRemovalHandler(deps: Deps): TaskHandler {
  return handle(removePictures, () => removeDeletedPictures(deps))
}
