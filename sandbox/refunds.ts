import { secondsAfter } from '../server/platform/config/clock.ts'
import { type Books, newId, writeEvent } from './books.ts'
import type { SandboxPlay } from './cards.ts'
import { type IntentRow, updateIntent } from './intent-queries.ts'
import { lockedIntent } from './intents.ts'
import { findDispute, findRefund, insertRefund, listRefunds, type RefundRow, updateRefund } from './money-queries.ts'
import { chargeObject, methodOf, refundObject } from './objects.ts'
import type { Call, Outcome } from './pay.ts'
import { type createRefundParams, invalid, listObject, missing, type ofIntentPageParams, pageOf } from './wire.ts'

const CHANGES_AFTER_SECONDS = 60

type Start = Pick<RefundRow, 'status' | 'next_status'>
const PAID_BACK: Start = { status: 'succeeded', next_status: null }
/** First and later states of the refunds of some payment methods. */
const STARTS: Partial<Record<SandboxPlay, Start>> = {
  refund_pends: { status: 'pending', next_status: 'succeeded' },
  refund_fails: { status: 'succeeded', next_status: 'failed' },
}

/** Refunds a payment, at most what was captured and is neither refunded nor disputed. */
export async function createRefund(
  books: Books,
  { params }: Pick<Call<typeof createRefundParams>, 'params'>,
): Promise<Outcome> {
  const { tx, now } = books
  const intent = await lockedIntent(books, params.payment_intent, 'payment_intent')
  const { intent_id, payment_method, amount_refunded } = intent
  const amount = await refundableAmount(books, intent, params.amount)
  const start = STARTS[methodOf(payment_method ?? '').plays] ?? PAID_BACK
  const refund = await insertRefund(tx, {
    refund_id: newId('re'),
    intent_id,
    amount,
    ...start,
    metadata: JSON.stringify(params.metadata ?? {}),
    next_at: start.next_status && secondsAfter(now, CHANGES_AFTER_SECONDS),
    created_at: now,
  })
  const changed = await updateIntent(tx, intent_id, { amount_refunded: amount_refunded + amount })
  await writeEvent(books, 'refund.created', intent_id, refundObject(refund))
  await writeEvent(books, 'charge.refunded', intent_id, chargeObject(changed))
  return outcomeOf(refund)
}

async function refundableAmount(books: Books, intent: IntentRow, wanted: number | undefined): Promise<number> {
  const { intent_id, amount_received, amount_refunded } = intent
  if (amount_received === 0)
    throw invalid(`This PaymentIntent (${intent_id}) does not have a successful charge to refund.`)
  const dispute = await findDispute(books.tx, 'intent_id', intent_id)
  if (dispute && dispute.status !== 'won') {
    throw invalid(`The charge of ${intent_id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  const left = amount_received - amount_refunded
  if (left === 0)
    throw invalid(`The charge of ${intent_id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (wanted !== undefined && wanted > left) {
    throw invalid(`Refund amount (${wanted}) is greater than unrefunded amount on charge (${left}).`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
  return wanted ?? left
}

/** Applies a refund's next state if it is due; returns whether it did. */
export async function advanceRefund(books: Books, refundId: string): Promise<boolean> {
  const refund = await lockedRefund(books, refundId)
  if (refund.next_at === null || refund.next_at > books.now) return false
  if (refund.next_status === 'failed') {
    await failRefund(books, refund, 'expired_or_canceled_card')
    return true
  }
  const values = { status: 'succeeded', next_at: null, next_status: null } as const
  const changed = await updateRefund(books.tx, refundId, values)
  await writeEvent(books, 'refund.updated', changed.intent_id, refundObject(changed))
  return true
}

/** Fails a refund whose intent is locked: its amount can be refunded again. */
export async function failRefund(books: Books, refund: RefundRow, failure_reason: string): Promise<void> {
  const { tx } = books
  const { refund_id, intent_id, amount } = refund
  if (refund.status === 'failed') throw invalid('This refund has already failed.')
  const failed = await updateRefund(tx, refund_id, {
    status: 'failed',
    failure_reason,
    next_at: null,
    next_status: null,
  })
  const { amount_refunded } = await lockedIntent(books, intent_id)
  await updateIntent(tx, intent_id, { amount_refunded: amount_refunded - amount })
  await writeEvent(books, 'refund.failed', intent_id, refundObject(failed))
  await writeEvent(books, 'refund.updated', intent_id, refundObject(failed))
}

/** Returns a refund and locks its intent. Throws a refusal if it is missing. */
export async function lockedRefund(books: Books, id: string): Promise<RefundRow> {
  const known = await foundRefund(books, id)
  await lockedIntent(books, known.intent_id)
  return foundRefund(books, id)
}

async function foundRefund(books: Books, id: string, param?: string): Promise<RefundRow> {
  const refund = await findRefund(books.tx, id)
  if (!refund) throw missing('refund', id, param)
  return refund
}

export async function retrieveRefunds(books: Books, { params }: Call<typeof ofIntentPageParams>): Promise<Outcome> {
  const page = await pageOf(params, async (id, param) => (await foundRefund(books, id, param)).refund_number)
  const refunds = await listRefunds(books.tx, page, params.payment_intent)
  return { status: 200, body: listObject(page, refunds, '/v1/refunds', refundObject) }
}

const outcomeOf = (refund: RefundRow): Outcome => ({ status: 200, body: refundObject(refund) })
