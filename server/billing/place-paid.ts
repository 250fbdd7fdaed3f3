import { inTransaction } from '../../db/connect.ts'
import type { Tx } from '../../db/tables.ts'
import { toCents, toDollars } from '../../shared/kernel/money.ts'
import { lockCart } from '../cart/queries.ts'
import { lockToPlace, placeCheckout, placingOf } from '../checkouts/order-checkout.ts'
import { type Clock, secondsAfter, secondsBefore } from '../config/clock.ts'
import { createTogether } from '../data/together.ts'
import { insertPaidOrders, lockPaidCheckouts } from '../orders/place-together-queries.ts'
import type { Intent } from '../payments/provider.ts'
import { type Booking, findPayment, lockPayment, updatePayment } from '../payments/queries.ts'
import { insertRefund } from '../payments/refund-queries.ts'
import { endCheckouts, lockCheckoutRow } from '../stock/reservation-queries.ts'
import type { BillingDeps } from './billing-deps.ts'
import type { Attempted, AttemptedPayment, PaidAttempt, Settled } from './settled.ts'

type Deps = Pick<BillingDeps, 'db' | 'clock' | 'mails'>

/** Orders in one transaction. */
const TOGETHER = 16

/**
 * Returns a function that places the order of a paid attempt as `placePaid` does: together with those that are paid at the
 * same time, as all wait for the counter anyway.
 */
export function createPlacingPaid(deps: Deps): (attempt: PaidAttempt) => Promise<Settled> {
  const { db, clock } = deps
  return createTogether({
    limit: TOGETHER,
    keyOf: ({ payment }) => payment.buyer_id,
    together: (attempts) => inTransaction(db, (tx) => placeTogether(tx, clock, attempts)),
    alone: ({ intent, ...begun }) => placePaid(deps, { paymentId: begun.payment.payment_id, intent, begun }),
  })
}

/** Places the orders of those checkouts that wait for nothing, and returns them. Changes nothing of the others. */
async function placeTogether(
  tx: Tx,
  clock: Clock,
  attempts: readonly PaidAttempt[],
): Promise<Map<PaidAttempt, Settled>> {
  const productsOf = await lockPaidCheckouts(
    tx,
    attempts.map(({ payment, checkout: { checkout_id: checkoutId, lines } }) => {
      return { buyerId: payment.buyer_id, checkoutId, lines }
    }),
  )
  const now = clock()
  const ready = attempts.flatMap((attempt) => {
    const { payment, checkout, intent } = attempt
    const products = productsOf.get(payment.buyer_id)
    if (!products) return []
    const shown = new Map(products.map((product) => [product.product_number, product]))
    const placing = placingOf(payment.buyer_id, checkout, { shown, now, isPaid: true })
    return [{ attempt, placing, checkoutId: checkout.checkout_id, booking: bookingOf(payment.payment_id, intent, now) }]
  })
  if (!ready.length) return new Map()
  const given = await insertPaidOrders(tx, ready, now)
  return new Map(
    ready.flatMap(({ attempt, placing: { order } }) => {
      const numbered = given.get(order.buyer_id)
      return numbered ? [[attempt, { kind: 'placed', order: { ...numbered, ...order } }] as const] : []
    }),
  )
}

/**
 * Places the order of a checkout that is paid; when the checkout has ended, the money goes back. `begun` is what the request
 * knows that has begun the attempt.
 */
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

/** Returns how the order of a payment becomes paid. */
function bookingOf(payment_id: string, intent: Intent, now: Date): Booking {
  return {
    payment_id,
    provider_ref: intent.ref,
    payment_state: intent.status === 'paid' ? 'paid' : 'authorized',
    captured: toDollars(intent.receivedCents).toFixed(2),
    pay_by: null,
    capture_at: intent.status === 'authorized' ? captureAt(intent, now) : null,
  }
}

const DAY_SECONDS = 24 * 3600
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
