import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../../db/tables.ts'
import type { ProductOwnership } from '../../../programs/storage/owners.ts'
import { IS_PRESENT } from '../products/hidden-queries.ts'

export const productOwnership: ProductOwnership = {
  async ownsProduct(db, sellerId, productId) {
    const owned = await db
      .selectFrom('products')
      .select('product_number')
      .where('product_id', '=', productId)
      .where('seller_id', '=', sellerId)
      .where(IS_PRESENT)
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

/** Returns the pictures of products, including deleted ones; locks them in the order in which orders do. */
export async function lockPictured(tx: Tx, productIds: readonly string[]) {
  if (!productIds.length) return []
  return tx
    .selectFrom('products')
    .select(['product_id', 'featured_image', 'other_images', 'picture_texts', 'visibility'])
    .where('product_id', 'in', productIds)
    .orderBy('product_number')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Writes a product's pictures, the featured one first, and raises its revision so that open forms conflict.
 */
export async function updatePictures(
  tx: Tx,
  productId: string,
  pictures: readonly { address: string; text: string }[],
) {
  const [featured = '', ...others] = pictures.map(({ address }) => address)
  const texts = pictures.map(({ text }) => text)
  await tx
    .updateTable('products')
    .set({
      featured_image: featured,
      other_images: JSON.stringify(others),
      picture_texts: texts.some(Boolean) ? texts : [],
      updated_at: sql<Date>`now()`,
      revision: sql`revision + 1`,
    })
    .where('product_id', '=', productId)
    .execute()
}
