import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import { deleteOldGuests } from './guest-queries.ts'
import type { RemoveFiles, RowsOf } from './links.ts'

/** Deletes at most `limit` guests without sessions, orders or other rows (`keptBy`), with their files; returns how many. */
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
