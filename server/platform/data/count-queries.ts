import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'

type Rows<From extends keyof Tables> = SelectQueryBuilder<Tables, From, object>

/** Returns how many rows a query selects. */
export async function countOf<From extends keyof Tables>(rows: Rows<From>): Promise<number> {
  const { count } = await rows.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return count
}

/** Returns whether a query selects any row. */
export async function isAny<From extends keyof Tables>(rows: Rows<From>): Promise<boolean> {
  const found = await rows.select(sql<boolean>`true`.as('found')).limit(1).executeTakeFirst()
  return found !== undefined
}

/** Returns the value of an SQL expression. */
export async function readValue<Value>(db: Db | Tx, expression: RawBuilder<Value>): Promise<Value> {
  const { rows } = await sql<{ value: Value }>`select ${expression} as value`.execute(db)
  if (!rows[0]) throw new Error('a statement returned no row')
  return rows[0].value
}

/** Returns the highest number that a column of the rows has; 0 without rows. */
export async function highestOf<From extends keyof Tables>(
  rows: Rows<From>,
  column: RawBuilder<unknown>,
): Promise<number> {
  const highest = sql<number>`coalesce(max(${column}), 0)::bigint`
  const found = await rows.select(highest.as('highest')).executeTakeFirstOrThrow()
  return found.highest
}
