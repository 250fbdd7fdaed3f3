import { inTransaction } from '../../../../db/connect.ts'
import type { Db } from '../../../../db/tables.ts'
import { RESTORE_SECONDS } from '../../../../shared/catalog/constants.ts'
import type { SellerProduct } from '../../../../shared/catalog/schema.ts'
import { secondsBefore } from '../../../platform/config/clock.ts'
import { catalogChanged } from '../products/catalog-changes.ts'
import { productsEnter, productsLeave } from '../products/catalog-tags.ts'
import { productError } from '../products/errors.ts'
import { productNumberOf } from '../products/product-ids.ts'
import * as queries from '../products/seller-queries.ts'
import { lockActiveSeller } from './apply-seller-state.ts'
import { requireRoom } from './create-product.ts'

interface OwnProduct {
  productId: string
  sellerId: string
  now: Date
}

/** Deletes a seller's product; its pictures follow when this can no longer be undone. Throws AppError 404. */
export function deleteProduct(db: Db, { productId, sellerId, now }: OwnProduct): Promise<void> {
  return inTransaction(db, async (tx) => {
    const deleted = await queries.deleteOwnProducts(tx, [productNumberOf(productId)], sellerId, now)
    if (!deleted.length) throw productError('product_not_found')
    await catalogChanged(tx, productsLeave(deleted))
  })
}

/** Undoes a seller's own deletion of the last minute; returns the product. Throws AppError 404, 409. */
export function restoreProduct(
  db: Db,
  { productId, sellerId, now }: OwnProduct,
  { maxProductsPerSeller: limit }: { maxProductsPerSeller: number },
): Promise<SellerProduct> {
  const since = secondsBefore(now, RESTORE_SECONDS)
  return inTransaction(db, async (tx) => {
    const isHidden = await lockActiveSeller(tx, sellerId)
    await requireRoom(tx, sellerId, limit)
    const restored = await queries.restoreOwnProduct(tx, productId, { sellerId, isHidden, since, now })
    if (!restored) throw productError('product_not_found')
    await catalogChanged(tx, productsEnter([restored]))
    return queries.readOwnProduct(tx, sellerId, productId)
  })
}
