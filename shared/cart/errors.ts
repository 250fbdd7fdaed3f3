import type { ErrorDefinitions } from '../kernel/errors.ts'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from './constants.ts'
import { cartMessages } from './messages.ts'

export const cartErrors = {
  buyers_only: { status: 403, text: cartMessages.notForSellersAndAdmins },
  cart_full: { status: 409, text: `You can have at most ${MAX_CART_LINES} different products in your cart.` },
  quantity_too_large: {
    status: 409,
    text: `You can have at most ${MAX_LINE_QUANTITY} of this product in your cart.`,
  },
} as const satisfies ErrorDefinitions
