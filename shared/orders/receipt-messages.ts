import { defineMessages } from '../kernel/define-messages.ts'

export const receiptMessages = defineMessages('receipt', {
  receipt: 'Receipt',
  receiptOf: 'Receipt {sellerOrderId}',
  /** The link on the order's page. */
  receiptFrom: 'Receipt from {seller}',
  backToOrder: 'Back to the order',
  seller: 'Seller',
  numbered: 'Registration or VAT number: {number}',
  buyer: 'Ships to',
  /** For a fully cancelled seller order, with the day of the last cancellation. */
  cancelled: 'Everything was cancelled on {day}. There is nothing to pay for it.',
  cancelledSometime: 'Everything was cancelled. There is nothing to pay for it.',
  cancelledItems: 'Items cancelled',
  refundedOn: 'Refunded on {day}',
  /** Reversed amounts that are not refunded yet. */
  cancelledOrReturned: 'Cancelled or returned',
  remaining: 'Remaining',
  scope:
    '{charges, plural, =0 {Prices as paid. No fees or taxes were added.} other {Prices as paid. No taxes were added.}}',
  /** For an order that is not paid here. */
  scopeUnpaid:
    '{charges, plural, =0 {Prices as ordered. This order is not paid here. No fees or taxes were added.} other {Prices as ordered. This order is not paid here. No taxes were added.}}',
})
