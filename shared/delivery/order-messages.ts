import { defineMessages } from '../kernel/define-messages.ts'

/** The delivery of an order, as promised. */
export const orderDeliveryMessages = defineMessages('orderDelivery', {
  delivery: 'Delivery',
  deliveryFrom: 'Delivery from {seller}',
  arrives: 'Arrives {days}',
  readyOn: 'Ready to collect {days}',
  collectAt: 'Collect at',
  pickup: 'Pick-up',
  method: '{kind, select, pickup {Pick-up: {name}} other {{name}}}',
  readyToCollect: 'Ready to collect',
  collected: 'Collected',
  noDelivery: 'No delivery needed',
})
