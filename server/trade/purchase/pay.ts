import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { endOfDay } from '../../../shared/kernel/calendar.ts'
import { currentLanguage } from '../../../shared/kernel/language.ts'
import { basePathOf } from '../../../shared/kernel/languages.ts'
import { decimalToCents, toCents } from '../../../shared/kernel/money.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { MAX_PAYMENT_ATTEMPTS } from '../../../shared/payments/constants.ts'
import type { Paying } from '../../../shared/payments/schema.ts'
import { type Clock, DAY_SECONDS, secondsAfter } from '../../platform/config/clock.ts'
import { createBatchedWrite } from '../../platform/data/batched.ts'
import { AppError, unlessRefused } from '../../platform/http/errors.ts'
import { rateLimits } from '../../platform/load/rate-limit.ts'
import { checkoutError } from '../orders/errors.ts'
import { readOrder } from '../orders/read-order.ts'
import { paymentDeclined, paymentError } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { type Booking, findPaymentOf, insertPayments, type NewPayment, type PaymentRow } from '../payments/queries.ts'
import { isOtherWay, type Way, wayToPay } from '../payments/way-to-pay.ts'
import { beginCheckout, lockFreeCarts, type PurchaseAttempt } from './begin.ts'
import { applyOutcome, awaitAttempt, checkPayment, reopen } from './outcome.ts'
import type { LockedCheckout, PaymentOutcome, ToPlace } from './place.ts'
import * as placing from './place.ts'
import { type CheckoutRow, changeCheckout, findCheckout, insertCheckouts, type NewCheckout } from './queries.ts'

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

type CartAttempt = PurchaseAttempt & Payer
type CheckoutAttempt = Payer & { checkoutId: string }

type BegunAttempt = { checkoutId: string } & (
  | { kind: 'ended'; outcome: PaymentOutcome }
  | { kind: 'running'; payment: PaymentRow }
  /** An attempt with other details or for another cart is running, and must be ended first. */
  | { kind: 'other'; payment: PaymentRow; isOfOtherCart: boolean }
  | { kind: 'start'; payment: PaymentRow; row: CheckoutRow; means: string }
)

/** Retries of a request whose attempts are ended by concurrent requests. */
const BEGIN_TRIES = 5

/**
 * Reserves the buyer's cart, takes the money and places the order, or does so for a checkout; returns the remaining step when
 * the payment needs time or the buyer. A repeat never begins a second payment; a running attempt with other details or for
 * another cart is ended at the provider first, and if it was paid meanwhile, its order is returned. Throws AppError 402 for a
 * declined payment, 404, 409 and 422 as `beginCheckout`, 429, and 503 while the provider is slow; nothing was taken then.
 */
export async function purchase(deps: PurchaseDeps, attempt: CartAttempt | CheckoutAttempt): Promise<Order | Paying> {
  const { db, payments } = deps
  const isOfCart = 'request' in attempt
  const limits = [
    [rateLimits.declinedPayment, attempt.buyerId],
    [rateLimits.declinedPaymentAnywhere, attempt.address],
  ] as const
  payments?.provider.beginWaiting()
  // A bank transfer cannot be declined.
  const isTransfer = isOfCart && attempt.request.payment_method === 'bank_transfer'
  if (!isTransfer) await payments?.limiter.requireLeft(...limits)
  for (let tries = 1; ; tries++) {
    const begun = await (isOfCart ? beginPurchase(deps, attempt) : beginAlone(deps, attempt))
    const outcome = await outcomeOf(payments, begun)
    const declineCode = outcome.kind === 'declined' ? outcome.declineCode : undefined
    if (declineCode || (declineCode === null && begun.kind === 'start'))
      for (const [limit, key] of limits) await payments?.limiter.isWithin(limit, key)
    const isOver = outcome.kind === 'declined' || outcome.kind === 'late'
    // A running attempt without a code never reached the provider, as its server was killed.
    const isAgain = begun.kind === 'other' ? isOver : begun.kind === 'running' && declineCode === null
    if (isAgain && tries < BEGIN_TRIES) continue
    if (begun.kind === 'other' && begun.isOfOtherCart && (isOver || outcome.kind === 'paying'))
      throw paymentError('payment_running')
    // Without a key the order belongs to the request that began the payment.
    if (begun.kind === 'running' && outcome.kind === 'placed_before' && isOfCart && attempt.key === undefined)
      throw checkoutError('cart_empty')
    const shown = begun.kind === 'other' && isOver ? placing.WAITING : outcome
    return responseTo(db, attempt.buyerId, begun.checkoutId, shown)
  }
}

