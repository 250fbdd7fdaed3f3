import { DAY_SECONDS, secondsAfter } from '../server/platform/config/clock.ts'
import type { Stripe } from '../server/trade/payments/stripe/client.ts'
import { type Books, balanceTransactionObject, book, type EventType, newId, unixSeconds, writeEvent } from './books.ts'
import { type ChargeRow, findCharge, updateCharge } from './intent-queries.ts'
import { lockedIntent } from './intents.ts'
import {
  type DisputeRow,
  findDispute,
  insertDispute,
  listDisputes,
  listSourceTransactions,
  updateDisputeRow,
} from './money-queries.ts'
import { mergedMetadata } from './objects.ts'
import type { Call, Outcome } from './pay.ts'
import { invalid, listObject, missing, pageOf, type refundPageParams, type updateDisputeParams } from './wire.ts'

/** Cents. */
const FEE = 1_500
const ANSWER_DAYS = 10
/** Evidence that decides a dispute at once, as in Stripe's test mode. */
const DECIDING: ReadonlyMap<string, 'won' | 'lost'> = new Map([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
])

/** Opens a dispute about the captured, unrefunded part of a charge. The caller has locked its intent. */
export async function openDispute(books: Books, charge: ChargeRow): Promise<void> {
  const { tx, now } = books
  const { charge_id, intent_id, currency } = charge
  const amount = charge.amount_captured - charge.amount_refunded
  await updateCharge(tx, charge_id, { dispute_at: null, disputed: charge.disputed || amount > 0 })
  if (amount === 0) return
  const dispute_id = newId('du')
  await book(books, { type: 'adjustment', amount: -amount, fee: FEE, currency, source: dispute_id })
  const dispute = await insertDispute(tx, {
    dispute_id,
    charge_id,
    intent_id,
    amount,
    fee: FEE,
    currency,
    reason: 'fraudulent',
    status: 'needs_response',
    evidence: JSON.stringify({}),
    metadata: JSON.stringify({}),
    due_by: secondsAfter(now, ANSWER_DAYS * DAY_SECONDS),
    created_at: now,
  })
  await announce(books, 'charge.dispute.created', dispute)
}

/** Opens a charge's dispute if it is still due; returns whether it did. */
export async function openDueDispute(books: Books, due: Pick<ChargeRow, 'charge_id' | 'intent_id'>): Promise<boolean> {
  await lockedIntent(books, due.intent_id)
  const charge = await findCharge(books.tx, due.charge_id)
  if (!charge?.dispute_at || charge.dispute_at > books.now) return false
  await openDispute(books, charge)
  return true
}

/** Stores evidence, and submits it once unless the request says not to. */
export async function updateDispute(books: Books, { id, params }: Call<typeof updateDisputeParams>): Promise<Outcome> {
  const dispute = await lockedDispute(books, id)
  const { evidence, metadata, submit = evidence !== undefined } = params
  if (dispute.ended_at) throw invalid('This dispute is already closed.')
  if (dispute.submissions > 0 && (evidence || submit)) throw invalid('Evidence was already submitted for this dispute.')
  const changed = await updateDisputeRow(books.tx, id, {
    evidence: JSON.stringify(mergedMetadata(dispute.evidence, evidence)),
    metadata: JSON.stringify(mergedMetadata(dispute.metadata, metadata)),
    ...(submit && { status: 'under_review', submissions: 1 }),
  })
  await announce(books, 'charge.dispute.updated', changed)
  const decided = submit ? DECIDING.get(changed.evidence.uncategorized_text ?? '') : undefined
  return outcomeOf(books, decided ? await endDispute(books, changed, decided) : changed)
}

/** Accepts a dispute, which loses it. */
export async function closeDispute(books: Books, { id }: { id: string }): Promise<Outcome> {
  return outcomeOf(books, await endDispute(books, await lockedDispute(books, id), 'lost'))
}

/** Ends a dispute whose intent is locked; when won, credits its amount to the balance. */
export async function endDispute(books: Books, dispute: DisputeRow, status: 'won' | 'lost'): Promise<DisputeRow> {
  const { dispute_id, amount, currency } = dispute
  if (dispute.ended_at) throw invalid('This dispute is already closed.')
  if (status === 'won') await book(books, { type: 'adjustment', amount, currency, source: dispute_id })
  const ended = await updateDisputeRow(books.tx, dispute_id, { status, ended_at: books.now })
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
  const dispute = await findDispute(books.tx, id)
  if (!dispute) throw missing('dispute', id, param)
  return dispute
}

export async function retrieveDispute(books: Books, { id }: { id: string }): Promise<Outcome> {
  return outcomeOf(books, await foundDispute(books, id))
}

export async function retrieveDisputes(books: Books, { params }: Call<typeof refundPageParams>): Promise<Outcome> {
  const page = await pageOf(params, async (id, param) => (await foundDispute(books, id, param)).dispute_number)
  const rows = await listDisputes(books.tx, page, params)
  const objects = new Map<DisputeRow, object>()
  for (const row of rows) objects.set(row, await disputeObject(books, row))
  return { status: 200, body: listObject(page, rows, '/v1/disputes', (row) => objects.get(row) ?? {}) }
}

async function announce(books: Books, type: EventType, dispute: DisputeRow): Promise<void> {
  await writeEvent(books, type, dispute.intent_id, await disputeObject(books, dispute))
}

async function outcomeOf(books: Books, dispute: DisputeRow): Promise<Outcome> {
  return { status: 200, body: await disputeObject(books, dispute) }
}

async function disputeObject({ tx, now }: Books, row: DisputeRow): Promise<Partial<Stripe.Dispute> & { id: string }> {
  const movements = await listSourceTransactions(tx, row.dispute_id)
  return {
    id: row.dispute_id,
    object: 'dispute',
    amount: row.amount,
    balance_transactions: movements.map(balanceTransactionObject) as Stripe.BalanceTransaction[],
    charge: row.charge_id,
    created: unixSeconds(row.created_at),
    currency: row.currency,
    evidence: row.evidence as Partial<Stripe.Dispute.Evidence> as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: unixSeconds(row.due_by),
      enhanced_eligibility: {},
      has_evidence: Object.keys(row.evidence).length > 0,
      past_due: row.due_by <= now,
      submission_count: row.submissions,
      submission_method: row.submissions > 0 ? 'manual' : 'not_submitted',
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: row.metadata,
    payment_intent: row.intent_id,
    reason: row.reason,
    status: row.status,
  }
}
