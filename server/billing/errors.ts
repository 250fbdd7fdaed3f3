import { declineReason, paymentRefusals } from '../../shared/payments/messages.ts'
import { AppError } from '../http/errors.ts'

/** The provider's code is not for buyers: it says which of the known reasons it is. */
export const paymentDeclined = (declineCode: string | null) => {
  const details = { reason: declineCode, text: declineReason(declineCode) }
  return new AppError(402, 'payment_declined', paymentRefusals.payment_declined(details), {
    details: { reason: declineReasonCode(declineCode) },
  })
}

const SHOWN_CODES = ['insufficient_funds', 'expired_card', 'incorrect_cvc']
const declineReasonCode = (code: string | null) => (code !== null && SHOWN_CODES.includes(code) ? code : 'refused')

export const tooManyAttempts = () => new AppError(429, 'payment_attempts', paymentRefusals.payment_attempts)
export const tokenUnknown = () => new AppError(400, 'payment_token_unknown', paymentRefusals.payment_token_unknown)
export const stepNotFound = () => new AppError(404, 'step_not_found', paymentRefusals.step_not_found)
