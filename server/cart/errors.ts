import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../../shared/cart/constants.ts'
import { cartMessages } from '../../shared/cart/messages.ts'
import { catalogMessages } from '../../shared/catalog/messages.ts'
import { orderMessages } from '../../shared/orders/messages.ts'
import { AppError } from '../platform/errors.ts'

export const notForSellersAndAdmins = new AppError(403, 'buyers_only', cartMessages.notForSellersAndAdmins)

export const productNotFound = () => new AppError(404, 'product_not_found', catalogMessages.productNotFound)

export const cartFull = () => new AppError(409, 'cart_full', `A cart holds at most ${MAX_CART_LINES} products.`)

export const quantityTooLarge = () =>
  new AppError(409, 'quantity_too_large', `A cart holds at most ${MAX_LINE_QUANTITY} of one product.`)

export const notOwnOrder = () => new AppError(403, 'forbidden', orderMessages.noPermission)
