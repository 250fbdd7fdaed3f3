import { z } from 'zod'
import { reservationRefusals } from '../../../shared/checkouts/messages.ts'
import { paymentRefusals } from '../../../shared/payments/messages.ts'
import { AppError } from '../../platform/http/errors.ts'

export const checkoutNotFound = () => new AppError(404, 'checkout_not_found', reservationRefusals.checkout_not_found)
/** Only the end of its payment ends such a checkout. */
export const paymentRunning = () => new AppError(409, 'payment_running', paymentRefusals.payment_running)
export const checkoutExpired = () => new AppError(409, 'checkout_expired', reservationRefusals.checkout_expired)

/** Throws AppError 404 for an id that no checkout can have. */
export function requireId(id: string): string {
  if (!z.uuid().safeParse(id).success) throw checkoutNotFound()
  return id
}
