import { defineErrors, defineMessages } from '../kernel/define-messages.ts'
import { withTextOf } from '../kernel/error-definition.ts'
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
  buyers_only: withTextOf(403, () => cartMessages.notForSellersAndAdmins),
  cart_full: withTextOf(409, () => texts.cartFull()),
  quantity_too_large: withTextOf(409, () => texts.quantityTooLarge()),
})
