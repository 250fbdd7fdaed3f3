import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'

type Rows<From extends keyof Tables> = SelectQueryBuilder<Tables, From, object>

/** Returns how many rows a query selects. */
export async function countOf<From extends keyof Tables>(rows: Rows<From>): Promise<number> {
  const { count } = await rows.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return count
}

/** Returns the highest number that a column of the rows has; 0 without rows. */
export async function highestOf<From extends keyof Tables>(rows: Rows<From>, column: string): Promise<number> {
  const highest = sql<number>`coalesce(max(${sql.ref(column)}), 0)::bigint`
  const found = await rows.select(highest.as('highest')).executeTakeFirstOrThrow()
  return found.highest
}
