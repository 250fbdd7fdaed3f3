import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import type { Storage } from '../storage/storage.ts'
import { removeProductPictures } from '../storage/store-picture.ts'
import { productNotFound } from './errors.ts'
import { hideProduct } from './seller-queries.ts'

/**
 * Hides a product for good; orders keep their lines. Its pictures go once that is certain. With `sellerId` only when it
 * is that seller's. Throws AppError 404 when there is none.
 */
export async function deleteProduct(
  { db, storage }: { db: Db; storage: Storage },
  { productId, sellerId, now }: { productId: string; sellerId?: string; now: Date },
): Promise<void> {
  const blobs = await inTransaction(db, async (tx) => {
    if (!(await hideProduct(tx, productId, now, sellerId))) throw productNotFound()
    return removeProductPictures(tx, productId)
  })
  await storage.discard(blobs)
}
