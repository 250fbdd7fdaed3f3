import type { ReactNode } from 'react'
import { statsMessages } from '../../shared/stats/messages.ts'
import { classNames } from './class-names.ts'
import { Hint } from './hint.tsx'
import { ArrowDownRight, ArrowUpRight } from './icons.tsx'
import { Skeleton } from './skeleton.tsx'
import { Sparkline } from './sparkline.tsx'

/** What a number came from in the last days, and in as many before, each oldest first. */
export interface Trend {
  days: readonly number[]
  previous: readonly number[]
}

interface FigureProps {
  term: string
  /** How it is computed. */
  hint: string
  /** Undefined while it loads: its place is kept; null for a number without one. */
  trend: Trend | null | undefined
  /** Undefined while it loads: its place is kept. */
  children: string | undefined
}

/** Numbers with more characters are set smaller, to stay on one line. */
const LONG = 12

/** The numbers of a dashboard side by side: a `<dl>` of `Figure`. */
export function FigureStrip({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-1 overflow-clip rounded-picture bg-line gap-px border border-line sm:grid-cols-2 xl:grid-cols-4">
      {children}
    </dl>
  )
}

/** One number of a dashboard, with its change and a line of its last days; belongs in a `FigureStrip`. */
export function Figure({ term, hint, trend, children }: FigureProps) {
  return (
    <div className="relative flex min-w-0 flex-col bg-surface p-4 sm:p-5">
      <dt className="pe-7 text-sm font-medium text-muted">{term}</dt>
      <dd
        className={classNames(
          'mt-1 font-semibold tracking-tight tabular-nums wrap-anywhere',
          children && children.length > LONG ? 'text-lg leading-9' : 'text-2xl leading-9',
        )}
      >
        {children ?? <Skeleton className="h-[1lh] w-28" />}
      </dd>
      {/* Side by side the same height with and without a trend, so that the numbers stand on one line. */}
      <dd
        className={classNames(
          'mt-2 flex min-h-11 items-end justify-between gap-3 text-sm text-muted',
          trend === null && 'max-sm:hidden',
        )}
      >
        {trend && <Change {...trend} />}
        {trend && <Sparkline values={trend.days} />}
      </dd>
      <dd>
        <Hint about={term} text={hint} />
      </dd>
    </div>
  )
}

function Change({ days, previous }: Trend) {
  const [now, before] = [sum(days), sum(previous)]
  if (before === 0) return <span>{statsMessages.noComparison(days.length)}</span>
  const percent = Math.round(((now - before) / before) * 100)
  const Arrow = percent < 0 ? ArrowDownRight : ArrowUpRight
  return (
    <span>
      <span className={classNames('whitespace-nowrap font-medium', percent < 0 ? 'text-danger' : 'text-good')}>
        {percent !== 0 && <Arrow aria-hidden className="me-0.5 inline size-4 align-[-3px]" />}
        <bdi>{statsMessages.change(percent)}</bdi>
      </span>{' '}
      {statsMessages.comparedWith(days.length)}
    </span>
  )
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
