import { defineMessages } from '../kernel/define-messages.ts'
import type { PaymentState } from './constants.ts'

/** By code of the provider. */
const declineReasons = defineMessages('declineReasons', {
  insufficient_funds: 'not enough funds',
  expired_card: 'the card has expired',
  incorrect_cvc: 'the security code is wrong',
  refused: 'the bank refused it',
})

/** Returns the buyer's text for a decline; the provider's own words are never shown. */
export function declineReason(code: unknown): string {
  const known: Readonly<Record<string, string>> = declineReasons
  return (typeof code === 'string' ? known[code] : undefined) ?? declineReasons.refused
}

export const paymentMessages = defineMessages('payment', {
  testMode: 'Test mode: no real money moves.',
  testModeMark: 'Test mode',
  noneTaken: 'No payment is taken here; the seller will contact you.',
  agreed: 'Not paid here: buyer and seller agree on the payment.',
  waiting: 'Waiting for your bank…',
  stillWaiting: "We're still waiting for your bank. You can close this page; we'll email you.",
  declined: 'Your payment was declined: {reason}. Nothing was ordered; your cart is unchanged.',
  returnTitle: 'Your payment',
  toCheckout: 'Back to checkout',
  cardByProvider: 'Your card is read by Stripe. This marketplace never sees it.',
  cardIncomplete: 'Please complete the card fields.',
  cardLoading: 'Loading the card fields…',
  cardFailed: "The card fields couldn't be loaded. Please check your connection and try again.",
  transferTitle: 'Please pay by bank transfer',
  transferTo: 'To',
  transferAmount: 'Amount',
  transferReference: 'Reference',
  transferUntil: 'Please pay by {day}; after that the order is cancelled.',
})

/** Labels for payments of orders. */
export const paymentWords = defineMessages('paymentWords', {
  states: {
    created: 'Being paid',
    requires_action: 'Being paid',
    processing: 'Being paid',
    authorized: 'Reserved on your card',
    paid: 'Paid',
    declined: 'Not paid',
    cancelled: 'Not paid',
    awaiting_transfer: 'Awaiting payment',
    expired: 'Not paid',
  } satisfies Record<PaymentState, string>,
  partlyRefunded: 'Partly refunded',
  refunded: 'Refunded',
  refundFailed: 'Refund failed',
  ended: {
    held: "{amount} of your payment has not been refunded yet. We'll email you when it is.",
    refunded: 'Refund of {amount} to your original payment method.',
    reserved: '{amount} is reserved on your card, and nothing was taken yet.',
    unpaid: 'Nothing was taken. Please do not pay for this order.',
  },
  /** For an order that is cancelled or returned. */
  notRefunded: '{amount} not refunded yet',
  disputed: 'Disputed',
  /** For an order without a payment in this marketplace. */
  notPaidHere: 'Not paid here',
  /** The same for one that is cancelled or returned. */
  notRefundedHere: 'Not paid here. Buyer and seller arrange any refund themselves.',
})
