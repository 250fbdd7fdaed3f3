import type { Tx } from '../../../../db/tables.ts'
import { productFormError } from '../products/errors.ts'
import { countSellerProducts, lockProductsOfSeller } from '../products/seller-queries.ts'

/** Throws AppError 409 at the seller's limit of products; blocks concurrent additions of the seller. */
export async function requireRoom(tx: Tx, sellerId: string, limit: number): Promise<void> {
  await lockProductsOfSeller(tx, sellerId) // guard: seller-products-lock
  if ((await countSellerProducts(tx, sellerId, '')) >= limit) throw productFormError('too_many_products', { limit })
}