async function outcomeOf(payments: PaymentDeps | undefined, begun: BegunAttempt): Promise<PaymentOutcome> {
  if (begun.kind === 'ended') {
    const order = 'order' in begun.outcome ? begun.outcome.order : undefined
    const amountCents = order?.payment_method === 'bank_transfer' ? toCents(order.total_count) : 0
    // Also for a repeated request: the process of the first one may have died before.
    if (order && amountCents > 0)
      await payments?.simulated?.transfers.announce({ reference: order.order_id, amountCents })
    return begun.outcome
  }
  if (!payments) throw new Error('a payment was begun where none are taken')
  if (begun.kind === 'start') return start(payments, begun)
  return awaitAttempt(payments, begun.payment, begun.kind === 'other').catch((error) => {
    // A running payment is awaited even while the provider is busy.
    if (error instanceof AppError && error.code === 'payments_busy') return placing.WAITING
    throw error
  })
}

/** Throws AppError 503 when no request was sent; the checkout is then open again. */
async function start(
  deps: PaymentDeps,
  { payment, row, checkoutId, means }: Extract<BegunAttempt, { kind: 'start' }>,
): Promise<PaymentOutcome> {
  const { siteUrl, languages, isReserved } = deps
  const returnUrl = `${siteUrl}${basePathOf(currentLanguage(), languages)}/checkout/return?checkout=${checkoutId}`
  const outcome = await deps.provider.start({ payment, token: means, returnUrl, isReserved }).catch(async (error) => {
    await reopen(deps, payment, { attempt: payment.attempts }, { isSent: false })
    throw error
  })
  if (outcome.kind !== 'refused') return applyOutcome(deps, payment, outcome, row)
  // The token is the likely cause. The attempt has either taken its money by now or never will.
  const checked = await checkPayment(deps, payment, { isLost: true })
  if (checked.kind === 'declined' && checked.declineCode === null) throw paymentError('payment_token_unknown')
  return checked
}

async function responseTo(db: Db, buyerId: string, id: string, outcome: PaymentOutcome): Promise<Order | Paying> {
  switch (outcome.kind) {
    case 'placed':
      return outcome.order
    case 'placed_before':
      return outcome.order ?? readOrder(db, { role: 'buyer', user_id: buyerId, rights: null }, outcome.orderId)
    case 'paying':
      return { checkout_id: id, checkout_state: 'paying', next: outcome.next }
    case 'declined':
      throw paymentDeclined(outcome.declineCode)
    case 'late':
      throw checkoutError('checkout_expired')
  }
}

/**
 * Ends the payment of a checkout that its buyer abandons; returns the order if it was placed meanwhile. Throws AppError 409
 * while the provider may still take the money.
 */
export async function endPayment({ db, payments }: PurchaseDeps, buyerId: string, id: string): Promise<string | null> {
  const payment = payments && (await findPaymentOf(db, id))
  if (payments && payment?.buyer_id === buyerId) await checkPayment(payments, payment, { ends: true })
  const checkout = await findCheckout(db, buyerId, id)
  if (checkout?.checkout_state === 'paying') throw paymentError('payment_running')
  return checkout?.order_id ?? null
}

type Ready = ToPlace & { attempt: CartAttempt }

/** Begins to pay for the cart; without payments, orders it. */
const beginPurchase = createBatchedWrite<PurchaseDeps, CartAttempt, BegunAttempt>({
  limit: placing.ORDER_BATCH,
  keyOf: ({ buyerId }) => buyerId,
  batch: ({ db, clock, payments }, attempts) =>
    inTransaction(db, async (tx) => {
      const ready = await lockFreeCarts(tx, attempts, { reserves: payments !== undefined })
      if (payments) return beginBatch(payments, tx, ready)
      const placed = await placing.placeOrders(tx, ready, clock())
      return new Map(placed.map(({ attempt, row, outcome }) => [attempt, ended(row.checkout_id, outcome)]))
    }),
  single: beginAlone,
})

/** Begins checkouts and their payments where a provider is used. */
async function beginBatch(deps: PaymentDeps, tx: Tx, free: readonly Ready[]): Promise<Map<CartAttempt, BegunAttempt>> {
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
      const [row, payment] = [rows[index], payments[index]]
      return row && payment ? [[attempt, { checkoutId: row.checkout_id, kind: 'start', payment, row, means }]] : []
    }),
  )
}

