import { inTransaction } from '../../../db/connect.ts'
import type { AnswerDispute } from '../../../shared/payments/schema.ts'
import { type Acting, insertActions } from '../../people/audit/queries.ts'
import { findDispute } from '../payments/dispute-queries.ts'
import { paymentError } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { findPayment } from '../payments/queries.ts'
import { syncDisputes } from './sync-disputes.ts'

const OPEN: readonly string[] = ['warning', 'needs_response']

/** Sends the bank an admin's answer to a dispute; returns the payment's id. Throws AppError 404, 409, 503. */
export async function answerDispute(
  deps: PaymentDeps,
  by: Acting,
  disputeNumber: number,
  answer: AnswerDispute,
): Promise<string> {
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
  // The provider has the answer; when this read fails, an event still reports the outcome.
  if (payment) await syncDisputes(deps, payment).catch(() => undefined)
  if (!isTaken) throw paymentError('dispute_answered')
  return payment_id
}
