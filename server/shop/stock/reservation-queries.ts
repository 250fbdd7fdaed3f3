import type { Db, Tx } from '../../../db/tables.ts'

/** Returns the minutes for which a checkout reserves stock. */
export async function readReservationMinutes(db: Db | Tx): Promise<number> {
  const { reservation_minutes } = await db
    .selectFrom('settings')
    .select('reservation_minutes')
    .executeTakeFirstOrThrow()
  return reservation_minutes
}

/** Sets the minutes; the table refuses a number out of bounds. Running checkouts are not changed. */
export async function setReservationMinutes(db: Db, minutes: number): Promise<void> {
  await db
    .updateTable('settings')
    .set((settings) => ({ reservation_minutes: minutes, revision: settings('revision', '+', 1) }))
    .execute()
}
