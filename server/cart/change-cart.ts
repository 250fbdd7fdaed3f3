import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import { MAX_CART_LINES } from '../../shared/cart/constants.ts'
import type { Cart } from '../../shared/cart/schema.ts'
import { productNotFound } from '../catalog/errors.ts'
import { findProductNumbers } from '../catalog/purchase-queries.ts'
import { cartFull, quantityTooLarge } from './errors.ts'
import * as queries from './queries.ts'

/** Adds to a line, in one atomic statement under the cart's lock; returns the cart. Throws AppError 404 and 409. */
export function addItem(db: Db, buyerId: string, productId: string, quantity: number, now: Date): Promise<Cart> {
  return inTransaction(db, async (tx) => {
    await queries.lockCart(tx, buyerId, now)
    const productNumber = (await findProductNumbers(tx, [productId])).get(productId)
    if (productNumber === undefined) throw productNotFound()
    if (!(await queries.addToLine(tx, buyerId, productNumber, quantity, now))) throw quantityTooLarge()
    if ((await queries.countLines(tx, buyerId)) > MAX_CART_LINES) throw cartFull()
    return queries.readCart(tx, buyerId)
  })
}

/** Sets a line; a quantity of 0 or less removes it. Returns the cart. Throws AppError 404 and 409. */
export function setQuantity(db: Db, buyerId: string, productId: string, quantity: number, now: Date): Promise<Cart> {
  return inTransaction(db, async (tx) => {
    await queries.lockCart(tx, buyerId, now)
    if (quantity <= 0) {
      await queries.removeLine(tx, buyerId, productId)
      return queries.readCart(tx, buyerId)
    }
    const productNumber = (await findProductNumbers(tx, [productId])).get(productId)
    if (productNumber === undefined) throw productNotFound()
    await queries.setLine(tx, buyerId, productNumber, quantity, now)
    if ((await queries.countLines(tx, buyerId)) > MAX_CART_LINES) throw cartFull()
    return queries.readCart(tx, buyerId)
  })
}

/** Removes a line; returns the cart. */
export function removeItem(db: Db, buyerId: string, productId: string, now: Date): Promise<Cart> {
  return inTransaction(db, async (tx) => {
    await queries.lockCart(tx, buyerId, now)
    await queries.removeLine(tx, buyerId, productId)
    return queries.readCart(tx, buyerId)
  })
}

/** Removes every line; returns the empty cart. */
export function clearCart(db: Db, buyerId: string, now: Date): Promise<Cart> {
  return inTransaction(db, async (tx) => {
    await queries.lockCart(tx, buyerId, now)
    await queries.removeAllLines(tx, buyerId)
    return {}
  })
}
