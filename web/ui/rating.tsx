import { ratingMessages } from '../../shared/catalog/rating-messages.ts'

interface RatingProps {
  /** As `★ 4.6 (12)`, and in words; both are empty without a rating. */
  text: string
  spoken: string
  className?: string
}

/** How something is rated, in texts that are made by `ratingTexts`. */
export function RatingText({ text, spoken, className }: RatingProps) {
  return (
    <span role="img" aria-label={spoken} className={`tabular-nums ${className ?? ''}`}>
      {text}
    </span>
  )
}

/** Returns the texts of a rating; empty ones without it. */
export function ratingTexts(rating: { average: number; count: number } | undefined): { text: string; spoken: string } {
  if (!rating) return { text: '', spoken: '' }
  const { average, count } = rating
  return { text: ratingMessages.short(average, count), spoken: ratingMessages.spoken(average, count) }
}
