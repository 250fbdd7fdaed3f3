import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'
import type { Rating } from '../../shared/catalog/schema.ts'

/** SQL for how `products.product_number` is rated; null without a rating. */
export const shownRating = sql<Rating | null>`(
  select json_build_object('average', round(rating_tenths / 10.0, 1), 'count', ratings)
  from product_ratings where product_ratings.product_number = products.product_number and ratings > 0)`

/** Returns SQL for how all products of a seller are rated, also those that left the shop; null without a rating. */
export function sellerRating(sellerId: RawBuilder<unknown>): RawBuilder<Rating | null> {
  return sql<Rating | null>`(
    select json_build_object('average', (20 * rating_sum::bigint + ratings) / (2 * ratings) / 10.0, 'count', ratings)
    from seller_ratings where seller_ratings.seller_id = ${sellerId} and ratings > 0)`
}

/** Returns how a product of the shop is rated, and how many reviews have 1 to 5 stars; undefined when it is not there. */
export async function readProductRating(
  db: Db,
  productId: string,
): Promise<{ rating: Rating | null; stars: number[] } | undefined> {
  const [row] = await productRating(db, { productId })
  return row
}

const productRating = prepared('product_rating', (db, { productId }: { productId: string }) =>
  sql<{ rating: Rating | null; stars: number[] }>`
    select ${shownRating} as rating, coalesce((
      select array[stars_1, stars_2, stars_3, stars_4, stars_5] from product_ratings
      where product_ratings.product_number = products.product_number
    ), array[0, 0, 0, 0, 0]) as stars
    from products where product_id = ${productId} and visibility = 'visible'`.compile(db),
)
