import { inTransaction } from '../../db/connect.ts'
import { toCents, toDollars } from '../../shared/kernel/money.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { PAYMENT_WAIT_MS, type PaymentState } from '../../shared/payments/constants.ts'
import { lockCart } from '../cart/queries.ts'
import { lockToPlace, placeCheckout } from '../checkouts/order-checkout.ts'
import { secondsAfter, secondsBefore } from '../config/clock.ts'
import type { Intent, Outcome } from '../payments/provider.ts'
import { findPayment, lockPayment, type PaymentRow, updatePayment } from '../payments/queries.ts'
import { insertRefund } from '../payments/refund-queries.ts'
import { type CheckoutRow, endCheckouts, lockCheckoutRow, setCheckoutState } from '../stock/reservation-queries.ts'
import type { BillingDeps } from './billing-deps.ts'

/** What has become of a payment. */
export type Settled =
  | { kind: 'placed'; order: Order }
  /** Placed before, perhaps by another process. */
  | { kind: 'placed_before'; orderId: string }
  | { kind: 'step'; url: string }
  /** What the page of the checkout lets the buyer do. */
  | { kind: 'client'; clientSecret: string }
  | { kind: 'waiting' }
  /** The checkout is open again: nothing was taken, and nothing can be. */
  | { kind: 'declined'; declineCode: string | null }
  /** It was paid when its checkout had ended: the money goes back. */
  | { kind: 'late' }

/** A payment whose attempt was just made. */
export type AttemptedPayment = Pick<PaymentRow, 'payment_id' | 'checkout_id' | 'buyer_id' | 'amount' | 'attempts'>

/** What a request knows of the attempt that it has begun: lines of a checkout do not change while it is being paid. */
export interface Attempted {
  payment: AttemptedPayment
  checkout: CheckoutRow
}

/**
 * Applies what the provider says of the last attempt of a payment, once: the request, an event and the job may all try.
 * A failed attempt is cancelled at the provider first, so that a checkout that is open cannot be paid any more. `begun`
 * is what the request knows that has begun it.
 */
export async function settle(
  deps: BillingDeps,
  paymentId: string,
  outcome: Outcome,
  begun?: Attempted,
): Promise<Settled> {
  if (outcome.kind === 'missing') return reopen(deps, paymentId, undefined)
  if (outcome.kind !== 'intent') return wait(deps, paymentId, { state: 'processing', ref: undefined })
  const { intent } = outcome
  switch (intent.status) {
    case 'paid':
    case 'authorized':
      return placePaid(deps, paymentId, intent, begun)
    case 'requires_action':
      return wait(deps, paymentId, { ...intent, state: 'requires_action' })
    case 'processing':
      return wait(deps, paymentId, { state: 'processing', ref: intent.ref })
    case 'failed': {
      const ended = await deps.provider.cancel(intent.ref)
      if (ended.kind !== 'intent' || ended.intent.status === 'failed')
        return wait(deps, paymentId, { state: 'processing', ref: intent.ref })
      if (ended.intent.status !== 'cancelled') return settle(deps, paymentId, ended)
      return reopen(deps, paymentId, { ...ended.intent, declineCode: intent.declineCode ?? ended.intent.declineCode })
    }
    case 'cancelled':
      return reopen(deps, paymentId, intent)
  }
}

/** Records where an attempt is that has not ended. */
async function wait(
  { db, clock }: BillingDeps,
  paymentId: string,
  { state, ref, nextUrl, clientSecret }: { state: PaymentState; ref: string | undefined } & Partial<Intent>,
): Promise<Settled> {
  return inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment) throw new Error('a payment that is being made is missing')
    if (payment.order_id) return { kind: 'placed_before', orderId: payment.order_id }
    // Another request has found out more, or another attempt was begun.
    if (isEnded(payment) || (ref !== undefined && payment.provider_ref !== null && payment.provider_ref !== ref))
      return isEnded(payment) ? declinedAs(payment) : { kind: 'waiting' }
    await updatePayment(tx, paymentId, {
      payment_state: state,
      ...(ref !== undefined && { provider_ref: ref }),
      ...(payment.payment_state === 'created' && { check_at: secondsAfter(clock(), FIRST_CHECK_SECONDS) }),
    })
    if (nextUrl) return { kind: 'step', url: nextUrl }
    return clientSecret ? { kind: 'client', clientSecret } : { kind: 'waiting' }
  })
}

/** When the provider is asked first, after an attempt was begun. */
export const FIRST_CHECK_SECONDS = 10

const isEnded = ({ payment_state }: PaymentRow) => payment_state === 'declined' || payment_state === 'cancelled'
const declinedAs = ({ decline_code }: PaymentRow): Settled => ({ kind: 'declined', declineCode: decline_code })

