import { inTransaction } from '../../../db/connect.ts'
import type { Tx } from '../../../db/tables.ts'
import type { NoteMark } from '../../../shared/fulfilment/constants.ts'
import { centsToDecimal } from '../../../shared/kernel/money.ts'
import type { AnswerDispute } from '../../../shared/payments/schema.ts'
import { type Acting, insertActions } from '../../people/audit/queries.ts'
import { holdUnsent } from '../fulfilment/hold-unsent.ts'
import { partOf } from '../fulfilment/refund-reversed.ts'
import { insertNote, listLines, listSellerParts, lockOrder } from '../orders/fulfilment-queries.ts'
import { type DisputeReport, findDispute, recordDispute } from '../payments/dispute-queries.ts'
import { paymentError } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { findPayment, lockPayment, type PaymentRow } from '../payments/queries.ts'
import { refundUnits } from '../payments/refund-queries.ts'

/** Syncs the disputes of a payment with the provider; returns whether anything changed. */
export async function syncDisputes(deps: PaymentDeps, payment: PaymentRow): Promise<boolean> {
  if (!payment.provider_ref) return false
  let isChanged = false
  for (const dispute of await deps.provider.listDisputes(payment.provider_ref))
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
      const mark: NoteMark = changed.before === null ? 'disputed' : `dispute_${report.state}`
      await insertNote(tx, { ...order, now }, { mark, amount: centsToDecimal(report.amountCents) })
      if (report.state === 'won') await refundGone(tx, payment, order.order_number, now)
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
  if (payment) await syncDisputes(deps, payment).catch(() => undefined)
  if (!isTaken) throw paymentError('dispute_answered')
  return payment_id
}
