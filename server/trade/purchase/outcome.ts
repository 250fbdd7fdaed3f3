import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../../db/connect.ts'
import { decimalToCents } from '../../../shared/kernel/money.ts'
import { PAYMENT_WAIT_MS } from '../../../shared/payments/constants.ts'
import { secondsAfter, secondsBefore } from '../../platform/config/clock.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import type { Intent, Outcome } from '../payments/provider.ts'
import { findPayment, findPaymentOf, lockPayment, type PaymentRow, updatePayment } from '../payments/queries.ts'
import { type PaymentOutcome, placePaid } from './place.ts'
import { type CheckoutRow, changeCheckout, findCheckout, lockCheckout } from './queries.ts'

/**
 * What an attempt's status at the provider leads to. A failed attempt is cancelled at the provider first, so that an open
 * checkout cannot be paid by it.
 */
const TRANSITIONS = {
  paid: 'place',
  authorized: 'place',
  requires_action: 'wait',
  processing: 'wait',
  /** The request was lost or failed at the provider: it may have been carried out. */
  unknown: 'wait',
  failed: 'cancel',
  cancelled: 'reopen',
  /** The attempt never arrived, and will not. */
  missing: 'reopen',
} as const

/**
 * Applies the provider's report of a payment's latest attempt, once: the request, an event and the job may race.
 * `known` is the checkout if the request has read it.
 */
export async function applyOutcome(
  deps: PaymentDeps,
  paymentId: string,
  outcome: Outcome,
  known?: CheckoutRow,
): Promise<PaymentOutcome> {
  const intent = outcome.kind === 'intent' ? outcome.intent : undefined
  const next = TRANSITIONS[intent?.status ?? (outcome.kind === 'missing' ? 'missing' : 'unknown')]
  if (next === 'place' && intent) return placePaid(deps, { paymentId, intent, known })
  if (next === 'reopen') return reopen(deps, paymentId, outcome.kind === 'missing' ? outcome : (intent ?? {}))
  if (next === 'cancel' && intent) {
    const ended = await deps.provider.cancel(intent.ref)
    if (ended.kind === 'intent' && ended.intent.status === 'cancelled')
      return reopen(deps, paymentId, { ...ended.intent, declineCode: intent.declineCode ?? ended.intent.declineCode })
    if (ended.kind === 'intent' && ended.intent.status !== 'failed') return applyOutcome(deps, paymentId, ended, known)
  }
  return wait(deps, paymentId, intent?.status === 'requires_action' ? 'requires_action' : 'processing', intent)
}

async function wait(
  { db, clock }: PaymentDeps,
  paymentId: string,
  state: 'requires_action' | 'processing',
  intent?: Intent,
): Promise<PaymentOutcome> {
  return inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    // Another request has learned more, or has begun another attempt.
    const ended = endOf(payment)
    if (ended) return ended
    if (intent && payment.provider_ref !== null && payment.provider_ref !== intent.ref) return { kind: 'waiting' }
    await updatePayment(tx, paymentId, {
      payment_state: state,
      ...(intent && { provider_ref: intent.ref }),
      ...(payment.payment_state === 'created' && { check_at: secondsAfter(clock(), FIRST_CHECK_SECONDS) }),
    })
    if (state === 'processing') return { kind: 'waiting' }
    if (intent?.nextUrl) return { kind: 'step', url: intent.nextUrl }
    return intent?.clientSecret ? { kind: 'client', clientSecret: intent.clientSecret } : { kind: 'waiting' }
  })
}

/** Time from an attempt to its first check. */
export const FIRST_CHECK_SECONDS = 10

/** Reopens the checkout of an attempt that the provider has cancelled or never got; one that was not sent does not count. */
export async function reopen(
  deps: PaymentDeps,
  paymentId: string,
  { attempt, ref, declineCode = null }: Partial<Intent>,
  { isSent = true } = {},
): Promise<PaymentOutcome> {
  const { db } = deps
  const known = await findPayment(db, paymentId)
  return inTransaction(db, async (tx) => {
    const checkout = known?.checkout_id ? await lockCheckout(tx, known.buyer_id, known.checkout_id) : undefined
    const payment = await lockPayment(tx, paymentId)
    const ended = endOf(payment)
    if (ended) return ended
    // The report is about an earlier attempt.
    if (attempt !== undefined && attempt !== payment.attempts) return { kind: 'waiting' }
    await updatePayment(tx, paymentId, {
      payment_state: declineCode ? 'declined' : 'cancelled',
      provider_ref: ref ?? null,
      decline_code: declineCode,
      check_at: null,
      ...(!isSent && { attempts: payment.attempts - 1 }),
    })
    if (checkout?.checkout_state === 'paying')
      await changeCheckout(tx, checkout.checkout_id, { checkout_state: 'open' })
    if (deps.isJob && isLeft(deps, payment)) await deps.mails.notCompleted(tx, payment)
    return { kind: 'declined', declineCode }
  })
}

function isLeft({ clock }: PaymentDeps, { attempted_at }: PaymentRow): boolean {
  return attempted_at !== null && clock().getTime() - attempted_at.getTime() > PAYMENT_WAIT_MS
}

