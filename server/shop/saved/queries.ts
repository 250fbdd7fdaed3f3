import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import { MAX_SAVED_PRODUCTS } from '../../../shared/saved/constants.ts'
import { visibleProducts } from '../catalog/products/purchase-queries.ts'

/** Returns the products on a buyer's wish list that are in the shop, newest first. */
export async function listSaved(db: Db | Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select product.product_id
    from saved_products join (${visibleProducts}) product using (product_number)
    where user_id = ${userId}
    order by saved_at desc, product_number desc`.execute(db)
  return rows.map(({ product_id }) => product_id)
}

/** Adds products to a buyer's wish list; existing ones keep their position. */
export async function insertSaved(
  tx: Tx,
  userId: string,
  products: readonly { product_number: number; saved_at: Date }[],
): Promise<void> {
  if (!products.length) return
  await tx
    .insertInto('saved_products')
    .values(products.map((product) => ({ user_id: userId, ...product })))
    .onConflict((conflict) => conflict.columns(['user_id', 'product_number']).doNothing())
    .execute()
}

/** Removes the oldest products above the limit of a wish list. */
export async function trimSaved(tx: Tx, userId: string): Promise<void> {
  await sql`
    delete from saved_products where user_id = ${userId} and product_number in (
      select product_number from saved_products where user_id = ${userId}
      order by saved_at desc, product_number desc offset ${MAX_SAVED_PRODUCTS}
    )`.execute(tx)
}

export async function deleteSaved(db: Db, userId: string, productNumber: number): Promise<void> {
  await db
    .deleteFrom('saved_products')
    .where('user_id', '=', userId)
    .where('product_number', '=', productNumber)
    .execute()
}
