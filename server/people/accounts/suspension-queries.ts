import { sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'

const IS_SUSPENDED = sql<boolean>`coalesce(banned_until > now(), false)`

/**
 * Locks sellers until the transaction ends and returns the ids of the suspended ones. A product that enters the shop and a
 * suspension of its seller wait for each other: the second transaction sees the result of the first.
 */
export async function lockSellers(tx: Tx, sellerIds: string[]): Promise<{ suspended: string[] }> {
  const sellers = await tx
    .selectFrom('users')
    .select(['id', IS_SUSPENDED.as('is_suspended')])
    .where('id', '=', sql<string>`any(${sellerIds}::uuid[])`)
    .orderBy('id')
    .forShare() // guard: seller-lock
    .execute()
  return { suspended: sellers.filter(({ is_suspended }) => is_suspended).map(({ id }) => id) }
}

/** Locks an account against suspension until the transaction ends; returns whether it may write. */
export async function lockWriter(tx: Tx, userId: string): Promise<boolean> {
  const { suspended } = await lockSellers(tx, [userId])
  return suspended.length === 0
}