/** Opens the checkout of an attempt again that the provider has cancelled, or never got. */
async function reopen(deps: BillingDeps, paymentId: string, intent: Intent | undefined): Promise<Settled> {
  const { db } = deps
  const known = await findPayment(db, paymentId)
  return inTransaction(db, async (tx) => {
    const checkout = known?.checkout_id ? await lockCheckoutRow(tx, known.buyer_id, known.checkout_id) : undefined
    const payment = await lockPayment(tx, paymentId)
    if (!payment) throw new Error('a payment that is being made is missing')
    if (payment.order_id) return { kind: 'placed_before', orderId: payment.order_id }
    if (isEnded(payment)) return declinedAs(payment)
    // Of an earlier attempt.
    if (intent?.attempt !== undefined && intent.attempt !== payment.attempts) return { kind: 'waiting' }
    const declineCode = intent?.declineCode ?? null
    await updatePayment(tx, paymentId, {
      payment_state: declineCode ? 'declined' : 'cancelled',
      provider_ref: intent?.ref ?? null,
      decline_code: declineCode,
      check_at: null,
    })
    if (checkout?.checkout_state === 'paying') await setCheckoutState(tx, checkout.checkout_id, 'open')
    if (deps.isJob && isLeft(deps, payment)) await deps.mails.notCompleted(tx, payment)
    return { kind: 'declined', declineCode }
  })
}

/** Whether the page no longer waits for a payment, and has promised a mail. */
function isLeft({ clock }: BillingDeps, { attempted_at }: PaymentRow): boolean {
  return attempted_at !== null && clock().getTime() - attempted_at.getTime() > PAYMENT_WAIT_MS
}

/** Places the order of a checkout that is paid; when the checkout has ended, the money goes back. */
async function placePaid(
  deps: BillingDeps,
  paymentId: string,
  intent: Intent,
  begun: Attempted | undefined,
): Promise<Settled> {
  const { db, clock } = deps
  const read = begun ? undefined : await findPayment(db, paymentId)
  const known = begun?.payment ?? read
  if (!known) throw new Error('a payment that is being made is missing')
  if (read?.order_id) return { kind: 'placed_before', orderId: read.order_id }
  const settled = await inTransaction(db, async (tx): Promise<Settled | 'refused' | 'ended'> => {
    const now = clock()
    const { checkout, products } = await lockToPlace(tx, known, { known: begun?.checkout, now })
    if (checkout?.order_id) return { kind: 'placed_before', orderId: checkout.order_id }
    if (checkout?.checkout_state !== 'paying' && checkout?.checkout_state !== 'open') return 'ended'
    const captured = toDollars(intent.receivedCents).toFixed(2)
    const booking = {
      payment_id: paymentId,
      provider_ref: intent.ref,
      payment_state: intent.status === 'paid' ? ('paid' as const) : ('authorized' as const),
      captured,
      pay_by: null,
      capture_at: intent.status === 'authorized' ? captureAt(intent, now) : null,
    }
    const { placed, order } = await placeCheckout(tx, known.buyer_id, checkout, { now, booking, products })
    if (placed.refused) return 'refused'
    return { kind: 'placed', order: { order_id: placed.order_id, created_at: placed.created_at, ...order } }
  })
  if (settled === 'refused') await endPaid(deps, known)
  return settled === 'refused' || settled === 'ended' ? refundLate(deps, paymentId, intent) : settled
}

const DAY_SECONDS = 24 * 3600
/** No card network ends a reservation earlier. */
const LEAST_RESERVED_DAYS = 5

/** Returns when what is reserved is taken at the latest: a day before the reservation ends. */
function captureAt({ captureBefore }: Intent, now: Date): Date {
  return secondsBefore(captureBefore ?? secondsAfter(now, LEAST_RESERVED_DAYS * DAY_SECONDS), DAY_SECONDS)
}

/** Ends a checkout that is paid and cannot be ordered: a seller has limited a product while its buyer was paying. */
async function endPaid({ db, clock }: BillingDeps, { buyer_id, checkout_id }: AttemptedPayment): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock()
    await lockCart(tx, buyer_id, now)
    const checkout = checkout_id ? await lockCheckoutRow(tx, buyer_id, checkout_id) : undefined
    const isRunning = checkout?.checkout_state === 'paying' || checkout?.checkout_state === 'open'
    if (checkout && isRunning) await endCheckouts(tx, { ids: [checkout.checkout_id], now })
  })
}

async function refundLate({ db, clock, mails }: BillingDeps, paymentId: string, intent: Intent): Promise<Settled> {
  return inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment || toCents(Number(payment.captured)) > 0) return { kind: 'late' }
    const now = clock()
    const captured = toDollars(intent.receivedCents).toFixed(2)
    await updatePayment(tx, paymentId, {
      payment_state: 'paid',
      provider_ref: intent.ref,
      captured,
      paid_at: now,
      check_at: null,
    })
    await insertRefund(tx, { payment, amount: captured, reason: 'late_payment', now })
    await mails.tooLate(tx, payment)
    return { kind: 'late' }
  })
}
