import { inTransaction } from '../../../db/connect.ts'
import type { Tx } from '../../../db/tables.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { centsToDecimal, decimalToCents } from '../../../shared/kernel/money.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import type { Paying } from '../../../shared/payments/schema.ts'
import { paidCharge } from '../../../shared/pricing/charge-rows.ts'
import { DAY_SECONDS, secondsAfter, secondsBefore } from '../../platform/config/clock.ts'
import { createBatchedWrite } from '../../platform/data/batched.ts'
import { type Refused, refusedLines, takeUnits } from '../../shop/stock/sell.ts'
import { lockCart } from '../cart/queries.ts'
import { productsGone, refusedBy } from '../orders/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import type { Intent } from '../payments/provider.ts'
import { type Booking, lockPayment, type PaymentRow, updatePayment } from '../payments/queries.ts'
import { insertRefund } from '../payments/refund-queries.ts'
import { orderDelivery, promisesOf } from './deliveries.ts'
import type { CheckoutRow, NewCheckout, OrderedProduct } from './queries.ts'
import * as queries from './queries.ts'

/** A checkout locked with its cart, products and stock. */
export interface LockedCheckout {
  row: CheckoutRow
  products: readonly OrderedProduct[]
  /** Lines that exceed a limit set since. */
  refused: Refused[]
}

/** Locks a checkout and what placing it needs; undefined if the buyer has none with this id. */
export async function lockToPlace(tx: Tx, buyerId: string, id: string, now: Date): Promise<LockedCheckout | undefined> {
  // Pipelined, so in this order.
  const [, row] = await Promise.all([lockCart(tx, buyerId, now), queries.lockCheckout(tx, buyerId, id)])
  return row && lockProductsOf(tx, row)
}

/** Locks the products and the stock of a locked checkout. */
export async function lockProductsOf(tx: Tx, row: CheckoutRow): Promise<LockedCheckout> {
  const products = await queries.lockOrdered(tx, { numbers: row.lines.map((line) => line.product_number) })
  return { row, products, refused: refusedLines(row.lines, queries.stockIn(products)) }
}

/** Throws AppError 409 for a product deleted or limited since the checkout began, before it is paid. */
export function requireOrderable({ row, products, refused }: LockedCheckout): void {
  const deleted = products.filter(({ visibility }) => visibility === 'deleted').map((product) => product.product_number)
  const gone = row.lines.filter((line) => deleted.includes(line.product_number))
  if (gone.length) throw productsGone(gone)
  if (refused.length) throw refusedBy(refused, row.lines)
}

export interface ToPlace {
  row: NewCheckout
  products: readonly Pick<OrderedProduct, 'product_number' | 'featured_image'>[]
  booking?: Booking
}

/** Places the orders of checkouts, which are locked or new, and commits; returns them with the outcome. */
export async function placeOrders<Checkout extends ToPlace>(
  tx: Tx,
  checkouts: readonly Checkout[],
  now: Date,
): Promise<(Checkout & { outcome: PaymentOutcome })[]> {
  if (!checkouts.length) return []
  const today = dayOf(now)
  const rows = checkouts.map(({ row, booking }) => ({
    ...row,
    ...booking,
    checkout_state: 'placed' as const,
    products_id: row.lines.map((line) => line.product_id),
    promised: promisesOf(row.deliveries, booking?.payment_state === 'awaiting_transfer' ? null : today),
  }))
  const placed = await queries.placeCheckouts(tx, rows, now)
  return checkouts.map((checkout) => {
    const made = placed.find(({ checkout_id }) => checkout_id === checkout.row.checkout_id)
    if (!made) throw new Error('a locked checkout was not placed')
    return { ...checkout, outcome: { kind: 'placed', order: orderOf(checkout, made.order_id, now) } }
  })
}

/** Places one order, and commits. */
export async function placeOrder(tx: Tx, checkout: ToPlace, now: Date): Promise<PaymentOutcome> {
  const [placed] = await placeOrders(tx, [checkout], now)
  if (!placed) throw new Error('an order was not placed')
  return placed.outcome
}

/** Returns the order of a checkout as its first response had it. */
export function orderOf({ row, products }: ToPlace, order_id: string, placed_at: Date): Order {
  const pictures = new Map(products.map((product) => [product.product_number, product.featured_image]))
  return {
    order_id,
    created_at: placed_at.toISOString(),
    total_count: Number(row.total_count),
    order_state: 'pending',
    products_id: row.lines.map((line) => line.product_id),
    buyer_id: row.buyer_id,
    shipping_address: row.shipping_address,
    payment_method: row.payment_method,
    charges: row.charges.map(paidCharge),
    ...(row.deliveries.length && { deliveries: row.deliveries.map(orderDelivery) }),
    lines: row.lines.map(({ product_number, product_id, product_name, unit_price, quantity }) => ({
      product_id,
      product_name,
      unit_price: Number(unit_price),
      quantity,
      featured_image: pictures.get(product_number) ?? '',
    })),
  }
}

