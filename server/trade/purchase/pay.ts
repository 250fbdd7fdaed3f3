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
import { findPaymentOf } from '../payments/queries.ts'
import type { BegunAttempt, CartAttempt, Payer, PurchaseDeps } from './begin-paying.ts'
import { beginAttempt, beginPurchase } from './begin-paying.ts'
import { applyOutcome, awaitAttempt, checkPayment, reopen } from './outcome.ts'
import { lockToPlace, type PaymentOutcome } from './place.ts'
import { findCheckout } from './queries.ts'

/** Retries of a request whose attempts are ended by concurrent requests. */
const BEGIN_TRIES = 5

/**
 * Reserves the buyer's cart, takes the money and places the order; returns the remaining step when the payment needs
 * time or the buyer. A repeat with the same key returns the current state, and never begins a second payment. A running
 * attempt with other details or for another cart is ended at the provider first; if it was paid meanwhile, its order is
 * returned. Throws AppError 402 for a declined payment, 409 and 422 as `beginCheckout`, 429 after too many attempts,
 * and 503 while the provider is slow; nothing was taken then.
 */
export function purchase(deps: PurchaseDeps, attempt: CartAttempt): Promise<Order | Paying> {
  return pay(deps, attempt, () => beginPurchase(deps, attempt))
}

/** Pays a checkout of the buyer, with a new attempt if the last one ended. Throws AppError 404, and as `purchase`. */
export function payCheckout(deps: PurchaseDeps, id: string, payer: Payer): Promise<Order | Paying> {
  const begin = () =>
    inTransaction(deps.db, async (tx) => {
      const locked = await lockToPlace(tx, { buyerId: payer.buyerId, id, now: deps.clock() })
      if (!locked) throw checkoutError('checkout_not_found')
      return beginAttempt(deps, tx, locked, payer)
    })
  return pay(deps, payer, begin)
}

/** Begins an attempt, after ending one with other details, and responds with its outcome. */
async function pay(
  { db, payments }: PurchaseDeps,
  payer: Payer & Partial<CartAttempt>,
  begin: () => Promise<BegunAttempt>,
): Promise<Order | Paying> {
  const limits = [
    [rateLimits.declinedPayment, payer.buyerId],
    [rateLimits.declinedPaymentAnywhere, payer.address],
  ] as const
  payments?.provider.beginWaiting()
  // A bank transfer cannot be declined.
  const isTransfer = payer.request?.payment_method === 'bank_transfer'
  if (!isTransfer) for (const [limit, key] of limits) await payments?.limiter.requireLeft(limit, key)
  for (let tries = 1; ; tries++) {
    const begun = await begin()
    const outcome = await outcomeOf(payments, begun)
    const declineCode = outcome.kind === 'declined' ? outcome.declineCode : undefined
    if (declineCode || (declineCode === null && begun.kind === 'start'))
      for (const [limit, key] of limits) await payments?.limiter.isWithin(limit, key)
    const isOver = outcome.kind === 'declined' || outcome.kind === 'late'
    // A running attempt without a code never reached the provider, as its server was killed.
    const isAgain = begun.kind === 'other' ? isOver : begun.kind === 'running' && declineCode === null
    if (isAgain && tries < BEGIN_TRIES) continue
    if (begun.kind === 'other' && begun.isOfOtherCart && (isOver || outcome.kind === 'waiting'))
      throw paymentError('payment_running')
    // Without a key the order belongs to the request that began the payment.
    if (begun.kind === 'running' && outcome.kind === 'placed_before' && payer.request && payer.key === undefined)
      throw checkoutError('cart_empty')
    return responseTo(db, payer, begun.checkoutId, begun.kind === 'other' && isOver ? { kind: 'waiting' } : outcome)
  }
}

async function outcomeOf(payments: PaymentDeps | undefined, begun: BegunAttempt): Promise<PaymentOutcome> {
  if (begun.kind === 'ended') {
    await announceTransfer(payments, begun.outcome)
    return begun.outcome
  }
  if (!payments) throw new Error('a payment was begun where none are taken')
  if (begun.kind === 'start') return start(payments, begun)
  return awaitAttempt(payments, begun.payment, { ends: begun.kind === 'other' }).catch((error) => {
    // A running payment is awaited even while the provider is busy.
    if (error instanceof AppError && error.code === 'payments_busy') return { kind: 'waiting' }
    throw error
  })
}

/** Also of a repeated request: the process of the first one may have died before. */
async function announceTransfer(payments: PaymentDeps | undefined, outcome: PaymentOutcome): Promise<void> {
  const order = 'order' in outcome ? outcome.order : undefined
  if (order?.payment_method !== 'bank_transfer') return
  const { order_id: reference, total_count } = order
  const amountCents = toCents(total_count)
  if (amountCents > 0) await payments?.simulated?.transfers.announce({ reference, amountCents })
}

/** Throws AppError 503 when no request was sent; the checkout is then open again. */
async function start(
  deps: PaymentDeps,
  { payment, row, checkoutId, means }: Extract<BegunAttempt, { kind: 'start' }>,
): Promise<PaymentOutcome> {
  const { payment_id: paymentId, attempts: attempt, amount, currency } = payment
  const basePath = basePathOf(currentLanguage(), deps.languages)
  const request = {
    paymentId,
    attempt,
    checkoutId,
    amountCents: decimalToCents(amount),
    currency,
    token: means,
    returnUrl: `${deps.siteUrl}${basePath}/checkout/return?checkout=${checkoutId}`,
    isReserved: deps.isReserved,
  }
  const outcome = await deps.provider.start(request).catch(async (error) => {
    await reopen(deps, paymentId, { attempt }, { isSent: false })
    throw error
  })
  if (outcome.kind !== 'refused') return applyOutcome(deps, paymentId, outcome, row)
  // The token is the likely cause. The attempt has either taken its money by now or never will.
  const checked = await checkPayment(deps, payment, { isLost: true })
  if (checked.kind === 'declined' && checked.declineCode === null) throw paymentError('payment_token_unknown')
  return checked
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
      return outcome.order ?? readOrder(db, { role: 'buyer', user_id: buyerId, rights: null }, outcome.orderId)
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
 * Ends the payment of a checkout that its buyer abandons; returns the order if it was placed meanwhile. Throws AppError 409
 * while the provider may still take the money.
 */
export async function stopPaying(
  { db, payments }: PurchaseDeps,
  buyerId: string,
  checkoutId: string,
): Promise<string | null> {
  const read = () => findCheckout(db, buyerId, checkoutId)
  let checkout = await read()
  if (payments && checkout?.checkout_state === 'paying') {
    const payment = await findPaymentOf(db, checkoutId)
    if (payment) await checkPayment(payments, payment, { ends: true })
    checkout = await read()
    if (checkout?.checkout_state === 'paying') throw paymentError('payment_running')
  }
  return checkout?.order_id ?? null
}
