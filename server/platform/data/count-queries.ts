import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

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

/** Returns the highest number that a column of the rows has; 0 without rows. */
export async function highestOf<From extends keyof Tables>(
  rows: Rows<From>,
  column: RawBuilder<unknown>,
): Promise<number> {
  const highest = sql<number>`coalesce(max(${column}), 0)::bigint`
  const found = await rows.select(highest.as('highest')).executeTakeFirstOrThrow()
  return found.highest
}
