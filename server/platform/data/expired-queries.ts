import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'

type Sql = RawBuilder<unknown>

/**
 * Returns a function that deletes the oldest expired rows of a table and returns their number. `column` is the time of a row
 * and has an index; `expired` is the condition of the expired rows, by default `column` before the time.
 */
export function deletionOf(
  table: Sql,
  key: Sql,
  column: Sql,
  expired = (time: Date): Sql => sql`${column} < ${time}`,
): (db: Db, time: Date, limit: number) => Promise<number> {
  return async (db, time, limit) => {
    const { numAffectedRows } = await sql`
      with expired as materialized (${lockExpired(table, key, column, expired(time), limit)})
      delete from ${table} where (${key}) in (select ${key} from expired)`.execute(db)
    return Number(numAffectedRows ?? 0)
  }
}

/**
 * Returns SQL that locks the oldest expired rows, at most `limit`, and selects their keys, for `with … as materialized`. As a
 * subquery it might run again for every row, and so delete more.
 */
export function lockExpired(table: Sql, key: Sql, column: Sql, expired: Sql, limit: number): Sql {
  return sql`select ${key} from ${table} where ${expired} order by ${column} limit ${limit} for update`
}
