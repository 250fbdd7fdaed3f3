import { defineErrors, defineMessages } from '../kernel/define-messages.ts'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from './constants.ts'
import { cartMessages } from './messages.ts'

const texts = defineMessages(
  'cartErrorTexts',
  {
    cartFull: 'You can have at most {maxLines} different products in your cart.',
    quantityTooLarge: 'You can have at most {maxQuantity} of this product in your cart.',
  },
  { maxLines: MAX_CART_LINES, maxQuantity: MAX_LINE_QUANTITY },
)

export const cartErrors = defineErrors('cartErrors', {
  buyers_only: {
    status: 403,
    get text() {
      return cartMessages.notForSellersAndAdmins
    },
  },
  cart_full: {
    status: 409,
    get text() {
      return texts.cartFull()
    },
  },
  quantity_too_large: {
    status: 409,
    get text() {
      return texts.quantityTooLarge()
    },
  },
})
