import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import type { Storage } from '../storage/storage.ts'
import { removeProductPictures } from '../storage/store-picture.ts'
import { productNotFound } from './errors.ts'
import { hideProduct } from './seller-queries.ts'

/**
 * Hides a seller's product for good; orders keep their lines. Its pictures go once that is certain. Throws AppError 404
 * when the seller has no such product.
 */
export async function deleteProduct(
  { db, storage }: { db: Db; storage: Storage },
  { productId, sellerId, now }: { productId: string; sellerId: string; now: Date },
): Promise<void> {
  const blobs = await inTransaction(db, async (tx) => {
    if (!(await hideProduct(tx, productId, sellerId, now))) throw productNotFound()
    return removeProductPictures(tx, productId)
  })
  await storage.discard(blobs)
}
