import { inTransaction } from '../../../db/connect.ts'
import type { Tx } from '../../../db/tables.ts'
import { centsToDecimal, decimalToCents } from '../../../shared/kernel/money.ts'
import type { Order, ShippingInfo } from '../../../shared/orders/schema.ts'
import { paidCharge } from '../../../shared/pricing/charge-rows.ts'
import { DAY_SECONDS, secondsAfter, secondsBefore } from '../../platform/config/clock.ts'
import { createBatchedWrite } from '../../platform/data/batched.ts'
import type { OrderedProducts } from '../../shop/catalog/products/purchase-queries.ts'
import { type Refused, refusedLines, takeUnits } from '../../shop/stock/sell.ts'
import { lockCart } from '../cart/queries.ts'
import { productsGone, refusedBy } from '../orders/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import type { Intent } from '../payments/provider.ts'
import { type Booking, findPayment, lockPayment, updatePayment } from '../payments/queries.ts'
import { insertRefund } from '../payments/refund-queries.ts'
import { lockOrdered } from './product-queries.ts'
import {
  type CheckoutRow,
  endCheckouts,
  findCheckout,
  lockCheckout,
  lockPaying,
  type NewCheckout,
  placeCheckouts,
} from './queries.ts'

/** A checkout locked with its cart, products and stock. */
export interface LockedCheckout {
  row: CheckoutRow
  products: OrderedProducts
  /** Lines that exceed a limit set since. */
  refused: Refused[]
}

/** Locks a checkout and what placing it needs; undefined if the buyer has none with this id. `known` has its lines. */
export async function lockToPlace(
  tx: Tx,
  { buyerId, id, known, now }: { buyerId: string; id: string; known?: CheckoutRow | undefined; now: Date },
): Promise<LockedCheckout | undefined> {
  // Lines of a checkout never change, so an unlocked read is enough.
  const lines = (known ?? (await findCheckout(tx, buyerId, id)))?.lines ?? []
  const numbers = lines.map((line) => line.product_number)
  // Pipelined, so in this order.
  const [, row, { products, stock }] = await Promise.all([
    lockCart(tx, buyerId, now),
    lockCheckout(tx, buyerId, id),
    lockOrdered(tx, numbers, { waits: true }),
  ])
  return row && { row, products, refused: refusedLines(row.lines, stock) }
}

/** Throws AppError 409 for a product deleted or limited since the checkout began, before it is paid. */
export function requireOrderable({ row, products, refused }: LockedCheckout): void {
  const gone = row.lines.filter((line) => products.get(line.product_number)?.visibility === 'deleted')
  if (gone.length) throw productsGone(gone)
  if (refused.length) throw refusedBy(refused, row.lines)
}

type Pictures = ReadonlyMap<number, { featured_image: string }>

export interface ToPlace {
  row: NewCheckout
  pictures: Pictures
  booking?: Booking
}

/** Places the orders of checkouts, which are locked or new, and commits; returns them in the same order. */
export async function placeOrders(tx: Tx, checkouts: readonly ToPlace[], now: Date): Promise<Order[]> {
  const rows = checkouts.map(({ row, booking }) => ({ ...row, ...booking, checkout_state: 'placed' as const }))
  const placed = await placeCheckouts(tx, rows, now)
  const ids = new Map(placed.map(({ checkout_id, order_id }) => [checkout_id, order_id]))
  return checkouts.map(({ row, pictures }) => {
    const order_id = ids.get(row.checkout_id)
    if (order_id === undefined) throw new Error('a checkout that is locked was not placed')
    return orderOf(row, { order_id, placed_at: now }, pictures)
  })
}

export async function placeOrder(tx: Tx, checkout: ToPlace, now: Date): Promise<Order> {
  const [order] = await placeOrders(tx, [checkout], now)
  if (!order) throw new Error('an order was not placed')
  return order
}

/** Returns the order of a checkout as its first response had it. */
export function orderOf(
  row: NewCheckout,
  { order_id, placed_at }: { order_id: string; placed_at: Date },
  pictures: Pictures,
): Order {
  return {
    order_id,
    created_at: placed_at.toISOString(),
    total_count: Number(row.total_count),
    order_state: 'pending',
    products_id: row.lines.map((line) => line.product_id),
    buyer_id: row.buyer_id,
    shipping_address: row.shipping_address as ShippingInfo,
    payment_method: row.payment_method,
    charges: row.charges.map(paidCharge),
    lines: row.lines.map(({ product_number, product_id, product_name, unit_price, quantity }) => ({
      product_id,
      product_name,
      unit_price: Number(unit_price),
      quantity,
      featured_image: pictures.get(product_number)?.featured_image ?? '',
    })),
  }
}

export type PaymentOutcome =
  | { kind: 'placed'; order: Order }
  /** With the order of the first response, when this request repeats it. */
  | { kind: 'placed_before'; orderId: string; order?: Order }
  | { kind: 'step'; url: string }
  /** A step on the checkout page. */
  | { kind: 'client'; clientSecret: string }
  | { kind: 'waiting' }
  /** The checkout is open again: nothing was taken, and nothing can be. */
  | { kind: 'declined'; declineCode: string | null }
  /** Paid after its checkout had ended: refunded. */
  | { kind: 'late' }

