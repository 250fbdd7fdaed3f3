import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { reviewParamsSchema } from '../../../shared/reviews/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { callerOf, routesFor } from '../../platform/http/guards.ts'
import { reviewError } from './errors.ts'
import { findShownReview, insertReport } from './queries.ts'

export const reviewsSignedInRoutes = routesFor('signed-in', (app, { db, clock }: { db: Db; clock: Clock }) => {
  app.post(
    '/api/reviews/:review_id/report',
    { schema: { summary: 'Report a review to the admins', params: reviewParamsSchema } },
    async (request, reply) => {
      const { review_id: reviewId } = request.params
      await reportReview(db, { userId: callerOf(request).user_id, reviewId, now: clock() })
      return reply.code(204).send(null)
    },
  )
})

function reportReview(db: Db, { userId, reviewId, now }: { userId: string; reviewId: string; now: Date }) {
  return inTransaction(db, async (tx) => {
    const review = await findShownReview(tx, reviewId)
    if (!review) throw reviewError('review_not_found')
    if (review.buyer_id === userId) throw reviewError('own_review')
    if (!(await insertReport(tx, review, userId, now))) throw reviewError('already_reported')
  })
}
