import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { DAY_SECONDS, secondsAfter } from '../server/platform/config/clock.ts'
import { type Books, type Desk, type EventType, eventOf, writeEvent } from './books.ts'
import type { SandboxMethod, SandboxPlay } from './cards.ts'
import { type DraftIntent, endSteps, type IntentRow, insertStep, updateIntent } from './intent-queries.ts'
import type { PaidRequest } from './key-queries.ts'
import { intentObject } from './objects.ts'
import type { WireError } from './wire.ts'

export interface Outcome {
  status: number
  body: object
  /** Delay of the response after everything is written. */
  waitMs?: number
  /** A failure that is simulated once: a retry with the same key runs again. */
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

/** Returns the decline of a payment method when charged; undefined if it pays. */
export function declineOf(method: SandboxMethod): Decline | undefined {
  if (method.method === 'paypal' && method.plays === 'declined') return PAYPAL_DECLINED
  return DECLINES[method.plays]
}

/** Charges or authorises a locked intent; returns it. */
export async function charge(books: Books, intent: IntentRow, method: SandboxMethod): Promise<IntentRow> {
  const { charged, event } = chargeOf(books, intent, method)
  return change(books, intent.intent_id, event, { ...charged, step_id: null, last_error: null })
}

/** Charges an unwritten intent; returns what is to be written. */
export function chargeNew(desk: Desk, draft: DraftIntent, method: SandboxMethod): Omit<PaidRequest, 'key'> {
  const { charged, event } = chargeOf(desk, draft, method)
  const intent = { ...draft, ...charged }
  return { intent, event: eventOf(desk, event, intent.intent_id, intentObject(intent, desk.siteUrl)) }
}

function chargeOf({ now }: Desk, { amount, capture_method }: DraftIntent, method: SandboxMethod) {
  const isReserved = capture_method === 'manual'
  const charged = {
    status: isReserved ? ('requires_capture' as const) : ('succeeded' as const),
    amount_received: isReserved ? 0 : amount,
    capture_before: isReserved ? secondsAfter(now, AUTHORISED_DAYS * DAY_SECONDS) : null,
    dispute_at: isReserved ? null : disputeAt(now, method),
    payment_method: method.id,
  }
  const event: EventType = isReserved ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded'
  return { charged, event }
}

const disputeAt = (now: Date, { plays }: SandboxMethod) =>
  plays === 'disputed' ? secondsAfter(now, DISPUTED_AFTER_SECONDS) : null

/** Captures part of a locked, authorised intent and releases the rest; returns it. */
export function capture(books: Books, intent: IntentRow, method: SandboxMethod, amount: number): Promise<IntentRow> {
  return change(books, intent.intent_id, 'payment_intent.succeeded', {
    status: 'succeeded',
    amount_received: amount,
    capture_before: null,
    dispute_at: disputeAt(books.now, method),
  })
}

/** Fails an attempt to pay a locked intent with a method; returns the refusal. */
export async function decline(
  books: Books,
  { intent_id }: IntentRow,
  { method: { id, card }, why }: { method: SandboxMethod; why: Decline },
): Promise<Outcome> {
  const payment_method = card && { id, object: 'payment_method', type: 'card', card }
  const error = { type: 'card_error', ...why, payment_method }
  const failed = await change(books, intent_id, 'payment_intent.payment_failed', {
    status: 'requires_payment_method',
    payment_method: null,
    step_id: null,
    last_error: JSON.stringify(error),
  })
  return { status: 402, body: { error: { ...error, payment_intent: intentObject(failed, books.siteUrl) } } }
}

/** Requires a step of the buyer for a locked intent; returns it. */
export async function requireStep(books: Books, { intent_id }: IntentRow, method: SandboxMethod): Promise<IntentRow> {
  const step_id = randomUUID()
  const kind = method.method === 'paypal' ? 'paypal' : '3ds'
  await insertStep(books.tx, { step_id, intent_id, kind, created_at: books.now })
  const values = { status: 'requires_action', payment_method: method.id, step_id } as const
  return change(books, intent_id, 'payment_intent.requires_action', values)
}

/** Cancels a locked intent; returns it. */
export async function cancel(books: Books, { intent_id }: IntentRow): Promise<IntentRow> {
  await endSteps(books.tx, intent_id, books.now)
  const values = { status: 'canceled', capture_before: null, step_id: null } as const
  return change(books, intent_id, 'payment_intent.canceled', values)
}

async function change(
  books: Books,
  intentId: string,
  event: EventType,
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

export interface Drafted extends Omit<PaidRequest, 'key'> {
  outcome: Outcome
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
