import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../db/tables.ts'
import type { ListedProduct } from './product-change.ts'
import { fromStored, LISTED_COLUMNS } from './product-columns.ts'

const VISIBLE = sql<boolean>`visibility = 'visible'`
const HIDDEN = sql<boolean>`visibility = 'hidden_by_suspension'`

/** Hides the next `limit` visible products of a locked seller; returns them. */
export async function hideProducts(tx: Tx, sellerId: string, limit: number): Promise<ListedProduct[]> {
  const hidden = await tx
    .updateTable('products')
    .set({ visibility: 'hidden_by_suspension' })
    .where(isNext(VISIBLE, sellerId, limit))
    .returning(LISTED_COLUMNS)
    .execute()
  return hidden.map(fromStored)
}

/** Shows the next `limit` products of a locked seller that a suspension has hidden; returns them. */
export async function showProducts(tx: Tx, sellerId: string, limit: number): Promise<ListedProduct[]> {
  const shown = await tx
    .updateTable('products')
    .set({ visibility: 'visible' })
    .where(isNext(HIDDEN, sellerId, limit))
    .returning(LISTED_COLUMNS)
    .execute()
  return shown.map(fromStored)
}

/** Locks products by ascending number, as orders do. */
function isNext(which: RawBuilder<boolean>, sellerId: string, limit: number): RawBuilder<boolean> {
  return sql`product_number = any(array(
    select product_number from products where seller_id = ${sellerId} and ${which}
    order by product_number limit ${limit} for no key update
  ))`
}
