import { defineErrors, defineMessages } from '../kernel/define-messages.ts'
import { withTextOf } from '../kernel/error-definition.ts'
import { commonErrors } from '../kernel/errors.ts'
import { formatAmount, toDollars } from '../kernel/money.ts'
import { MAX_PROVIDED_CENTS, minProvidedCents } from './constants.ts'
import { declineReason, paymentMessages } from './messages.ts'

const texts = defineMessages('paymentErrorTexts', {
  amountTooSmall: 'Cards and PayPal take at least {amount}. Please choose another payment method, or change your cart.',
  amountTooLarge: 'Cards and PayPal take at most {amount}. Please choose another payment method, or change your cart.',
  refundTooLarge: 'At most {amount} can be refunded.',
  deliveryTooLarge: 'At most {amount} of the delivery can be refunded.',
})

export const paymentErrors = defineErrors('paymentErrors', {
  /** `reason` is a code of the provider that buyers may see, or `refused`. */
  payment_declined: {
    status: 402,
    text: ({ reason }: { reason: string }) => paymentMessages.declined({ reason: declineReason(reason) }),
  },
  payments_busy: {
    status: 503,
    text: 'Payments are slow right now. Nothing was ordered; please try again in a minute.',
  },
  payment_attempts: {
    status: 429,
    text: 'This payment was tried too often. Please wait a while, or choose another payment method.',
  },
  payment_running: { status: 409, text: 'An earlier payment is still in progress. Please try again in a minute.' },
  /** For clients that cannot perform the step: programs, and pages without the provider's fields. */
  payment_step_needed: { status: 402, text: 'This payment needs a step in a browser. Use the checkout page.' },
  payment_method_not_offered: {
    status: 400,
    text: 'This payment method is not offered here. Please choose another one.',
  },
  amount_too_small: withTextOf(409, () =>
    texts.amountTooSmall({ amount: formatAmount(toDollars(minProvidedCents())) }),
  ),
  amount_too_large: withTextOf(409, () =>
    texts.amountTooLarge({ amount: formatAmount(toDollars(MAX_PROVIDED_CENTS)) }),
  ),
  payment_token_unknown: { status: 400, text: 'This payment method is not known. Please choose another one.' },
  payment_not_found: { status: 404, text: 'There is no such payment.' },
  event_not_found: { status: 404, text: 'There is no waiting event with this id.' },
  live_payments: { status: 409, text: 'A test payment needs test keys: with live keys it would charge a card.' },
  wrong_day: { status: 400, text: 'The day must not be in the future.' },
  refund_not_found: { status: 404, text: 'There is no such refund.' },
  not_paid: { status: 409, text: 'This order is not paid yet.' },
  /** `left` is in dollars. */
  refund_too_large: {
    status: 409,
    text: ({ left }: { left: number }) => texts.refundTooLarge({ amount: formatAmount(left) }),
  },
  delivery_refund_too_large: {
    status: 409,
    text: ({ left }: { left: number }) => texts.deliveryTooLarge({ amount: formatAmount(left) }),
  },
  refund_reused: { status: 422, text: 'This refund was already requested with different details.' },
  refund_wrong_seller: { status: 400, text: 'This seller has nothing in this order.' },
  refund_not_by_hand: { status: 409, text: 'This refund is sent by the payment provider.' },
  not_a_transfer: { status: 409, text: 'This payment is not a bank transfer.' },
  transfer_recorded: { status: 409, text: 'Another bank transfer was recorded meanwhile. Please check that first.' },
  no_surplus: { status: 409, text: 'This payment has no surplus to send back.' },
  refund_assigned: { status: 409, text: 'This refund belongs to a seller already.' },
  dispute_not_found: { status: 404, text: 'There is no such dispute.' },
  dispute_answered: { status: 409, text: 'This dispute has already been answered, or has ended.' },
  dispute_unsent: {
    status: 503,
    text: 'The payment provider did not confirm your answer. Please check with the provider in a minute.',
  },
})

export const adminPaymentErrors = { ...commonErrors, ...paymentErrors }
