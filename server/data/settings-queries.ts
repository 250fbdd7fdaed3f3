import type { Db, Tx } from '../../db/tables.ts'

/** Returns for how many minutes a checkout reserves what it sells. */
export async function readReservationMinutes(db: Db | Tx): Promise<number> {
  const { reservation_minutes } = await db
    .selectFrom('settings')
    .select('reservation_minutes')
    .executeTakeFirstOrThrow()
  return reservation_minutes
}
