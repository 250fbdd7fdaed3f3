import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { currentLanguage } from '../../../shared/kernel/language.ts'
import { basePathOf } from '../../../shared/kernel/languages.ts'
import { decimalToCents, toCents } from '../../../shared/kernel/money.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import type { Paying } from '../../../shared/payments/schema.ts'
import { AppError } from '../../platform/http/errors.ts'
import { rateLimits } from '../../platform/load/rate-limit.ts'
import { checkoutError } from '../orders/errors.ts'
import { readOrder } from '../orders/read-order.ts'
import { paymentDeclined, paymentError } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import type { Outcome } from '../payments/provider.ts'
import type { PurchaseAttempt } from './begin.ts'
import { type BegunAttempt, beginAttempt, beginPurchase, type Payer, type PurchaseDeps } from './begin-paying.ts'
import { applyOutcome, awaitAttempt, checkPayment, endAttempt, releasePayment, reopen } from './outcome.ts'
import { lockToPlace, type PaymentOutcome } from './place.ts'
import { findCheckout } from './queries.ts'

/** Concurrent requests end each other's attempts; this many tries follow. */
const BEGIN_TRIES = 5

/**
 * Reserves the buyer's cart, takes the money and places the order; returns the remaining step when the payment needs
 * time or the buyer. A repeat with the same key returns the current state, and never begins a second payment. A running
 * attempt with other details or for another cart is ended at the provider first; if it was paid meanwhile, its order is
 * returned. Throws AppError 402 for a declined payment, 409 and 422 as `beginCheckout`, 429 after too many attempts,
 * and 503 while the provider is slow, when nothing was taken.
 */
export function purchase(deps: PurchaseDeps, attempt: PurchaseAttempt, payer: Payer): Promise<Order | Paying> {
  return pay(deps, payer, () => beginPurchase(deps, { ...attempt, payer }))
}

/** Pays a checkout of the buyer, again if need be. Throws AppError 404, and as `purchase`. */
export function payCheckout(deps: PurchaseDeps, id: string, payer: Payer): Promise<Order | Paying> {
  const { buyerId } = payer
  const begin = () =>
    inTransaction(deps.db, async (tx) => {
      const locked = await lockToPlace(tx, { buyerId, id, now: deps.clock() })
      if (!locked) throw checkoutError('checkout_not_found')
      return beginAttempt(deps, tx, payer, { ...locked, isNew: false, isKeyed: true, method: undefined })
    })
  return pay(deps, payer, begin)
}

async function pay(deps: PurchaseDeps, payer: Payer, begin: () => Promise<BegunAttempt>): Promise<Order | Paying> {
  const { db, payments } = deps
  if (!payments) {
    const begun = await begin()
    if (begun.kind !== 'ended') throw new Error('a payment was begun where none are taken')
    return responseTo(db, payer, begun.checkoutId, begun.outcome)
  }
  const { limiter, provider } = payments
  const { buyerId, address } = payer
  provider.beginWaiting()
  await limiter.requireLeft(rateLimits.declinedPayment, buyerId)
  await limiter.requireLeft(rateLimits.declinedPaymentAnywhere, address)
  const countDeclined = async () => {
    await limiter.isWithin(rateLimits.declinedPayment, buyerId)
    await limiter.isWithin(rateLimits.declinedPaymentAnywhere, address)
  }
  let { begun, outcome } = await attemptOnce(payments, begin, countDeclined)
  // The running attempt never reached the provider, as its server was killed: this request makes another.
  if (begun.kind === 'running' && outcome.kind === 'declined' && outcome.declineCode === null)
    ({ begun, outcome } = await attemptOnce(payments, begin, countDeclined))
  if (outcome.kind === 'declined') await countDeclined()
  if (begun.kind === 'running' && !begun.isKeyed && outcome.kind === 'placed_before') throw checkoutError('cart_empty')
  return responseTo(db, payer, begun.checkoutId, outcome)
}

