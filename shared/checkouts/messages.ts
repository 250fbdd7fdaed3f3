import { defineMessages } from '../kernel/define-messages.ts'

export const reservationMessages = defineMessages('reservation', {
  changeToWhatIsLeft: 'Change to what is left',
  changeTo: 'Change to {quantity, number}',
  backToCart: 'Back to cart',
  reservedUntil: 'Reserved for you until {time}.',
  changedToWhatIsLeft: 'Your cart now has what is left.',
  line: '{left, plural, =0 {{name} (sold out)} other {{name} (# left)}}',
  notEnough: 'Not enough in stock: {lines}',
  someShort: 'Some products are not available in this quantity.',
})
