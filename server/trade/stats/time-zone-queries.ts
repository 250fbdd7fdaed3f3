import { sql } from 'kysely'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'

/**
 * Sets the time zone of the marketplace's days. When it changes, all figures are recomputed, back to the first order. Throws
 * an Error for a zone that the database does not know.
 */
export async function applyTimeZone(db: Db, timeZone: string): Promise<void> {
  const { time_zone } = await db.selectFrom('settings').select('time_zone').executeTakeFirstOrThrow()
  if (time_zone === timeZone) return
  const isKnown = await inTransaction(db, async (tx) => {
    // Recomputing a large marketplace takes a while, and first waits for orders being placed.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local lock_timeout = '20s'`.execute(tx)
    return setTimeZone(tx, timeZone)
  })
  if (!isKnown) throw new Error(`TIME_ZONE: the database does not know ${timeZone}`)
}

/**
 * Sets the time zone as above, within the timeouts of requests, as orders wait meanwhile; returns false, and changes nothing,
 * for one that the database does not know.
 */
export async function setTimeZone(tx: Tx, timeZone: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where lower(name) = lower(${timeZone})`.execute(tx)
  if (!rows.length) return false
  await sql`select set_time_zone(${timeZone})`.execute(tx)
  return true
}