/** Makes an attempt and returns its outcome, after ending one with other details. */
async function attemptOnce(
  deps: PaymentDeps,
  begin: () => Promise<BegunAttempt>,
  countDeclined: () => Promise<void>,
): Promise<{ begun: BegunAttempt; outcome: PaymentOutcome }> {
  for (let tries = 1; ; tries++) {
    const begun = await begin()
    if (begun.kind !== 'other') return { begun, outcome: await finishAttempt(deps, begun) }
    const outcome = await endAttempt(deps, begun).catch(waitWhileBusy)
    const isOver = outcome.kind === 'declined' || outcome.kind === 'late'
    if (outcome.kind === 'declined' && outcome.declineCode !== null) await countDeclined()
    if (isOver && tries < BEGIN_TRIES) continue
    if (begun.isOfOtherCart && (isOver || outcome.kind === 'waiting')) throw paymentError('payment_running')
    return { begun, outcome: isOver ? { kind: 'waiting' } : outcome }
  }
}

async function finishAttempt(
  deps: PaymentDeps,
  begun: Exclude<BegunAttempt, { kind: 'other' }>,
): Promise<PaymentOutcome> {
  if (begun.kind === 'ended') {
    await announceTransfer(deps, begun.outcome)
    return begun.outcome
  }
  if (begun.kind === 'running') return awaitAttempt(deps, begun.paymentId).catch(waitWhileBusy)
  const outcome = await start(deps, begun)
  if (outcome.kind !== 'refused') return applyOutcome(deps, begun.payment.payment_id, outcome, begun.row)
  // The token is the likely cause; in any case the attempt has taken its money by now or never will.
  const checked = await checkPayment(deps, begun.payment, { isLost: true })
  if (checked.kind === 'declined' && checked.declineCode === null) throw paymentError('payment_token_unknown')
  return checked
}

/** A running payment is awaited even while the provider is busy. */
function waitWhileBusy(error: unknown): PaymentOutcome {
  if (error instanceof AppError && error.code === 'payments_busy') return { kind: 'waiting' }
  throw error
}

async function announceTransfer({ transfers }: PaymentDeps, outcome: PaymentOutcome): Promise<void> {
  if (outcome.kind !== 'placed' || outcome.order.payment_method !== 'bank_transfer') return
  const { order_id: reference, total_count } = outcome.order
  const amountCents = toCents(total_count)
  if (amountCents > 0) await transfers?.announce({ reference, amountCents })
}

/** Throws AppError 503 when no request was sent; the checkout is then open again. */
async function start(
  deps: PaymentDeps,
  { payment, checkoutId, means }: Extract<BegunAttempt, { kind: 'start' }>,
): Promise<Outcome> {
  const { payment_id: paymentId, attempts: attempt, amount } = payment
  const basePath = basePathOf(currentLanguage(), deps.languages)
  try {
    return await deps.provider.start({
      paymentId,
      attempt,
      checkoutId,
      amountCents: decimalToCents(amount),
      token: means,
      returnUrl: `${deps.siteUrl}${basePath}/checkout/return?checkout=${checkoutId}`,
      isReserved: deps.isReserved,
    })
  } catch (error) {
    await reopen(deps, paymentId, { attempt }, { isSent: false })
    throw error
  }
}

async function responseTo(
  db: Db,
  { buyerId }: Payer,
  checkout_id: string,
  outcome: PaymentOutcome,
): Promise<Order | Paying> {
  const paying = { checkout_id, checkout_state: 'paying' as const }
  switch (outcome.kind) {
    case 'placed':
      return outcome.order
    case 'placed_before':
      return outcome.order ?? readOrder(db, { role: 'buyer', user_id: buyerId }, outcome.orderId)
    case 'step':
      return { ...paying, next: { kind: 'redirect', url: outcome.url } }
    case 'client':
      return { ...paying, next: { kind: 'client', client_secret: outcome.clientSecret } }
    case 'waiting':
      return { ...paying, next: { kind: 'wait' } }
    case 'declined':
      throw paymentDeclined(outcome.declineCode)
    case 'late':
      throw checkoutError('checkout_expired')
  }
}

/**
 * Ends the payment of a checkout that its buyer abandons. Throws AppError 409 while the provider may still take the
 * money.
 */
export async function stopPaying({ db, payments }: PurchaseDeps, buyerId: string, checkoutId: string): Promise<void> {
  const isPaying = async () => (await findCheckout(db, buyerId, checkoutId))?.checkout_state === 'paying'
  if (!payments || !(await isPaying())) return
  await releasePayment(payments, checkoutId)
  if (await isPaying()) throw paymentError('payment_running')
}
