import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { endOfDay } from '../../../shared/kernel/calendar.ts'
import { decimalToCents } from '../../../shared/kernel/money.ts'
import { MAX_PAYMENT_ATTEMPTS } from '../../../shared/payments/constants.ts'
import { type Clock, DAY_SECONDS, secondsAfter } from '../../platform/config/clock.ts'
import { createBatchedWrite } from '../../platform/data/batched.ts'
import { unlessRefused } from '../../platform/http/errors.ts'
import { checkoutError } from '../orders/errors.ts'
import { paymentError } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { findPaymentOf, insertPayments, type NewPayment, type PaymentRow } from '../payments/queries.ts'
import { isOtherWay, type Way, wayToPay } from '../payments/way-to-pay.ts'
import { beginCheckout, lockFreeCarts, type PurchaseAttempt } from './begin.ts'
import { FIRST_CHECK_SECONDS } from './outcome.ts'
import type { LockedCheckout, PaymentOutcome, ToPlace } from './place.ts'
import { lockProductsOf, ORDER_BATCH, orderOf, placeOrder, placeOrders, requireOrderable } from './place.ts'
import { type CheckoutRow, changeCheckout, insertCheckouts, type NewCheckout } from './queries.ts'

export interface PurchaseDeps {
  db: Db
  clock: Clock
  /** Absent with `PAYMENTS=off`: orders are then placed unpaid. */
  payments?: PaymentDeps
}

export interface Payer {
  buyerId: string
  /** Represents the card or other payment method; the sandbox has a default. */
  token: string | undefined
  address: string
}

/** A request to order the cart. */
export type CartAttempt = PurchaseAttempt & Payer

export type BegunAttempt = { checkoutId: string } & (
  | { kind: 'ended'; outcome: PaymentOutcome }
  | { kind: 'running'; payment: PaymentRow }
  /** An attempt with other details or for another cart is running, and must be ended first. */
  | { kind: 'other'; payment: PaymentRow; isOfOtherCart: boolean }
  | { kind: 'start'; payment: PaymentRow; row: CheckoutRow; means: string }
)

type Begun = Map<CartAttempt, BegunAttempt>
type Ready = ToPlace & { attempt: CartAttempt }

/** Begins to pay for the cart; without payments, orders it. */
export const beginPurchase = createBatchedWrite<PurchaseDeps, CartAttempt, BegunAttempt>({
  limit: ORDER_BATCH,
  keyOf: ({ buyerId }) => buyerId,
  batch: ({ db, clock, payments }, attempts) =>
    inTransaction(db, async (tx) => {
      const ready = await lockFreeCarts(tx, attempts, { reserves: payments !== undefined })
      return payments ? beginBatch(payments, tx, ready) : orderBatch(tx, ready, clock())
    }),
  single: beginAlone,
})

async function orderBatch(tx: Tx, ready: readonly Ready[], now: Date): Promise<Begun> {
  const placed = await placeOrders(tx, ready, now)
  return new Map(placed.map(({ attempt, row, order }) => [attempt, ended(row.checkout_id, { kind: 'placed', order })]))
}

/** Begins checkouts, with payments where a provider is used. */
async function beginBatch(deps: PaymentDeps, tx: Tx, free: readonly Ready[]): Promise<Begun> {
  const ready = free.flatMap(({ attempt, row }) => {
    const way = unlessRefused(() => wayToPay(deps, row, attempt.token))
    return way?.means ? [{ attempt, row: { ...row, checkout_state: 'paying' as const }, way, means: way.means }] : []
  })
  if (!ready.length) return new Map()
  const begun = ready.map(({ row }) => row)
  const paying = ready.map(({ row, way }) => newPayment(deps, row, way))
  // Pipelined, so in this order.
  const [rows, payments] = await Promise.all([
    insertCheckouts(tx, begun, deps.clock()),
    insertPayments(tx, paying, { commits: true }),
  ])
  return new Map(
    ready.flatMap(({ attempt, means }, index) => {
      const row = rows[index]
      const payment = row && payments.get(row.checkout_id)
      return payment ? [[attempt, { checkoutId: row.checkout_id, kind: 'start', payment, row, means }]] : []
    }),
  )
}

