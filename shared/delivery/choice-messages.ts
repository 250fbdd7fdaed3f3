import { defineMessages } from '../kernel/define-messages.ts'

/** Delivery in the cart and in the checkout. */
export const deliveryChoiceMessages = defineMessages('deliveryChoice', {
  title: 'Delivery',
  deliverTo: 'Deliver to',
  noCountry: 'Choose a country',
  from: 'Delivery from {price}',
  method: '{name}, {to, plural, one {1 day} other {{days} days}}',
  missing: '{amount} more for free delivery',
  arrives: 'Arrives {days}',
  ready: 'Ready to collect {days}',
  removeItems: 'Remove these items',
  known: 'Delivery: {delivery}. Total: {total}.',
  failed: 'Delivery could not be calculated.',
})
