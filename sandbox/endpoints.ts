import { type Books, balanceTransactionObject } from './books.ts'
import { closeDispute, retrieveDispute, retrieveDisputes, updateDispute } from './disputes.ts'
import { type EventRow, findEvent, listEvents } from './event-queries.ts'
import { findCharge, findIntent } from './intent-queries.ts'
import {
  cancelIntent,
  captureIntent,
  confirmIntent,
  createIntent,
  draftPaid,
  retrieveIntent,
  retrieveIntents,
  updateIntentNotes,
} from './intents.ts'
import { type BalanceRow, findBalanceTransaction, listBalanceTransactions, sumBalance } from './money-queries.ts'
import { chargeObject, intentObject } from './objects.ts'
import { type Call, type Endpoint, endpoint, type Outcome } from './pay.ts'
import { createRefund, retrieveRefund, retrieveRefunds, updateRefund } from './refunds.ts'
import {
  balancePageParams,
  cancelParams,
  captureParams,
  confirmParams,
  createIntentParams,
  createRefundParams,
  eventPageParams,
  listObject,
  missing,
  noParams,
  pageOf,
  pageParams,
  refundPageParams,
  updateDisputeParams,
  updateIntentParams,
  updateRefundParams,
} from './wire.ts'

export const endpoints: readonly Endpoint[] = [
  endpoint('POST /v1/payment_intents', createIntentParams, createIntent, draftPaid),
  endpoint('GET /v1/payment_intents', pageParams, retrieveIntents),
  endpoint('GET /v1/payment_intents/:id', noParams, retrieveIntent),
  endpoint('POST /v1/payment_intents/:id', updateIntentParams, updateIntentNotes),
  endpoint('POST /v1/payment_intents/:id/confirm', confirmParams, confirmIntent),
  endpoint('POST /v1/payment_intents/:id/capture', captureParams, captureIntent),
  endpoint('POST /v1/payment_intents/:id/cancel', cancelParams, cancelIntent),
  endpoint('GET /v1/charges/:id', noParams, retrieveCharge),
  endpoint('POST /v1/refunds', createRefundParams, createRefund),
  endpoint('GET /v1/refunds', refundPageParams, retrieveRefunds),
  endpoint('GET /v1/refunds/:id', noParams, retrieveRefund),
  endpoint('POST /v1/refunds/:id', updateRefundParams, updateRefund),
  endpoint('GET /v1/disputes', refundPageParams, retrieveDisputes),
  endpoint('GET /v1/disputes/:id', noParams, retrieveDispute),
  endpoint('POST /v1/disputes/:id', updateDisputeParams, updateDispute),
  endpoint('POST /v1/disputes/:id/close', noParams, closeDispute),
  endpoint('GET /v1/events', eventPageParams, retrieveEvents),
  endpoint('GET /v1/events/:id', noParams, retrieveEvent),
  endpoint('GET /v1/balance', noParams, retrieveBalance),
  endpoint('GET /v1/balance_transactions', balancePageParams, retrieveMovements),
  endpoint('GET /v1/balance_transactions/:id', noParams, retrieveMovement),
]

/** The whole balance is available at once. */
async function retrieveBalance(books: Books): Promise<Outcome> {
  const sums = await sumBalance(books.tx)
  const available = sums.map((sum) => ({ ...sum, source_types: { card: sum.amount } }))
  const pending = sums.map(({ currency }) => ({ currency, amount: 0, source_types: { card: 0 } }))
  return { status: 200, body: { object: 'balance', available, pending, livemode: false } }
}

async function retrieveMovement(books: Books, { id }: { id: string }): Promise<Outcome> {
  return { status: 200, body: balanceTransactionObject(await foundMovement(books, id)) }
}

async function retrieveMovements(books: Books, { params }: Call<typeof balancePageParams>): Promise<Outcome> {
  const page = await pageOf(params, async (id, param) => (await foundMovement(books, id, param)).transaction_number)
  const movements = await listBalanceTransactions(books.tx, page, params)
  return { status: 200, body: listObject(page, movements, '/v1/balance_transactions', balanceTransactionObject) }
}

async function foundMovement(books: Books, id: string, param?: string): Promise<BalanceRow> {
  const movement = await findBalanceTransaction(books.tx, id)
  if (!movement) throw missing('balance transaction', id, param)
  return movement
}

async function retrieveCharge(books: Books, { id }: { id: string }): Promise<Outcome> {
  const charge = await findCharge(books.tx, id)
  if (!charge) throw missing('charge', id)
  return { status: 200, body: chargeObject(charge) }
}

async function retrieveEvent(books: Books, { id }: { id: string }): Promise<Outcome> {
  return { status: 200, body: (await foundEvent(books, id)).content }
}

async function retrieveEvents(books: Books, { params }: Call<typeof eventPageParams>): Promise<Outcome> {
  const { type, types = type === undefined ? undefined : [type] } = params
  const page = await pageOf(params, async (id, param) => (await foundEvent(books, id, param)).event_number)
  const events = await listEvents(books.tx, page, types)
  return { status: 200, body: listObject(page, events, '/v1/events', ({ content }) => content) }
}

async function foundEvent(books: Books, id: string, param?: string): Promise<EventRow> {
  const event = await findEvent(books.tx, id)
  if (!event) throw missing('event', id, param)
  return event
}

type Fields = Record<string, unknown>

/** Replaces ids with their objects along `paths`, such as `latest_charge.balance_transaction`. */
export async function expand(books: Books, body: object, paths: readonly string[]): Promise<object> {
  let expanded: object = body
  for (const path of paths) expanded = await expandPath(books, expanded, path.split('.'))
  return expanded
}

async function expandPath(books: Books, value: object, [name, ...rest]: string[]): Promise<object> {
  if (name === undefined) return value
  const fields = value as Fields
  const inner = fields[name]
  if (Array.isArray(inner)) {
    const items: object[] = []
    for (const item of inner) items.push(await expandPath(books, item, rest))
    return { ...fields, [name]: items }
  }
  const object = typeof inner === 'string' ? await load(books, inner) : inner
  if (typeof object !== 'object' || object === null) return value
  return { ...fields, [name]: await expandPath(books, object, rest) }
}

async function load({ tx, siteUrl }: Books, id: string): Promise<object | undefined> {
  const [prefix] = id.split('_', 1)
  if (prefix === 'ch') {
    const charge = await findCharge(tx, id)
    return charge && chargeObject(charge)
  }
  if (prefix === 'pi') {
    const intent = await findIntent(tx, id)
    return intent && intentObject(intent, siteUrl)
  }
  if (prefix === 'txn') {
    const movement = await findBalanceTransaction(tx, id)
    return movement && balanceTransactionObject(movement)
  }
}
