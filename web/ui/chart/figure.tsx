import type { ReactNode } from 'react'
import { toCents, toDollars } from '../../../shared/kernel/money.ts'
import { statsMessages } from '../../../shared/stats/messages.ts'
import { classNames } from '../class-names.ts'
import { ArrowDownRight, ArrowUpRight } from '../icons.tsx'
import { Skeleton } from '../skeleton.tsx'
import { Hint } from './hint.tsx'

interface FigureProps {
  term: string
  /** How it is computed. */
  hint: string
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

/** One number of a dashboard; belongs in a `FigureStrip`. */
export function Figure({ term, hint, children }: FigureProps) {
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
      <dd>
        <Hint about={term} text={hint} />
      </dd>
    </div>
  )
}

interface PeriodFigureProps {
  term: string
  /** The days that it sums up: those of the period, and as many before. Undefined while they load: its place is kept. */
  days: readonly number[] | undefined
  previous: readonly number[] | undefined
  format: (sum: number) => string
}

/** A number of the period that a dashboard shows, with its change. It is as high before it is there. */
export function PeriodFigure({ term, days = [], previous = [], format }: PeriodFigureProps) {
  return (
    <p className={classNames('min-w-0 text-sm text-muted', days.length === 0 && 'invisible')}>
      {term}{' '}
      <strong className="block text-lg font-semibold text-ink tabular-nums wrap-anywhere">{format(sum(days))}</strong>{' '}
      <Change now={sum(days)} before={sum(previous)} days={days.length} />
    </p>
  )
}

function Change({ now, before, days }: { now: number; before: number; days: number }) {
  if (before === 0) return statsMessages.noComparison(days)
  const percent = Math.round(((now - before) / before) * 100)
  const Arrow = percent < 0 ? ArrowDownRight : ArrowUpRight
  return (
    <>
      <span className={classNames('whitespace-nowrap font-medium', percent < 0 ? 'text-danger' : 'text-good')}>
        {percent !== 0 && <Arrow aria-hidden className="me-0.5 inline size-4 align-[-3px]" />}
        <bdi>{statsMessages.change(percent)}</bdi>
      </span>{' '}
      {statsMessages.comparedWith(days)}
    </>
  )
}

function sum(values: readonly number[]): number {
  return toDollars(values.reduce((total, value) => total + toCents(value), 0))
}
