import { defineMessages } from '../kernel/define-messages.ts'

/** Delivery and returns as pages of products and sellers say them to everyone. */
export const termsMessages = defineMessages('terms', {
  delivery: 'Delivery',
  free: 'Free delivery',
  usual:
    '{price, select, free {Free delivery} other {Delivery from {price}}}, {to, plural, one {arrives in 1 day} other {arrives in {days} days}}',
  pickup: 'Pick-up only',
  digital: 'Digital: no delivery',
  notDelivered: 'Not delivered at the moment',
  awayUntil: 'Away until {day}: orders are sent from then on.',
  returns: 'Returns',
  returnsText: 'Arrange a return with the seller from your order.',
  returnsWithin:
    '{days, plural, one {Within 1 day of delivery, from your order} other {Within # days of delivery, from your order}}',
})
