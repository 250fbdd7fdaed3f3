import type { FastifyRequest } from 'fastify'
import { inTransaction } from '../../../db/connect.ts'
import { answeredSchema, answerReviewSchema, reviewParamsSchema } from '../../../shared/reviews/schema.ts'
import type { MailingDeps } from '../../pages/mail/messages.ts'
import { callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { catalogChanged, productsRated } from '../catalog/products/catalog-changes.ts'
import { nameProducts } from '../catalog/products/purchase-queries.ts'
import { listSellerNames } from '../catalog/products/seller-page-queries.ts'
import { reviewError } from './errors.ts'
import { notifyBuyer } from './notify-of-review.ts'
import { setAnswer } from './queries.ts'

export const reviewsSellerRoutes = routesFor(['seller'], (app, deps: MailingDeps) => {
  const answer = async (request: FastifyRequest, reviewId: string, text: string | null) => ({
    answer: await answerReview(deps, { sellerId: callerOf(request).user_id, reviewId, text }),
  })

  app.put(
    '/api/seller/reviews/:review_id/answer',
    respondsWith(answeredSchema, {
      summary: 'Answer a review of an own product, or replace the answer',
      params: reviewParamsSchema,
      body: answerReviewSchema,
    }),
    (request) => answer(request, request.params.review_id, request.body.text),
  )

  app.delete(
    '/api/seller/reviews/:review_id/answer',
    respondsWith(answeredSchema, {
      summary: 'Remove the answer to a review of an own product',
      params: reviewParamsSchema,
    }),
    (request) => answer(request, request.params.review_id, null),
  )
})

/** Writes a seller's only answer, or with null removes it; the first one notifies the buyer. Throws AppError 404. */
async function answerReview(
  deps: MailingDeps,
  { sellerId, reviewId, text }: { sellerId: string; reviewId: string; text: string | null },
) {
  const now = deps.clock()
  await inTransaction(deps.db, async (tx) => {
    const review = await setAnswer(tx, { reviewId, sellerId, text, now })
    if (!review) throw reviewError('review_not_found')
    const { product_number, seller_id, buyer_id, is_first } = review
    const product = (await nameProducts(tx, [product_number])).get(product_number)
    if (!product) throw reviewError('review_not_found')
    if (text !== null && is_first) {
      const seller = (await listSellerNames(tx, [seller_id])).get(seller_id)?.name ?? ''
      await notifyBuyer(tx, deps, { buyer_id, product, seller, text, now })
    }
    await catalogChanged(tx, productsRated([{ product_id: product.product_id, seller_id }]))
  })
  return text === null ? null : { text, answered_at: now.toISOString() }
}
