import { inTransaction } from '../../../db/connect.ts'
import type { Tx } from '../../../db/tables.ts'
import { decimalToCents, toCents } from '../../../shared/kernel/money.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { MAX_PAYMENT_ATTEMPTS } from '../../../shared/payments/constants.ts'
import type { Paying } from '../../../shared/payments/schema.ts'
import { DAY_SECONDS, secondsAfter } from '../../platform/config/clock.ts'
import { AppError } from '../../platform/http/errors.ts'
import { rateLimits } from '../../platform/load/rate-limit.ts'
import {
  type CheckoutRow,
  findPaying,
  lockCheckoutRow,
  setCheckoutState,
} from '../../shop/stock/reservation-queries.ts'
import { beginCheckoutIn } from '../checkouts/begin-checkout.ts'
import { checkoutExpired, checkoutNotFound, paymentRunning } from '../checkouts/errors.ts'
import { placeCheckout, requireOrderable } from '../checkouts/order-checkout.ts'
import { requireId } from '../checkouts/read-checkout.ts'
import { setShipBy } from '../orders/act-queries.ts'
import { cartEmpty } from '../orders/errors.ts'
import { findRepeated, type OrderAttempt } from '../orders/place-order.ts'
import { readOrder } from '../orders/read-order.ts'
import type { Outcome } from '../payments/provider.ts'
import { findPaymentOf, insertPayment, type PaymentRow, updatePayment } from '../payments/queries.ts'
import type { Begun, BillingDeps } from './billing-deps.ts'
import { paymentDeclined, tokenUnknown, tooManyAttempts } from './errors.ts'
import { awaitAttempt, endAttempt, lookAt, release } from './look-at-payment.ts'
import { FIRST_CHECK_SECONDS, settle } from './settle.ts'
import type { AttemptedPayment, Settled } from './settled.ts'
import { isOtherWay, wayToPay } from './way-to-pay.ts'

export interface Payer {
  buyerId: string
  /** Stands for the means of payment; a played provider has one for those who give none. */
  token: string | undefined
  address: string
}

/** Attempts begun after one that runs has been ended: requests at once end those of each other. */
const BEGIN_TRIES = 5

/**
 * Reserves the buyer's cart, takes the money and places the order; returns what is left to do when the payment needs more
 * time or a step of the buyer. A repeat with the same key returns what is so now, and never begins a second payment. With
 * other details, or for another cart, an attempt that runs is ended at the provider first; when it was paid meanwhile, its
 * order is returned. Throws AppError 402 for a declined payment, 409 as placing an order does, 429 after too many attempts,
 * 503 while the provider is slow: nothing was taken then.
 */
export async function payOrder(deps: BillingDeps, attempt: OrderAttempt, payer: Payer): Promise<Order | Paying> {
  const repeated = await findRepeated(deps.db, attempt)
  if (repeated) return repeated
  const lock = async (tx: Tx) => {
    const { row, isContinued } = await beginCheckoutIn(tx, attempt)
    const { payment_method: method } = attempt.request
    return { row, isNew: !isContinued, isKeyed: attempt.key !== undefined, method }
  }
  return pay(deps, payer, lock, () => deps.beginNew({ attempt, token: payer.token }))
}

/** Pays a checkout of the buyer, which may be another attempt. Throws AppError 404, and as `payOrder` does. */
export function payCheckout(deps: BillingDeps, checkoutId: string, payer: Payer): Promise<Order | Paying> {
  requireId(checkoutId)
  return pay(deps, payer, async (tx) => {
    const row = await lockCheckoutRow(tx, payer.buyerId, checkoutId)
    if (!row) throw checkoutNotFound()
    return { row, isNew: false, isKeyed: true, method: undefined }
  })
}

/** The checkout to pay, locked. */
interface Locked {
  row: CheckoutRow
  /** Whether it was just begun, so that it has no payment. */
  isNew: boolean
  /** Whether the request names it, so that it may be a repeat; otherwise the order is that of who began to pay it. */
  isKeyed: boolean
  method: PaymentRow['payment_method'] | undefined
}

type Begin = () => Promise<Begun>

async function pay(
  deps: BillingDeps,
  payer: Payer,
  lock: (tx: Tx) => Promise<Locked>,
  beginAnew: () => Promise<Begun | undefined> = async () => undefined,
): Promise<Order | Paying> {
  const { limiter, provider } = deps
  const { buyerId, address } = payer
  provider.beginWaiting()
  await limiter.requireLeft(rateLimits.declinedPayment, buyerId)
  await limiter.requireLeft(rateLimits.declinedPaymentAnywhere, address)
  const begin = async () =>
    (await beginAnew()) ?? inTransaction(deps.db, async (tx) => beginAttempt(deps, tx, payer, await lock(tx)))
  const countDeclined = async () => {
    await limiter.isWithin(rateLimits.declinedPayment, buyerId)
    await limiter.isWithin(rateLimits.declinedPaymentAnywhere, address)
  }
  let { begun, settled } = await attemptOnce(deps, payer, begin, countDeclined)
  // The attempt that ran never reached the provider, as its server was killed: this request makes another one.
  if (begun.kind === 'running' && settled.kind === 'declined' && settled.declineCode === null)
    ({ begun, settled } = await attemptOnce(deps, payer, begin, countDeclined))
  if (settled.kind === 'declined') await countDeclined()
  if (begun.kind === 'running' && !begun.isKeyed && settled.kind === 'placed_before') throw cartEmpty()
  return responseTo(deps, payer, begun.checkoutId, settled)
}

