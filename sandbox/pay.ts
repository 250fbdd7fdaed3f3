import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { DAY_SECONDS, secondsAfter } from '../server/platform/config/clock.ts'
import {
  type Books,
  book,
  type Desk,
  eventOf,
  feeOf,
  movementOf,
  newId,
  TRANSFER_SECONDS,
  writeEvent,
} from './books.ts'
import type { SandboxMethod, SandboxPlay } from './cards.ts'
import type { Charged } from './charge-queries.ts'
import {
  type DraftIntent,
  endSteps,
  type IntentRow,
  insertCharge,
  insertStep,
  recordCharge,
  updateCharge,
  updateIntent,
} from './intent-queries.ts'
import { insertBalanceTransaction } from './money-queries.ts'
import { intentObject, wireTypeOf } from './objects.ts'
import type { WireError } from './wire.ts'

export interface Outcome {
  status: number
  body: object
  /** Delay of the response after everything is written. */
  waitMs?: number
  /** A failure that is simulated once: a repeat with the same key runs again. */
  isPlayedFailure?: boolean
  /** The checkout that it was simulated for. */
  failedFor?: string
}

const AUTHORISED_DAYS = 7
const DISPUTED_AFTER_SECONDS = 60

type Decline = Pick<WireError, 'code' | 'decline_code' | 'message'>

const DECLINED: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}
const DECLINES: Partial<Record<SandboxPlay, Decline>> = {
  declined: DECLINED,
  authenticates_declined: DECLINED,
  no_funds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  expired: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  wrong_code: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: 'Your card’s security code is incorrect.',
  },
}
const PAYPAL_DECLINED: Decline = {
  code: 'payment_method_provider_decline',
  decline_code: 'generic_decline',
  message: 'The payment was declined by the provider of the payment method.',
}
export const REFUSED: Record<'3ds' | 'paypal', Decline> = {
  '3ds': {
    code: 'payment_intent_authentication_failure',
    message: 'The provided payment method has failed authentication.',
  },
  paypal: {
    code: 'payment_intent_payment_attempt_failed',
    message: 'The customer cancelled the payment on the page of the payment method.',
  },
}
/** The request excludes the step that the payment method requires. */
export const STEP_EXCLUDED: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'This payment needs a step of the customer.',
}

/** Returns the decline of a payment method when charged; undefined if it pays. */
export function declineOf(method: SandboxMethod): Decline | undefined {
  if (method.method === 'paypal' && method.plays === 'declined') return PAYPAL_DECLINED
  return DECLINES[method.plays]
}

/** Charges or authorises a locked intent; returns it. */
export async function charge(books: Books, intent: IntentRow, method: SandboxMethod): Promise<IntentRow> {
  const { tx } = books
  const { charged, charge, movement, event } = chargeOf(books, intent, method)
  // Pipelined, so in this order.
  const [changed] = await Promise.all([
    recordCharge(tx, { intent_id: intent.intent_id, ...charged }),
    insertCharge(tx, charge),
    movement && insertBalanceTransaction(tx, movement),
  ])
  await writeEvent(books, event, intent.intent_id, intentObject(changed, books.siteUrl))
  return changed
}

/** Charges an unwritten intent; returns all rows to write. */
export function chargeNew(desk: Desk, intent: DraftIntent, method: SandboxMethod): Charged {
  const { charged, charge, movement, event } = chargeOf(desk, intent, method)
  const changed = { ...intent, ...charged }
  return {
    intent: changed,
    charge,
    movement,
    event: eventOf(desk, event, intent.intent_id, intentObject(changed, desk.siteUrl)),
  }
}

function chargeOf(desk: Desk, intent: DraftIntent, method: SandboxMethod) {
  const { now } = desk
  const { intent_id, amount, currency } = intent
  const isAuthorised = intent.capture_method === 'manual' && method.method !== 'bank_transfer'
  const capture_before = isAuthorised ? secondsAfter(now, AUTHORISED_DAYS * DAY_SECONDS) : null
  const charge_id = newId('ch')
  const movement = isAuthorised ? undefined : movementOf(desk, chargeMovement(amount, currency, charge_id))
  const charged = {
    status: isAuthorised ? ('requires_capture' as const) : ('succeeded' as const),
    amount_capturable: isAuthorised ? amount : 0,
    amount_received: isAuthorised ? 0 : amount,
    latest_charge: charge_id,
    capture_before,
    payment_method: method.id,
  }
  const charge = {
    charge_id,
    intent_id,
    amount,
    currency,
    capture_before,
    payment_method: method.id,
    created_at: now,
    amount_captured: isAuthorised ? 0 : amount,
    status: 'succeeded' as const,
    captured: !isAuthorised,
    dispute_at: !isAuthorised && method.plays === 'disputed' ? secondsAfter(now, DISPUTED_AFTER_SECONDS) : null,
    balance_transaction: movement?.transaction_id ?? null,
  }
  const event = isAuthorised
    ? ('payment_intent.amount_capturable_updated' as const)
    : ('payment_intent.succeeded' as const)
  return { charged, charge, movement, event }
}

const chargeMovement = (amount: number, currency: string, source: string) =>
  ({ type: 'charge', amount, fee: feeOf(amount), currency, source }) as const

