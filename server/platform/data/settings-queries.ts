import { sql } from 'kysely'
import { inTransaction, sqlState } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'

const INVALID_PARAMETER = '22023'

/** SQL for how many minutes a checkout reserves what it sells, as a query. */
export const reservationMinutes = sql`select reservation_minutes from settings`

/** Returns for how many minutes a checkout reserves what it sells. */
export async function readReservationMinutes(db: Db | Tx): Promise<number> {
  const { reservation_minutes } = await db
    .selectFrom('settings')
    .select('reservation_minutes')
    .executeTakeFirstOrThrow()
  return reservation_minutes
}

/** Sets it; a number out of bounds is refused by the table. Checkouts that run keep their time. */
export async function setReservationMinutes(db: Db, minutes: number): Promise<void> {
  await db
    .updateTable('settings')
    .set((settings) => ({ reservation_minutes: minutes, revision: settings('revision', '+', 1) }))
    .execute()
}

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
