import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../db/tables.ts'
import type { Page } from './wire.ts'

export type RefundRow = Selectable<Tables['sandbox.refunds']>

export function insertRefund(tx: Tx, values: Insertable<Tables['sandbox.refunds']>): Promise<RefundRow> {
  return tx.insertInto('sandbox.refunds').values(values).returningAll().executeTakeFirstOrThrow()
}

export function findRefund(tx: Tx, refundId: string): Promise<RefundRow | undefined> {
  return tx.selectFrom('sandbox.refunds').selectAll().where('refund_id', '=', refundId).executeTakeFirst()
}

/** Updates a refund whose intent is locked and returns it. */
export function updateRefund(
  tx: Tx,
  refundId: string,
  values: Updateable<Tables['sandbox.refunds']>,
): Promise<RefundRow> {
  return tx
    .updateTable('sandbox.refunds')
    .set(values)
    .where('refund_id', '=', refundId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns a page of refunds, and one more if there are more; optionally of one intent. */
export function listRefunds(tx: Tx, page: Page, intentId: string | undefined): Promise<RefundRow[]> {
  return tx
    .selectFrom('sandbox.refunds')
    .selectAll()
    .where('refund_number', '<', page.below)
    .where('created_at', '>=', page.from)
    .$if(intentId !== undefined, (query) => query.where('intent_id', '=', intentId ?? ''))
    .orderBy('refund_number', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Returns the refunds with a due change of state. */
export function listDueRefunds(tx: Tx, now: Date, limit: number): Promise<Pick<RefundRow, 'refund_id'>[]> {
  return tx
    .selectFrom('sandbox.refunds')
    .select('refund_id')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .execute()
}

export type DisputeRow = Selectable<Tables['sandbox.disputes']>

export function insertDispute(tx: Tx, values: Insertable<Tables['sandbox.disputes']>): Promise<DisputeRow> {
  return tx.insertInto('sandbox.disputes').values(values).returningAll().executeTakeFirstOrThrow()
}

export function findDispute(tx: Tx, column: 'dispute_id' | 'intent_id', id: string): Promise<DisputeRow | undefined> {
  return tx.selectFrom('sandbox.disputes').selectAll().where(column, '=', id).executeTakeFirst()
}

/** Updates a dispute whose intent is locked and returns it. */
export function updateDispute(
  tx: Tx,
  disputeId: string,
  values: Updateable<Tables['sandbox.disputes']>,
): Promise<DisputeRow> {
  return tx
    .updateTable('sandbox.disputes')
    .set(values)
    .where('dispute_id', '=', disputeId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns a page of disputes, and one more if there are more; optionally of one intent. */
export function listDisputes(tx: Tx, page: Page, intentId: string | undefined): Promise<DisputeRow[]> {
  return tx
    .selectFrom('sandbox.disputes')
    .selectAll()
    .where('dispute_number', '<', page.below)
    .where('created_at', '>=', page.from)
    .$if(intentId !== undefined, (query) => query.where('intent_id', '=', intentId ?? ''))
    .orderBy('dispute_number', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Returns the disputes whose deadline has passed. */
export function listUnansweredDisputes(tx: Tx, now: Date, limit: number): Promise<Pick<DisputeRow, 'dispute_id'>[]> {
  return tx
    .selectFrom('sandbox.disputes')
    .select('dispute_id')
    .where('status', '=', 'needs_response')
    .where('due_by', '<=', now)
    .orderBy('due_by')
    .limit(limit)
    .execute()
}

export type TransferRow = Selectable<Tables['sandbox.transfers']>

export async function insertTransfer(
  db: Db | Tx,
  transfer: Pick<TransferRow, 'reference' | 'amount' | 'due_at' | 'created_at'>,
): Promise<void> {
  await db.insertInto('sandbox.transfers').values(transfer).execute()
}

export async function hasTransfer(db: Db, reference: string): Promise<boolean> {
  const { rows } = await sql`select from sandbox.transfers where reference = ${reference} limit 1`.execute(db)
  return rows.length > 0
}

/** Removes transfers of a reference that have not arrived; returns the count. */
export async function deleteWaitingTransfers(tx: Db | Tx, reference: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sandbox.transfers')
    .where('reference', '=', reference)
    .where('taken_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export function areTransfersDue(now: Date): RawBuilder<boolean> {
  return sql`exists (select from sandbox.transfers where taken_at is null and due_at <= ${now})`
}

/** Marks arrived transfers as taken, and returns them. */
export async function takeTransfers(tx: Tx, now: Date, limit: number): Promise<TransferRow[]> {
  return tx
    .with(
      'due',
      (query) =>
        query
          .selectFrom('sandbox.transfers')
          .select('transfer_number')
          .where('taken_at', 'is', null)
          .where('due_at', '<=', now)
          .orderBy('due_at')
          .limit(limit)
          .forUpdate(), // guard: sandbox-transfer-lock
    )
    .updateTable('sandbox.transfers as transfer')
    .from('due')
    .whereRef('transfer.transfer_number', '=', 'due.transfer_number')
    .set({ taken_at: now })
    .returningAll('transfer')
    .execute()
}

export function listTransferRows(db: Db, limit: number): Promise<TransferRow[]> {
  return db.selectFrom('sandbox.transfers').selectAll().orderBy('transfer_number', 'desc').limit(limit).execute()
}
