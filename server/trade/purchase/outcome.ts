import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '../../../db/connect.ts'
import { PAYMENT_WAIT_MS } from '../../../shared/payments/constants.ts'
import { secondsBefore } from '../../platform/config/clock.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import type { Intent, Outcome } from '../payments/provider.ts'
import { lockPayment, type PaymentRow, requirePayment, updatePayment } from '../payments/queries.ts'
import { type PaymentOutcome, placePaid, WAITING } from './place.ts'
import { type CheckoutRow, changeCheckout, findCheckout, lockCheckout } from './queries.ts'

/** The step that follows each status of an attempt at the provider. */
const TRANSITIONS: Record<Intent['status'] | 'missing' | 'unknown', 'place' | 'wait' | 'cancel' | 'reopen'> = {
  paid: 'place',
  authorized: 'place',
  requires_action: 'wait',
  processing: 'wait',
  // The request was lost or failed at the provider, but may have taken effect.
  unknown: 'wait',
  // Cancelled at the provider first, so that it cannot pay a reopened checkout.
  failed: 'cancel',
  cancelled: 'reopen',
  // The attempt never arrived, and will not.
  missing: 'reopen',
}

/**
 * Applies the provider's report of a payment's latest attempt, once: the request, an event and the job may race.
 * `known` is the checkout if the request has read it.
 */
export async function applyOutcome(
  deps: PaymentDeps,
  payment: PaymentRow,
  outcome: Outcome,
  known?: CheckoutRow,
): Promise<PaymentOutcome> {
  const intent = outcome.kind === 'intent' ? outcome.intent : undefined
  const next = TRANSITIONS[intent?.status ?? (outcome.kind === 'missing' ? 'missing' : 'unknown')]
  if (next === 'reopen') return reopen(deps, payment, outcome.kind === 'missing' ? outcome : { ...intent })
  if (next === 'place' && intent) return placePaid(deps, { payment, intent, known })
  const ended = next === 'cancel' && intent ? await deps.provider.cancel(intent.ref) : undefined
  if (ended?.kind !== 'intent' || ended.intent.status === 'failed') return wait(deps, payment, intent)
  const { declineCode, card } = intent?.declineCode ? intent : ended.intent
  return applyOutcome(deps, payment, { kind: 'intent', intent: { ...ended.intent, declineCode, card } }, known)
}

async function wait({ db }: PaymentDeps, { payment_id }: PaymentRow, intent?: Intent): Promise<PaymentOutcome> {
  const payment_state = intent?.status === 'requires_action' ? intent.status : 'processing'
  return inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, payment_id)
    // Another request has applied the outcome, or begun another attempt.
    const ended = endOf(payment)
    if (ended) return ended
    if (intent && isOfEarlier(payment, intent)) return WAITING
    await updatePayment(tx, payment_id, { payment_state, ...(intent && { provider_ref: intent.ref }) })
    if (payment_state === 'processing') return WAITING
    if (intent?.nextUrl) return { kind: 'paying', next: { kind: 'redirect', url: intent.nextUrl } }
    const client_secret = intent?.clientSecret
    return client_secret ? { kind: 'paying', next: { kind: 'client', client_secret } } : WAITING
  })
}

/** Reopens the checkout of an attempt that the provider cancelled or never got; an unsent one does not count. */
export async function reopen(
  deps: PaymentDeps,
  { payment_id, buyer_id, checkout_id }: PaymentRow,
  { attempt, ref, card, declineCode = null }: Partial<Intent>,
  { isSent = true } = {},
): Promise<PaymentOutcome> {
  return inTransaction(deps.db, async (tx) => {
    const checkout = checkout_id === null ? undefined : await lockCheckout(tx, buyer_id, checkout_id)
    const payment = await lockPayment(tx, payment_id)
    const ended = endOf(payment)
    if (ended) return ended
    if (isOfEarlier(payment, { attempt })) return WAITING
    await updatePayment(tx, payment_id, {
      payment_state: declineCode ? 'declined' : 'cancelled',
      provider_ref: ref ?? null,
      decline_code: declineCode,
      ...card,
      check_at: null,
      ...(!isSent && { attempts: payment.attempts - 1 }),
    })
    if (checkout?.checkout_state === 'paying')
      await changeCheckout(tx, checkout.checkout_id, { checkout_state: 'open' })
    const { attempted_at } = payment
    const isLeft = attempted_at !== null && deps.clock().getTime() - attempted_at.getTime() > PAYMENT_WAIT_MS
    if (deps.isJob && isLeft) await deps.mails.notCompleted(tx, payment)
    return { kind: 'declined', declineCode }
  })
}

