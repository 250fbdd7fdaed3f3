import type { Db } from '../../../db/tables.ts'
import { productNotFound } from '../catalog/products/errors.ts'
import { findProductNumbers } from '../catalog/products/purchase-queries.ts'
import { insertSaved, listSaved, trimSaved } from './queries.ts'

/** Puts products, newest first, on a buyer's wish list and returns the list, without any that left the shop. */
export function saveProducts(db: Db, userId: string, productIds: string[], now: Date): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const numbers = await findProductNumbers(tx, productIds)
    // A millisecond apart, so that they keep their order.
    const products = productIds.flatMap((id, index) => {
      const product_number = numbers.get(id)
      numbers.delete(id)
      return product_number === undefined ? [] : [{ product_number, saved_at: new Date(now.getTime() - index) }]
    })
    await insertSaved(tx, userId, products)
    await trimSaved(tx, userId)
    return listSaved(tx, userId)
  })
}

/** Puts one product on a buyer's wish list and returns the list. Throws AppError 404 when it is not in the shop. */
export async function saveProduct(db: Db, userId: string, productId: string, now: Date): Promise<string[]> {
  const saved = await saveProducts(db, userId, [productId], now)
  if (!saved.includes(productId)) throw productNotFound()
  return saved
}
