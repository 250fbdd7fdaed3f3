import type { FastifyRequest } from 'fastify'
import { answeredSchema, answerReviewSchema, reviewParamsSchema } from '../../../shared/reviews/schema.ts'
import type { MailingDeps } from '../../pages/mail/messages.ts'
import { callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { answerReview } from './answer-review.ts'

export const reviewsSellerRoutes = routesFor(['seller'], (app, deps: MailingDeps) => {
  const answer = async (request: FastifyRequest, reviewId: string, text: string | null) => ({
    answer: await answerReview(deps, { sellerId: callerOf(request).user_id, reviewId, text, now: deps.clock() }),
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
