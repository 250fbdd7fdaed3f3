import { setTimeout as sleep } from 'node:timers/promises'
import { decimalToCents } from '../../../shared/kernel/money.ts'
import { secondsBefore } from '../../platform/config/clock.ts'
import { findCheckout } from '../../shop/stock/reservation-queries.ts'
import type { Outcome } from '../payments/provider.ts'
import { findPayment, findPaymentOf, type PaymentRow } from '../payments/queries.ts'
import type { BillingDeps } from './billing-deps.ts'
import { settle } from './settle.ts'
import type { Settled } from './settled.ts'

/** Asks the provider what became of the last attempt, and applies it; one that may be on its way is left alone. */
export async function lookAt(deps: BillingDeps, paymentId: string, { isLost = false } = {}): Promise<Settled> {
  const payment = await findPayment(deps.db, paymentId)
  if (!payment) throw new Error('a payment that is to be looked at is missing')
  const ended = endOf(payment)
  if (ended) return ended
  if (!isLost && isOnItsWay(payment, deps.clock())) return { kind: 'waiting' }
  const outcome = await read(deps, payment)
  const isIdle = outcome.kind === 'intent' && outcome.intent.status === 'requires_action'
  if (isIdle && (await isOverdue(deps, payment)))
    return settle(deps, paymentId, await deps.provider.cancel(outcome.intent.ref))
  return settle(deps, paymentId, outcome)
}

/** Ends the payment of a checkout at the provider, unless it was made meanwhile: then the order is placed. */
export async function release(deps: BillingDeps, checkoutId: string): Promise<void> {
  const payment = await findPaymentOf(deps.db, checkoutId)
  if (payment && !endOf(payment) && !isOnItsWay(payment, deps.clock())) await stop(deps, payment)
}

/** Cancels the last attempt of a payment at the provider, unless it was made meanwhile, and applies what became of it. */
async function stop(deps: BillingDeps, payment: PaymentRow): Promise<Settled> {
  const outcome = await read(deps, payment)
  const canStop =
    outcome.kind === 'intent' && outcome.intent.status !== 'paid' && outcome.intent.status !== 'authorized'
  return settle(deps, payment.payment_id, canStop ? await deps.provider.cancel(outcome.intent.ref) : outcome)
}

const AWAIT_MS = 5_000
const AWAIT_STEP_MS = 100

/** Returns what becomes of a payment whose attempt may be on its way, so that requests at once get one response. */
export async function awaitAttempt(deps: BillingDeps, paymentId: string): Promise<Settled> {
  for (const until = performance.now() + AWAIT_MS; ; await sleep(AWAIT_STEP_MS)) {
    // Asked first: what it becomes in between is seen by the look.
    const isSent = await isBeingSent(deps, paymentId)
    const settled = await lookAt(deps, paymentId)
    if (settled.kind !== 'waiting' || !isSent || performance.now() > until) return settled
  }
}

/** Ends an attempt at the provider, so that another can begin; returns what became of it. */
export async function endAttempt(
  deps: BillingDeps,
  { paymentId, attempt }: { paymentId: string; attempt: number },
): Promise<Settled> {
  for (const until = performance.now() + AWAIT_MS; ; await sleep(AWAIT_STEP_MS)) {
    const payment = await findPayment(deps.db, paymentId)
    if (!payment) throw new Error('a payment that is to be ended is missing')
    const ended = endOf(payment)
    if (ended) return ended
    // Ended by another request, which has begun the next one.
    if (payment.attempts !== attempt) return { kind: 'declined', declineCode: null }
    if (!isOnItsWay(payment, deps.clock())) {
      const settled = await stop(deps, payment)
      return settled.kind === 'step' || settled.kind === 'client' ? { kind: 'waiting' } : settled
    }
    if (performance.now() > until) return { kind: 'waiting' }
  }
}

function endOf({ order_id, payment_state, decline_code }: PaymentRow): Settled | undefined {
  if (order_id) return { kind: 'placed_before', orderId: order_id }
  if (payment_state === 'paid') return { kind: 'late' }
  if (payment_state === 'declined' || payment_state === 'cancelled')
    return { kind: 'declined', declineCode: decline_code }
}

const MAX_REQUEST_SECONDS = 30

function isOnItsWay({ provider_ref, attempted_at }: PaymentRow, now: Date): boolean {
  return provider_ref === null && attempted_at !== null && attempted_at > secondsBefore(now, MAX_REQUEST_SECONDS)
}

/** Returns the last attempt as it is now. */
function read({ provider }: BillingDeps, payment: PaymentRow): Promise<Outcome> {
  const { payment_id: paymentId, provider_ref, attempts, attempted_at, amount, checkout_id, created_at } = payment
  if (provider_ref !== null) return provider.read(provider_ref)
  return provider.recover({
    paymentId,
    attempt: attempts,
    amountCents: decimalToCents(amount),
    currency: 'usd',
    checkoutId: checkout_id ?? '',
    since: attempted_at ?? created_at,
  })
}

async function isOverdue({ db, clock }: BillingDeps, { checkout_id, buyer_id }: PaymentRow): Promise<boolean> {
  const checkout = checkout_id ? await findCheckout(db, buyer_id, checkout_id) : undefined
  return !checkout || checkout.expires_at <= clock()
}

async function isBeingSent({ db, clock }: BillingDeps, paymentId: string): Promise<boolean> {
  const payment = await findPayment(db, paymentId)
  return payment !== undefined && endOf(payment) === undefined && isOnItsWay(payment, clock())
}
