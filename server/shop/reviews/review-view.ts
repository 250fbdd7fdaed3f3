import type { Review } from '../../../shared/reviews/schema.ts'
import type { ReviewRow } from './queries.ts'

/** Returns what all who see a review see of it, apart from its writer's name. */
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
