import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { MAX_CART_LINES } from '../../../shared/cart/constants.ts'
import type { Cart, MergedCart } from '../../../shared/cart/schema.ts'
import { findProductNumbers } from '../../shop/catalog/products/purchase-queries.ts'
import * as queries from './queries.ts'

/** Adds a visitor's cart to the buyer's, once per `mergeId`; returns the cart and the products it dropped. */
export function mergeCart(db: Db, buyerId: string, mergeId: string, local: Cart, now: Date): Promise<MergedCart> {
  return inTransaction(db, async (tx) => {
    await queries.lockCart(tx, buyerId, now)
    let dropped = await queries.findMerge(tx, buyerId, mergeId)
    if (!dropped) {
      dropped = await addLines(tx, buyerId, local, now)
      if (Object.keys(local).length > 0) await queries.insertMerge(tx, buyerId, mergeId, dropped)
    }
    return { cart: await queries.readCart(tx, buyerId), dropped }
  })
}

async function addLines(tx: Tx, buyerId: string, local: Cart, now: Date): Promise<string[]> {
  const present = new Set(Object.keys(await queries.readCart(tx, buyerId)))
  const numbers = await findProductNumbers(tx, Object.keys(local))
  let room = MAX_CART_LINES - present.size
  const dropped: string[] = []
  const merged: queries.CartLine[] = []
  for (const [productId, quantity] of Object.entries(local)) {
    const product_number = numbers.get(productId)
    const needsRoom = !present.has(productId)
    if (product_number === undefined || (needsRoom && room === 0)) {
      dropped.push(productId)
      continue
    }
    if (needsRoom) room--
    merged.push({ product_number, quantity })
  }
  await queries.mergeLines(tx, buyerId, merged, now)
  return dropped
}
