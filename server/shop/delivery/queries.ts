import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import { isAny } from '../../platform/data/count-queries.ts'

/** Returns SQL for whether a seller has any method. */
export const hasMethods = (sellerId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from delivery_methods where delivery_methods.seller_id = ${sellerId})`

/** Returns whether any seller has a method. */
export function isAnyMethod(db: Db | Tx): Promise<boolean> {
  return isAny(db.selectFrom('delivery_methods'))
}