const ended = (checkoutId: string, outcome: PaymentOutcome): BegunAttempt => ({ checkoutId, kind: 'ended', outcome })

/** Begins or continues a checkout, and its payment in the same transaction. Throws AppError 404 for an unknown one. */
function beginAlone(deps: PurchaseDeps, attempt: CartAttempt | CheckoutAttempt): Promise<BegunAttempt> {
  const { db, clock, payments } = deps
  return inTransaction(db, async (tx) => {
    const now = clock()
    if ('checkoutId' in attempt) {
      const locked = await placing.lockToPlace(tx, attempt.buyerId, attempt.checkoutId, now)
      if (!locked) throw checkoutError('checkout_not_found')
      return beginAttempt(deps, tx, locked, attempt)
    }
    const { kind, row, products } = await beginCheckout(tx, attempt, { reserves: payments !== undefined, now })
    if (kind === 'new') return beginAttempt(deps, tx, { row, products, refused: [] }, attempt)
    if (kind === 'continued') return beginAttempt(deps, tx, await placing.lockProductsOf(tx, row), attempt)
    const payment = payments && (await findPaymentOf(tx, row.checkout_id))
    if (!payment) throw paymentError('payment_running')
    return { checkoutId: row.checkout_id, kind: 'other', payment, isOfOtherCart: true }
  })
}

/** Begins an attempt for a locked checkout unless one is running; without a provider, places the order. */
async function beginAttempt(
  { clock, payments }: PurchaseDeps,
  tx: Tx,
  checkout: LockedCheckout,
  { token, request }: Payer & Partial<CartAttempt>,
): Promise<BegunAttempt> {
  const { row } = checkout
  const { checkout_id: checkoutId, order_id: orderId, ended_at: placed_at } = row
  const now = clock()
  if (orderId !== null && placed_at) {
    // Only a repeated request with a key can find its cart already ordered.
    const order = request && placing.orderOf(checkout, orderId, placed_at)
    return ended(checkoutId, { kind: 'placed_before', orderId, order })
  }
  const known = payments && (await findPaymentOf(tx, checkoutId))
  const running = row.checkout_state === 'paying' ? known : undefined
  if (!running && (row.checkout_state !== 'open' || row.expires_at <= now)) throw checkoutError('checkout_expired')
  if (!payments) {
    placing.requireOrderable(checkout)
    return ended(checkoutId, await placing.placeOrder(tx, checkout, now))
  }
  const method = request?.payment_method
  if (running && !isOtherWay(payments, running, { method, token }))
    return { checkoutId, kind: 'running', payment: running }
  const way = wayToPay(payments, { ...row, ...(method && { payment_method: method }) }, token)
  const { means } = way
  if (means !== null && known && known.attempts >= MAX_PAYMENT_ATTEMPTS) throw paymentError('payment_attempts')
  if (running) return { checkoutId, kind: 'other', payment: running, isOfOtherCart: false }
  placing.requireOrderable(checkout)
  const [payment] = await insertPayments(tx, [newPayment(payments, row, way)])
  if (!payment) throw new Error('a payment was not inserted')
  if (means !== null) {
    await changeCheckout(tx, checkoutId, { checkout_state: 'paying' })
    return { checkoutId, kind: 'start', payment, row, means }
  }
  const isFree = decimalToCents(row.total_count) === 0
  const booking: Booking = {
    payment_id: payment.payment_id,
    payment_state: isFree ? 'paid' : 'awaiting_transfer',
    captured: '0.00',
    pay_by: isFree ? null : endOfDay(secondsAfter(now, payments.transferDays * DAY_SECONDS)),
  }
  return ended(checkoutId, await placing.placeOrder(tx, { ...checkout, booking }, now))
}

/** Time from an attempt to its first check. */
const FIRST_CHECK_SECONDS = 10

function newPayment(deps: PaymentDeps, row: NewCheckout, way: Way): NewPayment {
  const { checkout_id, buyer_id, total_count: amount } = row
  const created_at = deps.clock()
  const attempt =
    way.means === null
      ? { attempts: 0, attempted_at: null, check_at: null }
      : { attempts: 1, attempted_at: created_at, check_at: secondsAfter(created_at, FIRST_CHECK_SECONDS) }
  return { ...way, ...attempt, checkout_id, buyer_id, sandbox: deps.isSandbox, amount, created_at }
}
