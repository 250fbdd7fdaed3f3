import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { MAX_PAYMENT_ATTEMPTS, type PaymentMethod } from '../../../shared/payments/constants.ts'
import { type Clock, DAY_SECONDS, secondsAfter } from '../../platform/config/clock.ts'
import { createBatchedWrite } from '../../platform/data/batched.ts'
import { unlessRefused } from '../../platform/http/errors.ts'
import type { ProductToOrder } from '../../shop/catalog/products/purchase-queries.ts'
import { checkoutError } from '../orders/errors.ts'
import { paymentError } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { findPaymentOf, insertPayments, type NewPayment, type PaymentRow, updatePayment } from '../payments/queries.ts'
import { isOtherWay, type Way, wayToPay } from '../payments/way-to-pay.ts'
import { beginCheckout, insertCheckouts, lockFreeCarts, type PurchaseAttempt, type Ready } from './begin.ts'
import { FIRST_CHECK_SECONDS } from './outcome.ts'
import {
  type LockedCheckout,
  lockToPlace,
  ORDER_BATCH,
  orderOf,
  type PaymentOutcome,
  placeOrder,
  placeOrders,
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
  /** True for a new checkout, which has no payment yet. */
  isNew: boolean
  /**
   * True when the request has a key and so may be a repeat; otherwise the order belongs to the request that began the
   * payment.
   */
  isKeyed: boolean
  method: PaymentMethod | undefined
}

export type BegunAttempt = { checkoutId: string } & (
  | { kind: 'ended'; outcome: PaymentOutcome }
  | { kind: 'running'; paymentId: string; isKeyed: boolean }
  /** An attempt with other details or for another cart is running, and must be ended first. */
  | { kind: 'other'; paymentId: string; attempt: number; isOfOtherCart: boolean }
  | { kind: 'start'; payment: PaymentRow; row: CheckoutRow; means: string }
)

type CartAttempt = PurchaseAttempt & { payer: Payer }
type BegunBatch = Map<CartAttempt, BegunAttempt>

/** Begins to pay for the cart; without payments, orders it. */
export const beginPurchase = createBatchedWrite<PurchaseDeps, CartAttempt, BegunAttempt>({
  limit: ORDER_BATCH,
  keyOf: ({ buyerId }) => buyerId,
  batch: ({ db, clock, payments }, attempts) =>
    inTransaction(db, async (tx) => {
      const ready = await lockFreeCarts(tx, attempts, { reserves: payments !== undefined })
      return payments ? beginBatch(payments, tx, ready) : orderBatch(tx, ready, clock())
    }),
  single: (deps, { payer, ...attempt }) => beginAlone(deps, attempt, payer),
})

async function orderBatch(tx: Tx, ready: readonly Ready<CartAttempt>[], now: Date): Promise<BegunBatch> {
  if (!ready.length) return new Map()
  const toPlace = ready.map(({ checkout, products }) => ({ row: checkout, pictures: byNumber(products) }))
  const orders = await placeOrders(tx, toPlace, now)
  return new Map(
    ready.flatMap(({ attempt, checkout }, index) => {
      const order = orders[index]
      return order ? [[attempt, ended(checkout.checkout_id, { kind: 'placed', order })]] : []
    }),
  )
}

