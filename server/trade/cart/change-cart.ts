import { inTransaction, retryConflicts } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { AppError } from '../../platform/http/errors.ts'
import { productNotFound } from '../../shop/catalog/products/errors.ts'
import { productNumberOf } from '../../shop/catalog/products/product-ids.ts'
import { soldOut, tooMany } from '../../shop/stock/errors.ts'
import { releaseExpired } from '../../shop/stock/sell-queries.ts'
import * as changes from './change-queries.ts'
import { cartFull, quantityTooLarge } from './errors.ts'
import { cartFrom, lockCart } from './queries.ts'

const REFUSALS = {
  product_not_found: productNotFound,
  sold_out: soldOut,
  too_many: ({ max_per_order }: changes.CartChange) => tooMany(max_per_order ?? 0),
  quantity_too_large: quantityTooLarge,
  cart_full: cartFull,
}

/** Adds to a line; returns the cart. Throws AppError 404 and 409. */
export async function addItem(db: Db, userId: string, productId: string, quantity: number, now: Date): Promise<Cart> {
  const add = () => changeCart(db, { userId, now }, (on) => changes.addToLine(on, { userId, productId, quantity, now }))
  try {
    return await add()
  } catch (error) {
    // What expired checkouts reserved is not sold.
    const isSoldOut = error instanceof AppError && error.code === 'sold_out'
    if (!isSoldOut || !(await releaseExpired(db, [productNumberOf(productId)], now))) throw error
    return add()
  }
}

/** Sets a line; a quantity of 0 or less removes it. Returns the cart. Throws AppError 404 and 409. */
export function setQuantity(db: Db, userId: string, productId: string, quantity: number, now: Date): Promise<Cart> {
  if (quantity <= 0) return removeItem(db, userId, productId, now)
  return changeCart(db, { userId, now }, (on) => changes.setLine(on, { userId, productId, quantity, now }))
}

/** Removes a line; returns the cart. */
export function removeItem(db: Db, userId: string, productId: string, now: Date): Promise<Cart> {
  const line = { userId, productNumber: productNumberOf(productId), now }
  return changeCart(db, { userId, now }, (on) => changes.removeLine(on, line))
}

/** Removes every line; returns the empty cart. */
export function clearCart(db: Db, userId: string, now: Date): Promise<Cart> {
  return changeCart(db, { userId, now }, (on) => changes.removeAllLines(on, { userId, now }))
}

/** Changes a cart in one statement; when another change comes between, once more under the cart's lock. */
async function changeCart(
  db: Db,
  { userId, now }: { userId: string; now: Date },
  change: (on: Db | Tx) => Promise<changes.CartChange[]>,
): Promise<Cart> {
  async function changeLocked(tx: Tx): Promise<changes.CartChange[]> {
    await lockCart(tx, userId, now)
    return change(tx)
  }

  const first = await retryConflicts(() => change(db))
  const [done] = first[0]?.is_current ? first : await inTransaction(db, changeLocked)
  if (!done) throw new Error('a change of a cart returns a row')
  if (done.refusal) throw REFUSALS[done.refusal](done)
  return cartFrom(done.lines)
}
