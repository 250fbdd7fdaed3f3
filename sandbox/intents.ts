import { inTransaction } from '../db/connect.ts'
import { formatAmount, toDollars } from '../shared/kernel/money.ts'
import { MAX_PROVIDED_CENTS, minProvidedCents } from '../shared/payments/constants.ts'
import { type BookDeps, type Books, type Desk, deskOf, newId, withBooks } from './books.ts'
import type { SandboxMethod, SandboxPlay } from './cards.ts'
import {
  type DraftIntent,
  findIntent,
  findStep,
  type IntentRow,
  insertIntent,
  listIntents,
  lockIntent,
  type StepRow,
  updateStep,
} from './intent-queries.ts'
import { hasFailedOnce } from './key-queries.ts'
import { findMethod, intentObject, methodOf } from './objects.ts'
import {
  type Call,
  cancel,
  capture,
  charge,
  chargeNew,
  type Drafted,
  decline,
  declineOf,
  type Outcome,
  REFUSED,
  requireStep,
} from './pay.ts'
import {
  type captureParams,
  type createIntentParams,
  invalid,
  listObject,
  missing,
  pageOf,
  type pageParams,
  providerFailure,
  type retrieveIntentParams,
  sandboxCurrency,
} from './wire.ts'

const SILENCE_MS = 25_000

const PLAYED_FAILURE: Outcome = { status: 500, body: { error: providerFailure().error }, isPlayedFailure: true }

const outcomeOf = ({ siteUrl }: Desk, intent: DraftIntent, expanded: readonly string[] = []): Outcome => ({
  status: 200,
  body: intentObject(intent, siteUrl, expanded.length > 0),
})

/** Creates an intent, and confirms it if requested. */
export async function createIntent(books: Books, call: Call<typeof createIntentParams>): Promise<Outcome> {
  const { tx } = books
  const { params } = call
  requireAmount(params.amount)
  const method = params.payment_method ? methodOf(params.payment_method) : undefined
  if (params.confirm && !method) throw missingMethod()
  if (params.confirm && method?.plays === 'fails_once' && !call.failedBefore) {
    // No intent exists yet to remember its failure: the idempotency key does, for all attempts of a checkout.
    const failedFor = params.metadata?.checkout_id
    if (failedFor === undefined || !(await hasFailedOnce(tx, failedFor))) return { ...PLAYED_FAILURE, failedFor }
  }
  const intent = await insertIntent(tx, draftOf(books, params))
  if (!params.confirm || !method) return outcomeOf(books, intent)
  if (requiresStep(method)) return outcomeOf(books, await requireStep(books, intent, method))
  const declined = declineOf(method)
  if (declined) return decline(books, intent, { method, why: declined })
  return { ...outcomeOf(books, await charge(books, intent, method), params.expand), ...responseDelay(method) }
}

/** Drafts an intent that one request creates and pays, if no stored state can interfere. */
export function draftPaid(desk: Desk, { params }: Call<typeof createIntentParams>): Drafted | undefined {
  const method = findMethod(params.payment_method)
  if (!isTaken(params.amount) || !method || !params.confirm || !PAYS_AT_ONCE.includes(method.plays)) return undefined
  const paid = chargeNew(desk, draftOf(desk, params), method)
  return { outcome: { ...outcomeOf(desk, paid.intent, params.expand), ...responseDelay(method) }, ...paid }
}

const PAYS_AT_ONCE: readonly SandboxPlay[] = ['pays', 'disputed', 'refund_fails', 'refund_pends', 'silent']

const requiresStep = ({ plays }: SandboxMethod) =>
  plays === 'authenticates' || plays === 'authenticates_declined' || plays === 'approves'
const responseDelay = ({ plays }: SandboxMethod) => (plays === 'silent' ? { waitMs: SILENCE_MS } : {})

function draftOf({ now }: Desk, params: Call<typeof createIntentParams>['params']): DraftIntent {
  const { amount, capture_method = 'automatic', return_url = null, metadata = {} } = params
  return {
    intent_id: newId('pi'),
    amount,
    capture_method,
    return_url,
    metadata,
    created_at: now,
    amount_received: 0,
    amount_refunded: 0,
    step_id: null,
    last_error: null,
    capture_before: null,
    dispute_at: null,
    status: 'requires_payment_method',
    payment_method: null,
  }
}

