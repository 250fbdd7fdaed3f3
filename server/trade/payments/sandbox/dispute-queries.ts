import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Tables, Tx } from '../../../../db/tables.ts'
import type { Page } from './page.ts'

export type DisputeRow = Selectable<Tables['sandbox_disputes']>

/** Writes a new dispute and returns it. */
export function insertDispute(tx: Tx, values: Insertable<Tables['sandbox_disputes']>): Promise<DisputeRow> {
  return tx.insertInto('sandbox_disputes').values(values).returningAll().executeTakeFirstOrThrow()
}

/** Returns a dispute. */
export function findDispute(tx: Tx, disputeId: string): Promise<DisputeRow | undefined> {
  return tx.selectFrom('sandbox_disputes').selectAll().where('dispute_id', '=', disputeId).executeTakeFirst()
}

/** Returns the dispute of a charge. */
export function findChargeDispute(tx: Tx, chargeId: string): Promise<DisputeRow | undefined> {
  return tx.selectFrom('sandbox_disputes').selectAll().where('charge_id', '=', chargeId).executeTakeFirst()
}

/** Changes a dispute whose intent is locked and returns it. */
export function updateDisputeRow(
  tx: Tx,
  disputeId: string,
  values: Updateable<Tables['sandbox_disputes']>,
): Promise<DisputeRow> {
  return tx
    .updateTable('sandbox_disputes')
    .set(values)
    .where('dispute_id', '=', disputeId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns a page of disputes, and one more if there are more; of one charge or intent only, when given. */
export function listDisputes(
  tx: Tx,
  page: Page,
  { charge, payment_intent }: { charge?: string; payment_intent?: string },
): Promise<DisputeRow[]> {
  return tx
    .selectFrom('sandbox_disputes')
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

/** Returns the disputes that were not answered in time. */
export function listUnansweredDisputes(tx: Tx, now: Date, limit: number): Promise<Pick<DisputeRow, 'dispute_id'>[]> {
  return tx
    .selectFrom('sandbox_disputes')
    .select('dispute_id')
    .where('status', '=', 'needs_response')
    .where('due_by', '<=', now)
    .orderBy('due_by')
    .limit(limit)
    .execute()
}
