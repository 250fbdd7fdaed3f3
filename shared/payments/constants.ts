/** The ways to pay an order. */
export const PAYMENT_METHODS = ['credit_card', 'paypal', 'bank_transfer'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** What a payment can be. From `paid` it never goes back: refunds are amounts beside it. */
export const PAYMENT_STATES = [
  'created',
  'requires_action',
  'processing',
  'authorized',
  'paid',
  'declined',
  'cancelled',
  'awaiting_transfer',
  'expired',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** How often a buyer may try to pay one checkout. */
export const MAX_PAYMENT_ATTEMPTS = 5
/** Declined attempts of one account, and from one address, within an hour. */
export const MAX_DECLINES_PER_ACCOUNT = 20
export const MAX_DECLINES_PER_ADDRESS = 60

/** Why the money of an order goes back. */
export type RefundReason = 'cancelled' | 'returned' | 'goodwill' | 'late_payment' | 'elsewhere'
export type RefundState = 'requested' | 'sent' | 'pending' | 'succeeded' | 'failed'

export type EventOutcome = 'applied' | 'nothing_new' | 'not_ours' | 'ignored'

/** How often the page asks for a payment that runs, and for how long. */
export const PAYMENT_POLL_MS = 2_000
export const PAYMENT_WAIT_MS = 60_000