type Deps = Pick<PaymentDeps, 'db' | 'clock' | 'mails'>

interface Paid {
  paymentId: string
  intent: Intent
  /** The checkout, if the request has read it. */
  known?: CheckoutRow | undefined
}

/** Orders per transaction, which holds all their locks. */
export const ORDER_BATCH = 16

/** Places the order of a paid checkout, even with products deleted meanwhile; otherwise refunds it. */
export const placePaid = createBatchedWrite<Deps, Paid, PaymentOutcome>({
  limit: ORDER_BATCH,
  keyOf: ({ known, paymentId }) => known?.buyer_id ?? paymentId,
  batch: ({ db, clock }, paid) => inTransaction(db, (tx) => placePaidBatch(tx, paid, clock())),
  single: placePaidAlone,
})

/** Places orders whose carts, checkouts and products are unlocked and whose lines can be sold. */
async function placePaidBatch(tx: Tx, paid: readonly Paid[], now: Date): Promise<Map<Paid, PaymentOutcome>> {
  const rows = paid.flatMap(({ known }) => known ?? [])
  const numbers = [...new Set(rows.flatMap(({ lines }) => lines.map((line) => line.product_number)))]
  // Pipelined, so in this order.
  const [methods, { products: pictures, stock }] = await Promise.all([
    lockPaying(tx, { ids: rows.map(({ checkout_id }) => checkout_id), buyerIds: rows.map(({ buyer_id }) => buyer_id) }),
    lockOrdered(tx, numbers, { waits: false }),
  ])
  const sold = paid.flatMap((one) => {
    const { known, paymentId, intent } = one
    const payment_method = known && methods.get(known.checkout_id)
    if (!payment_method) return []
    const isFree = known.lines.every(({ product_number }) => pictures.has(product_number))
    if (!isFree || refusedLines(known.lines, stock).length) return []
    takeUnits(stock, new Map(known.lines.map((line) => [line.product_number, line.quantity - line.reserved])))
    return [{ one, row: { ...known, payment_method }, booking: bookingOf(paymentId, intent, now), pictures }]
  })
  const orders = sold.length ? await placeOrders(tx, sold, now) : []
  return new Map(orders.map((order, index) => [sold[index]?.one as Paid, { kind: 'placed', order }]))
}

async function placePaidAlone(deps: Deps, { paymentId, intent, known }: Paid): Promise<PaymentOutcome> {
  const { db, clock } = deps
  const payment = known ?? (await findPayment(db, paymentId))
  if (!payment) throw new Error('a payment that is being made is missing')
  const { buyer_id: buyerId, checkout_id: id } = payment
  const outcome = await inTransaction(db, async (tx): Promise<PaymentOutcome | undefined> => {
    const now = clock()
    const locked = id === null ? undefined : await lockToPlace(tx, { buyerId, id, known, now })
    if (!locked) return undefined
    const { row, products, refused } = locked
    if (row.order_id) return { kind: 'placed_before', orderId: row.order_id }
    if (row.checkout_state !== 'paying' && row.checkout_state !== 'open') return undefined
    if (!refused.length) {
      const booking = bookingOf(paymentId, intent, now)
      return { kind: 'placed', order: await placeOrder(tx, { row, booking, pictures: products }, now) }
    }
    await endCheckouts(tx, [row.checkout_id], now)
  })
  return outcome ?? refundLate(deps, paymentId, intent)
}

function bookingOf(payment_id: string, intent: Intent, now: Date): Booking {
  return {
    payment_id,
    provider_ref: intent.ref,
    payment_state: intent.status === 'paid' ? 'paid' : 'authorized',
    captured: centsToDecimal(intent.receivedCents),
    pay_by: null,
    capture_at: intent.status === 'authorized' ? captureAt(intent, now) : null,
  }
}

/** No card network ends an authorisation earlier. */
const LEAST_RESERVED_DAYS = 5

/** Returns the latest time to capture: a day before the authorisation ends. */
function captureAt({ captureBefore }: Intent, now: Date): Date {
  return secondsBefore(captureBefore ?? secondsAfter(now, LEAST_RESERVED_DAYS * DAY_SECONDS), DAY_SECONDS)
}

async function refundLate({ db, clock, mails }: Deps, paymentId: string, intent: Intent): Promise<PaymentOutcome> {
  return inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (decimalToCents(payment.captured) > 0) return { kind: 'late' }
    const now = clock()
    const captured = centsToDecimal(intent.receivedCents)
    await updatePayment(tx, paymentId, {
      payment_state: 'paid',
      provider_ref: intent.ref,
      captured,
      paid_at: now,
      check_at: null,
    })
    await insertRefund(tx, { payment, amount: captured, reason: 'late_payment', created_at: now })
    await mails.tooLate(tx, payment)
    return { kind: 'late' }
  })
}
