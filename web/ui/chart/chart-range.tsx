import { useLocation, useSearchParams } from 'react-router'
import { CHART_DAYS, CHART_RANGES, type ChartRange } from '../../../shared/stats/constants.ts'
import { statsMessages } from '../../../shared/stats/messages.ts'
import { classNames } from '../class-names.ts'
import { Link } from '../link.tsx'

const PARAMETER = 'days'

/** Returns the days that the address of a dashboard chooses. */
export function useChartRange(): ChartRange {
  const [query] = useSearchParams()
  return CHART_RANGES.find((days) => String(days) === query.get(PARAMETER)) ?? CHART_DAYS
}

/** Chooses over how many days a dashboard shows its figures; the choice is in the address. */
export function ChartRangeLinks() {
  const { pathname } = useLocation()
  const shown = useChartRange()
  return (
    <nav
      aria-label={statsMessages.range}
      className="flex w-fit max-w-full flex-wrap rounded-field border border-line-strong bg-surface p-0.5"
    >
      {CHART_RANGES.map((days) => (
        <Link
          key={days}
          to={days === CHART_DAYS ? pathname : `${pathname}?${PARAMETER}=${days}`}
          preventScrollReset
          aria-current={days === shown ? 'true' : undefined}
          className={classNames(
            'inline-flex min-h-8 items-center rounded-md px-3 text-sm font-medium whitespace-nowrap',
            days === shown ? 'bg-brand text-on-brand' : 'text-muted hover:text-ink',
          )}
        >
          {statsMessages.days(days)}
        </Link>
      ))}
    </nav>
  )
}
