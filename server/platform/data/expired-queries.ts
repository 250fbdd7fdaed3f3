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

/** Deletes the oldest expired rows of a table; returns how many. */
export async function deleteExpired(db: Db, rows: ExpiredRows): Promise<number> {
  const { table, key } = rows
  const { numAffectedRows } = await sql`
    with expired as materialized (${lockExpired(rows)})
    delete from ${table} where (${key}) in (select ${key} from expired)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

type Deletion = (db: Db, time: Date, limit: number) => Promise<number>

/** Returns a deletion of the rows whose time in an indexed column is before another; it returns how many. */
export function deletionBefore(
  table: RawBuilder<unknown>,
  { key, column }: { key: RawBuilder<unknown>; column: RawBuilder<unknown> },
): Deletion {
  return (db, time, limit) => deleteExpired(db, { table, key, expired: sql`${column} < ${time}`, order: column, limit })
}

/** Returns a deletion of the rows whose `expires_at` has come; it returns how many. */
export function deletionOfExpired(table: RawBuilder<unknown>, key: RawBuilder<unknown>): Deletion {
  return (db, now, limit) =>
    deleteExpired(db, { table, key, expired: sql`expires_at <= ${now}`, order: sql`expires_at`, limit })
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
