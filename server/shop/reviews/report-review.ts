import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { alreadyReported, ownReview, reviewNotFound } from './errors.ts'
import { findShownReview, insertReport } from './queries.ts'

/** Reports a review, once for each user and text. Throws AppError 404, and 409 for the user's own or a second one. */
export function reportReview(
  db: Db,
  { userId, reviewId, now }: { userId: string; reviewId: string; now: Date },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const review = await findShownReview(tx, reviewId)
    if (!review) throw reviewNotFound()
    if (review.buyer_id === userId) throw ownReview()
    if (!(await insertReport(tx, review, userId, now))) throw alreadyReported()
  })
}
