import { formatNumber } from '../../../shared/kernel/locale.ts'
import { STARS } from '../../../shared/reviews/constants.ts'
import { reviewMessages } from '../../../shared/reviews/messages.ts'
import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/link.tsx'
import { type ReviewsAddress, reviewsPath } from './reviews-address.ts'

interface HistogramProps {
  stars: readonly number[]
  total: number
  address: ReviewsAddress
}

/** A row for each number of stars; choosing one shows only those reviews, choosing it again shows all. */
export function Histogram({ stars, total, address: { productId, sort, stars: chosen } }: HistogramProps) {
  return (
    <ul aria-label={reviewMessages.histogram} className="grid max-w-md">
      {STARS.map((number) => {
        const count = stars[number - 1] ?? 0
        const isChosen = chosen === number
        const to = reviewsPath({ productId, ...(sort && { sort }), ...(!isChosen && { stars: number }) })
        return (
          <li key={number}>
            <Link
              to={to}
              preventScrollReset
              aria-current={isChosen ? 'true' : undefined}
              className={classNames(
                '-mx-2 grid min-h-9 grid-cols-[2.25rem_1fr_3rem] items-center gap-3 rounded-field px-2 text-sm tabular-nums hover:bg-tint',
                isChosen && 'bg-tint-strong font-semibold',
              )}
            >
              <span className="sr-only">{reviewMessages.starsCounted(number, count)}</span>
              <span aria-hidden>{number} ★</span>
              <span aria-hidden className="h-2.5 overflow-hidden rounded-full bg-tint-strong">
                <span
                  className="block h-full rounded-full bg-accent forced-color-adjust-none forced-colors:bg-[CanvasText]"
                  style={{ width: `${total ? (100 * count) / total : 0}%` }}
                />
              </span>
              <span aria-hidden className="text-end text-muted">
                {formatNumber(count)}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
