import { paymentErrors } from '../../../shared/payments/errors.ts'
import { type AppError, errorsOf } from '../../platform/http/errors.ts'

export const paymentError = errorsOf(paymentErrors)

const SHOWN_CODES = ['insufficient_funds', 'expired_card', 'incorrect_cvc']

/** The provider's code is shown to buyers only if it is a reason that they may know. */
export function paymentDeclined(declineCode: string | null): AppError {
  const isShown = declineCode !== null && SHOWN_CODES.includes(declineCode)
  return paymentError('payment_declined', { reason: isShown ? declineCode : 'refused' })
}
