import { ratingMessages } from '../../shared/catalog/messages.ts'
import { STARS } from '../../shared/reviews/constants.ts'

/** A rating as stars, with its number for screen readers. */
export function RatingStars({ stars }: { stars: number }) {
  return (
    <span role="img" aria-label={ratingMessages.stars({ stars })} className="whitespace-nowrap text-base leading-none">
      <span className="text-ink">{'★'.repeat(stars)}</span>
      {/* Forced colors give all stars one color. */}
      <span className="text-line-strong forced-colors:opacity-30">{'★'.repeat(STARS.length - stars)}</span>
    </span>
  )
}