const ended = (checkoutId: string, outcome: PaymentOutcome): BegunAttempt => ({ checkoutId, kind: 'ended', outcome })

/** Begins or continues a checkout, and its payment in the same transaction. */
function beginAlone(deps: PurchaseDeps, attempt: CartAttempt): Promise<BegunAttempt> {
  const { db, clock, payments } = deps
  return inTransaction(db, async (tx) => {
    const options = { reserves: payments !== undefined, now: clock() }
    const { kind, row, products } = await beginCheckout(tx, attempt, options)
    if (kind === 'new') return beginAttempt(deps, tx, { row, products, refused: [] }, attempt)
    if (kind === 'continued') return beginAttempt(deps, tx, await lockProductsOf(tx, row), attempt)
    const payment = payments && (await findPaymentOf(tx, row.checkout_id))
    if (!payment) throw paymentError('payment_running')
    return { checkoutId: row.checkout_id, kind: 'other', payment, isOfOtherCart: true }
  })
}

/** Begins an attempt for a locked checkout unless one is running; without a provider, places the order. */
export async function beginAttempt(
  { clock, payments }: PurchaseDeps,
  tx: Tx,
  checkout: LockedCheckout,
  { token, request }: Payer & Partial<CartAttempt>,
): Promise<BegunAttempt> {
  const { row, products } = checkout
  const { checkout_id: checkoutId, order_id: orderId, ended_at: placed_at } = row
  const now = clock()
  if (orderId !== null && placed_at) {
    // Only a repeated request with a key can find its cart already ordered.
    const order = request && orderOf(row, { order_id: orderId, placed_at }, products)
    return ended(checkoutId, { kind: 'placed_before', orderId, order })
  }
  const known = payments && (await findPaymentOf(tx, checkoutId))
  const running = row.checkout_state === 'paying' ? known : undefined
  if (!running && (row.checkout_state !== 'open' || row.expires_at <= now)) throw checkoutError('checkout_expired')
  if (!payments) {
    requireOrderable(checkout)
    return ended(checkoutId, await placeOrder(tx, checkout, now))
  }
  const method = request?.payment_method
  if (running && !isOtherWay(payments, running, { method, token }))
    return { checkoutId, kind: 'running', payment: running }
  const way = wayToPay(payments, { ...row, ...(method && { payment_method: method }) }, token)
  const { means } = way
  if (means !== null && known && known.attempts >= MAX_PAYMENT_ATTEMPTS) throw paymentError('payment_attempts')
  if (running) return { checkoutId, kind: 'other', payment: running, isOfOtherCart: false }
  requireOrderable(checkout)
  const payment = (await insertPayments(tx, [newPayment(payments, row, way)])).get(checkoutId)
  if (!payment) throw new Error('a payment was not inserted')
  if (means !== null) {
    await changeCheckout(tx, checkoutId, { checkout_state: 'paying' })
    return { checkoutId, kind: 'start', payment, row, means }
  }
  const booking = {
    payment_id: payment.payment_id,
    captured: '0.00',
    ...(decimalToCents(row.total_count) === 0
      ? { payment_state: 'paid' as const }
      : {
          payment_state: 'awaiting_transfer' as const,
          pay_by: endOfDay(secondsAfter(now, payments.transferDays * DAY_SECONDS)),
        }),
  }
  return ended(checkoutId, await placeOrder(tx, { ...checkout, booking }, now))
}

function newPayment(
  { clock, isSandbox: sandbox }: PaymentDeps,
  { checkout_id, buyer_id, total_count: amount }: NewCheckout,
  way: Way,
): NewPayment {
  const created_at = clock()
  const attempt =
    way.means === null
      ? { attempts: 0, attempted_at: null, check_at: null }
      : { attempts: 1, attempted_at: created_at, check_at: secondsAfter(created_at, FIRST_CHECK_SECONDS) }
  return { ...way, ...attempt, checkout_id, buyer_id, sandbox, amount, created_at }
}