/** Captures an authorised intent, in whole or in part. */
export async function captureIntent(books: Books, call: Call<typeof captureParams>): Promise<Outcome> {
  const intent = await lockedIntent(books, call.id)
  if (intent.status !== 'requires_capture') throw unexpectedState(books, intent, 'capture')
  const amount = call.params.amount_to_capture ?? intent.amount
  if (amount > intent.amount) {
    throw invalid('The amount to capture is greater than the amount that can be captured.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    })
  }
  return outcomeOf(books, await capture(books, intent, methodOf(intent.payment_method ?? ''), amount))
}

export async function cancelIntent(books: Books, { id }: { id: string }): Promise<Outcome> {
  const intent = await lockedIntent(books, id)
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(books, intent, 'cancel')
  return outcomeOf(books, await cancel(books, intent))
}

export async function retrieveIntent(
  books: Books,
  { id, params }: Call<typeof retrieveIntentParams>,
): Promise<Outcome> {
  return outcomeOf(books, await foundIntent(books, id), params.expand)
}

async function foundIntent(books: Books, id: string, param?: string): Promise<IntentRow> {
  const intent = await findIntent(books.tx, id)
  if (!intent) throw missing('payment_intent', id, param)
  return intent
}

export async function retrieveIntents(books: Books, { params }: Call<typeof pageParams>): Promise<Outcome> {
  const page = await pageOf(params, async (id, param) => (await foundIntent(books, id, param)).intent_number)
  const intents = await listIntents(books.tx, page)
  const body = listObject(page, intents, '/v1/payment_intents', (intent) => intentObject(intent, books.siteUrl))
  return { status: 200, body }
}

/** Locks and returns an intent. Throws a refusal if it is missing. */
export async function lockedIntent(books: Books, id: string, param?: string): Promise<IntentRow> {
  const intent = await lockIntent(books.tx, id)
  if (!intent) throw missing('payment_intent', id, param)
  return intent
}

const isTaken = (amount: number) => amount >= minProvidedCents() && amount <= MAX_PROVIDED_CENTS

function requireAmount(amount: number): void {
  if (isTaken(amount)) return
  throw amount < minProvidedCents()
    ? invalid(`Amount must be at least ${formatAmount(toDollars(minProvidedCents()))} ${sandboxCurrency()}`, {
        code: 'amount_too_small',
        param: 'amount',
      })
    : invalid(`Amount must be no more than ${formatAmount(toDollars(MAX_PROVIDED_CENTS))}`, {
        code: 'amount_too_large',
        param: 'amount',
      })
}

function missingMethod() {
  return invalid('You cannot confirm this PaymentIntent because it’s missing a payment method.', {
    code: 'payment_intent_unexpected_state',
  })
}

function unexpectedState(books: Books, intent: IntentRow, verb: 'capture' | 'cancel') {
  return invalid(`You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intentObject(intent, books.siteUrl),
  })
}

/** A buyer's choice on the page of a step; `leave` closes it unanswered, and it can be answered later. */
export type StepAnswer = 'approve' | 'refuse' | 'leave'

export interface Step {
  kind: '3ds' | 'paypal'
  state: StepRow['state']
  /** Cents. */
  amount: number
  /** Null for other methods, and once the step is answered. */
  card: NonNullable<SandboxMethod['card']> | null
  /** Where the buyer returns to; after an answer with its outcome, as in Stripe's URLs. */
  returnUrl: string | null
}

const STEP_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns a step for its page; undefined if it is missing. */
export function readStep(deps: BookDeps, stepId: string): Promise<Step | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const found = await lockedStep({ tx, ...deskOf(deps) }, stepId)
    return found && stepOf(found.step, found.intent)
  })
}

/** Applies the buyer's choice unless the step has ended; returns the step, undefined if it is missing. */
export function answerStep(deps: BookDeps, stepId: string, answer: StepAnswer): Promise<Step | undefined> {
  return withBooks(deps, async (books) => {
    const found = await lockedStep(books, stepId)
    if (!found) return
    const { step, intent } = found
    if (step.state !== 'waiting' && step.state !== 'left') return stepOf(step, intent)
    const state = ({ approve: 'approved', refuse: 'refused', leave: 'left' } as const)[answer]
    await updateStep(books.tx, stepId, state, books.now)
    const after = answer === 'leave' ? intent : await goOn(books, intent, step.kind, answer === 'approve')
    return stepOf({ ...step, state }, after)
  })
}

async function goOn(books: Books, intent: IntentRow, kind: Step['kind'], isApproved: boolean): Promise<IntentRow> {
  const method = methodOf(intent.payment_method ?? '')
  const declined = isApproved ? declineOf(method) : REFUSED[kind]
  if (!declined) return charge(books, intent, method)
  await decline(books, intent, { method, why: declined })
  return { ...intent, status: 'requires_payment_method' }
}

/** Locks the intent before reading the step, which serialises answers, cancellations and other attempts. */
async function lockedStep({ tx }: Books, stepId: string): Promise<{ step: StepRow; intent: IntentRow } | undefined> {
  const known = STEP_ID.test(stepId) ? await findStep(tx, stepId) : undefined
  const intent = known && (await lockIntent(tx, known.intent_id))
  const step = intent && (await findStep(tx, stepId))
  return step && intent && { step, intent }
}

function stepOf({ kind, state }: StepRow, { amount, payment_method, return_url, status }: IntentRow): Step {
  const hasEnded = state === 'approved' || state === 'refused'
  const returnUrl = return_url && hasEnded ? withResult(return_url, status) : return_url
  // A declined payment no longer has its method.
  const card = hasEnded ? undefined : findMethod(payment_method ?? undefined)?.card
  return { kind, state, amount, card: card ?? null, returnUrl }
}

function withResult(returnUrl: string, status: IntentRow['status']): string {
  if (!URL.canParse(returnUrl)) return returnUrl
  const url = new URL(returnUrl)
  const isPaid = status === 'succeeded' || status === 'requires_capture'
  url.searchParams.set('redirect_status', isPaid ? 'succeeded' : 'failed')
  return url.href
}
