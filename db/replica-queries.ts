import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** Positions in the write-ahead log, in bytes from its beginning. */
interface LogPosition {
  /** Everything committed so far is before this position. */
  inserted: bigint
  /** Replicas cannot be further than this. */
  written: bigint
}

/** Returns where the log of the primary ends. */
export async function readLogPosition(db: Db): Promise<LogPosition> {
  // Not only the written one: with synchronous_commit off a commit is acknowledged before it is written.
  const { rows } = await sql<{ inserted: string; written: string }>`
    select (pg_current_wal_insert_lsn() - '0/0')::text as inserted, (pg_current_wal_lsn() - '0/0')::text as written
  `.execute(db)
  const [position] = rows
  if (!position) throw new Error('the database returned no position of its log')
  return { inserted: BigInt(position.inserted), written: BigInt(position.written) }
}

/** Returns how far a replica has replayed the log; undefined when it is not a replica. */
export async function readReplayed(db: Db): Promise<bigint | undefined> {
  const { rows } = await sql<{ replayed: string | null }>`
    select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as replayed`.execute(db)
  const replayed = rows[0]?.replayed
  return replayed ? BigInt(replayed) : undefined
}