/** Captures part of a locked, authorised intent and releases the rest; returns it. */
export async function capture(
  books: Books,
  intent: IntentRow,
  method: SandboxMethod,
  amount: number,
): Promise<IntentRow> {
  const charge_id = intent.latest_charge ?? ''
  const balance_transaction = await book(books, chargeMovement(amount, intent.currency, charge_id))
  await updateCharge(books.tx, charge_id, {
    amount_captured: amount,
    captured: true,
    capture_before: null,
    dispute_at: method.plays === 'disputed' ? secondsAfter(books.now, DISPUTED_AFTER_SECONDS) : null,
    balance_transaction,
  })
  return change(books, intent.intent_id, 'payment_intent.succeeded', {
    status: 'succeeded',
    amount_capturable: 0,
    amount_received: amount,
    capture_before: null,
  })
}

/** Fails an attempt to pay a locked intent; returns the refusal. */
export async function decline(
  books: Books,
  intent: IntentRow,
  method: SandboxMethod,
  { code, decline_code, message }: Decline,
): Promise<Outcome> {
  const { tx, now } = books
  const { intent_id, amount, currency } = intent
  const charge_id = newId('ch')
  const failure = { failure_code: code ?? null, failure_message: message, decline_code: decline_code ?? null }
  const attempted = { charge_id, intent_id, amount, amount_captured: 0, currency, payment_method: method.id }
  const nothing = { status: 'failed' as const, captured: false, balance_transaction: null, capture_before: null }
  await insertCharge(tx, { ...attempted, ...nothing, dispute_at: null, created_at: now }, failure)
  const payment_method = { id: method.id, object: 'payment_method', type: wireTypeOf(method) }
  const error = { type: 'card_error', code, decline_code, message, charge: charge_id, payment_method }
  const failed = await change(books, intent_id, 'payment_intent.payment_failed', {
    status: 'requires_payment_method',
    latest_charge: charge_id,
    payment_method: null,
    step_id: null,
    settles_at: null,
    last_error: JSON.stringify(error),
  })
  return { status: 402, body: { error: { ...error, payment_intent: intentObject(failed, books.siteUrl) } } }
}

/** Requires a step of the buyer for a locked intent; returns it. */
export async function askForStep(books: Books, intent: IntentRow, method: SandboxMethod): Promise<IntentRow> {
  const { tx, now } = books
  const step_id = randomUUID()
  const kind = method.method === 'paypal' ? 'paypal' : '3ds'
  await insertStep(tx, { step_id, intent_id: intent.intent_id, kind, created_at: now })
  return change(books, intent.intent_id, 'payment_intent.requires_action', {
    status: 'requires_action',
    payment_method: method.id,
    step_id,
    last_error: null,
  })
}

/** Schedules the success of a locked intent; returns it. */
export function processLater(books: Books, intent: IntentRow, method: SandboxMethod): Promise<IntentRow> {
  return change(books, intent.intent_id, 'payment_intent.processing', {
    status: 'processing',
    payment_method: method.id,
    settles_at: secondsAfter(books.now, TRANSFER_SECONDS),
    step_id: null,
    last_error: null,
  })
}

/** Cancels a locked intent; returns it. */
export async function cancel(books: Books, intent: IntentRow, reason: string | null): Promise<IntentRow> {
  await endSteps(books.tx, intent.intent_id, books.now)
  return change(books, intent.intent_id, 'payment_intent.canceled', {
    status: 'canceled',
    amount_capturable: 0,
    capture_before: null,
    settles_at: null,
    step_id: null,
    cancellation_reason: reason,
    canceled_at: books.now,
  })
}

async function change(
  books: Books,
  intentId: string,
  event: Parameters<typeof writeEvent>[1],
  values: Parameters<typeof updateIntent>[2],
): Promise<IntentRow> {
  const changed = await updateIntent(books.tx, intentId, values)
  await writeEvent(books, event, intentId, intentObject(changed, books.siteUrl))
  return changed
}

export interface Call<Params extends z.ZodType = z.ZodType> {
  /** The id in the path; empty without one. */
  id: string
  params: z.output<Params>
  /** True after the simulated failure of the same request. */
  failedBefore: boolean
}

export interface Endpoint {
  method: 'GET' | 'POST'
  /** Segments of the path after `/v1`; `:id` matches any id. */
  path: readonly string[]
  params: z.ZodType
  run(books: Books, call: Call): Promise<Outcome>
  /** Returns the result and writes of a request that needs no stored state. */
  draft?: ((desk: Desk, call: Call) => Drafted | undefined) | undefined
}

export interface Drafted {
  outcome: Outcome
  charged: Charged
}

/** Declares an endpoint: `GET /v1/payment_intents/:id`. */
export function endpoint<Params extends z.ZodType>(
  address: `${'GET' | 'POST'} /v1/${string}`,
  params: Params,
  run: (books: Books, call: Call<Params>) => Promise<Outcome>,
  draft?: (desk: Desk, call: Call<Params>) => Drafted | undefined,
): Endpoint {
  const [method, path = ''] = address.split(' ') as ['GET' | 'POST', string]
  return { method, path: path.split('/').slice(2), params, run: run as Endpoint['run'], draft }
}
