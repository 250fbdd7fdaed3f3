import { toDollars } from '../../../shared/kernel/money.ts'
import { declineReason, paymentRefusals } from '../../../shared/payments/messages.ts'
import { AppError } from '../../platform/http/errors.ts'

/** The provider's code is matched with a known reason, and not shown to buyers. */
export const paymentDeclined = (declineCode: string | null) => {
  const details = { reason: declineCode, text: declineReason(declineCode) }
  return new AppError(402, 'payment_declined', paymentRefusals.payment_declined(details), {
    details: { reason: declineReasonCode(declineCode) },
  })
}

const SHOWN_CODES = ['insufficient_funds', 'expired_card', 'incorrect_cvc']
const declineReasonCode = (code: string | null) => (code !== null && SHOWN_CODES.includes(code) ? code : 'refused')

export const tooManyAttempts = () => new AppError(429, 'payment_attempts', paymentRefusals.payment_attempts)
export const methodNotOffered = () =>
  new AppError(400, 'payment_method_not_offered', paymentRefusals.payment_method_not_offered)
export const amountTooSmall = () => new AppError(409, 'amount_too_small', paymentRefusals.amount_too_small)
export const amountTooLarge = () => new AppError(409, 'amount_too_large', paymentRefusals.amount_too_large)
export const tokenUnknown = () => new AppError(400, 'payment_token_unknown', paymentRefusals.payment_token_unknown)
export const paymentNotFound = () => new AppError(404, 'payment_not_found', paymentRefusals.payment_not_found)
export const refundNotFound = () => new AppError(404, 'refund_not_found', paymentRefusals.refund_not_found)
export const eventNotFound = () => new AppError(404, 'event_not_found', paymentRefusals.event_not_found)
export const notPaid = () => new AppError(409, 'not_paid', paymentRefusals.not_paid)
export const refundTooLarge = (leftCents: number) => {
  const details = { left: toDollars(leftCents) }
  return new AppError(409, 'refund_too_large', paymentRefusals.refund_too_large(details), { details })
}
export const refundReused = () => new AppError(422, 'refund_reused', paymentRefusals.refund_reused)
export const wrongSeller = () => new AppError(400, 'refund_wrong_seller', paymentRefusals.refund_wrong_seller)
export const notByHand = () => new AppError(409, 'refund_not_by_hand', paymentRefusals.refund_not_by_hand)
export const notATransfer = () => new AppError(409, 'not_a_transfer', paymentRefusals.not_a_transfer)
export const wrongDay = () => new AppError(400, 'wrong_day', paymentRefusals.wrong_day)
export const noSurplus = () => new AppError(409, 'no_surplus', paymentRefusals.no_surplus)
export const refundAssigned = () => new AppError(409, 'refund_assigned', paymentRefusals.refund_assigned)
export const disputeNotFound = () => new AppError(404, 'dispute_not_found', paymentRefusals.dispute_not_found)
export const disputeAnswered = () => new AppError(409, 'dispute_answered', paymentRefusals.dispute_answered)
export const disputeUnsent = () => new AppError(503, 'dispute_unsent', paymentRefusals.dispute_unsent)

/** For clients that cannot perform the step: programs, and pages without the provider's fields. */
export const paymentStepNeeded = () => new AppError(402, 'payment_step_needed', paymentRefusals.payment_step_needed)
