import { balanceTransactionObject } from './balance.ts'
import { type BalanceRow, findBalanceTransaction, listBalanceTransactions, sumBalance } from './balance-queries.ts'
import type { Books } from './books.ts'
import type { Call } from './endpoint.ts'
import { type EventRow, findEvent, listEvents } from './event-queries.ts'
import { findCharge } from './intent-queries.ts'
import { chargeObject } from './objects.ts'
import { listObject, pageOf } from './page.ts'
import type { balancePageParams, eventPageParams } from './params.ts'
import type { Outcome } from './pay.ts'
import { missing } from './refusal.ts'

/** Returns what is in the account; all of it is available at once. */
export async function retrieveBalance(books: Books): Promise<Outcome> {
  const sums = await sumBalance(books.tx)
  const available = sums.map((sum) => ({ ...sum, source_types: { card: sum.amount } }))
  const pending = sums.map(({ currency }) => ({ currency, amount: 0, source_types: { card: 0 } }))
  return { status: 200, body: { object: 'balance', available, pending, livemode: false } }
}

/** Returns a movement of the balance. */
export async function retrieveMovement(books: Books, { id }: { id: string }): Promise<Outcome> {
  return { status: 200, body: balanceTransactionObject(await foundMovement(books, id)) }
}

/** Returns a page of the movements of the balance. */
export async function retrieveMovements(books: Books, { params }: Call<typeof balancePageParams>): Promise<Outcome> {
  const page = await pageOf(params, async (id, param) => (await foundMovement(books, id, param)).transaction_number)
  const movements = await listBalanceTransactions(books.tx, page, params)
  return { status: 200, body: listObject(page, movements, '/v1/balance_transactions', balanceTransactionObject) }
}

async function foundMovement(books: Books, id: string, param?: string): Promise<BalanceRow> {
  const movement = await findBalanceTransaction(books.tx, id)
  if (!movement) throw missing('balance transaction', id, param)
  return movement
}

/** Returns a charge as it is now. */
export async function retrieveCharge(books: Books, { id }: { id: string }): Promise<Outcome> {
  const charge = await findCharge(books.tx, id)
  if (!charge) throw missing('charge', id)
  return { status: 200, body: chargeObject(charge) }
}

/** Returns an event as it was sent. */
export async function retrieveEvent(books: Books, { id }: { id: string }): Promise<Outcome> {
  return { status: 200, body: (await foundEvent(books, id)).content }
}

/** Returns a page of events. */
export async function retrieveEvents(books: Books, { params }: Call<typeof eventPageParams>): Promise<Outcome> {
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
