import { inTransaction } from '../../db/connect.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { formatDollars, toCents } from '../../shared/kernel/money.ts'
import type { RefundPayment } from '../../shared/payments/schema.ts'
import { type Acting, insertActions } from '../audit/queries.ts'
import { lockOrder } from '../orders/act-queries.ts'
import { listOrderSellers } from '../orders/seller-queries.ts'
import { findPayment, lockPayment, type PaymentRow } from '../payments/queries.ts'
import { centsLeft, findRefund, insertRefund } from '../payments/refund-queries.ts'
import {
  notByHand,
  notPaid,
  paymentNotFound,
  refundNotFound,
  refundReused,
  refundTooLarge,
  wrongSeller,
} from './errors.ts'
import { reportRefund } from './look-at-refunds.ts'

/**
 * Decides that money of an order goes back to its buyer, as an admin requests; the same request again changes nothing.
 * Throws AppError 404 for an unknown payment, 409 when it is not paid or less is left, 422 for the id of another refund, 400
 * for a seller who has nothing in the order.
 */
export function refundPayment(
  db: Db,
  by: Acting,
  paymentId: string,
  { refund_id, amount, seller_id, reason, note: given }: RefundPayment,
): Promise<void> {
  const note = given ?? null
  return inTransaction(db, async (tx) => {
    const payment = await lockWithOrder(tx, paymentId)
    const known = await findRefund(tx, refund_id)
    if (known) {
      const isSame =
        known.payment_number === payment.payment_number && Number(known.amount) === amount && known.reason === reason
      if (isSame && known.seller_id === seller_id && known.note === note) return
      throw refundReused()
    }
    const { order_id } = payment
    if (order_id === null || payment.payment_state !== 'paid') throw notPaid()
    if (!(await listOrderSellers(tx, order_id)).includes(seller_id)) throw wrongSeller()
    const left = await centsLeft(tx, payment)
    if (toCents(amount) > left) throw refundTooLarge(left)
    const { admin_id, now } = by
    await insertRefund(tx, {
      ...{ payment, refund_id, seller_id, reason, note, now },
      ...{ amount: amount.toFixed(2), by_user: admin_id },
    })
    await insertActions(tx, by, 'refund', [{ target: order_id, from: null, to: formatDollars(amount) }])
  })
}

/** Records that an admin has sent a refund of a bank transfer back. Throws AppError 404, and 409 for one that a provider sends. */
export function recordSentBack(db: Db, by: Acting, refundId: string): Promise<string> {
  return inTransaction(db, async (tx) => {
    const known = await findRefund(tx, refundId)
    if (!known) throw refundNotFound()
    const payment = await lockWithOrder(tx, known.payment_id)
    if (payment.provider !== 'offline') throw notByHand()
    const report = { state: 'succeeded' as const, ref: null, failure: null, now: by.now }
    const isNew = await reportRefund(tx, refundId, report)
    const to = formatDollars(Number(known.amount))
    if (isNew) await insertActions(tx, by, 'refund_done', [{ target: payment.order_id ?? refundId, from: null, to }])
    return known.payment_id
  })
}

/** Locks the order of a payment, if any, and then the payment. Throws AppError 404. */
async function lockWithOrder(tx: Tx, paymentId: string): Promise<PaymentRow> {
  const known = await findPayment(tx, paymentId)
  if (known?.order_id) await lockOrder(tx, known.order_id)
  const payment = known && (await lockPayment(tx, paymentId))
  if (!payment) throw paymentNotFound()
  return payment
}
