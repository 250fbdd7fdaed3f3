import { sql } from 'kysely'
import { inTransaction, sqlState } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'

const INVALID_PARAMETER = '22023'

/**
 * Has everything count by the days of a time zone, from here on and back to the first order: figures are summed anew when it
 * was another one. Throws an Error for a zone that the database does not know.
 */
export async function countByTimeZone(db: Db, timeZone: string): Promise<void> {
  const { time_zone } = await db.selectFrom('settings').select('time_zone').executeTakeFirstOrThrow()
  if (time_zone === timeZone) return
  await inTransaction(db, async (tx) => {
    // Orders of a large marketplace take a while; those that are being placed are waited for.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local lock_timeout = '20s'`.execute(tx)
    await sql`select set_time_zone(${timeZone})`.execute(tx)
  }).catch((error) => {
    if (sqlState(error) !== INVALID_PARAMETER) throw error
    throw new Error(`TIME_ZONE: the database does not know ${timeZone}`)
  })
}
