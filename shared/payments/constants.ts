/** The ways to pay an order. */
export const PAYMENT_METHODS = ['credit_card', 'paypal', 'bank_transfer'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** The columns that sort the admins' list of payments; the first is the default, from the newest down. */
export const PAYMENT_SORTS = ['date', 'amount', 'state'] as const
export type PaymentSort = (typeof PAYMENT_SORTS)[number]

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

/** The amounts that a provider takes with one payment, in cents: $0.50 to $999,999.99. */
export const MIN_PROVIDED_CENTS = 50
export const MAX_PROVIDED_CENTS = 99_999_999

/** How often a buyer may try to pay one checkout. */
export const MAX_PAYMENT_ATTEMPTS = 5
/** Declined attempts of one account, and from one address, within an hour. */
export const MAX_DECLINES_PER_ACCOUNT = 20
export const MAX_DECLINES_PER_ADDRESS = 60

/** Why the money of an order goes back. */
export const REFUND_REASONS = ['cancelled', 'returned', 'goodwill', 'late_payment', 'elsewhere'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]
/** Those that admins give. */
export const ADMIN_REFUND_REASONS = ['cancelled', 'returned', 'goodwill'] as const satisfies RefundReason[]
export const REFUND_STATES = ['requested', 'sent', 'pending', 'succeeded', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** What a dispute can be; a warning is a question of the bank that holds no money yet. */
export const DISPUTE_STATES = ['warning', 'needs_response', 'under_review', 'won', 'lost'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]
/** What an admin says in a dispute, at most; providers take as much. */
export const MAX_DISPUTE_ANSWER_LENGTH = 10_000

export const EVENT_OUTCOMES = ['applied', 'nothing_new', 'not_ours', 'ignored'] as const
export type EventOutcome = (typeof EVENT_OUTCOMES)[number]

/** What buyers are to pay a bank transfer to, at most. */
export const MAX_TRANSFER_DETAILS_LENGTH = 500
export const MAX_REFUND_NOTE_LENGTH = 500
export const MAX_BANK_REFERENCE_LENGTH = 100
/** Days before the end of waiting for a bank transfer on which its buyer is reminded. */
export const REMIND_TRANSFER_DAYS = 2

/** How often the page asks for a payment that runs, and for how long. */
export const PAYMENT_POLL_MS = 2_000
export const PAYMENT_WAIT_MS = 60_000
