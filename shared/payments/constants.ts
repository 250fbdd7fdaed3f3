import { marketFacts } from '../kernel/market-facts.ts'
import type { Currency } from '../kernel/regions.ts'

export const PAYMENT_METHODS = ['credit_card', 'paypal', 'bank_transfer'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** Sortable columns of the admins' list of payments; the first is the default, newest first. */
export const PAYMENT_SORTS = ['date', 'amount', 'state'] as const
export type PaymentSort = (typeof PAYMENT_SORTS)[number]

/** `paid` is final: refunds are separate amounts. */
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
/** The states in which an order is not sent: an awaited bank transfer, or an authorisation that the bank has ended. */
export const UNPAID_STATES: readonly PaymentState[] = ['awaiting_transfer', 'cancelled', 'expired']

/** The states whose payments the admins' list sums up. */
export const SUMMED_PAYMENT_STATES = ['paid', 'authorized', 'awaiting_transfer'] as const satisfies PaymentState[]

/** The minimum amounts that a provider accepts per payment, by currency. */
const MIN_CENTS: Partial<Record<Currency, number>> = { GBP: 30, PLN: 200, DKK: 250, SEK: 300, NOK: 300, CZK: 1_500 }
export const minProvidedCents = (): number => MIN_CENTS[marketFacts().currency] ?? 50
/** 999,999.99. */
export const MAX_PROVIDED_CENTS = 99_999_999

export const MAX_PAYMENT_ATTEMPTS = 5
/** Declined attempts within an hour, per account and per network address. */
export const MAX_DECLINES_PER_ACCOUNT = 20
export const MAX_DECLINES_PER_ADDRESS = 60

export const REFUND_REASONS = ['cancelled', 'returned', 'goodwill', 'late_payment', 'elsewhere'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]
export const ADMIN_REFUND_REASONS = ['cancelled', 'returned', 'goodwill'] as const satisfies RefundReason[]
export const REFUND_STATES = ['requested', 'sent', 'pending', 'succeeded', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** A `warning` is an inquiry of the bank that withholds no money yet. */
export const DISPUTE_STATES = ['warning', 'needs_response', 'under_review', 'won', 'lost'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]
/** Characters, the same limit as that of providers. */
export const MAX_DISPUTE_ANSWER_LENGTH = 10_000

export const EVENT_OUTCOMES = ['applied', 'nothing_new', 'not_ours', 'ignored'] as const
export type EventOutcome = (typeof EVENT_OUTCOMES)[number]

/** Characters. */
export const MAX_TRANSFER_DETAILS_LENGTH = 500
export const MAX_REFUND_NOTE_LENGTH = 500
export const MAX_BANK_REFERENCE_LENGTH = 100
/** Days before the due date of a bank transfer on which its buyer is reminded. */
export const REMIND_TRANSFER_DAYS = 2

/** Interval and duration for which the page polls a running payment. */
export const PAYMENT_POLL_MS = 2_000
export const PAYMENT_WAIT_MS = 60_000

/** The version of Stripe's API that types, requests and events follow. */
export const STRIPE_API_VERSION = '2026-10-28.endive'
