import type { Selectable } from 'kysely'
import type { Db, Tables, Tx } from '../../../../db/tables.ts'

export type TransferRow = Selectable<Tables['sandbox_transfers']>

/** Writes a transfer on its way. */
export async function insertTransfer(
  db: Db | Tx,
  transfer: Pick<TransferRow, 'reference' | 'amount' | 'due_at' | 'created_at'>,
): Promise<void> {
  await db.insertInto('sandbox_transfers').values(transfer).execute()
}

/** Removes the transfers of a reference that have not arrived; returns how many. */
export async function deleteWaitingTransfers(tx: Db | Tx, reference: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sandbox_transfers')
    .where('reference', '=', reference)
    .where('taken_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Marks transfers that have arrived as taken and returns them; other processes skip those that are locked. */
export async function takeTransfers(tx: Tx, now: Date, limit: number): Promise<TransferRow[]> {
  return tx
    .with(
      'due',
      (query) =>
        query
          .selectFrom('sandbox_transfers')
          .select('transfer_number')
          .where('taken_at', 'is', null)
          .where('due_at', '<=', now)
          .orderBy('due_at')
          .limit(limit)
          .forUpdate() // guard: sandbox-transfer-lock
          .skipLocked(), // guard: sandbox-transfer-lock-skipped
    )
    .updateTable('sandbox_transfers as transfer')
    .from('due')
    .whereRef('transfer.transfer_number', '=', 'due.transfer_number')
    .set({ taken_at: now })
    .returningAll('transfer')
    .execute()
}

/** Returns the newest transfers. */
export function listTransferRows(db: Db, limit: number): Promise<TransferRow[]> {
  return db.selectFrom('sandbox_transfers').selectAll().orderBy('transfer_number', 'desc').limit(limit).execute()
}
