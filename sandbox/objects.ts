import type { Stripe } from '../server/trade/payments/stripe/client.ts'
import { unixSeconds } from './books.ts'
import { SANDBOX_METHODS, type SandboxMethod } from './cards.ts'
import type { ChargeRow, DraftIntent } from './intent-queries.ts'
import { missing } from './wire.ts'

const STEP_PATH = '/sandbox/step'

export function findMethod(id: string | undefined): SandboxMethod | undefined {
  return SANDBOX_METHODS.find((known) => known.id === id)
}

/** Returns the payment method of an id. Throws a refusal for an unknown one. */
export function methodOf(id: string): SandboxMethod {
  const method = findMethod(id)
  if (!method) throw missing('PaymentMethod', id, 'payment_method')
  return method
}

const WIRE_TYPES = { credit_card: 'card', paypal: 'paypal', bank_transfer: 'us_bank_account' } as const

export function wireTypeOf(method: SandboxMethod): 'card' | 'paypal' | 'us_bank_account' {
  return WIRE_TYPES[method.method]
}

/** Merges metadata; an empty text removes a key. */
export function mergedMetadata(
  metadata: Record<string, string>,
  changes: Record<string, string> | undefined,
): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...metadata, ...changes }).filter(([, value]) => value !== ''))
}

export function intentObject(row: DraftIntent, siteUrl: string): Partial<Stripe.PaymentIntent> & { id: string } {
  return {
    id: row.intent_id,
    object: 'payment_intent',
    amount: row.amount,
    amount_capturable: row.amount_capturable,
    amount_received: row.amount_received,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: row.canceled_at && unixSeconds(row.canceled_at),
    cancellation_reason: row.cancellation_reason as Stripe.PaymentIntent['cancellation_reason'],
    capture_method: row.capture_method,
    client_secret: row.client_secret,
    confirmation_method: 'automatic',
    created: unixSeconds(row.created_at),
    currency: row.currency,
    customer: null,
    description: row.description,
    last_payment_error: row.last_error as Stripe.PaymentIntent['last_payment_error'],
    latest_charge: row.latest_charge,
    livemode: false,
    metadata: row.metadata,
    next_action: row.step_id === null ? null : nextAction(row.step_id, row.return_url, siteUrl),
    on_behalf_of: null,
    payment_method: row.payment_method,
    payment_method_options: {},
    payment_method_types: [row.payment_method ? wireTypeOf(methodOf(row.payment_method)) : 'card'],
    processing: null,
    receipt_email: null,
    setup_future_usage: null,
    shipping: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: row.status,
    transfer_data: null,
    transfer_group: null,
  }
}

function nextAction(stepId: string, return_url: string | null, siteUrl: string): Stripe.PaymentIntent.NextAction {
  return { type: 'redirect_to_url', redirect_to_url: { url: `${siteUrl}${STEP_PATH}/${stepId}`, return_url } }
}

export function chargeObject(row: ChargeRow): Partial<Stripe.Charge> & { id: string } {
  const isPaid = row.status === 'succeeded'
  return {
    id: row.charge_id,
    object: 'charge',
    amount: row.amount,
    amount_captured: row.amount_captured,
    amount_refunded: row.amount_refunded,
    balance_transaction: row.balance_transaction,
    captured: row.captured,
    created: unixSeconds(row.created_at),
    currency: row.currency,
    customer: null,
    disputed: row.disputed,
    failure_balance_transaction: null,
    failure_code: row.failure_code,
    failure_message: row.failure_message,
    livemode: false,
    metadata: {},
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: isPaid ? 'approved_by_network' : 'declined_by_network',
      reason: row.decline_code,
      seller_message: isPaid ? 'Payment complete.' : row.failure_message,
      type: isPaid ? 'authorized' : 'issuer_declined',
    },
    paid: isPaid,
    payment_intent: row.intent_id,
    payment_method: row.payment_method,
    payment_method_details: methodDetails(row),
    refunded: row.captured && row.amount_refunded === row.amount_captured,
    status: row.status,
  }
}

function methodDetails(row: ChargeRow): Stripe.Charge.PaymentMethodDetails {
  const method = methodOf(row.payment_method)
  const type = wireTypeOf(method)
  if (type !== 'card') return { type } as Stripe.Charge.PaymentMethodDetails
  const last4 = (method.cardNumber ?? '').slice(-4) || null
  const capture_before = row.capture_before ? { capture_before: unixSeconds(row.capture_before) } : {}
  return {
    type,
    card: { brand: 'visa', country: 'US', funding: 'credit', last4, ...capture_before },
  } as Stripe.Charge.PaymentMethodDetails
}
