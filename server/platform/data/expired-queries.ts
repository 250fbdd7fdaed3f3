import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'

interface Expiry {
  /** The columns of the primary key. */
  key: RawBuilder<unknown>
  /** The time of a row, which has an index. */
  column: RawBuilder<unknown>
  /** Returns the condition of expired rows; by default `column` before the time. */
  expired?: (time: Date) => RawBuilder<unknown>
}

/** Returns a function that deletes the oldest expired rows of a table and returns their number. */
export function deletionOf(
  table: RawBuilder<unknown>,
  expiry: Expiry,
): (db: Db, time: Date, limit: number) => Promise<number> {
  return async (db, time, limit) => {
    const { numAffectedRows } = await sql`
      with expired as materialized (${lockExpired(table, expiry, time, limit)})
      delete from ${table} where (${expiry.key}) in (select ${expiry.key} from expired)`.execute(db)
    return Number(numAffectedRows ?? 0)
  }
}

/**
 * Returns SQL that locks the oldest expired rows, at most `limit`, and selects their keys, for `with … as materialized`. As a
 * subquery it might run again for every row, and so delete more.
 */
export function lockExpired(
  table: RawBuilder<unknown>,
  { key, column, expired = (time) => sql`${column} < ${time}` }: Expiry,
  time: Date,
  limit: number,
): RawBuilder<unknown> {
  return sql`select ${key} from ${table} where ${expired(time)} order by ${column} limit ${limit} for update`
}