/**
 * Syncs the latest attempt of a payment that was just read with the provider; skips one that may be in flight, unless it
 * `isLost`. Cancels an attempt whose buyer has not completed the next step in time, and with `ends` any that is not paid yet.
 */
export async function checkPayment(deps: PaymentDeps, payment: PaymentRow, { isLost = false, ends = false } = {}) {
  const ended = endOf(payment)
  if (ended) return ended
  if (!isLost && isInFlight(payment, deps.clock())) return WAITING
  // An attempt with play money, from before the marketplace took real money: this provider does not know it.
  if (payment.sandbox && !deps.isSandbox) return reopen(deps, payment, {})
  const { provider } = deps
  const ref = payment.provider_ref
  const outcome = await (ref === null ? provider.recover(payment) : provider.read(ref))
  const intent = outcome.kind === 'intent' ? outcome.intent : undefined
  const isTaken = intent && TRANSITIONS[intent.status] === 'place'
  const isToEnd = ends ? !isTaken : intent?.status === 'requires_action' && (await isOverdue(deps, payment))
  return applyOutcome(deps, payment, intent && isToEnd ? await provider.cancel(intent.ref) : outcome)
}

const AWAIT_MS = 5_000
/** Doubles with each poll: many requests may await one attempt, which itself needs the database. */
const AWAIT_STEP_MS = 100

/**
 * Waits at most 5 seconds for an attempt that may be in flight, so that concurrent requests get one response; with `ends`
 * then ends it, so that another can begin. Returns its outcome.
 */
export async function awaitAttempt(deps: PaymentDeps, known: PaymentRow, ends: boolean): Promise<PaymentOutcome> {
  const until = performance.now() + AWAIT_MS
  for (let stepMs = AWAIT_STEP_MS; ; stepMs *= 2, await sleep(Math.min(stepMs, until - performance.now()))) {
    const payment = await requirePayment(deps.db, known.payment_id)
    const ended = endOf(payment)
    if (ended) return ended
    // Another request has ended it and begun the next one.
    if (ends && payment.attempts !== known.attempts) return { kind: 'declined', declineCode: null }
    if (!isInFlight(payment, deps.clock())) {
      const outcome = await checkPayment(deps, payment, { ends })
      return ends && outcome.kind === 'paying' ? WAITING : outcome
    }
    if (performance.now() > until) return WAITING
  }
}

const isOfEarlier = ({ attempts, provider_ref }: PaymentRow, { attempt, ref }: Partial<Intent>): boolean =>
  (attempt !== undefined && attempt !== attempts) ||
  (ref !== undefined && provider_ref !== null && ref !== provider_ref)

function endOf({ order_id, payment_state, decline_code }: PaymentRow): PaymentOutcome | undefined {
  if (order_id) return { kind: 'placed_before', orderId: order_id }
  if (payment_state === 'paid' || payment_state === 'authorized') return { kind: 'late' }
  if (payment_state === 'declined' || payment_state === 'cancelled')
    return { kind: 'declined', declineCode: decline_code }
}

const MAX_REQUEST_SECONDS = 30

function isInFlight({ provider_ref, attempted_at }: PaymentRow, now: Date): boolean {
  return provider_ref === null && attempted_at !== null && attempted_at > secondsBefore(now, MAX_REQUEST_SECONDS)
}

async function isOverdue({ db, clock }: PaymentDeps, { checkout_id, buyer_id }: PaymentRow): Promise<boolean> {
  const checkout = checkout_id ? await findCheckout(db, buyer_id, checkout_id) : undefined
  return !checkout || checkout.expires_at <= clock()
}