/** Makes an attempt and returns what became of it. One that runs with other details is ended first. */
async function attemptOnce(
  deps: BillingDeps,
  { buyerId }: Payer,
  begin: Begin,
  countDeclined: () => Promise<void>,
): Promise<{ begun: Begun; settled: Settled }> {
  for (let tries = 1; ; tries++) {
    const begun = await begin().catch((error) => findOtherCart(deps, buyerId, error))
    if (begun.kind !== 'other') return { begun, settled: await carryOn(deps, begun) }
    const settled = await endAttempt(deps, begun).catch(waitWhileBusy)
    const isOver = settled.kind === 'declined' || settled.kind === 'late'
    if (settled.kind === 'declined' && settled.declineCode !== null) await countDeclined()
    if (isOver && tries < BEGIN_TRIES) continue
    if (begun.isOfOtherCart && (isOver || settled.kind === 'waiting')) throw paymentRunning()
    return { begun, settled: isOver ? { kind: 'waiting' } : settled }
  }
}

async function findOtherCart({ db }: BillingDeps, buyerId: string, error: unknown): Promise<Begun> {
  if (!(error instanceof AppError && error.code === 'payment_running')) throw error
  const checkoutId = await findPaying(db, buyerId)
  const payment = checkoutId === undefined ? undefined : await findPaymentOf(db, checkoutId)
  if (checkoutId === undefined || !payment) throw error
  const { payment_id: paymentId, attempts: attempt } = payment
  return { checkoutId, kind: 'other', paymentId, attempt, isOfOtherCart: true }
}

/** Begins an attempt for a checkout that is locked, unless one runs. */
async function beginAttempt(
  deps: BillingDeps,
  tx: Tx,
  { buyerId, token }: Payer,
  { row, isNew, isKeyed, method }: Locked,
): Promise<Begun> {
  const now = deps.clock()
  const { checkout_id: checkoutId, order_id } = row
  if (order_id) return { checkoutId, kind: 'settled', settled: { kind: 'placed_before', orderId: order_id } }
  const known = isNew ? undefined : await findPaymentOf(tx, checkoutId)
  const running = row.checkout_state === 'paying' ? known : undefined
  if (running && !isOtherWay(deps, running, { method, token }))
    return { checkoutId, kind: 'running', paymentId: running.payment_id, isKeyed }
  if (!running && (row.checkout_state !== 'open' || row.expires_at <= now)) throw checkoutExpired()
  const way = wayToPay(deps, { method: method ?? methodOf(row), total: row.total_count, token })
  if (way.means !== null && known && known.attempts >= MAX_PAYMENT_ATTEMPTS) throw tooManyAttempts()
  if (running) {
    const { payment_id: paymentId, attempts: attempt } = running
    return { checkoutId, kind: 'other', paymentId, attempt, isOfOtherCart: false }
  }
  if (!isNew) await requireOrderable(tx, row)
  const { isFree, means, ...stored } = way
  const attempt =
    means === null
      ? { means, attempted_at: null, check_at: null }
      : { means, attempted_at: now, check_at: secondsAfter(now, FIRST_CHECK_SECONDS) }
  const payment = known
    ? await changePayment(tx, known, { ...stored, attempt })
    : await insertPayment(tx, {
        checkout_id: checkoutId,
        buyer_id: buyerId,
        ...stored,
        sandbox: deps.isSandbox,
        amount: row.total_count,
        attempts: means === null ? 0 : 1,
        ...attempt,
        now,
      })
  if (means === null) {
    const payBy = isFree ? null : secondsAfter(now, deps.transferDays * DAY_SECONDS)
    return placeUnasked(tx, { row, payment, buyerId, now, payBy })
  }
  await setCheckoutState(tx, checkoutId, 'paying')
  return { checkoutId, kind: 'start', payment, checkout: row, means }
}

const methodOf = (row: CheckoutRow) => row.payment_method as PaymentRow['payment_method']

async function changePayment(
  tx: Tx,
  known: PaymentRow,
  {
    attempt,
    ...way
  }: Pick<PaymentRow, 'provider' | 'payment_method'> & {
    attempt: { means: string | null; attempted_at: Date | null; check_at: Date | null }
  },
): Promise<PaymentRow> {
  const isAsked = attempt.means !== null
  const attempts = isAsked ? known.attempts + 1 : known.attempts
  await updatePayment(tx, known.payment_id, {
    ...way,
    ...attempt,
    attempts,
    checks: 0,
    provider_ref: null,
    decline_code: null,
    ...(isAsked && { payment_state: 'created' }),
  })
  return { ...known, ...way, attempts }
}

