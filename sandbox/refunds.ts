import { secondsAfter } from '../server/platform/config/clock.ts'
import type { Stripe } from '../server/trade/payments/stripe/client.ts'
import { type Books, book, newId, unixSeconds, writeEvent } from './books.ts'
import type { SandboxPlay } from './cards.ts'
import { type ChargeRow, findCharge, updateCharge } from './intent-queries.ts'
import { lockedIntent } from './intents.ts'
import {
  findChargeDispute,
  findRefund,
  insertRefund,
  listRefunds,
  type RefundRow,
  updateRefundRow,
} from './money-queries.ts'
import { chargeObject, mergedMetadata, methodOf } from './objects.ts'
import type { Call, Outcome } from './pay.ts'
import {
  type createRefundParams,
  invalid,
  listObject,
  missing,
  pageOf,
  type refundPageParams,
  type updateRefundParams,
} from './wire.ts'

const CHANGES_AFTER_SECONDS = 60

type Start = Pick<RefundRow, 'status' | 'next_status'>
const PAID_BACK: Start = { status: 'succeeded', next_status: null }
/** First and later states of the refunds of some payment methods. */
const STARTS: Partial<Record<SandboxPlay, Start>> = {
  refund_pends: { status: 'pending', next_status: 'succeeded' },
  refund_fails: { status: 'succeeded', next_status: 'failed' },
}

/** Refunds a charge, at most what was captured and is neither refunded nor disputed. */
export async function createRefund(
  books: Books,
  { params }: Pick<Call<typeof createRefundParams>, 'params'>,
): Promise<Outcome> {
  const { tx, now } = books
  const charge = await chargeToRefund(books, params)
  const amount = await refundableAmount(books, charge, params.amount)
  const start = STARTS[methodOf(charge.payment_method).plays] ?? PAID_BACK
  const refund_id = newId('re')
  const { currency, charge_id, intent_id } = charge
  const refund = await insertRefund(tx, {
    refund_id,
    charge_id,
    intent_id,
    amount,
    currency,
    ...start,
    reason: params.reason ?? null,
    metadata: JSON.stringify(params.metadata ?? {}),
    next_at: start.next_status && secondsAfter(now, CHANGES_AFTER_SECONDS),
    balance_transaction: await book(books, { type: 'refund', amount: -amount, currency, source: refund_id }),
    created_at: now,
  })
  const changed = await updateCharge(tx, charge_id, { amount_refunded: charge.amount_refunded + amount })
  await writeEvent(books, 'refund.created', intent_id, refundObject(refund))
  await writeEvent(books, 'charge.refunded', intent_id, chargeObject(changed))
  return outcomeOf(refund)
}

/** Returns the charge of a request, and locks its intent. */
async function chargeToRefund(
  books: Books,
  { charge, payment_intent }: { charge?: string; payment_intent?: string },
): Promise<ChargeRow> {
  if (charge === undefined && payment_intent === undefined) {
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.', {
      code: 'parameter_missing',
    })
  }
  const named = charge === undefined ? undefined : await findCharge(books.tx, charge)
  if (charge !== undefined && !named) throw missing('charge', charge, 'charge')
  const intent = await lockedIntent(books, named?.intent_id ?? payment_intent ?? '', 'payment_intent')
  const found = await findCharge(books.tx, charge ?? intent.latest_charge ?? '')
  if (!found?.captured) {
    throw invalid(`This PaymentIntent (${intent.intent_id}) does not have a successful charge to refund.`)
  }
  return found
}

async function refundableAmount(books: Books, charge: ChargeRow, wanted: number | undefined): Promise<number> {
  const dispute = await findChargeDispute(books.tx, charge.charge_id)
  if (dispute && dispute.status !== 'won') {
    throw invalid(`Charge ${charge.charge_id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  const left = charge.amount_captured - charge.amount_refunded
  if (left === 0) {
    throw invalid(`Charge ${charge.charge_id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  if (wanted !== undefined && wanted > left) {
    throw invalid(`Refund amount (${wanted}) is greater than unrefunded amount on charge (${left}).`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
  return wanted ?? left
}

export async function updateRefund(books: Books, { id, params }: Call<typeof updateRefundParams>): Promise<Outcome> {
  const { metadata } = await lockedRefund(books, id)
  const merged = JSON.stringify(mergedMetadata(metadata, params.metadata))
  const refund = await updateRefundRow(books.tx, id, { metadata: merged })
  await writeEvent(books, 'refund.updated', refund.intent_id, refundObject(refund))
  return outcomeOf(refund)
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
  const changed = await updateRefundRow(books.tx, refundId, values)
  await writeEvent(books, 'refund.updated', changed.intent_id, refundObject(changed))
  return true
}

/** Fails a refund whose intent is locked: its amount returns to the balance and can be refunded again. */
export async function failRefund(books: Books, refund: RefundRow, failure_reason: string): Promise<void> {
  const { tx } = books
  const { refund_id, charge_id, intent_id, amount, currency } = refund
  if (refund.status === 'failed') throw invalid('This refund has already failed.')
  const failed = await updateRefundRow(tx, refund_id, {
    status: 'failed',
    failure_reason,
    next_at: null,
    next_status: null,
    failure_balance_transaction: await book(books, { type: 'refund_failure', amount, currency, source: refund_id }),
  })
  const charge = await findCharge(tx, charge_id)
  if (charge) await updateCharge(tx, charge_id, { amount_refunded: charge.amount_refunded - amount })
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

export async function retrieveRefund(books: Books, { id }: { id: string }): Promise<Outcome> {
  return outcomeOf(await foundRefund(books, id))
}

export async function retrieveRefunds(books: Books, { params }: Call<typeof refundPageParams>): Promise<Outcome> {
  const page = await pageOf(params, async (id, param) => (await foundRefund(books, id, param)).refund_number)
  return { status: 200, body: listObject(page, await listRefunds(books.tx, page, params), '/v1/refunds', refundObject) }
}

const outcomeOf = (refund: RefundRow): Outcome => ({ status: 200, body: refundObject(refund) })

function refundObject(row: RefundRow): Partial<Stripe.Refund> & { id: string } {
  return {
    id: row.refund_id,
    object: 'refund',
    amount: row.amount,
    balance_transaction: row.balance_transaction,
    charge: row.charge_id,
    created: unixSeconds(row.created_at),
    currency: row.currency,
    metadata: row.metadata,
    payment_intent: row.intent_id,
    reason: row.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: row.status,
    transfer_reversal: null,
    ...(row.failure_reason && {
      failure_reason: row.failure_reason,
      failure_balance_transaction: row.failure_balance_transaction ?? undefined,
    }),
  }
}
