import type { Generated, GeneratedAlways } from 'kysely'
import type {
  DisputeState,
  EventOutcome,
  PaymentMethod,
  PaymentState,
  RefundReason,
  RefundState,
} from '../shared/payments/constants.ts'
import type { BigInteger, Money } from './column-types.ts'

/** What buyers pay, and what providers report of it. */
export interface PaymentTables {
  payments: {
    payment_number: GeneratedAlways<number>
    payment_id: Generated<string>
    checkout_id: string | null
    order_number: BigInteger | null
    buyer_id: string
    provider: 'stripe' | 'offline'
    sandbox: boolean
    /** Of the last attempt; null until the provider has answered. */
    provider_ref: string | null
    payment_method: PaymentMethod
    /** The token that the last attempt was made with; null where no provider was asked. */
    means: string | null
    payment_state: PaymentState
    currency: Generated<string>
    amount: Money
    captured: Generated<string>
    refunded: Generated<string>
    decline_code: string | null
    attempts: Generated<number>
    attempted_at: Date | null
    /** When the provider is asked again. */
    check_at: Date | null
    checks: Generated<number>
    created_at: Date
    paid_at: Date | null
    surplus: Generated<string>
    /** Of disputes that are open or lost. */
    disputed: Generated<string>
    surplus_returned: Generated<string>
    /** Until when a bank transfer is awaited. */
    pay_by: Date | null
    reminded_at: Date | null
    /** Authorised, it is captured then. */
    capture_at: Date | null
    released: Generated<string>
  }
  refunds: {
    refund_number: GeneratedAlways<number>
    /** Also the provider's Idempotency-Key. */
    refund_id: string
    payment_number: BigInteger
    order_number: BigInteger | null
    seller_id: string | null
    amount: Money
    reason: RefundReason
    note: string | null
    refund_state: RefundState
    provider_ref: string | null
    failure: string | null
    by_user: string | null
    next_attempt_at: Date | null
    attempts: Generated<number>
    created_at: Date
    ended_at: Date | null
    /** Decided because units were cancelled or came back; otherwise by hand, perhaps before they are. */
    of_units: Generated<boolean>
    /** The request for the whole order that it is a part of. */
    request_id: string | null
  }
  payment_releases: {
    release_id: string
    payment_number: BigInteger
    seller_id: string
    amount: Money
    reason: Extract<RefundReason, 'cancelled' | 'returned' | 'goodwill'>
    note: string | null
    by_user: string | null
    created_at: Date
    /** As of refunds. */
    of_units: Generated<boolean>
    request_id: string | null
  }
  disputes: {
    dispute_number: GeneratedAlways<number>
    payment_number: BigInteger
    provider_ref: string
    amount: Money
    fee: Money
    reason: string
    dispute_state: DisputeState
    answer_by: Date | null
    answered_at: Date | null
    created_at: Date
    ended_at: Date | null
  }
  payment_receipts: {
    receipt_number: GeneratedAlways<number>
    payment_number: BigInteger
    amount: Money
    /** A day: `2026-11-24`. */
    received_on: string
    reference: string | null
    by_user: string | null
    created_at: Date
  }
  payment_events: {
    provider: string
    sandbox: boolean
    event_id: string
    event_type: string
    object_ref: string | null
    /** Encrypted. */
    content: Buffer | null
    received_at: Date
    times_received: Generated<number>
    done_at: Date | null
    outcome: EventOutcome | null
    attempts: Generated<number>
    next_attempt_at: Date | null
    failure: string | null
  }
}
