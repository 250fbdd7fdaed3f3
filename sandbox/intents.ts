import { inTransaction } from '../db/connect.ts'
import { MAX_PROVIDED_CENTS, MIN_PROVIDED_CENTS } from '../shared/payments/constants.ts'
import { type BookDeps, type Books, type Desk, newId, openBooks, withBooks } from './books.ts'
import type { SandboxMethod, SandboxPlay } from './cards.ts'
import { hasFailedOnce } from './charge-queries.ts'
import {
  type DraftIntent,
  endSteps,
  findIntent,
  findStep,
  type IntentRow,
  insertIntent,
  listIntents,
  lockIntent,
  type StepRow,
  updateIntent,
  updateStep,
} from './intent-queries.ts'
import { findMethod, intentObject, mergedMetadata, methodOf } from './objects.ts'
import {
  askForStep,
  type Call,
  cancel,
  capture,
  charge,
  chargeNew,
  type Drafted,
  decline,
  declineOf,
  type Outcome,
  processLater,
  REFUSED,
  STEP_EXCLUDED,
} from './pay.ts'
import {
  type cancelParams,
  type captureParams,
  type confirmParams,
  type createIntentParams,
  invalid,
  listObject,
  missing,
  pageOf,
  type pageParams,
  providerFailure,
  type updateIntentParams,
} from './wire.ts'

const SILENCE_MS = 25_000

const PLAYED_FAILURE: Outcome = { status: 500, body: { error: providerFailure().error }, isPlayedFailure: true }

const outcomeOf = ({ siteUrl }: Desk, intent: DraftIntent): Outcome => ({
  status: 200,
  body: intentObject(intent, siteUrl),
})

/** Creates an intent, and confirms it if requested. */
export async function createIntent(books: Books, call: Call<typeof createIntentParams>): Promise<Outcome> {
  const { tx } = books
  const { params } = call
  requireAmount(params.amount)
  const method = params.payment_method ? methodOf(params.payment_method) : undefined
  if (params.confirm && !method) throw missingMethod()
  const isFailing = params.confirm && method?.plays === 'fails_once'
  // No intent exists yet to remember its failure: the idempotency key does, for all attempts of a checkout.
  const failedFor = params.metadata?.checkout_id
  const failed_once =
    call.failedBefore || (isFailing && failedFor !== undefined && (await hasFailedOnce(tx, failedFor)))
  if (isFailing && !failed_once) return { ...PLAYED_FAILURE, failedFor }
  const draft = draftOf(books, { ...params, method, failed_once: failed_once ?? false })
  const intent = await insertIntent(tx, draft)
  if (!params.confirm || !method) return outcomeOf(books, intent)
  return play(books, intent, method, params.error_on_requires_action)
}

/** Drafts an intent that one request creates and pays, if no stored state can interfere. */
export function draftPaid(desk: Desk, { params }: Call<typeof createIntentParams>): Drafted | undefined {
  const method = findMethod(params.payment_method)
  if (
    !isTaken(params.amount) ||
    !method ||
    !params.confirm ||
    params.expand?.length ||
    !PAYS_AT_ONCE.includes(method.plays)
  )
    return undefined
  const charged = chargeNew(desk, draftOf(desk, { ...params, method, failed_once: false }), method)
  return { outcome: { ...outcomeOf(desk, charged.intent), ...responseDelay(method) }, charged }
}

const PAYS_AT_ONCE: readonly SandboxPlay[] = ['pays', 'disputed', 'refund_fails', 'refund_pends', 'silent']

function draftOf(
  { now }: Desk,
  request: Pick<
    Call<typeof createIntentParams>['params'],
    'amount' | 'currency' | 'capture_method' | 'return_url' | 'description' | 'metadata'
  > & { method: SandboxMethod | undefined; failed_once: boolean },
): DraftIntent {
  const { method, amount, currency, capture_method, return_url, description, metadata, failed_once } = request
  const intent_id = newId('pi')
  return {
    intent_id,
    amount,
    currency,
    failed_once,
    metadata: metadata ?? {},
    created_at: now,
    amount_capturable: 0,
    amount_received: 0,
    latest_charge: null,
    step_id: null,
    last_error: null,
    cancellation_reason: null,
    canceled_at: null,
    capture_before: null,
    settles_at: null,
    capture_method: capture_method === 'manual' ? 'manual' : 'automatic',
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    payment_method: method?.id ?? null,
    client_secret: newId(`${intent_id}_secret`),
    return_url: return_url ?? null,
    description: description ?? null,
  }
}

/** Confirms an intent, with another payment method if the request names one. */
export async function confirmIntent(books: Books, call: Call<typeof confirmParams>): Promise<Outcome> {
  const { payment_method, return_url, error_on_requires_action } = call.params
  const intent = await lockedIntent(books, call.id)
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedState(books, intent, 'confirm')
  }
  const methodId = payment_method ?? intent.payment_method
  if (!methodId) throw missingMethod()
  const method = methodOf(methodId)
  if (method.plays === 'fails_once' && !intent.failed_once) {
    await updateIntent(books.tx, intent.intent_id, { failed_once: true })
    return PLAYED_FAILURE
  }
  await endSteps(books.tx, intent.intent_id, books.now)
  const open = return_url ? await updateIntent(books.tx, intent.intent_id, { return_url }) : intent
  return play(books, open, method, error_on_requires_action)
}

