import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { MAX_PAYMENT_ATTEMPTS, type PaymentMethod } from '../../../shared/payments/constants.ts'
import { type Clock, DAY_SECONDS, secondsAfter } from '../../platform/config/clock.ts'
import { createBatchedWrite } from '../../platform/data/batched-write.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { ProductToOrder } from '../../shop/catalog/products/purchase-queries.ts'
import { checkoutError } from '../orders/errors.ts'
import { paymentError } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import {
  type Booking,
  findPaymentOf,
  insertPayments,
  type NewPayment,
  type PaymentRow,
  updatePayment,
} from '../payments/queries.ts'
import { findWayToPay, isOtherWay, type Way, wayToPay } from '../payments/way-to-pay.ts'
import { beginCheckout, insertCheckouts, lockFreeCarts, type PurchaseAttempt } from './begin.ts'
import { FIRST_CHECK_SECONDS } from './outcome.ts'
import {
  type LockedCheckout,
  lockToPlace,
  ORDER_BATCH,
  orderOf,
  type PaymentOutcome,
  placeNewOrders,
  placeOrder,
  requireOrderable,
} from './place.ts'
import { type CheckoutRow, changeCheckout } from './queries.ts'

export interface PurchaseDeps {
  db: Db
  clock: Clock
  /** Absent with `PAYMENTS=off`: orders are then placed unpaid. */
  payments?: PaymentDeps | undefined
}

export interface Payer {
  buyerId: string
  /** Stands for the means of payment; the sandbox has a default. */
  token: string | undefined
  address: string
}

export interface ToPay extends LockedCheckout {
  /** True for a new checkout: it has no payment yet, and its products were just checked. */
  isNew: boolean
  /**
   * True when the request has a key and so may be a repeat; otherwise the order belongs to the request that began the
   * payment.
   */
  isKeyed: boolean
  method: PaymentMethod | undefined
}

function repeatedOrder({ row, products }: ToPay, order_id: string): Order {
  if (!row.ended_at) throw new Error('a checkout that is placed has not ended')
  return orderOf(row, { order_id, placed_at: row.ended_at }, products)
}

export type BegunAttempt = { checkoutId: string } & (
  | { kind: 'ended'; outcome: PaymentOutcome }
  | { kind: 'running'; paymentId: string; isKeyed: boolean }
  /** An attempt with other details or for another cart is running, and must be ended first. */
  | { kind: 'other'; paymentId: string; attempt: number; isOfOtherCart: boolean }
  | { kind: 'start'; payment: PaymentRow; row: CheckoutRow; means: string }
)

/** Begins to pay for the cart; without payments, orders it. */
export const beginPurchase = createBatchedWrite<PurchaseDeps, PurchaseAttempt & { payer: Payer }, BegunAttempt>({
  limit: ORDER_BATCH,
  keyOf: ({ buyerId }) => buyerId,
  batch: ({ db, clock, payments }, attempts) =>
    inTransaction(db, (tx) => (payments ? beginBatch(payments, tx, attempts) : orderBatch(tx, attempts, clock()))),
  single: (deps, { payer, ...attempt }) => beginAlone(deps, attempt, payer),
})

async function orderBatch<Attempt extends PurchaseAttempt>(
  tx: Tx,
  attempts: readonly Attempt[],
  now: Date,
): Promise<Map<Attempt, BegunAttempt>> {
  const ready = await lockFreeCarts(tx, attempts, { reserves: false })
  const rows = ready.map(({ checkout, products }) => ({
    row: { ...checkout, checkout_state: 'placed' as const },
    pictures: byNumber(products),
  }))
  const orders = rows.length ? await placeNewOrders(tx, rows, now) : []
  return new Map(
    ready.flatMap(({ attempt, checkout }, index) => {
      const order = orders[index]
      return order ? [[attempt, ended(checkout.checkout_id, { kind: 'placed', order })]] : []
    }),
  )
}

/** Begins checkouts, with payments where a provider is used. */
async function beginBatch<Attempt extends PurchaseAttempt & { payer: Payer }>(
  deps: PaymentDeps,
  tx: Tx,
  attempts: readonly Attempt[],
): Promise<Map<Attempt, BegunAttempt>> {
  const free = await lockFreeCarts(tx, attempts, { reserves: true })
  const ready = free.flatMap(({ attempt, checkout }) => {
    const { request, payer } = attempt
    const way = findWayToPay(deps, { method: request.payment_method, total: checkout.total_count, token: payer.token })
    if (way instanceof AppError || way.means === null) return []
    const row = { ...checkout, checkout_state: 'paying' as const }
    return [{ attempt, row, payment: newPayment(deps, row, way), means: way.means }]
  })
  if (!ready.length) return new Map()
  // Pipelined, so in this order.
  const [rows, payments] = await Promise.all([
    insertCheckouts(
      tx,
      ready.map(({ row }) => row),
      deps.clock(),
    ),
    insertPayments(
      tx,
      ready.map(({ payment }) => payment),
      { commits: true },
    ),
  ])
  return new Map(
    ready.flatMap(({ attempt, means }, index) => {
      const row = rows[index]
      const payment = row && payments.get(row.checkout_id)
      return payment ? [[attempt, { checkoutId: row.checkout_id, kind: 'start', payment, row, means }]] : []
    }),
  )
}

