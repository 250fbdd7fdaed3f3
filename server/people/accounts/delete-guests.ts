import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { deleteOldGuests, type GuestPlace } from './guest-queries.ts'
import type { RemoveFiles, RowsOf } from './links.ts'

/** Limits the guests that one call examines: most have ordered and stay, and would be examined every time. */
const MAX_SCANNED = 2_000

/** The last guest examined by this process; a restart begins with the oldest. */
const places = new WeakMap<Db, GuestPlace | null>()

/** Deletes at most `limit` guests without rows of `referencedBy`, with their files; returns how many. */
export async function deleteGuests(
  {
    db,
    scanned = MAX_SCANNED,
    ...links
  }: { db: Db; referencedBy: readonly RowsOf[]; removeFiles: RemoveFiles; scanned?: number },
  createdBefore: Date,
  limit: number,
): Promise<number> {
  const after = places.get(db) ?? null
  const { deleted, place } = await inTransaction(db, async (tx) => {
    const guests = await deleteOldGuests(tx, { createdBefore, after, referencedBy: links.referencedBy, scanned, limit })
    await links.removeFiles(tx, guests.deleted)
    return guests
  })
  places.set(db, place)
  return deleted.length
}
