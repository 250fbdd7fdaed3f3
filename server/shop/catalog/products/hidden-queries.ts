import { type RawBuilder, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../../db/tables.ts'
import { countOf } from '../../../platform/data/count-queries.ts'
import type { ListedProduct } from './catalog-changes.ts'
import { fromStored, LISTED_COLUMNS } from './product-columns.ts'

export type Visibility = Tables['products']['visibility']['__select__']

/** SQL for whether a product is shown or hidden, but not deleted. */
export const IS_PRESENT = sql<boolean>`visibility <> 'deleted'`

/** Returns SQL for the visibility of a product that is not deleted, given whether its locked seller's products are hidden. */
export function shownUnlessHidden(isSellerHidden: RawBuilder<unknown>): RawBuilder<Visibility> {
  return sql<Visibility>`shown_unless_hidden(products.product_number, ${isSellerHidden})`
}

/** Returns and locks a product that is not deleted. */
export function lockPresent(tx: Tx, productNumber: number) {
  return tx
    .selectFrom('products')
    .select(['product_id', 'seller_id', 'product_name', 'visibility'])
    .where('product_number', '=', productNumber)
    .where(IS_PRESENT)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Sets the visibility of a locked product after an admin hid it or shows it again; returns the product. */
export async function applyHidden(tx: Tx, productNumber: number, isSellerHidden: boolean): Promise<ListedProduct> {
  const changed = await tx
    .updateTable('products')
    .set({ visibility: shownUnlessHidden(sql`${isSellerHidden}::boolean`) })
    .where('product_number', '=', productNumber)
    .returning(LISTED_COLUMNS)
    .executeTakeFirstOrThrow()
  return fromStored(changed)
}

/** Records that an admin hides a locked product; returns false when one has already. */
export async function insertHidden(
  tx: Tx,
  hidden: { product_number: number; reason: string; hidden_by: string; hidden_at: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('hidden_products')
    .values(hidden)
    .onConflict((conflict) => conflict.doNothing())
    .returning('product_number')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Deletes that record; returns false when there is none. */
export async function deleteHidden(tx: Tx, productNumber: number): Promise<boolean> {
  const deleted = await tx.deleteFrom('hidden_products').where('product_number', '=', productNumber).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Writes a seller's answer; returns false when the product is not hidden. */
export async function updateAnswer(
  tx: Tx,
  productNumber: number,
  written: { answer: string; answered_at: Date },
): Promise<boolean> {
  const answered = await tx
    .updateTable('hidden_products')
    .set(written)
    .where('product_number', '=', productNumber)
    .executeTakeFirst()
  return answered.numUpdatedRows > 0n
}

/** Returns a page of the products that admins have hidden, newest first, of one seller or all, and the number of all. */
export async function listHidden(db: Db, range: { sellerId: string | undefined; offset: number; limit: number }) {
  const hidden = db
    .selectFrom('hidden_products')
    .innerJoin('products', 'products.product_number', 'hidden_products.product_number')
    .where(IS_PRESENT)
    .$if(range.sellerId !== undefined, (all) => all.where('seller_id', '=', range.sellerId ?? ''))
  const rows = await hidden
    .select(['product_id', 'product_name', 'seller_id', 'reason', 'hidden_at', 'answer'])
    .orderBy('hidden_at', 'desc')
    .orderBy('hidden_products.product_number', 'desc')
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  return { rows, total: await countOf(hidden) }
}