const asksForStep = ({ plays }: SandboxMethod) =>
  plays === 'authenticates' || plays === 'authenticates_declined' || plays === 'approves'
const responseDelay = ({ plays }: SandboxMethod) => (plays === 'silent' ? { waitMs: SILENCE_MS } : {})

async function play(books: Books, intent: IntentRow, method: SandboxMethod, isStepExcluded = false): Promise<Outcome> {
  if (asksForStep(method)) {
    if (isStepExcluded) return decline(books, intent, method, STEP_EXCLUDED)
    return outcomeOf(books, await askForStep(books, intent, method))
  }
  if (method.plays === 'transfers') return outcomeOf(books, await processLater(books, intent, method))
  const declined = declineOf(method)
  if (declined) return decline(books, intent, method, declined)
  return { ...outcomeOf(books, await charge(books, intent, method)), ...responseDelay(method) }
}

export async function updateIntentNotes(books: Books, call: Call<typeof updateIntentParams>): Promise<Outcome> {
  const { description, metadata } = call.params
  const intent = await lockedIntent(books, call.id)
  const changed = await updateIntent(books.tx, intent.intent_id, {
    description: description === undefined ? intent.description : description || null,
    metadata: JSON.stringify(mergedMetadata(intent.metadata, metadata)),
  })
  return outcomeOf(books, changed)
}

/** Captures an authorised intent, in whole or in part. */
export async function captureIntent(books: Books, call: Call<typeof captureParams>): Promise<Outcome> {
  const intent = await lockedIntent(books, call.id)
  if (intent.status !== 'requires_capture') throw unexpectedState(books, intent, 'capture')
  const amount = call.params.amount_to_capture ?? intent.amount_capturable
  if (amount > intent.amount_capturable) {
    throw invalid('The amount to capture is greater than the amount that can be captured.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    })
  }
  return outcomeOf(books, await capture(books, intent, methodOf(intent.payment_method ?? ''), amount))
}

export async function cancelIntent(books: Books, call: Call<typeof cancelParams>): Promise<Outcome> {
  const intent = await lockedIntent(books, call.id)
  if (intent.status === 'succeeded' || intent.status === 'canceled') throw unexpectedState(books, intent, 'cancel')
  return outcomeOf(books, await cancel(books, intent, call.params.cancellation_reason ?? null))
}

export async function retrieveIntent(books: Books, { id }: { id: string }): Promise<Outcome> {
  const intent = await findIntent(books.tx, id)
  if (!intent) throw missing('payment_intent', id)
  return outcomeOf(books, intent)
}

export async function retrieveIntents(books: Books, { params }: Call<typeof pageParams>): Promise<Outcome> {
  const page = await pageOf(params, async (id, param) => {
    const intent = await findIntent(books.tx, id)
    if (!intent) throw missing('payment_intent', id, param)
    return intent.intent_number
  })
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

const isTaken = (amount: number) => amount >= MIN_PROVIDED_CENTS && amount <= MAX_PROVIDED_CENTS

function requireAmount(amount: number): void {
  if (isTaken(amount)) return
  throw amount < MIN_PROVIDED_CENTS
    ? invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
    : invalid('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
}

function missingMethod() {
  return invalid('You cannot confirm this PaymentIntent because it’s missing a payment method.', {
    code: 'payment_intent_unexpected_state',
  })
}

function unexpectedState(books: Books, intent: IntentRow, verb: 'confirm' | 'capture' | 'cancel') {
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
  currency: string
  /** Where the buyer returns to; after an answer with its outcome, as in Stripe's URLs. */
  returnUrl: string | null
}

const STEP_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns a step for its page; undefined if it is missing. */
export function readStep(deps: BookDeps, stepId: string): Promise<Step | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const found = await lockedStep(openBooks(deps, tx), stepId)
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
  await decline(books, intent, method, declined)
  return { ...intent, status: 'requires_payment_method' }
}

/** Locks the intent before reading the step, which serialises answers, cancellations and other attempts. */
async function lockedStep({ tx }: Books, stepId: string): Promise<{ step: StepRow; intent: IntentRow } | undefined> {
  const known = STEP_ID.test(stepId) ? await findStep(tx, stepId) : undefined
  const intent = known && (await lockIntent(tx, known.intent_id))
  const step = intent && (await findStep(tx, stepId))
  return step && intent && { step, intent }
}

function stepOf({ kind, state }: StepRow, { amount, currency, return_url, status }: IntentRow): Step {
  const hasEnded = state === 'approved' || state === 'refused'
  return {
    kind,
    state,
    amount,
    currency,
    returnUrl: return_url && hasEnded ? withResult(return_url, status) : return_url,
  }
}

function withResult(returnUrl: string, status: IntentRow['status']): string {
  if (!URL.canParse(returnUrl)) return returnUrl
  const url = new URL(returnUrl)
  const isPaid = status === 'succeeded' || status === 'requires_capture'
  url.searchParams.set('redirect_status', isPaid ? 'succeeded' : 'failed')
  return url.href
}
