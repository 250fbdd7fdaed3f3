import type { Db, Tx } from '../../db/tables.ts'
import { decimalToCents } from '../../shared/kernel/money.ts'
import type { AdminPayment } from '../../shared/payments/schema.ts'
import { releaseAuthorized } from './capture-queries.ts'
import { type PaymentRow, updatePayment } from './queries.ts'

/** What an admin decides to take less of a payment that is only reserved. */
export interface NewRelease {
  release_id: string
  seller_id: string
  /** Exact decimal. */
  amount: string
  reason: 'cancelled' | 'returned' | 'goodwill'
  note: string | null
  by_user: string | null
  now: Date
}

/**
 * Takes less of a payment that is reserved; when nothing is left of it, the provider is asked soon to cancel it. The caller has
 * locked the payment, and knows that so much is left.
 */
export async function insertRelease(
  tx: Tx,
  { payment_id, payment_number, amount: whole, released }: PaymentRow,
  { now, ...release }: NewRelease,
): Promise<void> {
  await tx
    .insertInto('payment_releases')
    .values({ ...release, payment_number, created_at: now })
    .execute()
  const cents = decimalToCents(release.amount)
  await releaseAuthorized(tx, payment_id, cents)
  const isAll = decimalToCents(released) + cents >= decimalToCents(whole)
  if (isAll) await updatePayment(tx, payment_id, { capture_at: now })
}

/** Returns a release. */
export function findRelease(db: Db | Tx, releaseId: string) {
  return db
    .selectFrom('payment_releases')
    .select(['payment_number', 'seller_id', 'amount', 'reason', 'note'])
    .where('release_id', '=', releaseId)
    .executeTakeFirst()
}

/** Returns what admins have decided to take less of a payment, first things first. */
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
