import { sql } from 'kysely'
import type { Tx } from './tables.ts'

/** The keys of PostgreSQL's advisory locks. They are arbitrary, but the same in all our processes. */
export const advisoryLocks = {
  /** Held while migrations are applied. */
  migration: 7_465_001,
  /** Held while the demo marketplace or a backup fills the database: only one of them may. */
  filling: 7_465_002,
  /** Held until the end of the transaction that counts the words of products. */
  countingWords: 7_465_006,
  /** Held until the end of the transaction that adds up figures; functions in `db/schema` use the same number. */
  addingUp: 7_465_007,
  /** Shared by the servers that use an embedded database; a server that gets it exclusively may stop the database. */
  members: 7_238_001,
} as const

/** Locks a name until the transaction ends: that of something that may have no row yet. */
export async function lockUntilEnd(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
