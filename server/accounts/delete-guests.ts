import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import { deleteOldGuests } from './guest-queries.ts'
import type { RemoveFiles, RowsOf } from './links.ts'

/** Deletes guests that no row of another module keeps (sessions, orders, …), with their files; returns how many. */
export function deleteGuests(
  { db, ...links }: { db: Db; keptBy: readonly RowsOf[]; removeFiles: RemoveFiles },
  createdBefore: Date,
  limit: number,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const deleted = await deleteOldGuests(tx, { createdBefore, keptBy: links.keptBy, limit })
    await links.removeFiles(tx, deleted)
    return deleted.length
  })
}
