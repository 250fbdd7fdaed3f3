import { type Insertable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import type { AdminPayment } from '../../../shared/payments/schema.ts'
import { withIsoTimes } from '../../platform/data/iso-times.ts'
import { AGAIN, dueRows } from './due-queries.ts'
import { type PaymentRow, updatePayment } from './queries.ts'

/**
 * Schedules the capture of an order's authorised payment, or its cancellation if nothing is left. The caller has locked
 * the order.
 */
export async function captureSoon(
  tx: Tx,
  { payment_id, payment_state }: Pick<PaymentRow, 'payment_id' | 'payment_state'>,
  now: Date,
): Promise<void> {
  if (payment_state === 'authorized') await updatePayment(tx, payment_id, { capture_at: now })
}

/** Authorised payments that are due to be captured. */
export const dueCaptures = dueRows({
  table: sql`payments`,
  from: sql`payments`,
  key: sql`payment_number`,
  id: sql`payment_id`,
  isDue: (now) => sql`payment_state = 'authorized' and capture_at <= ${now}`,
  order: sql`capture_at`,
  claimed: (now) => sql`capture_at = ${now}::timestamptz + ${AGAIN}`,
})

/** An amount of an authorised payment that will not be captured. */
export type NewRelease = Omit<Insertable<Tables['payment_releases']>, 'payment_number' | 'amount'> & { amount: string }

/** Lowers the amount to capture of a locked payment; with nothing left, schedules its cancellation. */
export async function insertRelease(
  tx: Tx,
  { payment_id, payment_number }: PaymentRow,
  release: NewRelease,
): Promise<void> {
  const { amount, created_at: now } = release
  await tx
    .insertInto('payment_releases')
    .values({ ...release, payment_number })
    .execute()
  await sql`
    update payments set released = least(amount, released + ${amount}::numeric),
      capture_at = case when released + ${amount}::numeric >= amount then ${now}::timestamptz else capture_at end
    where payment_id = ${payment_id}::uuid`.execute(tx)
}

/** Returns the releases of a payment, oldest first. */
export async function listReleases(db: Db, paymentNumber: number): Promise<AdminPayment['releases']> {
  const rows = await db
    .selectFrom('payment_releases')
    .select(['release_id', 'seller_id', 'reason', 'note', 'created_at', sql<number>`amount::float8`.as('amount')])
    .where('payment_number', '=', paymentNumber)
    .orderBy('created_at')
    .orderBy('release_id')
    .execute()
  return rows.map(withIsoTimes)
}
