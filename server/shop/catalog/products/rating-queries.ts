import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../../db/prepared.ts'
import type { Rating } from '../../../../shared/catalog/schema.ts'
import { createBatchedRead } from '../../../platform/data/batched.ts'
import { anyOf } from '../../../platform/data/condition-queries.ts'

/** SQL for the rating of `products.product_number`; null without one. */
export const shownRating = sql<Rating | null>`(
  select json_build_object('average', round(rating_tenths / 10.0, 1), 'count', ratings)
  from product_ratings where product_ratings.product_number = products.product_number and ratings > 0)`

/** Returns SQL for the rating of a seller's products, including deleted ones; null without one. */
export function sellerRating(sellerId: RawBuilder<unknown>): RawBuilder<Rating | null> {
  return sql<Rating | null>`(
    select json_build_object('average', (20 * rating_sum::bigint + ratings) / (2 * ratings) / 10.0, 'count', ratings)
    from seller_ratings where seller_ratings.seller_id = ${sellerId} and ratings > 0)`
}

interface ProductRating {
  rating: Rating | null
  stars: number[]
}

/** Returns the rating of a product; undefined if it is not in the shop. */
export const readProductRating = createBatchedRead<ProductRating>(32, async (db, productIds) => {
  const rows = await productRatings(db, { productIds })
  return new Map(rows.map(({ product_id, ...rated }) => [product_id, rated]))
})

const productRatings = prepared('product_ratings', (db, { productIds }: { productIds: string[] }) =>
  sql<ProductRating & { product_id: string }>`
    select product_id, ${shownRating} as rating, coalesce((
      select array[stars_1, stars_2, stars_3, stars_4, stars_5] from product_ratings
      where product_ratings.product_number = products.product_number
    ), array[0, 0, 0, 0, 0]) as stars
    from products where product_id = ${anyOf(productIds)} and visibility = 'visible'`.compile(db),
)
