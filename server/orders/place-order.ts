import { createHash } from 'node:crypto'
import { inTransaction } from '../../db/connect.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { toCents, toDollars } from '../../shared/kernel/money.ts'
import type { Order, PlaceOrder } from '../../shared/orders/schema.ts'
import { cartLines, lockCart, removeAllLines } from '../cart/queries.ts'
import { lockProductsToOrder, raiseTotalSales } from '../catalog/purchase-queries.ts'
import type { Clock } from '../config/clock.ts'
import { takeNumber } from '../data/counter-queries.ts'
import { cartEmpty, keyInUse, keyReused, productsGone, totalChanged } from './errors.ts'
import * as queries from './queries.ts'

export interface OrderAttempt {
  buyerId: string
  request: PlaceOrder
  /** The browser's Idempotency-Key, if it sent one. */
  key: string | undefined
  clock: Clock
}

/**
 * Turns the buyer's cart into an order, in one transaction and at the stored prices; returns it after the commit. With a
 * key, a repeat of the same request returns what the first one did. Throws AppError 409 for an empty cart, for deleted
 * products, for a total other than the expected one and for a key in use, 422 for a key of another request.
 */
export function placeOrder(db: Db, attempt: OrderAttempt): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const earlier = await claimKey(tx, attempt)
    if (earlier) return earlier
    const order = await orderCart(tx, attempt)
    await storeResponse(tx, attempt, order)
    return order
  })
}

async function orderCart(tx: Tx, { buyerId, request, clock }: OrderAttempt): Promise<Order> {
  await lockCart(tx, buyerId, clock())
  // guard: sold-products
  const lines = await lockProductsToOrder(tx, cartLines(buyerId))
  if (!lines.length) throw cartEmpty()
  const gone = lines.filter((line) => line.deleted)
  if (gone.length) throw productsGone(gone)
  const totalCents = lines.reduce((sum, line) => sum + toCents(Number(line.product_price)) * line.quantity, 0)
  const { expected_total, ...address } = request
  if (expected_total !== undefined && toCents(expected_total) !== totalCents) throw totalChanged(totalCents, lines)
  // guard: order-counter
  const orderNumber = await takeNumber(tx, 'order')
  const orderId = await queries.insertOrder(tx, {
    order_number: orderNumber,
    buyer_id: buyerId,
    total_count: toDollars(totalCents).toFixed(2),
    ...address,
    // Read while the counter is locked: a later number has a later time.
    created_at: clock(),
    lines,
  })
  // guard: sales-raised-in-place
  await raiseTotalSales(tx, lines)
  await removeAllLines(tx, buyerId)
  const order = await queries.findOrder(tx, orderId)
  if (!order) throw new Error('the order that was just inserted is missing')
  return order
}

async function claimKey(tx: Tx, { buyerId, request, key }: OrderAttempt): Promise<Order | undefined> {
  if (key === undefined) return undefined
  if (!(await queries.claimKey(tx, buyerId, key))) throw keyInUse()
  const earlier = await queries.findKey(tx, buyerId, key)
  if (!earlier) return undefined
  if (!earlier.request_hash.equals(hashOf(request))) throw keyReused()
  return earlier.answer
}

async function storeResponse(tx: Tx, { buyerId, request, key, clock }: OrderAttempt, order: Order): Promise<void> {
  if (key === undefined) return
  const created_at = clock()
  await queries.insertKey(tx, { user_id: buyerId, key, request_hash: hashOf(request), answer: order, created_at })
}

/** Hashes the parsed request; dropped fields such as card data are not part of it. */
function hashOf({ shipping_address: to, payment_method, expected_total }: PlaceOrder): Buffer {
  const fields: unknown[] = [to.fullName, to.address, to.city, to.postalCode, to.country, payment_method]
  if (expected_total !== undefined) fields.push(expected_total)
  return createHash('sha256').update(JSON.stringify(fields)).digest()
}