/** Places the order without asking a provider: it costs nothing, or the bank transfer comes after it. */
async function placeUnasked(
  tx: Tx,
  {
    row,
    payment,
    buyerId,
    now,
    payBy,
  }: { row: CheckoutRow; payment: PaymentRow; buyerId: string; now: Date; payBy: Date | null },
): Promise<Begun> {
  const booking = {
    payment_id: payment.payment_id,
    provider_ref: null,
    payment_state: payBy ? ('awaiting_transfer' as const) : ('paid' as const),
    captured: '0.00',
    pay_by: payBy,
    capture_at: null,
  }
  const { placed, order } = await placeCheckout(tx, buyerId, row, { now, booking })
  if (placed.refused) throw new Error('what a checkout had reserved could not be sold')
  const { order_id, created_at } = placed
  // Sellers have nothing to send before the money is there.
  if (payBy) await setShipBy(tx, orderNumberOf(order_id), null)
  return {
    checkoutId: row.checkout_id,
    kind: 'settled',
    settled: { kind: 'placed', order: { order_id, created_at, ...order } },
  }
}

async function carryOn(deps: BillingDeps, begun: Exclude<Begun, { kind: 'other' }>): Promise<Settled> {
  if (begun.kind === 'settled') {
    await announceTransfer(deps, begun.settled)
    return begun.settled
  }
  if (begun.kind === 'running') return awaitAttempt(deps, begun.paymentId).catch(waitWhileBusy)
  const { payment, checkoutId, checkout } = begun
  const outcome = await start(deps, payment, checkoutId, begun.means)
  if (outcome.kind === 'refused') {
    // Most likely the token; whatever it was, the attempt takes no money afterwards, or took it before.
    const settled = await lookAt(deps, payment.payment_id, { isLost: true })
    if (settled.kind === 'declined' && settled.declineCode === null) throw tokenUnknown()
    return settled
  }
  return settle(deps, payment.payment_id, outcome, { payment, checkout })
}

/** A payment that runs is waited for, also while its provider cannot be asked. */
function waitWhileBusy(error: unknown): Settled {
  if (error instanceof AppError && error.code === 'payments_busy') return { kind: 'waiting' }
  throw error
}

async function announceTransfer({ transfers }: BillingDeps, settled: Settled): Promise<void> {
  if (settled.kind !== 'placed' || settled.order.payment_method !== 'bank_transfer') return
  const { order_id: reference, total_count } = settled.order
  const amountCents = toCents(total_count)
  if (amountCents > 0) await transfers?.announce({ reference, amountCents })
}

/** Throws AppError 503 when the provider was not asked; the checkout is open again then. */
async function start(
  deps: BillingDeps,
  payment: AttemptedPayment,
  checkoutId: string,
  token: string,
): Promise<Outcome> {
  const { payment_id: paymentId, attempts, amount } = payment
  try {
    return await deps.provider.start({
      paymentId,
      attempt: attempts,
      checkoutId,
      currency: 'usd',
      amountCents: decimalToCents(amount),
      token,
      returnUrl: `${deps.siteUrl}/checkout/return?checkout=${checkoutId}`,
      isReserved: deps.isReserved,
    })
  } catch (error) {
    await inTransaction(deps.db, async (tx) => {
      const row = await lockCheckoutRow(tx, payment.buyer_id, checkoutId)
      const change = { payment_state: 'cancelled' as const, attempts: attempts - 1, check_at: null }
      await updatePayment(tx, paymentId, change)
      if (row?.checkout_state === 'paying') await setCheckoutState(tx, checkoutId, 'open')
    })
    throw error
  }
}

async function responseTo(
  { db }: BillingDeps,
  { buyerId }: Payer,
  checkout_id: string,
  settled: Settled,
): Promise<Order | Paying> {
  switch (settled.kind) {
    case 'placed':
      return settled.order
    case 'placed_before':
      return readOrder(db, { role: 'buyer', user_id: buyerId }, settled.orderId)
    case 'step':
      return { checkout_id, checkout_state: 'paying', next: { kind: 'redirect', url: settled.url } }
    case 'client':
      return { checkout_id, checkout_state: 'paying', next: { kind: 'client', client_secret: settled.clientSecret } }
    case 'waiting':
      return { checkout_id, checkout_state: 'paying', next: { kind: 'wait' } }
    case 'declined':
      throw paymentDeclined(settled.declineCode)
    case 'late':
      throw checkoutExpired()
  }
}

/** Ends the payment of a checkout that its buyer gives up. Throws AppError 409 while the provider may still take the money. */
export async function releaseCheckout(deps: BillingDeps, buyerId: string, checkoutId: string): Promise<void> {
  const running = await findPaying(deps.db, buyerId)
  if (running !== requireId(checkoutId)) return
  await release(deps, checkoutId)
  if ((await findPaying(deps.db, buyerId)) === checkoutId) throw paymentRunning()
}
