import { z } from 'zod'
import type { Replicas } from '../../../db/replicas.ts'
import type { Db } from '../../../db/tables.ts'
import { productIdSchema } from '../../../shared/catalog/schema.ts'
import { productReviewsSchema, reviewsQuerySchema } from '../../../shared/reviews/schema.ts'
import { type PublicRead, publicRead, readFrom } from '../catalog/public-reads.ts'
import { productNotFound } from './errors.ts'
import { showReviews } from './list-reviews.ts'

/** Returns the reads of what visitors see of reviews, for the catalog's routes and for pages. */
export function reviewReads(source: { db: Db; replicas: Replicas }): PublicRead[] {
  const read = readFrom(source)
  return [
    publicRead({
      path: '/api/products/:product_id/reviews',
      summary: 'A page of the reviews of a product',
      params: z.object({ product_id: productIdSchema }),
      query: reviewsQuerySchema,
      result: productReviewsSchema,
      run: async ({ params, query }) => {
        const reviews = await read(query, (db) => showReviews(db, params.product_id, query))
        if (!reviews) throw productNotFound()
        return reviews
      },
      isCrowd: ({ query: { stars, sort, page } }) => (stars ?? sort ?? page) !== undefined,
    }),
  ]
}
