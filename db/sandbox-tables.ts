import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { BigInteger } from './column-types.ts'

type Metadata = JSONColumnType<Record<string, string>, string | undefined, string>
/** Cents. */
type Cents = BigInteger

/** The books of the sandbox, in the words of Stripe's interface. */
export interface SandboxTables {
  sandbox_intents: {
    intent_number: GeneratedAlways<number>
    intent_id: string
    amount: Cents
    currency: string
    capture_method: 'automatic' | 'manual'
    status:
      | 'requires_payment_method'
      | 'requires_confirmation'
      | 'requires_action'
      | 'processing'
      | 'requires_capture'
      | 'succeeded'
      | 'canceled'
    amount_capturable: Generated<number>
    amount_received: Generated<number>
    payment_method: string | null
    latest_charge: string | null
    step_id: string | null
    client_secret: string
    return_url: string | null
    description: string | null
    metadata: Metadata
    last_error: JSONColumnType<Record<string, unknown>, string | null, string | null> | null
    cancellation_reason: string | null
    canceled_at: Date | null
    capture_before: Date | null
    settles_at: Date | null
    failed_once: Generated<boolean>
    created_at: Date
  }
  sandbox_steps: {
    step_id: string
    intent_id: string
    kind: '3ds' | 'paypal'
    /** `left`: closed without an answer, which may still come; `ended`: the intent went on without it. */
    state: 'waiting' | 'left' | 'approved' | 'refused' | 'ended'
    created_at: Date
    answered_at: Date | null
  }
  sandbox_charges: {
    charge_number: GeneratedAlways<number>
    charge_id: string
    intent_id: string
    amount: Cents
    amount_captured: Generated<number>
    amount_refunded: Generated<number>
    currency: string
    status: 'succeeded' | 'failed'
    captured: boolean
    disputed: Generated<boolean>
    payment_method: string
    failure_code: string | null
    failure_message: string | null
    decline_code: string | null
    capture_before: Date | null
    dispute_at: Date | null
    balance_transaction: string | null
    created_at: Date
  }
  sandbox_refunds: {
    refund_number: GeneratedAlways<number>
    refund_id: string
    charge_id: string
    intent_id: string
    amount: Cents
    currency: string
    status: 'pending' | 'succeeded' | 'failed'
    reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null
    metadata: Metadata
    failure_reason: string | null
    next_status: 'succeeded' | 'failed' | null
    next_at: Date | null
    balance_transaction: string | null
    failure_balance_transaction: string | null
    created_at: Date
  }
  sandbox_disputes: {
    dispute_number: GeneratedAlways<number>
    dispute_id: string
    charge_id: string
    intent_id: string
    amount: Cents
    fee: Cents
    currency: string
    reason: string
    status: 'needs_response' | 'under_review' | 'won' | 'lost'
    evidence: Metadata
    metadata: Metadata
    submissions: Generated<number>
    due_by: Date
    created_at: Date
    ended_at: Date | null
  }
  sandbox_balance_transactions: {
    transaction_number: GeneratedAlways<number>
    transaction_id: string
    type: 'charge' | 'payment' | 'refund' | 'refund_failure' | 'adjustment'
    amount: Cents
    fee: Cents
    net: GeneratedAlways<number>
    currency: string
    source: string
    created_at: Date
  }
  sandbox_events: {
    event_number: GeneratedAlways<number>
    event_id: string
    type: string
    intent_id: string
    content: JSONColumnType<Record<string, unknown>, string, never>
    created_at: Date
  }
  sandbox_deliveries: {
    delivery_number: GeneratedAlways<number>
    event_number: BigInteger
    intent_id: string
    in_order: boolean
    due_at: Date | null
    attempts: Generated<number>
    tried_at: Date | null
    delivered_at: Date | null
    response_status: number | null
  }
  sandbox_keys: {
    idempotency_key: string
    request_hash: Buffer
    status: number | null
    response: JSONColumnType<Record<string, unknown>, string | null, string | null> | null
    failed_for: string | null
    created_at: Date
  }
  sandbox_transfers: {
    transfer_number: GeneratedAlways<number>
    reference: string
    amount: Cents
    due_at: Date
    taken_at: Date | null
    created_at: Date
  }
}
