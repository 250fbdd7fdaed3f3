import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { prepared } from '../db/prepared.ts'
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
export function updateRefundRow(
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

/** Returns a page of refunds, and one more if there are more; optionally of one charge or intent. */
export function listRefunds(
  tx: Tx,
  page: Page,
  { charge, payment_intent }: { charge?: string; payment_intent?: string },
): Promise<RefundRow[]> {
  return tx
    .selectFrom('sandbox.refunds')
    .selectAll()
    .where('refund_number', '<', page.below)
    .where('refund_number', '>', page.above)
    .where('created_at', '>=', page.from)
    .where('created_at', '<', page.to)
    .$if(charge !== undefined, (query) => query.where('charge_id', '=', charge ?? ''))
    .$if(payment_intent !== undefined, (query) => query.where('intent_id', '=', payment_intent ?? ''))
    .orderBy('refund_number', page.direction)
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

export function findDispute(tx: Tx, disputeId: string): Promise<DisputeRow | undefined> {
  return tx.selectFrom('sandbox.disputes').selectAll().where('dispute_id', '=', disputeId).executeTakeFirst()
}

export function findChargeDispute(tx: Tx, chargeId: string): Promise<DisputeRow | undefined> {
  return tx.selectFrom('sandbox.disputes').selectAll().where('charge_id', '=', chargeId).executeTakeFirst()
}

/** Updates a dispute whose intent is locked and returns it. */
export function updateDisputeRow(
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

/** Returns a page of disputes, and one more if there are more; optionally of one charge or intent. */
export function listDisputes(
  tx: Tx,
  page: Page,
  { charge, payment_intent }: { charge?: string; payment_intent?: string },
): Promise<DisputeRow[]> {
  return tx
    .selectFrom('sandbox.disputes')
    .selectAll()
    .where('dispute_number', '<', page.below)
    .where('dispute_number', '>', page.above)
    .where('created_at', '>=', page.from)
    .where('created_at', '<', page.to)
    .$if(charge !== undefined, (query) => query.where('charge_id', '=', charge ?? ''))
    .$if(payment_intent !== undefined, (query) => query.where('intent_id', '=', payment_intent ?? ''))
    .orderBy('dispute_number', page.direction)
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

export type BalanceRow = Selectable<Tables['sandbox.balance_transactions']>

export async function insertBalanceTransaction(tx: Tx, movement: Movement): Promise<void> {
  await newMovement(tx, movement)
}

export type Movement = Omit<BalanceRow, 'transaction_number' | 'net'>

const newMovement = prepared('sandbox_movement_insert', (db, p: Movement) =>
  db
    .insertInto('sandbox.balance_transactions')
    .values({
      transaction_id: p.transaction_id,
      type: p.type,
      amount: p.amount,
      fee: p.fee,
      currency: p.currency,
      source: p.source,
      created_at: p.created_at,
    })
    .compile(),
)

export function findBalanceTransaction(tx: Tx, id: string): Promise<BalanceRow | undefined> {
  return tx.selectFrom('sandbox.balance_transactions').selectAll().where('transaction_id', '=', id).executeTakeFirst()
}

/** Returns the movements of a charge, refund or dispute, oldest first. */
export function listSourceTransactions(tx: Tx, source: string): Promise<BalanceRow[]> {
  return tx
    .selectFrom('sandbox.balance_transactions')
    .selectAll()
    .where('source', '=', source)
    .orderBy('transaction_number')
    .execute()
}

/** Returns a page of movements, and one more if there are more; optionally of one source or type. */
export function listBalanceTransactions(
  tx: Tx,
  page: Page,
  { source, type }: { source?: string; type?: string },
): Promise<BalanceRow[]> {
  return tx
    .selectFrom('sandbox.balance_transactions')
    .selectAll()
    .where('transaction_number', '<', page.below)
    .where('transaction_number', '>', page.above)
    .where('created_at', '>=', page.from)
    .where('created_at', '<', page.to)
    .$if(source !== undefined, (query) => query.where('source', '=', source ?? ''))
    .$if(type !== undefined, (query) => query.where('type', '=', (type ?? '') as BalanceRow['type']))
    .orderBy('transaction_number', page.direction)
    .limit(page.limit + 1)
    .execute()
}

/** Returns the balance by currency, in cents. */
export async function sumBalance(tx: Tx): Promise<{ currency: string; amount: number }[]> {
  const rows = await tx
    .selectFrom('sandbox.balance_transactions')
    .select(({ fn }) => ['currency', fn.sum<string>('net').as('amount')])
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return rows.map(({ currency, amount }) => ({ currency, amount: Number(amount) }))
}

export type TransferRow = Selectable<Tables['sandbox.transfers']>

export async function insertTransfer(
  db: Db | Tx,
  transfer: Pick<TransferRow, 'reference' | 'amount' | 'due_at' | 'created_at'>,
): Promise<void> {
  await db.insertInto('sandbox.transfers').values(transfer).execute()
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
