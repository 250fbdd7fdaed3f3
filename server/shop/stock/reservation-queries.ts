import type { Db, Tx } from '../../../db/tables.ts'

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
