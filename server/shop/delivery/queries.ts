import { type RawBuilder, sql } from 'kysely'
import { anyRowOf } from '../../../db/any-row.ts'

/** Returns SQL for whether a seller has any method. */
export const hasMethods = (sellerId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from delivery_methods where delivery_methods.seller_id = ${sellerId})`

export const anyMethod = anyRowOf(sql`delivery_methods`)
