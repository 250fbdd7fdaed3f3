import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'

interface ExpiredRows {
  table: RawBuilder<unknown>
  /** The columns of the primary key. */
  key: RawBuilder<unknown>
  expired: RawBuilder<unknown>
  /** Puts the oldest rows first; needs an index. */
  order: RawBuilder<unknown>
  /** Limits the rows that one statement locks. */
  limit: number
}

interface Expiry extends Pick<ExpiredRows, 'key'> {
  /** The time of a row, which has an index. */
  column: RawBuilder<unknown>
  /** Returns the condition of rows to delete, unless it is that their time is before another. */
  expired?: (time: Date) => RawBuilder<unknown>
}

/** Returns a deletion of the oldest rows of a table whose time is before another; it returns how many. */
export function deletionOf(
  table: RawBuilder<unknown>,
  { key, column, expired = (time) => sql`${column} < ${time}` }: Expiry,
): (db: Db, time: Date, limit: number) => Promise<number> {
  return async (db, time, limit) => {
    const { numAffectedRows } = await sql`
      with expired as materialized (${lockExpired({ table, key, expired: expired(time), order: column, limit })})
      delete from ${table} where (${key}) in (select ${key} from expired)`.execute(db)
    return Number(numAffectedRows ?? 0)
  }
}

/**
 * Returns SQL that locks the oldest expired rows and selects their keys, for `with … as materialized`. As a subquery it
 * might be executed again for every row, and so delete more than `limit`.
 */
export function lockExpired({ table, key, expired, order, limit }: ExpiredRows): RawBuilder<unknown> {
  return sql`
    select ${key} from ${table} where ${expired}
    order by ${order} limit ${limit} for update`
}
