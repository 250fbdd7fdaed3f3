import { type RawBuilder, sql } from 'kysely'
import type { ProductOwnership } from '../../../programs/storage/owners.ts'

export const productOwnership: ProductOwnership = {
  async ownsVisible(db, sellerId, productId) {
    const owned = await db
      .selectFrom('products')
      .select('product_number')
      .where('product_id', '=', productId)
      .where('seller_id', '=', sellerId)
      .where('visibility', '=', sql.lit('visible'))
      .$if(db.isTransaction, (product) => product.forShare())
      .executeTakeFirst()
    return owned !== undefined
  },

  owns: (sellerId, productId) =>
    sql`exists (select from products where product_id = ${productId} and seller_id = ${sellerId})`,
}

/** Returns SQL for whether an account has products, including deleted ones, for a query that has its id. */
export function hasProducts(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from products where seller_id = ${userId})`
}
