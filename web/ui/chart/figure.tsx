import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { amountLeft, toCents, toDollars } from '../../../shared/kernel/money.ts'
import { CHART_DAYS, CHART_RANGES, type ChartRange } from '../../../shared/stats/constants.ts'
import { statsMessages } from '../../../shared/stats/messages.ts'
import { ArrowDownRight, ArrowUpRight } from '../area-icons.ts'
import { classNames } from '../class-names.ts'
import { Link } from '../link.tsx'
import { Skeleton } from '../skeleton.tsx'
import { Price, Sentence } from '../text.tsx'

const PARAMETER = 'days'

/** Returns the period in the address of a dashboard. */
export function useChartRange(): ChartRange {
  const [query] = useSearchParams()
  return CHART_RANGES.find((days) => String(days) === query.get(PARAMETER)) ?? CHART_DAYS
}

/** Selects the period of a dashboard's figures; the choice is in the address. */
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
            'inline-flex min-h-8 items-center rounded-field px-3 text-sm font-medium whitespace-nowrap',
            days === shown ? 'bg-brand text-on-brand' : 'text-muted hover:text-ink',
          )}
        >
          {statsMessages.days({ days })}
        </Link>
      ))}
    </nav>
  )
}

interface FigureProps {
  term: string
  /** Explains how the number is computed. */
  hint: string
  /** Undefined while loading; the space is reserved. */
  children: string | undefined
}

/** Numbers with more characters are set in a smaller size, to stay on one line. */
const MAX_LARGE_CHARACTERS = 12

/** The numbers of a dashboard side by side: a `<dl>` of `Figure`. */
export function FigureStrip({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 overflow-clip rounded-picture bg-line gap-px border border-line xl:grid-cols-4">
      {children}
    </dl>
  )
}

/** One number of a dashboard; belongs in a `FigureStrip`. */
export function Figure({ term, hint, children }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col bg-surface p-4 sm:p-5">
      <dt className="text-sm font-medium text-muted">{term}</dt>
      <dd
        className={classNames(
          'mt-1 display leading-9! wrap-anywhere',
          children && children.length > MAX_LARGE_CHARACTERS ? 'text-lg' : 'text-lg sm:text-xl',
        )}
      >
        {children ?? <Skeleton className="h-[1lh] w-28" />}
      </dd>
      <dd className="text-xs text-muted">{hint}</dd>
    </div>
  )
}

interface PeriodFigureProps {
  term: string
  /** The values of the period by day; `previous`: of the period before. Undefined while loading; the space is reserved. */
  days: readonly number[] | undefined
  previous: readonly number[] | undefined
  format: (sum: number) => string
}

/** A number of the dashboard's period with its change; its height is the same while loading. */
export function PeriodFigure({ term, days = [], previous = [], format }: PeriodFigureProps) {
  return (
    <p className={classNames('min-w-0 text-sm text-muted', days.length === 0 && 'invisible')}>
      {term} <strong className="block text-lg font-semibold text-ink wrap-anywhere">{format(sum(days))}</strong>{' '}
      <Change now={sum(days)} before={sum(previous)} days={days.length} />
    </p>
  )
}

function Change({ now, before, days }: { now: number; before: number; days: number }) {
  if (before === 0) return statsMessages.noComparison({ days })
  const percent = Math.round(((now - before) / before) * 100)
  const Arrow = percent < 0 ? ArrowDownRight : ArrowUpRight
  return (
    <>
      <span className={classNames('whitespace-nowrap font-medium', percent < 0 ? 'text-danger' : 'text-good')}>
        {percent !== 0 && <Arrow aria-hidden className="me-0.5 inline size-4 align-[-3px]" />}
        <bdi>{percent > 0 ? statsMessages.risen({ percent }) : statsMessages.changed({ percent })}</bdi>
      </span>{' '}
      {statsMessages.comparedWith({ days })}
    </>
  )
}

function sum(values: readonly number[]): number {
  return toDollars(values.reduce((total, value) => total + toCents(value), 0))
}

interface ReconciledProps {
  /** In dollars, at the prices when ordered. Undefined while they load, in the same space. */
  amounts: { sold: number; reversed: number; awaited: number } | undefined
  /** Links to the orders. */
  children: ReactNode
}

const NOTHING = { sold: 0, reversed: 0, awaited: 0 }

/** One line of amounts: sold, reversed, and the rest. */
export function Reconciled({ amounts, children }: ReconciledProps) {
  const { sold, reversed, awaited } = amounts ?? NOTHING
  return (
    <p
      className={classNames(
        'my-3 flex min-h-12 flex-wrap content-start items-baseline gap-x-4 text-sm text-muted max-sm:min-h-26',
        !amounts && 'invisible',
      )}
    >
      <span className="font-medium text-ink">
        <Sentence
          message={statsMessages.reconciled}
          values={{
            sold: <Price amount={sold} />,
            reversed: <Price amount={reversed} />,
            net: <Price amount={amountLeft(sold, reversed)} />,
          }}
        />
      </span>
      {awaited > 0 && (
        <span>
          <Sentence message={statsMessages.awaited} values={{ amount: <Price amount={awaited} /> }} />
        </span>
      )}
      {children}
    </p>
  )
}
