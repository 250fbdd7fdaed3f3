import { createHash } from 'node:crypto'
import { inTransaction } from '../../db/connect.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { toCents, toDollars } from '../../shared/kernel/money.ts'
import type { Order, PlaceOrder } from '../../shared/orders/schema.ts'
import type { ProductToOrder } from '../catalog/purchase-queries.ts'
import type { Clock } from '../config/clock.ts'
import { cartEmpty, keyInUse, keyReused, productsGone, totalChanged } from './errors.ts'
import { type Checkout, insertOrder, lockCheckout } from './place-order-queries.ts'

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
    const { lines, earlier } = await lockPresent(tx, attempt)
    if (earlier) return repeatOf(earlier, attempt.request)
    return orderLines(tx, attempt, lines)
  })
}

async function orderLines(tx: Tx, attempt: OrderAttempt, lines: readonly ProductToOrder[]): Promise<Order> {
  const { buyerId, request, key, clock } = attempt
  const { expected_total, ...address } = request
  const total = toDollars(totalOf(lines, expected_total))
  const order = {
    total_count: total,
    order_state: 'pending' as const,
    products_id: lines.map((line) => line.product_id),
    buyer_id: buyerId,
    ...address,
    lines: lines.map(({ product_id, product_name, product_price, quantity, featured_image }) => ({
      product_id,
      product_name,
      unit_price: Number(product_price),
      quantity,
      featured_image,
    })),
  }
  const requestHash = hashOf(request)
  const placed = await insertOrder(tx, { order, lines, total: total.toFixed(2), key, requestHash, now: clock() })
  return { ...placed, ...order }
}

/** Returns the cart as it is now, locked. Throws AppError 409 when another request has the key. */
async function lockPresent(tx: Tx, { buyerId, key, clock }: OrderAttempt): Promise<Checkout> {
  const lock = () => lockCheckout(tx, { buyerId, key, now: clock() })
  const first = await lock()
  if (!first.claimed) throw keyInUse()
  // guard: idempotency-key-lookup
  const checkout = first.is_current ? first : await lock()
  if (!checkout.is_current) throw new Error('a cart has changed although it is locked')
  return checkout
}

/** Returns the total in cents. Throws AppError 409 when the lines cannot be ordered. */
function totalOf(lines: readonly ProductToOrder[], expectedTotal: number | undefined): number {
  if (!lines.length) throw cartEmpty()
  const gone = lines.filter((line) => line.deleted)
  if (gone.length) throw productsGone(gone)
  const cents = lines.reduce((sum, line) => sum + toCents(Number(line.product_price)) * line.quantity, 0)
  if (expectedTotal !== undefined && toCents(expectedTotal) !== cents) throw totalChanged(cents, lines)
  return cents
}

/** Returns the response to the earlier request with the same key. Throws AppError 422 when it was another request. */
function repeatOf({ request_hash, answer }: NonNullable<Checkout['earlier']>, request: PlaceOrder): Order {
  if (request_hash !== hashOf(request).toString('hex')) throw keyReused()
  return answer
}

/** Hashes the parsed request; dropped fields such as card data are not part of it. */
function hashOf({ shipping_address: to, payment_method, expected_total }: PlaceOrder): Buffer {
  const fields: unknown[] = [to.fullName, to.address, to.city, to.postalCode, to.country, payment_method]
  if (expected_total !== undefined) fields.push(expected_total)
  return createHash('sha256').update(JSON.stringify(fields)).digest()
}
