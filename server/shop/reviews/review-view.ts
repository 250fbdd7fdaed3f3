import type { Review } from '../../../shared/reviews/schema.ts'
import type { ReviewRow } from './queries.ts'

/** Returns the public fields of a review, except the writer's name. */
export function reviewView(row: Omit<ReviewRow, 'buyer_id'>): Omit<Review, 'name'> {
  return {
    review_id: row.review_id,
    rating: row.rating,
    text: row.review_text,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    answer:
      row.answer_text === null
        ? null
        : { text: row.answer_text, answered_at: (row.answered_at ?? row.created_at).toISOString() },
  }
}
