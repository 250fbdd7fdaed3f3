import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../../db/prepared.ts'
import type { Rating } from '../../../../shared/catalog/schema.ts'
import { anyOf } from '../../../platform/data/any-of-queries.ts'
import { createBatchedRead } from '../../../platform/data/batched-read.ts'

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

interface ProductRating {
  rating: Rating | null
  stars: number[]
}

/** Returns how a product of the shop is rated; undefined when it is not there. */
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
