import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'
import { isAny } from '../../platform/data/count-queries.ts'

const IS_SUSPENDED = sql<boolean>`coalesce(banned_until > now(), false)`

/** Admins cannot sell: what they offered as sellers is hidden. */
const IS_BARRED = sql<boolean>`(${IS_SUSPENDED} or role = 'admin')`

interface LockedSellers {
  /** Suspended, or admins. */
  barred: string[]
  /** Barred or not approved: their products are hidden. */
  hidden: string[]
}

/**
 * Locks sellers until the transaction ends and returns the ids of those whose products are hidden. A product that enters the
 * shop, a suspension and a decision about its seller wait for each other: the later transaction sees the result of the first.
 */
export async function lockSellers(tx: Tx, sellerIds: string[]): Promise<LockedSellers> {
  const sellers = await tx
    .selectFrom('users')
    .innerJoin('seller_approvals', 'seller_id', 'id')
    .select(['id', 'may_sell', IS_BARRED.as('is_barred')])
    .where('id', '=', sql<string>`any(${sellerIds}::uuid[])`)
    .orderBy('id')
    .forShare() // guard: seller-lock
    .execute()
  const idsOf = (some: typeof sellers) => some.map(({ id }) => id)
  return {
    barred: idsOf(sellers.filter(({ is_barred }) => is_barred)),
    hidden: idsOf(sellers.filter(({ is_barred, may_sell }) => is_barred || !may_sell)),
  }
}

/** Returns SQL for whether a seller is neither barred nor unapproved, for a query that has the seller's id. */
export function isSelling(sellerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from users join seller_approvals on seller_approvals.seller_id = users.id
    where users.id = ${sellerId} and may_sell and not ${IS_BARRED}
  )`
}

/** Locks an account against suspension until the transaction ends; returns whether it may write. */
export function lockWriter(tx: Tx, userId: string): Promise<boolean> {
  return isAny(tx.selectFrom('users').where('id', '=', userId).where(sql<boolean>`not ${IS_SUSPENDED}`).forShare())
}
