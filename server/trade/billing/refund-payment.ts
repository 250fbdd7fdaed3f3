import { lockUntilEnd } from '../../../db/advisory-locks.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { centsToDecimal, decimalToCents, formatAmount, toCents, toDollars } from '../../../shared/kernel/money.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import type { RefundPayment } from '../../../shared/payments/schema.ts'
import { goodsFirst, NOTHING, type Parts, splitRefund, sumOfParts } from '../../../shared/pricing/refundable.ts'
import { type Acting, insertActions } from '../../people/audit/queries.ts'
import { holdUnsent } from '../fulfilment/follow-payment.ts'
import { lockOrder } from '../orders/fulfilment-queries.ts'
import { paymentError } from '../payments/errors.ts'
import { findPayment, lockPayment, type PaymentRow, updatePayment } from '../payments/queries.ts'
import { assignRefund, centsLeft, findRefund, listDecided, refundSeller } from '../payments/refund-queries.ts'
import { refundableBySeller } from './read-payments.ts'
import { reportRefund } from './sync-reversals.ts'

/**
 * Records a refund that an admin requests; of an authorised payment, less is captured instead. A refund of the whole
 * order is split among its sellers by what each has left. Repeating a request changes nothing. Throws AppError 404 for
 * an unknown payment, 409 when it is not paid or less is left, 422 for the id of another refund, 400 for a seller who
 * has nothing in the order.
 */
export function refundPayment(db: Db, by: Acting, paymentId: string, request: RefundPayment): Promise<void> {
  return inTransaction(db, async (tx) => {
    // Requests for different payments share no other lock.
    // guard: refund-id-lock
    await lockUntilEnd(tx, `refund ${request.refund_id}`)
    const payment = await lockWithOrder(tx, paymentId)
    if (await isRepeated(tx, payment, request)) return
    const { order_id, payment_state } = payment
    if (order_id === null || (payment_state !== 'paid' && payment_state !== 'authorized'))
      throw paymentError('not_paid')
    const { refund_id, seller_id, reason, amount, note = null } = request
    const left = await refundableBySeller(tx, payment)
    if (seller_id !== undefined && !left.has(seller_id)) throw paymentError('refund_wrong_seller')
    const sellers = [...left].filter(([id]) => seller_id === undefined || id === seller_id)
    requireLeft(toCents(amount), await centsLeft(tx, payment))
    const shares = sharesOf(
      request,
      sellers.map(([, parts]) => parts),
    )
    const decided = { payment, reason, note, created_at: by.now, by_user: by.admin_id, of_units: false }
    // Several decisions name their request.
    const ids = seller_id === undefined ? { request_id: refund_id } : { refund_id }
    for (const [index, [of]] of sellers.entries())
      await refundSeller(tx, { ...decided, ...ids, seller_id: of, back: shares[index] ?? NOTHING })
    await holdUnsent(tx, orderNumberOf(order_id), by.now)
    await insertActions(tx, by, 'refund', [{ target: order_id, from: null, to: formatAmount(amount) }])
  })
}

/** Returns each seller's part of a refund. Throws AppError 409 when less is left in all, or less for delivery. */
function sharesOf({ amount, delivery }: RefundPayment, left: readonly Parts[]): Parts[] {
  const cents = toCents(amount)
  requireLeft(cents, sumOf(left.map(sumOfParts)))
  if (delivery === undefined) return splitRefund(cents, left)
  const ofDelivery = toCents(delivery)
  const deliveryLeft = Math.min(cents, sumOf(left.map((parts) => parts.delivery)))
  if (ofDelivery > deliveryLeft) throw paymentError('delivery_refund_too_large', { left: toDollars(deliveryLeft) })
  requireLeft(cents, sumOf(left.map((parts) => parts.goods)) + ofDelivery)
  return splitRefund(cents, left, ofDelivery)
}

const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0)

function requireLeft(cents: number, left: number): void {
  if (cents > left) throw paymentError('refund_too_large', { left: toDollars(left) })
}

