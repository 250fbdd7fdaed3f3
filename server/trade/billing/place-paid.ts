import { inTransaction, retryConflicts } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { centsToDecimal, decimalToCents } from '../../../shared/kernel/money.ts'
import { type Clock, DAY_SECONDS, secondsAfter, secondsBefore } from '../../platform/config/clock.ts'
import { createTogether } from '../../platform/data/together.ts'
import { endCheckouts, lockCheckoutRow } from '../../shop/stock/reservation-queries.ts'
import { lockCart } from '../cart/queries.ts'
import { lockToPlace, placeCheckout, placingOf } from '../checkouts/order-checkout.ts'
import { placePaidCheckouts } from '../orders/place-paid-queries.ts'
import type { Intent } from '../payments/provider.ts'
import { type Booking, findPayment, lockPayment, updatePayment } from '../payments/queries.ts'
import { insertRefund } from '../payments/refund-queries.ts'
import type { BillingDeps } from './billing-deps.ts'
import type { Attempted, AttemptedPayment, PaidAttempt, Settled } from './settled.ts'

type Deps = Pick<BillingDeps, 'db' | 'clock' | 'mails'>

/** Orders in one transaction. */
const TOGETHER = 16

/** Returns `placePaid` for several at the same time together. */
export function createPlacingPaid(deps: Deps): (attempt: PaidAttempt) => Promise<Settled> {
  const { db, clock } = deps
  return createTogether({
    limit: TOGETHER,
    keyOf: ({ payment }) => payment.buyer_id,
    together: (attempts) => retryConflicts(() => placeTogether(db, clock, attempts)),
    alone: ({ intent, ...begun }) => placePaid(deps, { paymentId: begun.payment.payment_id, intent, begun }),
  })
}

/** Places the orders of those checkouts that wait for nothing, and returns them. Changes nothing of the others. */
async function placeTogether(
  db: Db,
  clock: Clock,
  attempts: readonly PaidAttempt[],
): Promise<Map<PaidAttempt, Settled>> {
  const now = clock()
  const orders = attempts.map(({ payment, checkout, intent }) => ({
    placing: placingOf(payment.buyer_id, checkout, { shown: new Map(), now, isPaid: true }),
    checkoutId: checkout.checkout_id,
    booking: bookingOf(payment.payment_id, intent, now),
  }))
  const placed = await placePaidCheckouts(db, orders, now)
  return new Map(
    attempts.flatMap((attempt, index) => {
      const order = orders[index]?.placing.order
      const given = placed.get(attempt.payment.buyer_id)
      if (!order || !given) return []
      const { order_id, created_at, pictures } = given
      const lines = order.lines.map((line) => ({ ...line, featured_image: pictures[line.product_id] ?? '' }))
      return [[attempt, { kind: 'placed', order: { order_id, created_at, ...order, lines } }] as const]
    }),
  )
}

/** Places the order of a paid checkout, else gives the money back; `begun` is what the request knows that began it. */
export async function placePaid(
  deps: Deps,
  { paymentId, intent, begun }: { paymentId: string; intent: Intent; begun?: Attempted },
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
    const booking = bookingOf(paymentId, intent, now)
    const { placed, order } = await placeCheckout(tx, known.buyer_id, checkout, { now, booking, products })
    if (placed.refused) return 'refused'
    return { kind: 'placed', order: { order_id: placed.order_id, created_at: placed.created_at, ...order } }
  })
  if (settled === 'refused') await endPaid(deps, known)
  return settled === 'refused' || settled === 'ended' ? refundLate(deps, paymentId, intent) : settled
}

function bookingOf(payment_id: string, intent: Intent, now: Date): Booking {
  return {
    payment_id,
    provider_ref: intent.ref,
    payment_state: intent.status === 'paid' ? 'paid' : 'authorized',
    captured: centsToDecimal(intent.receivedCents),
    pay_by: null,
    capture_at: intent.status === 'authorized' ? captureAt(intent, now) : null,
  }
}

/** No card network ends a reservation earlier. */
const LEAST_RESERVED_DAYS = 5

/** Returns when what is reserved is taken at the latest: a day before the reservation ends. */
function captureAt({ captureBefore }: Intent, now: Date): Date {
  return secondsBefore(captureBefore ?? secondsAfter(now, LEAST_RESERVED_DAYS * DAY_SECONDS), DAY_SECONDS)
}

/** Ends a checkout that is paid and cannot be ordered: a seller has limited a product while its buyer was paying. */
async function endPaid({ db, clock }: Deps, { buyer_id, checkout_id }: AttemptedPayment): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock()
    await lockCart(tx, buyer_id, now)
    const checkout = checkout_id ? await lockCheckoutRow(tx, buyer_id, checkout_id) : undefined
    const isRunning = checkout?.checkout_state === 'paying' || checkout?.checkout_state === 'open'
    if (checkout && isRunning) await endCheckouts(tx, { ids: [checkout.checkout_id], now })
  })
}

async function refundLate({ db, clock, mails }: Deps, paymentId: string, intent: Intent): Promise<Settled> {
  return inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment || decimalToCents(payment.captured) > 0) return { kind: 'late' }
    const now = clock()
    const captured = centsToDecimal(intent.receivedCents)
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
