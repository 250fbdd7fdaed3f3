import { MAX_CART_LINES } from '../../../shared/cart/constants.ts'
import { cartMessages, cartRefusals } from '../../../shared/cart/messages.ts'
import { AppError } from '../../platform/http/errors.ts'

export const notForSellersAndAdmins = new AppError(403, 'buyers_only', cartMessages.notForSellersAndAdmins)

export const cartFull = () => new AppError(409, 'cart_full', cartRefusals.cart_full)

export const tooManyLines = () => new AppError(400, 'invalid_request', `cart: at most ${MAX_CART_LINES} lines`)

export const quantityTooLarge = () => new AppError(409, 'quantity_too_large', cartRefusals.quantity_too_large)