/** Begins checkouts, with payments where a provider is used. */
async function beginBatch(deps: PaymentDeps, tx: Tx, free: readonly Ready<CartAttempt>[]): Promise<BegunBatch> {
  const ready = free.flatMap(({ attempt, checkout }) => {
    const { request, payer } = attempt
    const wanted = { method: request.payment_method, total: checkout.total_count, token: payer.token }
    const way = unlessRefused(() => wayToPay(deps, wanted))
    if (!way?.means) return []
    const row = { ...checkout, checkout_state: 'paying' as const }
    return [{ attempt, row, payment: newPayment(deps, row, way), means: way.means }]
  })
  if (!ready.length) return new Map()
  const begun = ready.map(({ row }) => row)
  const paying = ready.map(({ payment }) => payment)
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

const byNumber = (products: readonly ProductToOrder[]) => new Map(products.map((line) => [line.product_number, line]))
const ended = (checkoutId: string, outcome: PaymentOutcome): BegunAttempt => ({ checkoutId, kind: 'ended', outcome })

/** Begins or continues a checkout, and its payment in the same transaction. */
function beginAlone(deps: PurchaseDeps, attempt: PurchaseAttempt, payer: Payer): Promise<BegunAttempt> {
  const { buyerId, request, key, clock } = attempt
  return inTransaction(deps.db, async (tx) => {
    const begun = await beginCheckout(tx, attempt, { reserves: deps.payments !== undefined })
    const { row, isContinued, isOther, products } = begun
    if (isOther) {
      const running = deps.payments && (await findPaymentOf(tx, row.checkout_id))
      if (!running) throw paymentError('payment_running')
      return otherAttempt(running, row.checkout_id, true)
    }
    const locked = isContinued
      ? await lockToPlace(tx, { buyerId, id: row.checkout_id, known: row, now: clock() })
      : { row, refused: [], products: byNumber(products) }
    if (!locked) throw new Error('a checkout that is locked is missing')
    const toPay = { ...locked, isNew: !isContinued, isKeyed: key !== undefined, method: request.payment_method }
    return beginAttempt(deps, tx, payer, toPay)
  })
}

function otherAttempt({ payment_id, attempts }: PaymentRow, checkoutId: string, isOfOtherCart: boolean): BegunAttempt {
  return { checkoutId, kind: 'other', paymentId: payment_id, attempt: attempts, isOfOtherCart }
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
  const { checkout_id: checkoutId, order_id: orderId, ended_at: placed_at } = row
  if (orderId !== null && placed_at) {
    const isRepeat = isKeyed && method !== undefined
    const order = isRepeat ? orderOf(row, { order_id: orderId, placed_at }, pictures) : undefined
    return ended(checkoutId, { kind: 'placed_before', orderId, ...(order && { order }) })
  }
  const known = isNew || !payments ? undefined : await findPaymentOf(tx, checkoutId)
  const running = row.checkout_state === 'paying' ? known : undefined
  if (payments && running && !isOtherWay(payments, running, { method, token }))
    return { checkoutId, kind: 'running', paymentId: running.payment_id, isKeyed }
  if (!running && (row.checkout_state !== 'open' || row.expires_at <= now)) throw checkoutError('checkout_expired')
  if (!payments) {
    requireOrderable(checkout)
    return ended(checkoutId, { kind: 'placed', order: await placeOrder(tx, { row, pictures }, now) })
  }
  const way = wayToPay(payments, { method: method ?? row.payment_method, total: row.total_count, token })
  const { isFree, means } = way
  if (means !== null && known && known.attempts >= MAX_PAYMENT_ATTEMPTS) throw paymentError('payment_attempts')
  if (running) return otherAttempt(running, checkoutId, false)
  requireOrderable(checkout)
  const next = newPayment(payments, row, way)
  const payment = known ? await changePayment(tx, known, next) : (await insertPayments(tx, [next])).get(checkoutId)
  if (!payment) throw new Error('a payment was not inserted')
  if (means !== null) {
    await changeCheckout(tx, checkoutId, { checkout_state: 'paying' })
    return { checkoutId, kind: 'start', payment, row, means }
  }
  // Free, or paid by a bank transfer that is awaited.
  const pay_by = isFree ? null : secondsAfter(now, payments.transferDays * DAY_SECONDS)
  const payment_state: PaymentRow['payment_state'] = isFree ? 'paid' : 'awaiting_transfer'
  const booked = { payment_state, pay_by, provider_ref: null, captured: '0.00', capture_at: null }
  const booking = { payment_id: payment.payment_id, ...booked }
  return ended(checkoutId, { kind: 'placed', order: await placeOrder(tx, { row, booking, pictures }, now) })
}

function newPayment(
  deps: PaymentDeps,
  row: Pick<CheckoutRow, 'checkout_id' | 'buyer_id' | 'total_count'>,
  { isFree: _, ...way }: Way,
): NewPayment {
  const now = deps.clock()
  const usesProvider = way.means !== null
  return {
    ...way,
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

async function changePayment(tx: Tx, known: PaymentRow, next: NewPayment): Promise<PaymentRow> {
  const { provider, payment_method, means, attempted_at, check_at } = next
  const way = { provider, payment_method, means, attempts: known.attempts + next.attempts }
  const payment_state: PaymentRow['payment_state'] = means === null ? known.payment_state : 'created'
  const attempt = { ...way, payment_state, attempted_at, check_at, checks: 0, provider_ref: null, decline_code: null }
  await updatePayment(tx, known.payment_id, attempt)
  return { ...known, ...attempt }
}