export type PaymentOutcome =
  | { kind: 'placed'; order: Order }
  /** `order` is set when this request repeats the one that placed it. */
  | { kind: 'placed_before'; orderId: string; order?: Order }
  | { kind: 'paying'; next: Paying['next'] }
  /** The checkout is open again: nothing was taken, and nothing will be. */
  | { kind: 'declined'; declineCode: string | null }
  /** Paid after its checkout had ended: refunded. */
  | { kind: 'late' }

/** Nothing is left to do for the buyer. */
export const WAITING: PaymentOutcome = { kind: 'paying', next: { kind: 'wait' } }

interface Paid {
  payment: Pick<PaymentRow, 'payment_id' | 'buyer_id' | 'checkout_id'>
  intent: Intent
  /** The checkout, if the request has read it. */
  known?: CheckoutRow
}

/** Orders per transaction, which holds all their locks. */
export const ORDER_BATCH = 16

/** Places the order of a paid checkout, even with products deleted meanwhile; otherwise refunds it. */
export const placePaid = createBatchedWrite<PaymentDeps, Paid, PaymentOutcome>({
  limit: ORDER_BATCH,
  keyOf: ({ payment }) => payment.buyer_id,
  batch: ({ db, clock }, paid) => inTransaction(db, (tx) => placePaidBatch(tx, paid, clock())),
  single: placePaidAlone,
})

/** Places orders whose carts, checkouts and products are unlocked and whose lines can be sold. */
async function placePaidBatch(tx: Tx, paid: readonly Paid[], now: Date): Promise<Map<Paid, PaymentOutcome>> {
  const rows = paid.flatMap(({ known }) => known?.lines.map((line) => ({ ...known, ...line })) ?? [])
  const locked = await queries.lockPaying(tx, {
    ids: rows.map((row) => row.checkout_id),
    numbers: rows.map((row) => row.product_number),
    buyerIds: rows.map((row) => row.buyer_id),
  })
  const stock = queries.stockIn(locked)
  const sold = paid.flatMap((one) => {
    const products = locked.filter(({ checkout_id }) => checkout_id === one.known?.checkout_id)
    const [paying] = products
    if (!one.known || !paying) return []
    const { lines } = one.known
    if (products.length < lines.length || refusedLines(lines, stock).length) return []
    takeUnits(stock, new Map(lines.map((line) => [line.product_number, line.quantity - line.reserved])))
    const row = { ...one.known, payment_method: paying.payment_method }
    return [{ one, row, booking: bookingOf(one, now), products }]
  })
  const placed = await placeOrders(tx, sold, now)
  return new Map(placed.map(({ one, outcome }) => [one, outcome]))
}

async function placePaidAlone(deps: PaymentDeps, paid: Paid): Promise<PaymentOutcome> {
  const { db, clock } = deps
  const { buyer_id: buyerId, checkout_id: id } = paid.payment
  const outcome = await inTransaction(db, async (tx): Promise<PaymentOutcome | undefined> => {
    const now = clock()
    const locked = id === null ? undefined : await lockToPlace(tx, buyerId, id, now)
    if (!locked) return undefined
    const { row, refused } = locked
    if (row.order_id) return { kind: 'placed_before', orderId: row.order_id }
    if (row.checkout_state !== 'paying' && row.checkout_state !== 'open') return undefined
    if (!refused.length) return placeOrder(tx, { ...locked, booking: bookingOf(paid, now) }, now)
    await queries.endCheckouts(tx, [row.checkout_id], now)
  })
  return outcome ?? refundLate(deps, paid)
}

/** Card networks keep an authorisation at least this long. */
const MIN_RESERVED_DAYS = 5

function bookingOf({ payment: { payment_id }, intent }: Paid, now: Date): Booking {
  const reservedUntil = intent.captureBefore ?? secondsAfter(now, MIN_RESERVED_DAYS * DAY_SECONDS)
  return {
    payment_id,
    provider_ref: intent.ref,
    captured: centsToDecimal(intent.receivedCents),
    ...intent.card,
    ...(intent.status === 'paid'
      ? { payment_state: 'paid' }
      : { payment_state: 'authorized', capture_at: secondsBefore(reservedUntil, DAY_SECONDS) }),
  }
}

function refundLate({ db, clock, mails }: PaymentDeps, { payment: { payment_id }, intent }: Paid) {
  return inTransaction(db, async (tx): Promise<PaymentOutcome> => {
    const payment = await lockPayment(tx, payment_id)
    if (decimalToCents(payment.captured) > 0 || payment.payment_state === 'authorized') return { kind: 'late' }
    const now = clock()
    const { ref: provider_ref, receivedCents: cents } = intent
    const isPaid = intent.status === 'paid'
    // With nothing left to capture, an authorisation is cancelled.
    const state = isPaid
      ? { payment_state: 'paid' as const, captured: centsToDecimal(cents), paid_at: now }
      : { payment_state: 'authorized' as const, released: payment.amount, capture_at: now }
    await updatePayment(tx, payment_id, { ...state, ...intent.card, provider_ref, check_at: null })
    if (isPaid)
      await insertRefund(tx, { payment, back: { goods: cents, delivery: 0 }, reason: 'late_payment', created_at: now })
    await mails.tooLate(tx, payment)
    return { kind: 'late' }
  })
}
