import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../../shared/cart/constants.ts'
import { cartMessages } from '../../shared/cart/messages.ts'
import { AppError } from '../http/errors.ts'

export const notForSellersAndAdmins = new AppError(403, 'buyers_only', cartMessages.notForSellersAndAdmins)

export const cartFull = () => new AppError(409, 'cart_full', `A cart holds at most ${MAX_CART_LINES} products.`)

export const quantityTooLarge = () =>
  new AppError(409, 'quantity_too_large', `A cart holds at most ${MAX_LINE_QUANTITY} of one product.`)
