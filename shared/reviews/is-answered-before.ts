import type { Review } from './schema.ts'

/** Returns whether the review was edited after the seller's answer. */
export function isAnsweredBefore({ answer, edited_at }: Pick<Review, 'answer' | 'edited_at'>): boolean {
  return answer !== null && edited_at !== null && Date.parse(answer.answered_at) < Date.parse(edited_at)
}
