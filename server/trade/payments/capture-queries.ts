import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'
import { updatePayment } from './queries.ts'

/**
 * Schedules the capture of an order's authorised payment, or its cancellation if nothing is left. The caller has locked
 * the order.
 */
export async function captureSoon(
  tx: Tx,
  { payment_id, payment_state }: { payment_id: string; payment_state: string },
  now: Date,
): Promise<void> {
  if (payment_state === 'authorized') await updatePayment(tx, payment_id, { capture_at: now })
}

/** Releases part of an authorised payment; returns whether nothing is left. The caller has locked the payment. */
export async function releaseAuthorized(tx: Tx, paymentId: string, cents: number): Promise<boolean> {
  const { rows } = await sql<{ is_all: boolean }>`
    update payments set released = least(amount, released + ${cents}::numeric / 100)
    where payment_id = ${paymentId}::uuid returning released = amount as is_all`.execute(tx)
  return rows[0]?.is_all ?? false
}

export function areCapturesDue(sandbox: boolean, now: Date): RawBuilder<boolean> {
  return sql`exists (
    select from payments where payment_state = 'authorized' and capture_at <= ${now} and sandbox = ${sandbox})`
}

/** Claims up to `limit` authorised payments that are due to be captured, and schedules a retry of each. */
export async function claimDueCaptures(
  tx: Tx,
  { sandbox, now, again, limit }: { sandbox: boolean; now: Date; again: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    with due as materialized (
      select payment_number from payments
      where payment_state = 'authorized' and capture_at <= ${now} and sandbox = ${sandbox}
      order by capture_at limit ${limit}
    )
    update payments set capture_at = ${again} where payment_number in (select payment_number from due)
    returning payment_id`.execute(tx)
  return rows.map(({ payment_id }) => payment_id)
}
