import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'

interface Rows {
  table: RawBuilder<unknown>
  /** By default the table; joined with `payments` where it has no column `sandbox`. */
  from?: RawBuilder<unknown>
  key: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /** The column with the time from which a row is due; `meets` is another condition. */
  at: RawBuilder<unknown>
  meets?: RawBuilder<unknown>
  /** By default play money in the sandbox, and real money otherwise. */
  isOurs?(sandbox: boolean): RawBuilder<unknown>
  /** The assignments of a claim, after which the row is not due. */
  claimed(now: Date): RawBuilder<unknown>
}

export type DueRows = ReturnType<typeof dueRows>

/** Returns the queries for rows that are due for a request to the provider or the sandbox. */
export function dueRows({ table, from = table, key, id, at, meets = sql`true`, isOurs = isOfProvider, claimed }: Rows) {
  const due = (sandbox: boolean, now: Date) =>
    sql`select ${key} from ${from} where ${meets} and ${at} <= ${now} and ${isOurs(sandbox)}`
  return {
    areDue: (sandbox: boolean, now: Date) => sql<boolean>`exists (${due(sandbox, now)})`,

    /** Claims up to `limit` rows, longest due first, and returns their ids; not those that a concurrent change has ended. */
    async claim(tx: Tx, { sandbox, now, limit }: { sandbox: boolean; now: Date; limit: number }): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        with due as materialized (${due(sandbox, now)} order by ${at} limit ${limit})
        update ${table} set ${claimed(now)} where (${key}) in (select ${key} from due) and ${at} <= ${now}
        returning ${id} as id`.execute(tx)
      return rows.map((row) => row.id)
    },
  }
}

const isOfProvider = (sandbox: boolean) => sql`sandbox = ${sandbox}`

/** The delay before a refund or capture is retried. */
export const RETRY_DELAY = sql`interval '60 seconds'`
