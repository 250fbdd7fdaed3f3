import { inTransaction } from '../../db/connect.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../../shared/cart/constants.ts'
import type { Cart, MergedCart } from '../../shared/cart/schema.ts'
import * as queries from './queries.ts'

/**
 * Adds a visitor's cart to the buyer's, once per `mergeId` however often it is sent. Lines of unknown products and lines
 * that find no room are dropped and named; the rest are kept, each up to the limit of a line.
 */
export function mergeCart(db: Db, buyerId: string, mergeId: string, local: Cart, now: Date): Promise<MergedCart> {
  return inTransaction(db, async (tx) => {
    await queries.lockCart(tx, buyerId, now)
    let dropped = await queries.findMerge(tx, buyerId, mergeId)
    if (!dropped) {
      dropped = await addLines(tx, buyerId, local, now)
      await queries.insertMerge(tx, buyerId, mergeId, dropped)
    }
    return { cart: await queries.readCart(tx, buyerId), dropped }
  })
}

async function addLines(tx: Tx, buyerId: string, local: Cart, now: Date): Promise<string[]> {
  const dropped: string[] = []
  const present = await queries.readCart(tx, buyerId)
  const numbers = await queries.findProductNumbers(tx, Object.keys(local))
  let lines = await queries.countLines(tx, buyerId)
  for (const [productId, quantity] of Object.entries(local)) {
    const productNumber = numbers.get(productId)
    const known = present[productId]
    if (productNumber === undefined || (known === undefined && lines >= MAX_CART_LINES)) {
      dropped.push(productId)
      continue
    }
    if (known === undefined) lines++
    await queries.setLine(tx, buyerId, productNumber, Math.min((known ?? 0) + quantity, MAX_LINE_QUANTITY), now)
  }
  return dropped
}
