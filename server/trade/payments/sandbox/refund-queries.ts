import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Tables, Tx } from '../../../../db/tables.ts'
import type { Page } from './page.ts'

export type RefundRow = Selectable<Tables['sandbox_refunds']>

/** Writes a new refund and returns it. */
export function insertRefund(tx: Tx, values: Insertable<Tables['sandbox_refunds']>): Promise<RefundRow> {
  return tx.insertInto('sandbox_refunds').values(values).returningAll().executeTakeFirstOrThrow()
}

/** Returns a refund. */
export function findRefund(tx: Tx, refundId: string): Promise<RefundRow | undefined> {
  return tx.selectFrom('sandbox_refunds').selectAll().where('refund_id', '=', refundId).executeTakeFirst()
}

/** Changes a refund whose intent is locked and returns it. */
export function updateRefundRow(
  tx: Tx,
  refundId: string,
  values: Updateable<Tables['sandbox_refunds']>,
): Promise<RefundRow> {
  return tx
    .updateTable('sandbox_refunds')
    .set(values)
    .where('refund_id', '=', refundId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns a page of refunds, and one more if there are more; of one charge or intent only, when given. */
export function listRefunds(
  tx: Tx,
  page: Page,
  { charge, payment_intent }: { charge?: string; payment_intent?: string },
): Promise<RefundRow[]> {
  return tx
    .selectFrom('sandbox_refunds')
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

/** Returns the refunds that are due to become something else. */
export function listDueRefunds(tx: Tx, now: Date, limit: number): Promise<Pick<RefundRow, 'refund_id'>[]> {
  return tx
    .selectFrom('sandbox_refunds')
    .select('refund_id')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .execute()
}
