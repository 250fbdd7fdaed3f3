import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { SellerDelivery } from '../../../shared/delivery/offers.ts'
import { isAny } from '../../platform/data/count-queries.ts'

/** Returns SQL for whether a seller has any method. */
export const hasMethods = (sellerId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from delivery_methods where delivery_methods.seller_id = ${sellerId})`

/** Returns SQL for what a seller's deliveries depend on; null for a seller without methods, who delivers for free. */
export const deliveryOf = (sellerId: RawBuilder<unknown>) => sql<SellerDelivery | null>`
  case when ${hasMethods(sellerId)} then delivery_of(${sellerId}) end`

/** The same for a row of `seller_pages`. */
export const DELIVERY_OF_PAGE = deliveryOf(sql`seller_pages.seller_id`)

/** Returns whether any seller has a method. */
export function isAnyMethod(db: Db | Tx): Promise<boolean> {
  return isAny(db.selectFrom('delivery_methods'))
}
