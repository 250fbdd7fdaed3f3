import { z } from 'zod'
import { productIdSchema, productIdsQuerySchema } from '../../../shared/catalog/schema.ts'
import { ownReviewsSchema, writeReviewSchema } from '../../../shared/reviews/schema.ts'
import type { MailingDeps } from '../../pages/mail/messages.ts'
import { callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { reviewError } from './errors.ts'
import { readOwnReviews, removeOwnReview, writeReview } from './write-review.ts'

const params = z.object({ product_id: productIdSchema })
const ownReviewSchema = ownReviewsSchema.shape.products.element.shape.review.unwrap()

export const reviewsBuyerRoutes = routesFor(
  ['buyer'],
  (app, deps: MailingDeps) => {
    const { db, clock } = deps
    app.get(
      '/api/own-reviews',
      respondsWith(ownReviewsSchema, {
        summary: 'Which of some products the caller may review, and the reviews that the caller wrote of them',
        querystring: productIdsQuerySchema,
      }),
      (request) => readOwnReviews(db, callerOf(request).user_id, request.query.ids),
    )

    app.put(
      '/api/products/:product_id/review',
      respondsWith(ownReviewSchema, {
        summary: "Write the caller's review of a product, or replace it",
        params,
        body: writeReviewSchema,
      }),
      (request) =>
        writeReview(deps, {
          buyerId: callerOf(request).user_id,
          productId: request.params.product_id,
          review: request.body,
          now: clock(),
        }),
    )

    app.delete(
      '/api/products/:product_id/review',
      { schema: { summary: "Remove the caller's review of a product", params } },
      async (request, reply) => {
        const productId = request.params.product_id
        await removeOwnReview(db, { buyerId: callerOf(request).user_id, productId, now: clock() })
        return reply.code(204).send(null)
      },
    )
  },
  { refusal: () => reviewError('buyers_only') },
)