const byNumber = (products: readonly ProductToOrder[]) => new Map(products.map((line) => [line.product_number, line]))
const ended = (checkoutId: string, outcome: PaymentOutcome): BegunAttempt => ({ checkoutId, kind: 'ended', outcome })

/** Begins or continues a checkout, and its payment in the same transaction. */
function beginAlone(deps: PurchaseDeps, attempt: PurchaseAttempt, payer: Payer): Promise<BegunAttempt> {
  const { buyerId, request, key, clock } = attempt
  return inTransaction(deps.db, async (tx) => {
    const begun = await beginCheckout(tx, attempt, { reserves: deps.payments !== undefined })
    const { row, isContinued, products } = begun
    const locked = isContinued
      ? await lockToPlace(tx, { buyerId, id: row.checkout_id, known: row, now: clock() })
      : { row, refused: [], products: byNumber(products) }
    if (!locked) throw new Error('a checkout that is locked is missing')
    const toPay = { ...locked, isNew: !isContinued, isKeyed: key !== undefined, method: request.payment_method }
    return beginAttempt(deps, tx, payer, toPay)
  })
}

/** Begins an attempt for a locked checkout unless one is running; without a provider, places the order. */
export async function beginAttempt(
  { clock, payments }: PurchaseDeps,
  tx: Tx,
  { token }: Payer,
  checkout: ToPay,
): Promise<BegunAttempt> {
  const { row, products: pictures, isNew, isKeyed, method } = checkout
  const now = clock()
  const { checkout_id: checkoutId, order_id: orderId } = row
  if (orderId !== null) {
    const order = isKeyed && method !== undefined ? repeatedOrder(checkout, orderId) : undefined
    return ended(checkoutId, { kind: 'placed_before', orderId, ...(order && { order }) })
  }
  const known = isNew || !payments ? undefined : await findPaymentOf(tx, checkoutId)
  const running = row.checkout_state === 'paying' ? known : undefined
  if (payments && running && !isOtherWay(payments, running, { method, token }))
    return { checkoutId, kind: 'running', paymentId: running.payment_id, isKeyed }
  if (!running && (row.checkout_state !== 'open' || row.expires_at <= now)) throw checkoutError('checkout_expired')
  if (!payments) {
    if (!isNew) requireOrderable(checkout)
    return ended(checkoutId, { kind: 'placed', order: await placeOrder(tx, { row, pictures }, now) })
  }
  const way = wayToPay(payments, { method: method ?? row.payment_method, total: row.total_count, token })
  const { isFree, means } = way
  if (means !== null && known && known.attempts >= MAX_PAYMENT_ATTEMPTS) throw paymentError('payment_attempts')
  if (running) {
    const { payment_id: paymentId, attempts: attempt } = running
    return { checkoutId, kind: 'other', paymentId, attempt, isOfOtherCart: false }
  }
  if (!isNew) requireOrderable(checkout)
  const payment = known
    ? await changePayment(tx, known, newPayment(payments, row, way))
    : (await insertPayments(tx, [newPayment(payments, row, way)])).get(checkoutId)
  if (!payment) throw new Error('a payment was not inserted')
  if (means !== null) {
    await changeCheckout(tx, checkoutId, { checkout_state: 'paying' })
    return { checkoutId, kind: 'start', payment, row, means }
  }
  const payBy = isFree ? null : secondsAfter(now, payments.transferDays * DAY_SECONDS)
  const booking = bookingWithoutProvider(payment.payment_id, payBy)
  return ended(checkoutId, { kind: 'placed', order: await placeOrder(tx, { row, booking, pictures }, now) })
}

function newPayment(
  deps: PaymentDeps,
  row: Pick<CheckoutRow, 'checkout_id' | 'buyer_id' | 'total_count'>,
  { isFree: _, means, ...way }: Way,
): NewPayment {
  const now = deps.clock()
  const usesProvider = means !== null
  return {
    ...way,
    means,
    checkout_id: row.checkout_id,
    buyer_id: row.buyer_id,
    sandbox: deps.isSandbox,
    amount: row.total_count,
    attempts: usesProvider ? 1 : 0,
    attempted_at: usesProvider ? now : null,
    check_at: usesProvider ? secondsAfter(now, FIRST_CHECK_SECONDS) : null,
    created_at: now,
  }
}

async function changePayment(
  tx: Tx,
  known: PaymentRow,
  { provider, payment_method, means, attempts: added, attempted_at, check_at }: NewPayment,
): Promise<PaymentRow> {
  const way = { provider, payment_method, means, attempts: known.attempts + added }
  await updatePayment(tx, known.payment_id, {
    ...way,
    attempted_at,
    check_at,
    checks: 0,
    provider_ref: null,
    decline_code: null,
    ...(means !== null && { payment_state: 'created' }),
  })
  return { ...known, ...way }
}

/** Books a free order as paid, or awaits a bank transfer until `pay_by`. */
function bookingWithoutProvider(payment_id: string, pay_by: Date | null): Booking {
  const payment_state = pay_by ? 'awaiting_transfer' : 'paid'
  return { payment_id, provider_ref: null, payment_state, captured: '0.00', pay_by, capture_at: null }
}
