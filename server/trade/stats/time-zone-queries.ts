import { sql } from 'kysely'
import { inTransaction, sqlState } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'

const INVALID_PARAMETER = '22023'

/**
 * Sets the time zone of the marketplace's days. When it changes, all figures are recomputed, back to the first order. Throws
 * an Error for a zone that the database does not know.
 */
export async function applyTimeZone(db: Db, timeZone: string): Promise<void> {
  const { time_zone } = await db.selectFrom('settings').select('time_zone').executeTakeFirstOrThrow()
  if (time_zone === timeZone) return
  await inTransaction(db, async (tx) => {
    // Recomputing a large marketplace takes a while, and first waits for orders being placed.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local lock_timeout = '20s'`.execute(tx)
    await sql`select set_time_zone(${timeZone})`.execute(tx)
  }).catch((error) => {
    if (sqlState(error) !== INVALID_PARAMETER) throw error
    throw new Error(`TIME_ZONE: the database does not know ${timeZone}`)
  })
}
