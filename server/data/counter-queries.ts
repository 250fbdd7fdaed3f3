import { sql } from 'kysely'
import type { Db, Tx } from '../../db/tables.ts'

/** Things that are numbered without gaps. */
type Counter = 'product' | 'order'

/** Returns the next number; the counter stays locked until the transaction ends, so none is skipped or used twice. */
export async function takeNumber(tx: Tx, counter: Counter): Promise<number> {
  const { last_number } = await tx
    .updateTable('counters')
    .set({ last_number: sql`last_number + 1` })
    .where('name', '=', counter)
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

/** Returns the last number taken, 0 when there is none. */
export async function readLastNumber(db: Db, counter: Counter): Promise<number> {
  const row = await db.selectFrom('counters').select('last_number').where('name', '=', counter).executeTakeFirst()
  return row?.last_number ?? 0
}
