import { DAY_SECONDS, secondsAfter } from '../server/platform/config/clock.ts'
import { type Books, type EventType, newId, writeEvent } from './books.ts'
import { type IntentRow, updateIntent } from './intent-queries.ts'
import { lockedIntent } from './intents.ts'
import { type DisputeRow, findDispute, insertDispute, listDisputes, updateDispute } from './money-queries.ts'
import { disputeObject } from './objects.ts'
import type { Call, Outcome } from './pay.ts'
import { type answerDisputeParams, invalid, listObject, missing, type ofIntentPageParams, pageOf } from './wire.ts'

const ANSWER_DAYS = 10
/** Evidence that decides a dispute at once, as in Stripe's test mode. */
const DECIDING: ReadonlyMap<string, 'won' | 'lost'> = new Map([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
])

/** Opens a dispute about the captured, unrefunded part of a payment. The caller has locked its intent. */
async function openDispute(books: Books, { intent_id, amount_received, amount_refunded }: IntentRow): Promise<void> {
  const { tx, now } = books
  const amount = amount_received - amount_refunded
  await updateIntent(tx, intent_id, { dispute_at: null })
  if (amount === 0) return
  const dispute = await insertDispute(tx, {
    dispute_id: newId('du'),
    intent_id,
    amount,
    status: 'needs_response',
    due_by: secondsAfter(now, ANSWER_DAYS * DAY_SECONDS),
    created_at: now,
  })
  await announce(books, 'charge.dispute.created', dispute)
}

/** Disputes the rest of a payment. Throws a refusal when nothing is left, or it was disputed before. */
export async function disputeIntent(books: Books, intentId: string): Promise<void> {
  const intent = await lockedIntent(books, intentId)
  const isDisputed = (await findDispute(books.tx, 'intent_id', intentId)) !== undefined
  if (isDisputed || intent.amount_refunded === intent.amount_received) throw invalid('There is nothing to dispute.')
  await openDispute(books, intent)
}

/** Opens the dispute of a payment if it is still due; returns whether it did. */
export async function openDueDispute(books: Books, intentId: string): Promise<boolean> {
  const intent = await lockedIntent(books, intentId)
  if (!intent.dispute_at || intent.dispute_at > books.now) return false
  await openDispute(books, intent)
  return true
}

/** Submits evidence, which is possible once. */
export async function answerDispute(books: Books, { id, params }: Call<typeof answerDisputeParams>): Promise<Outcome> {
  const dispute = await lockedDispute(books, id)
  if (dispute.ended_at) throw invalid('This dispute is already closed.')
  if (dispute.submissions > 0) throw invalid('Evidence was already submitted for this dispute.')
  const changed = await updateDispute(books.tx, id, { status: 'under_review', submissions: 1 })
  await announce(books, 'charge.dispute.updated', changed)
  const decided = DECIDING.get(params.evidence.uncategorized_text ?? '')
  return outcomeOf(decided ? await endDispute(books, changed, decided) : changed)
}

/** Accepts a dispute, which loses it. */
export async function closeDispute(books: Books, { id }: { id: string }): Promise<Outcome> {
  return outcomeOf(await endDispute(books, await lockedDispute(books, id), 'lost'))
}

/** Ends a dispute whose intent is locked. */
export async function endDispute(books: Books, dispute: DisputeRow, status: 'won' | 'lost'): Promise<DisputeRow> {
  if (dispute.ended_at) throw invalid('This dispute is already closed.')
  const ended = await updateDispute(books.tx, dispute.dispute_id, { status, ended_at: books.now })
  await announce(books, 'charge.dispute.closed', ended)
  return ended
}

/** Loses a dispute if it is still unanswered; returns whether it did. */
export async function loseUnanswered(books: Books, disputeId: string): Promise<boolean> {
  const dispute = await lockedDispute(books, disputeId)
  if (dispute.status !== 'needs_response' || dispute.due_by > books.now) return false
  await endDispute(books, dispute, 'lost')
  return true
}

/** Returns a dispute and locks its intent. Throws a refusal if it is missing. */
export async function lockedDispute(books: Books, id: string): Promise<DisputeRow> {
  const known = await foundDispute(books, id)
  await lockedIntent(books, known.intent_id)
  return foundDispute(books, id)
}

async function foundDispute(books: Books, id: string, param?: string): Promise<DisputeRow> {
  const dispute = await findDispute(books.tx, 'dispute_id', id)
  if (!dispute) throw missing('dispute', id, param)
  return dispute
}

export async function retrieveDisputes(books: Books, { params }: Call<typeof ofIntentPageParams>): Promise<Outcome> {
  const page = await pageOf(params, async (id, param) => (await foundDispute(books, id, param)).dispute_number)
  const disputes = await listDisputes(books.tx, page, params.payment_intent)
  return { status: 200, body: listObject(page, disputes, '/v1/disputes', disputeObject) }
}

async function announce(books: Books, type: EventType, dispute: DisputeRow): Promise<void> {
  await writeEvent(books, type, dispute.intent_id, disputeObject(dispute))
}

const outcomeOf = (dispute: DisputeRow): Outcome => ({ status: 200, body: disputeObject(dispute) })
