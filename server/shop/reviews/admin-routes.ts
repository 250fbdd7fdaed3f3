import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import { reasonSchema } from '../../../shared/audit/schema.ts'
import {
  adminReviewPageSchema,
  adminReviewSchema,
  adminReviewsExportSchema,
  adminReviewsQuerySchema,
  reviewParamsSchema,
} from '../../../shared/reviews/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { csvOptions, sendCsv } from '../../platform/data/csv.ts'
import { adminRoutesFor, respondsWith } from '../../platform/http/guards.ts'
import { exportReviews, listAdminReviews, readAdminReview } from './list-admin-reviews.ts'
import { moderateReview } from './moderate-review.ts'

export const reviewsAdminRoutes = adminRoutesFor('reviews', (app, deps: { db: Db; clock: Clock }) => {
  const { db } = deps
  app.get(
    '/api/admin/reviews',
    respondsWith(adminReviewPageSchema, {
      summary: 'A page of the reviews',
      querystring: adminReviewsQuerySchema,
    }),
    (request) => listAdminReviews(db, request.query),
  )

  app.get(
    '/api/admin/reviews.csv',
    csvOptions('The reviews as CSV', adminReviewsExportSchema),
    async (request, reply) => sendCsv(reply, 'reviews.csv', await exportReviews(db, request.query)),
  )

  app.get(
    '/api/admin/reviews/:review_id',
    respondsWith(adminReviewSchema, { summary: 'One review', params: reviewParamsSchema }),
    (request) => readAdminReview(db, request.params.review_id),
  )

  const change = (summary: string) =>
    respondsWith(adminReviewSchema, { summary, params: reviewParamsSchema, body: reasonSchema })
  const moderate = async (request: FastifyRequest, reviewId: string, change: { hides: boolean; reason?: string }) => {
    await moderateReview(request, deps, { reviewId, ...change })
    return readAdminReview(db, reviewId)
  }

  app.post('/api/admin/reviews/:review_id/hide', change('Hide a review'), (request) =>
    moderate(request, request.params.review_id, { hides: true, reason: request.body?.reason }),
  )

  app.post(
    '/api/admin/reviews/:review_id/show',
    change('Show a review again, or keep one that was reported'),
    (request) => moderate(request, request.params.review_id, { hides: false, reason: request.body?.reason }),
  )
})
