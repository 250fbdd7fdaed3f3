import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import type { FullReturn } from '../../../shared/fulfilment/return-schema.ts'
import type { LineUnits } from '../../../shared/fulfilment/schema.ts'

export interface ReturnRow extends Selectable<Tables['order_returns']> {
  lines: FullReturn['lines']
}

/** Returns the returns of orders, oldest first; with `sellerId` only that seller's. */
export async function listReturns(db: Db | Tx, orderNumbers: readonly number[], sellerId?: string) {
  if (!orderNumbers.length) return []
  const { rows } = await sql<ReturnRow>`
    select return_number, order_number, seller_id, state, reason, note, instructions, answer_note, carrier,
      tracking_number, requested_at, answered_at, withdrawn_at, sent_at, received_at, expired_at, refunded, refund_id, (
        select json_agg(json_build_object(
          'line_number', line_number, 'quantity', quantity, 'received', received, 'resalable', resalable
        ) order by line_number)
        from order_return_lines line where line.return_number = order_returns.return_number
      ) as lines
    from order_returns
    where order_number = any(${[...orderNumbers]}::bigint[])
      and ${sellerId === undefined ? sql`true` : sql`seller_id = ${sellerId}::uuid`}
    order by return_number`.execute(db)
  return rows
}

/** Inserts a request to return units; returns its number. */
export async function insertReturn(
  tx: Tx,
  requested: Insertable<Tables['order_returns']>,
  lines: readonly LineUnits[],
): Promise<number> {
  const { return_number } = await tx
    .insertInto('order_returns')
    .values(requested)
    .returning('return_number')
    .executeTakeFirstOrThrow()
  const { order_number } = requested
  await tx
    .insertInto('order_return_lines')
    .values(lines.map((line) => ({ return_number, order_number, ...line })))
    .execute()
  return Number(return_number)
}

export type ReturnValues = Updateable<Tables['order_returns']>

/** Moves a return out of `state` in one statement; returns false if it has left that state already. */
export async function updateReturn(
  tx: Tx,
  { return_number, state }: Pick<ReturnRow, 'return_number' | 'state'>,
  values: ReturnValues,
): Promise<boolean> {
  const inState = sql<boolean>`state = ${state}` // guard: return-state-in-place
  const { numUpdatedRows } = await tx
    .updateTable('order_returns')
    .set(values)
    .where('return_number', '=', return_number)
    .where(inState)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setReceived(
  tx: Tx,
  returnNumber: number,
  lines: readonly { line_number: number; received: number; resalable: number }[],
): Promise<void> {
  await sql`
    update order_return_lines line set received = came.received, resalable = came.resalable
    from unnest(
      ${lines.map((line) => line.line_number)}::smallint[], ${lines.map((line) => line.received)}::smallint[],
      ${lines.map((line) => line.resalable)}::smallint[]
    ) came (line_number, received, resalable)
    where return_number = ${returnNumber} and line.line_number = came.line_number`.execute(tx)
}

/** Returns accepted returns answered before a time and not sent, oldest first. */
export function listUnsent(db: Db, answeredBefore: Date, limit: number) {
  return db
    .selectFrom('order_returns')
    .select(['seller_id', 'return_number', sql<string>`numbered_id('ORD', order_number)`.as('order_id')])
    .where('state', '=', 'accepted')
    .where('sent_at', 'is', null)
    .where('answered_at', '<=', answeredBefore)
    .orderBy('answered_at')
    .limit(limit)
    .execute()
}

/** Returns a query for the order numbers of a seller with an open return. */
export function openReturns(sellerId: string) {
  return sql`
    select order_number from order_returns
    where seller_id = ${sellerId}::uuid and state in ('requested', 'accepted')`
}

export const requestedReturns = sql`select order_number from order_returns where state = 'requested'`
