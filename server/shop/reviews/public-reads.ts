import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import { productIdSchema } from '../../../shared/catalog/schema.ts'
import { REVIEWS_PER_PAGE } from '../../../shared/reviews/constants.ts'
import {
  type ProductReviews,
  productReviewsSchema,
  type ReviewsQuery,
  reviewsQuerySchema,
} from '../../../shared/reviews/schema.ts'
import { readDisplayNames } from '../../people/accounts/lookup-queries.ts'
import { productNumberOf, type Tagged, tagOf } from '../catalog/products/catalog-changes.ts'
import { readProductRating } from '../catalog/products/rating-queries.ts'
import { publicRead } from '../catalog/public-reads.ts'
import { reviewError } from './errors.ts'
import { listReviews, reviewView } from './queries.ts'

/** The public read of reviews, for the catalog's routes and for pages. */
export const reviewRead = publicRead({
  path: '/api/products/:product_id/reviews',
  summary: 'A page of the reviews of a product',
  params: z.object({ product_id: productIdSchema }),
  query: reviewsQuerySchema,
  result: productReviewsSchema,
  run: (db, { params, query }) => showReviews(db, params.product_id, query),
  isLowPriority: ({ query: { stars, sort, page } }) => (stars ?? sort ?? page) !== undefined,
})

async function showReviews(
  db: Db,
  productId: string,
  { sort = 'newest', stars: chosen, page = 1 }: ReviewsQuery,
): Promise<Tagged<ProductReviews>> {
  const rating = await readProductRating(db, productId)
  if (!rating) throw reviewError('product_not_found')
  const { stars, ...rated } = rating
  const total = chosen === undefined ? (rated.rating?.count ?? 0) : (stars[chosen - 1] ?? 0)
  const offset = (page - 1) * REVIEWS_PER_PAGE
  const wanted = { productNumber: productNumberOf(productId), sort, stars: chosen, offset }
  const rows = offset < total ? await listReviews(db, wanted) : []
  const names = await readDisplayNames(
    db,
    rows.map(({ buyer_id }) => buyer_id),
  )
  const reviews = rows.map((row) => ({ ...reviewView(row), name: names.get(row.buyer_id) ?? null }))
  return {
    value: { ...rated, stars, reviews, total, page, page_size: REVIEWS_PER_PAGE },
    tags: [tagOf.product(productId)],
  }
}
