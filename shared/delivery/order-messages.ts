import { defineMessages } from '../kernel/define-messages.ts'

/** The delivery of an order, as promised. */
export const orderDeliveryMessages = defineMessages('orderDelivery', {
  delivery: 'Delivery',
  deliveryFrom: 'Delivery from {seller}',
  arrives: 'Arrives {days}',
  arrivesFrom: 'Earliest arrival',
  arrivesTo: 'Latest arrival',
  readyOn: 'Ready to collect {days}',
  method: '{kind, select, pickup {Pick-up: {name}} other {{name}}}',
  readyToCollect: 'Ready to collect',
  collected: 'Collected',
  noDelivery: 'No delivery needed',
  readySince: 'Ready since {time}',
  collectedOn: 'Collected {time}',
  markReady: 'Ready to collect',
  markReadyText: 'The buyer gets an email with the address.',
  markCollected: 'Mark as collected',
  collectedTitle: 'Was it collected?',
  iCollectedIt: 'I collected it',
  /** When nothing is sent. */
  markDelivered: 'Mark as delivered',
  markDeliveredText: 'The order counts as delivered at once. The buyer gets an email.',

  back: 'Delivery to refund, in {currency, select, USD {dollars} other {{currency}}}',
  backOptional: 'For the delivery, in {currency, select, USD {dollars} other {{currency}}} (optional)',
  backLimit: 'At most {amount}. Leave it empty to refund {due}.',
  backOfAmount: 'At most {amount}. Leave it empty to refund the goods first.',
  backWrong: 'Enter an amount from {least} to {most}.',
  backIncluded: '{amount} of it is for delivery.',
  /** Columns of the seller's file. */
  price: 'Delivery price',
  refunded: 'Delivery refunded',
})