/** Syncs the latest attempt of a payment that was just read with the provider; skips one that may be on its way. */
export async function checkPayment(
  deps: PaymentDeps,
  payment: PaymentRow,
  { isLost = false } = {},
): Promise<PaymentOutcome> {
  const ended = endOf(payment)
  if (ended) return ended
  if (!isLost && isOnItsWay(payment, deps.clock())) return { kind: 'waiting' }
  const outcome = await read(deps, payment)
  const isIdle = outcome.kind === 'intent' && outcome.intent.status === 'requires_action'
  const isToEnd = isIdle && (await isOverdue(deps, payment))
  return applyOutcome(deps, payment.payment_id, isToEnd ? await deps.provider.cancel(outcome.intent.ref) : outcome)
}

/** Throws an Error for a payment that is missing. */
export async function requirePayment({ db }: PaymentDeps, paymentId: string): Promise<PaymentRow> {
  const payment = await findPayment(db, paymentId)
  if (!payment) throw new Error('a payment that is to be checked is missing')
  return payment
}

/** Ends the payment of a checkout at the provider; if it was paid meanwhile, places the order. */
export async function releasePayment(deps: PaymentDeps, checkoutId: string): Promise<void> {
  const payment = await findPaymentOf(deps.db, checkoutId)
  if (payment && !endOf(payment) && !isOnItsWay(payment, deps.clock())) await stop(deps, payment)
}

/** Cancels the latest attempt at the provider unless it was paid meanwhile, and applies the outcome. */
async function stop(deps: PaymentDeps, payment: PaymentRow): Promise<PaymentOutcome> {
  const outcome = await read(deps, payment)
  const canStop =
    outcome.kind === 'intent' && outcome.intent.status !== 'paid' && outcome.intent.status !== 'authorized'
  return applyOutcome(deps, payment.payment_id, canStop ? await deps.provider.cancel(outcome.intent.ref) : outcome)
}

const AWAIT_MS = 5_000
/** Grows with each poll: many requests may await one attempt, which needs the database as well. */
const AWAIT_STEP_MS = 100
const AWAIT_STEP_GROWTH = 1.5

/** Waits while an attempt may be on its way, and returns its payment; undefined when it takes longer than 5 seconds. */
async function awaitArrival(
  deps: PaymentDeps,
  { paymentId, attempt }: { paymentId: string; attempt?: number },
): Promise<PaymentRow | undefined> {
  const until = performance.now() + AWAIT_MS
  for (let stepMs = AWAIT_STEP_MS; ; stepMs *= AWAIT_STEP_GROWTH, await sleep(stepMs)) {
    const payment = await requirePayment(deps, paymentId)
    const isOther = attempt !== undefined && payment.attempts !== attempt
    if (isOther || endOf(payment) || !isOnItsWay(payment, deps.clock())) return payment
    if (performance.now() > until) return undefined
  }
}

/** Waits for an attempt that may be on its way, so that concurrent requests get one response. */
export async function awaitAttempt(deps: PaymentDeps, paymentId: string): Promise<PaymentOutcome> {
  const payment = await awaitArrival(deps, { paymentId })
  return payment ? checkPayment(deps, payment) : { kind: 'waiting' }
}

/** Ends an attempt at the provider, so that another can begin; returns its outcome. */
export async function endAttempt(
  deps: PaymentDeps,
  begun: { paymentId: string; attempt: number },
): Promise<PaymentOutcome> {
  const payment = await awaitArrival(deps, begun)
  if (!payment) return { kind: 'waiting' }
  const ended = endOf(payment)
  if (ended) return ended
  // Another request has ended it and begun the next one.
  if (payment.attempts !== begun.attempt) return { kind: 'declined', declineCode: null }
  const outcome = await stop(deps, payment)
  return outcome.kind === 'step' || outcome.kind === 'client' ? { kind: 'waiting' } : outcome
}

function endOf({ order_id, payment_state, decline_code }: PaymentRow): PaymentOutcome | undefined {
  if (order_id) return { kind: 'placed_before', orderId: order_id }
  if (payment_state === 'paid') return { kind: 'late' }
  if (payment_state === 'declined' || payment_state === 'cancelled')
    return { kind: 'declined', declineCode: decline_code }
}

const MAX_REQUEST_SECONDS = 30

function isOnItsWay({ provider_ref, attempted_at }: PaymentRow, now: Date): boolean {
  return provider_ref === null && attempted_at !== null && attempted_at > secondsBefore(now, MAX_REQUEST_SECONDS)
}

function read({ provider }: PaymentDeps, payment: PaymentRow): Promise<Outcome> {
  const { payment_id: paymentId, provider_ref, attempts, attempted_at, amount, checkout_id, created_at } = payment
  if (provider_ref !== null) return provider.read(provider_ref)
  return provider.recover({
    paymentId,
    attempt: attempts,
    amountCents: decimalToCents(amount),
    checkoutId: checkout_id ?? '',
    since: attempted_at ?? created_at,
  })
}

async function isOverdue({ db, clock }: PaymentDeps, { checkout_id, buyer_id }: PaymentRow): Promise<boolean> {
  const checkout = checkout_id ? await findCheckout(db, buyer_id, checkout_id) : undefined
  return !checkout || checkout.expires_at <= clock()
}
