import type { Db, Tx } from '../../../db/tables.ts'
import { decimalToCents } from '../../../shared/kernel/money.ts'
import type { AdminPayment } from '../../../shared/payments/schema.ts'
import { releaseAuthorized } from './capture-queries.ts'
import { type PaymentRow, updatePayment } from './queries.ts'

/** An amount of an authorised payment that will not be captured. */
export interface NewRelease {
  release_id: string
  seller_id: string
  /** Exact decimal. */
  amount: string
  reason: 'cancelled' | 'returned' | 'goodwill'
  note?: string | null
  by_user?: string | null
  /** As in `NewRefund`. */
  of_units?: boolean
  request_id?: string | null
  now: Date
}

/** Lowers the amount to capture of a locked payment; with nothing left, schedules its cancellation. */
export async function insertRelease(
  tx: Tx,
  { payment_id, payment_number }: PaymentRow,
  { release_id, seller_id, amount, reason, now, ...more }: NewRelease,
): Promise<void> {
  const { note = null, by_user = null, of_units = true, request_id = null } = more
  const values = { release_id, seller_id, amount, reason, note, by_user, of_units, request_id }
  await tx
    .insertInto('payment_releases')
    .values({ ...values, payment_number, created_at: now })
    .execute()
  const isAll = await releaseAuthorized(tx, payment_id, decimalToCents(amount))
  if (isAll) await updatePayment(tx, payment_id, { capture_at: now })
}

/** Returns the releases of a payment, oldest first. */
export async function listReleases(db: Db, paymentNumber: number): Promise<AdminPayment['releases']> {
  const rows = await db
    .selectFrom('payment_releases')
    .select(['release_id', 'seller_id', 'amount', 'reason', 'note', 'created_at'])
    .where('payment_number', '=', paymentNumber)
    .orderBy('created_at')
    .orderBy('release_id')
    .execute()
  return rows.map((row) => ({ ...row, amount: Number(row.amount), created_at: row.created_at.toISOString() }))
}
