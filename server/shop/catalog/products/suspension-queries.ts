import { sql } from 'kysely'
import type { Tx } from '../../../../db/tables.ts'
import type { ListedProduct } from './product-change.ts'
import { fromStored, LISTED_COLUMNS } from './product-columns.ts'

const VISIBLE = sql<boolean>`visibility = 'visible'`
const HIDDEN = sql<boolean>`visibility = 'hidden_by_suspension'`

/** Hides the next `limit` products of a locked seller, or shows those that a suspension has hidden; returns them. */
export async function setHidden(
  tx: Tx,
  { seller_id, is_suspended }: { seller_id: string; is_suspended: boolean },
  limit: number,
): Promise<ListedProduct[]> {
  // Locked by ascending number, as orders do.
  const next = sql<number[]>`array(
    select product_number from products where seller_id = ${seller_id} and ${is_suspended ? VISIBLE : HIDDEN}
    order by product_number limit ${limit} for no key update
  )`
  const changed = await tx
    .updateTable('products')
    .set({ visibility: is_suspended ? 'hidden_by_suspension' : 'visible' })
    .where(sql<boolean>`product_number = any(${next})`)
    .returning(LISTED_COLUMNS)
    .execute()
  return changed.map(fromStored)
}
