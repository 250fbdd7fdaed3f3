import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import type { Storage } from '../storage/storage.ts'
import { removeProductPictures } from '../storage/store-picture.ts'
import { catalogChanged } from './catalog-changes.ts'
import { productNotFound } from './errors.ts'
import { productsLeave } from './product-change.ts'
import { deleteOwnProduct } from './seller-queries.ts'

/**
 * Deletes a seller's product (orders keep their lines) and, after the commit, its pictures. Throws AppError 404 when the
 * seller has no such product.
 */
export async function deleteProduct(
  { db, storage }: { db: Db; storage: Storage },
  { productId, sellerId, now }: { productId: string; sellerId: string; now: Date },
): Promise<void> {
  const blobs = await inTransaction(db, async (tx) => {
    const deleted = await deleteOwnProduct(tx, productId, sellerId, now)
    if (!deleted) throw productNotFound()
    await catalogChanged(tx, productsLeave([deleted]))
    return removeProductPictures(tx, productId)
  })
  await storage.discard(blobs)
}
