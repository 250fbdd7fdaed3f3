import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './tables.ts'

export interface AnyRow {
  /** Returns whether the table has any row. */
  exists(db: Db | Tx): Promise<boolean>
  /** The same; without any, transactions that insert one wait until this one ends. */
  existsOrLock(tx: Tx): Promise<boolean>
}

/** Returns what finds out whether a table has any row. */
export function anyRowOf(table: RawBuilder<unknown>): AnyRow {
  async function exists(db: Db | Tx): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`select exists (select from ${table}) as found`.execute(db)
    return rows[0]?.found === true
  }
  return {
    exists,
    async existsOrLock(tx) {
      if (await exists(tx)) return true
      await sql`lock table ${table} in share mode`.execute(tx) // guard: any-row-lock
      return exists(tx)
    },
  }
}
