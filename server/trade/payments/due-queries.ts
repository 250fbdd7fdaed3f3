import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'

interface Rows {
  table: RawBuilder<unknown>
  /** The table, joined with `payments` if it has no column `sandbox`. */
  from: RawBuilder<unknown>
  key: RawBuilder<unknown>
  id: RawBuilder<unknown>
  isDue(now: Date): RawBuilder<unknown>
  /** Puts the oldest rows first. */
  order: RawBuilder<unknown>
  /** The assignments of a claim, which end that the row is due. */
  claimed(now: Date): RawBuilder<unknown>
}

export type DueRows = ReturnType<typeof dueRows>

/** Returns the queries for rows of the provider, or of the sandbox, that are due for a request. */
export function dueRows({ table, from, key, id, isDue, order, claimed }: Rows) {
  return {
    areDue(sandbox: boolean, now: Date): RawBuilder<boolean> {
      return sql`exists (select from ${from} where ${isDue(now)} and sandbox = ${sandbox})`
    },

    /** Claims up to `limit` rows, and returns their ids. */
    async claim(tx: Tx, { sandbox, now, limit }: { sandbox: boolean; now: Date; limit: number }): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        with due as materialized (
          select ${key} from ${from} where ${isDue(now)} and sandbox = ${sandbox} order by ${order} limit ${limit}
        )
        update ${table} set ${claimed(now)} where (${key}) in (select ${key} from due) returning ${id} as id`.execute(
        tx,
      )
      return rows.map((row) => row.id)
    },
  }
}

/** Time until a refund or capture is tried again. */
export const AGAIN = sql`interval '60 seconds'`
