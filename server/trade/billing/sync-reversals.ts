import { inTransaction } from '../../../db/connect.ts'
import type { Tx } from '../../../db/tables.ts'
import type { NoteMark } from '../../../shared/fulfilment/constants.ts'
import type { AnswerDispute } from '../../../shared/payments/schema.ts'
import { goodsFirst, NOTHING, type Parts, sumOfParts } from '../../../shared/pricing/refundable.ts'
import { type Acting, insertActions } from '../../people/audit/queries.ts'
import { holdUnsent } from '../fulfilment/follow-payment.ts'
import { partOf } from '../fulfilment/refund-reversed.ts'
import { insertNote, insertOrderEvent, listLines, listSellerParts, lockOrder } from '../orders/fulfilment-queries.ts'
import { type DisputeReport, findDispute, recordDispute } from '../payments/dispute-queries.ts'
import { paymentError } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import type { RefundOutcome } from '../payments/provider-reversals.ts'
import { findPayment, lockPayment, type PaymentRow, requirePayment } from '../payments/queries.ts'
import {
  findRefund,
  findRefundOf,
  insertRefund,
  type RefundReport,
  recordRefund,
  refundUnits,
} from '../payments/refund-queries.ts'
import { refundableBySeller } from './read-payments.ts'

/**
 * Syncs the refunds of a payment, including those made in the provider's dashboard, and its disputes; returns whether
 * anything changed.
 */
export async function syncReversals(deps: PaymentDeps, payment: PaymentRow): Promise<boolean> {
  const { provider_ref: ref } = payment
  if (!ref) return false
  let isChanged = false
  const newestFirst = await deps.provider.listRefunds(ref)
  // A refund may need the money of an earlier one that has failed.
  for (const refund of newestFirst.toReversed())
    isChanged = (await applyRefund(deps, payment.payment_id, refund)) || isChanged
  for (const dispute of await deps.provider.listDisputes(ref))
    isChanged = (await applyDispute(deps, payment, dispute)) || isChanged
  return isChanged
}

function applyDispute({ db, clock }: PaymentDeps, { payment_id, order_id }: PaymentRow, report: DisputeReport) {
  return inTransaction(db, async (tx) => {
    const now = clock()
    const order = order_id === null ? undefined : await lockOrder(tx, order_id)
    const payment = await lockPayment(tx, payment_id)
    const changed = await recordDispute(tx, payment.payment_number, { ...report, now })
    if (changed && order) {
      const mark: NoteMark = changed.before === null ? 'disputed' : `dispute_${report.dispute_state}`
      await insertNote(tx, { ...order, now }, { mark, amount: report.amount })
      if (report.dispute_state === 'won') await refundGone(tx, payment, order.order_number, now)
      await holdUnsent(tx, order.order_number, now)
    }
    return changed !== undefined
  })
}

/**
 * Refunds the units that were cancelled or came back while their money was disputed; in place of refunds that failed then, as
 * refunds by hand do.
 */
async function refundGone(tx: Tx, payment: PaymentRow, orderNumber: number, created_at: Date): Promise<void> {
  const lines = await listLines(tx, orderNumber)
  for (const { seller_id, charges } of await listSellerParts(tx, orderNumber)) {
    const own = lines.filter((line) => line.seller_id === seller_id)
    const part = partOf(own, charges)
    const reason = own.some(({ cancelled }) => cancelled > 0) ? 'cancelled' : 'returned'
    await refundUnits(tx, { payment, part, back: part.gone, seller_id, reason, created_at, of_units: false })
  }
}

const OPEN: readonly string[] = ['warning', 'needs_response']

/** Sends the bank an admin's answer to a dispute; returns the payment's id. Throws AppError 404, 409, 503. */
export async function answerDispute(deps: PaymentDeps, by: Acting, disputeNumber: number, answer: AnswerDispute) {
  const { db, provider } = deps
  const dispute = await findDispute(db, disputeNumber)
  if (!dispute) throw paymentError('dispute_not_found')
  const { payment_id, provider_ref, dispute_state } = dispute
  if (!OPEN.includes(dispute_state) || dispute.answered_at !== null) throw paymentError('dispute_answered')
  const isTaken = await provider.answerDispute(provider_ref, answer).catch(() => undefined)
  if (isTaken === undefined) throw paymentError('dispute_unsent')
  const payment = await findPayment(db, payment_id)
  if (isTaken) {
    const target = dispute.order_id ?? payment_id
    const to = answer.accept ? 'accepted' : 'answered'
    await inTransaction(db, (tx) => insertActions(tx, by, 'dispute_answer', [{ target, from: null, to }]))
  }
  // The provider has the answer. If this read fails, an event still reports the outcome.
  if (payment) await syncReversals(deps, payment).catch(() => undefined)
  if (!isTaken) throw paymentError('dispute_answered')
  return payment_id
}

async function applyRefund(deps: PaymentDeps, paymentId: string, refund: RefundOutcome): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const payment = await requirePayment(tx, paymentId)
    if (payment.order_id !== null) await lockOrder(tx, payment.order_id)
    const known = await findRefundOf(tx, payment, refund)
    if (known) return reportRefund(tx, known, { ...refund, now })
    const { seller_id, left } = await soleSeller(tx, payment, refund.amountCents)
    const reason = payment.order_number === null ? 'late_payment' : 'elsewhere'
    const back = goodsFirst(refund.amountCents, left)
    const made = { provider_ref: refund.ref, created_at: now, of_units: false }
    // Another process may have inserted it concurrently.
    const id = await insertRefund(tx, { ...made, payment, back, reason, seller_id })
    return id !== undefined && reportRefund(tx, id, { ...refund, now })
  })
}

/** Returns the seller of an order with one seller: a refund made elsewhere is then theirs; and what was left for it. */
async function soleSeller(
  tx: Tx,
  payment: PaymentRow,
  cents: number,
): Promise<{ seller_id: string | null; left: Parts }> {
  const [[seller_id, left] = [null, NOTHING], ...others] = await refundableBySeller(tx, payment)
  if (seller_id === null || others.length) return { seller_id: null, left: NOTHING }
  if (sumOfParts(left) >= cents) return { seller_id, left }
  // The provider will refuse those that it has not got.
  return { seller_id, left: (await refundableBySeller(tx, payment, { atProvider: true })).get(seller_id) ?? left }
}

/** Records the state of a refund as the provider reports it; returns whether it changed. */
export async function reportRefund(tx: Tx, refundId: string, report: RefundReport & { now: Date }): Promise<boolean> {
  const order_id = (await findRefund(tx, refundId))?.order_id
  if (order_id) await lockOrder(tx, order_id)
  const changed = await recordRefund(tx, refundId, report)
  if (!changed) return false
  const { order_number, seller_id, amount } = changed
  if (order_number === null) return true
  const about = { order_number, seller_id, by_user: null, by_role: 'system', created_at: report.now } as const
  const facts = { amount, refund_id: refundId }
  if (report.state === 'succeeded') await insertOrderEvent(tx, { ...about, kind: 'refunded', facts })
  if (report.state === 'failed')
    await insertOrderEvent(tx, { ...about, kind: 'note', facts: { mark: 'refund_failed', ...facts } })
  await holdUnsent(tx, order_number, report.now)
  return true
}