async function isRepeated(
  tx: Tx,
  { payment_number }: PaymentRow,
  { refund_id, amount, delivery, seller_id, reason, note }: RefundPayment,
): Promise<boolean> {
  const known = await listDecided(tx, refund_id)
  if (!known.length) return false
  const cents = sumOf(known.map((one) => decimalToCents(one.amount)))
  const isSame = known.every(
    (one) =>
      one.payment_number === payment_number &&
      one.reason === reason &&
      one.note === (note ?? null) &&
      (seller_id === undefined ? one.request_id === refund_id : one.seller_id === seller_id && one.request_id === null),
  )
  const ofDelivery = sumOf(known.map((one) => decimalToCents(one.delivery)))
  const isSameDelivery = delivery === undefined || ofDelivery === toCents(delivery)
  if (isSame && isSameDelivery && cents === toCents(amount)) return true
  throw paymentError('refund_reused')
}

/**
 * Records that an admin has returned a bank transfer by hand. Throws AppError 404, and 409 for a refund that the
 * provider sends.
 */
export function recordRefundByHand(db: Db, by: Acting, refundId: string): Promise<string> {
  return inTransaction(db, async (tx) => {
    const known = await findRefund(tx, refundId)
    if (!known) throw paymentError('refund_not_found')
    const payment = await lockWithOrder(tx, known.payment_id)
    if (payment.provider !== 'offline') throw paymentError('refund_not_by_hand')
    const report = { state: 'succeeded' as const, ref: null, failure: null, now: by.now }
    const isNew = await reportRefund(tx, refundId, report)
    const to = formatAmount(Number(known.amount))
    if (isNew) await insertActions(tx, by, 'refund_done', [{ target: payment.order_id ?? refundId, from: null, to }])
    return known.payment_id
  })
}

/** Assigns a refund made at the provider to a seller; returns the payment's id. Throws AppError 400, 404, 409. */
export function assignRefundToSeller(db: Db, by: Acting, refundId: string, seller_id: string): Promise<string> {
  return inTransaction(db, async (tx) => {
    const found = await findRefund(tx, refundId)
    if (!found) throw paymentError('refund_not_found')
    const payment = await lockWithOrder(tx, found.payment_id)
    const { payment_id, order_id } = payment
    const known = await findRefund(tx, refundId)
    if (known?.seller_id === seller_id) return payment_id
    if (known?.reason !== 'elsewhere' || known.seller_id !== null || order_id === null)
      throw paymentError('refund_assigned')
    const left = (await refundableBySeller(tx, payment)).get(seller_id)
    if (left === undefined) throw paymentError('refund_wrong_seller')
    const cents = decimalToCents(known.amount)
    requireLeft(cents, sumOfParts(left))
    await assignRefund(tx, refundId, seller_id, goodsFirst(cents, left))
    await holdUnsent(tx, orderNumberOf(order_id), by.now)
    const to = formatAmount(Number(known.amount))
    await insertActions(tx, by, 'refund_assigned', [{ target: order_id, from: null, to }])
    return payment_id
  })
}

/**
 * Records that an admin has returned so many dollars of a payment's surplus, by default all. Throws AppError 404, and 409
 * without a surplus or with less.
 */
export function recordSurplusReturned(db: Db, by: Acting, paymentId: string, amount?: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { surplus, surplus_returned, order_id } = await lockWithOrder(tx, paymentId)
    const returned = decimalToCents(surplus_returned)
    const left = decimalToCents(surplus) - returned
    if (left === 0) throw paymentError('no_surplus')
    const cents = amount === undefined ? left : toCents(amount)
    requireLeft(cents, left)
    await updatePayment(tx, paymentId, { surplus_returned: centsToDecimal(returned + cents) })
    const target = order_id ?? paymentId
    await insertActions(tx, by, 'surplus_returned', [{ target, from: null, to: formatAmount(toDollars(cents)) }])
  })
}

async function lockWithOrder(tx: Tx, paymentId: string): Promise<PaymentRow> {
  const known = await findPayment(tx, paymentId)
  if (!known) throw paymentError('payment_not_found')
  if (known.order_id) await lockOrder(tx, known.order_id)
  return lockPayment(tx, paymentId)
}
