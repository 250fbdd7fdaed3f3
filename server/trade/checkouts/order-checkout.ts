import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { decimalToCents } from '../../../shared/kernel/money.ts'
import type { Order, ShippingInfo } from '../../../shared/orders/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { lockOrderedProducts, type OrderedProducts } from '../../shop/catalog/products/purchase-queries.ts'
import { type CheckoutRow, lockCheckoutRow, lockCheckoutState } from '../../shop/stock/reservation-queries.ts'
import { findRefused } from '../../shop/stock/take-queries.ts'
import { lockCart } from '../cart/queries.ts'
import { productsGone, refusedBy } from '../orders/errors.ts'
import { hashOf, orderOf } from '../orders/place-order.ts'
import { insertCheckoutOrder, type NewOrder, type Placed } from '../orders/place-order-queries.ts'
import { readOrder } from '../orders/read-order.ts'
import type { Booking } from '../payments/queries.ts'
import { checkoutExpired, checkoutNotFound } from './errors.ts'
import { requireId } from './read-checkout.ts'

/** Turns a checkout into an order with its lines and prices, once, and commits. Throws AppError 404, 409. */
export async function orderCheckout(db: Db, buyerId: string, id: string, clock: Clock): Promise<Order> {
  requireId(id)
  const done = await inTransaction(db, async (tx) => {
    await lockCart(tx, buyerId, clock())
    const row = await lockCheckoutRow(tx, buyerId, id)
    if (!row) throw checkoutNotFound()
    if (row.order_id) return { order_id: row.order_id }
    const now = clock()
    if (row.checkout_state !== 'open' || row.expires_at <= now) throw checkoutExpired()
    return placeCheckout(tx, buyerId, row, { now })
  })
  if ('order_id' in done) return readOrder(db, { role: 'buyer', user_id: buyerId }, done.order_id)
  // Thrown here: the transaction has ended without a change.
  if (done.placed.refused) throw refusedBy(done.placed.refused, done.lines)
  const { order_id, created_at } = done.placed
  return { order_id, created_at, ...done.order }
}

/**
 * Places the order of a checkout that is locked, as the last statement of the transaction. With the booking of its payment
 * also when a product was deleted meanwhile: nothing is paid for and not ordered. Throws AppError 409 otherwise. `products`
 * are those of its lines, where they are locked.
 */
export async function placeCheckout(
  tx: Tx,
  buyerId: string,
  row: CheckoutRow,
  { now, booking, products }: { now: Date; booking?: Booking; products?: OrderedProducts | undefined },
) {
  const shown = await orderedProductsOf(tx, row, { isPaid: booking !== undefined, products })
  const placing = placingOf(buyerId, row, { shown, now, isPaid: booking !== undefined })
  const placed: Placed = await insertCheckoutOrder(tx, placing, row.checkout_id, booking)
  return { placed, lines: placing.lines, order: placing.order }
}

/** Returns what is inserted for the order of a checkout: its lines as they were begun with, with the present pictures. */
export function placingOf(
  buyerId: string,
  row: CheckoutRow,
  { shown, now, isPaid }: { shown: ReadonlyMap<number, { featured_image: string }>; now: Date; isPaid: boolean },
) {
  const lines = row.lines.map(({ unit_price, ...line }) => ({
    ...line,
    product_price: unit_price,
    featured_image: shown.get(line.product_number)?.featured_image ?? '',
  }))
  const request = {
    shipping_address: row.shipping_address as ShippingInfo,
    payment_method: row.payment_method as Order['payment_method'],
  }
  const order = orderOf(buyerId, request, { cents: decimalToCents(row.total_count), lines })
  // With its key, a repeat of the request returns this order.
  const key = (isPaid && row.idempotency_key) || undefined
  const requestHash = row.request_hash ? Buffer.from(row.request_hash, 'hex') : hashOf(request)
  return { order, lines, total: row.total_count, key, requestHash, now } satisfies NewOrder
}

/**
 * Locks the cart and the checkout of a payment. Where the checkout is `known` as it was when its payment began, its products,
 * too: sent at once, and locked in this order, as lines of a checkout do not change while it is being paid.
 */
export async function lockToPlace(
  tx: Tx,
  { buyer_id, checkout_id }: { buyer_id: string; checkout_id: string | null },
  { known, now }: { known: CheckoutRow | undefined; now: Date },
): Promise<{ checkout: CheckoutRow | undefined; products?: OrderedProducts }> {
  if (!known || checkout_id === null) {
    await lockCart(tx, buyer_id, now)
    return { checkout: checkout_id === null ? undefined : await lockCheckoutRow(tx, buyer_id, checkout_id) }
  }
  const numbers = known.lines.map((line) => line.product_number)
  const [, state, products] = await Promise.all([
    lockCart(tx, buyer_id, now),
    lockCheckoutState(tx, buyer_id, checkout_id),
    lockOrderedProducts(tx, numbers),
  ])
  // One that is open again may be paid in another way by now.
  if (state?.checkout_state === 'open') return { checkout: await lockCheckoutRow(tx, buyer_id, checkout_id), products }
  return { checkout: state && { ...known, ...state }, products }
}

/**
 * Throws AppError 409 unless what a checkout that is locked has reserved can be ordered: of a product that was deleted or
 * limited since, nothing is to be paid.
 */
export async function requireOrderable(tx: Tx, row: CheckoutRow): Promise<void> {
  await orderedProductsOf(tx, row, { isPaid: false })
  const refused = await findRefused(tx, row.lines)
  if (refused.length) throw refusedBy(refused, row.lines)
}

/** Returns the products of a checkout, locked. Throws AppError 409 when one was deleted, unless they are paid. */
async function orderedProductsOf(
  tx: Tx,
  row: CheckoutRow,
  { isPaid, products: locked }: { isPaid: boolean; products?: OrderedProducts | undefined },
): Promise<OrderedProducts> {
  const numbers = row.lines.map((line) => line.product_number)
  const products = locked ?? (await lockOrderedProducts(tx, numbers))
  const gone = row.lines.filter((line) => products.get(line.product_number)?.visibility === 'deleted')
  if (gone.length && !isPaid) throw productsGone(gone)
  return products
}
