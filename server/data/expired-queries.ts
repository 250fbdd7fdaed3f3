import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/tables.ts'

/** Rows of a table that its owner no longer needs, as parts of a statement. */
interface ExpiredRows {
  table: RawBuilder<unknown>
  /** The columns of the primary key. */
  key: RawBuilder<unknown>
  expired: RawBuilder<unknown>
  /** The oldest rows come first; an index leads to them. */
  order: RawBuilder<unknown>
  /** At most so many, so that no statement locks many rows. */
  limit: number
}

/** Deletes the oldest expired rows of a table, apart from those that are locked; returns how many. */
export async function deleteExpired(db: Db | Tx, rows: ExpiredRows): Promise<number> {
  return (await deleteExpiredKeys(db, rows)).length
}

/** Deletes the oldest expired rows of a table, apart from those that are locked; returns their keys. */
export async function deleteExpiredKeys<Key>(db: Db | Tx, rows: ExpiredRows): Promise<Key[]> {
  const { table, key } = rows
  const deleted = await sql<Key>`
    with expired as materialized (${lockExpired(rows)})
    delete from ${table} where (${key}) in (select ${key} from expired) returning ${key}`.execute(db)
  return deleted.rows
}

/**
 * SQL for the keys of the oldest expired rows, locked; to be used `with … as materialized`. In a subquery the planner may
 * run it again for every row, and each run skips the rows that the statement has changed by then: more than `limit` go.
 */
export function lockExpired({ table, key, expired, order, limit }: ExpiredRows): RawBuilder<unknown> {
  return sql`
    select ${key} from ${table} where ${expired}
    order by ${order} limit ${limit} for update skip locked`
}
