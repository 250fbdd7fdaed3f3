import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'

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

/** A time further ahead is that of a server with a wrong clock. No statement takes longer than that. */
const MAX_WAIT = sql`interval '5 seconds'`

/**
 * Returns a statement, for `with`, that takes the next `count` numbers as `takeNumber` does: a row of the last `number` and
 * `taken_at`. That is `now`, or the time of the number before where that is later: times rise with numbers, also when a
 * transaction had to wait. Takes none unless `when` is true.
 */
export function takeNumbersAt(
  counter: Counter,
  { now, when, count = sql`1` }: { now: Date; when: RawBuilder<unknown>; count?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const time = sql`${now}::timestamptz`
  return sql`
    update counters set last_number = last_number + ${count},
      last_at = case when last_at < ${time} + ${MAX_WAIT} then greatest(${time}, last_at) else ${time} end
    where name = ${counter} and ${when}
    returning last_number as number, last_at as taken_at`
}

/** Returns the last number taken, 0 when there is none. */
export async function readLastNumber(db: Db, counter: Counter): Promise<number> {
  const row = await db.selectFrom('counters').select('last_number').where('name', '=', counter).executeTakeFirst()
  return row?.last_number ?? 0
}
