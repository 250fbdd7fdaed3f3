import { reservationRefusals } from '../../shared/stock/checkout-messages.ts'
import { AppError } from '../http/errors.ts'

export const checkoutNotFound = () => new AppError(404, 'checkout_not_found', reservationRefusals.checkout_not_found)
export const checkoutExpired = () => new AppError(409, 'checkout_expired', reservationRefusals.checkout_expired)
