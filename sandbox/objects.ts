import type { Stripe } from '../server/trade/payments/stripe/client.ts'
import { unixSeconds } from './books.ts'
import { SANDBOX_METHODS, type SandboxMethod } from './cards.ts'
import type { DraftIntent } from './intent-queries.ts'
import type { DisputeRow, RefundRow } from './money-queries.ts'
import { missing, sandboxCurrency } from './wire.ts'

// Objects have the fields that the marketplace reads, and those that link Stripe's objects to each other.

const STEP_PATH = '/sandbox/step'
/** The bank's fee for a dispute, in cents. */
const DISPUTE_FEE = 1_500

/** Returns the method of an id; undefined for an unknown one, and for bank transfers, which no provider takes. */
export function findMethod(id: string | undefined): SandboxMethod | undefined {
  return SANDBOX_METHODS.find((known) => known.id === id && known.method !== 'bank_transfer')
}

/** Returns the payment method of an id. Throws a refusal for an unknown one. */
export function methodOf(id: string): SandboxMethod {
  const method = findMethod(id)
  if (!method) throw missing('PaymentMethod', id, 'payment_method')
  return method
}

type Wire<Named> = Partial<Named> & { id: string }

/** `isExpanded` when the request asks for its charge. */
export function intentObject(row: DraftIntent, siteUrl: string, isExpanded = false): Wire<Stripe.PaymentIntent> {
  const { intent_id: id, status, step_id, return_url } = row
  const isCharged = status === 'succeeded' || status === 'requires_capture'
  const url = `${siteUrl}${STEP_PATH}/${step_id}`
  return {
    id,
    object: 'payment_intent',
    amount: row.amount,
    amount_capturable: status === 'requires_capture' ? row.amount : 0,
    amount_received: row.amount_received,
    capture_method: row.capture_method,
    created: unixSeconds(row.created_at),
    currency: sandboxCurrency(),
    last_payment_error: row.last_error as Stripe.PaymentIntent['last_payment_error'],
    latest_charge: isCharged ? (isExpanded ? (chargeObject(row) as Stripe.Charge) : chargeId(row)) : null,
    livemode: false,
    metadata: row.metadata,
    next_action: step_id === null ? null : { type: 'redirect_to_url', redirect_to_url: { url, return_url } },
    payment_method: row.payment_method,
    status,
  }
}

const chargeId = ({ intent_id }: Pick<DraftIntent, 'intent_id'>) => intent_id.replace(/^pi_/, 'ch_')

export function chargeObject(row: DraftIntent): Wire<Stripe.Charge> {
  const until = row.capture_before ? { capture_before: unixSeconds(row.capture_before) } : {}
  const card = { ...findMethod(row.payment_method ?? undefined)?.card, ...until }
  return {
    id: chargeId(row),
    object: 'charge',
    amount: row.amount,
    amount_captured: row.amount_received,
    amount_refunded: row.amount_refunded,
    captured: row.amount_received > 0,
    created: unixSeconds(row.created_at),
    currency: sandboxCurrency(),
    livemode: false,
    payment_intent: row.intent_id,
    payment_method: row.payment_method,
    payment_method_details: { type: 'card', card } as Stripe.Charge.PaymentMethodDetails,
    refunded: row.amount_received > 0 && row.amount_refunded === row.amount_received,
  }
}

export function refundObject(row: RefundRow): Wire<Stripe.Refund> {
  return {
    id: row.refund_id,
    object: 'refund',
    amount: row.amount,
    charge: chargeId(row),
    created: unixSeconds(row.created_at),
    currency: sandboxCurrency(),
    metadata: row.metadata,
    payment_intent: row.intent_id,
    status: row.status,
    ...(row.failure_reason && { failure_reason: row.failure_reason }),
  }
}

export function disputeObject(row: DisputeRow): Wire<Stripe.Dispute> {
  const { amount, status, submissions } = row
  const withdrawn = { object: 'balance_transaction', amount: -amount, fee: DISPUTE_FEE, net: -amount - DISPUTE_FEE }
  return {
    id: row.dispute_id,
    object: 'dispute',
    amount,
    balance_transactions: [withdrawn as Stripe.BalanceTransaction],
    charge: chargeId(row),
    created: unixSeconds(row.created_at),
    currency: sandboxCurrency(),
    evidence_details: {
      due_by: unixSeconds(row.due_by),
      submission_count: submissions,
    } as Stripe.Dispute.EvidenceDetails,
    livemode: false,
    payment_intent: row.intent_id,
    reason: 'fraudulent',
    status,
  }
}
