import { Suspense } from 'react'
import { formatNumber } from '../../../shared/kernel/locale.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'
import { statsMessages } from '../../../shared/stats/messages.ts'
import { lazyCode } from '../load-code.ts'
import { Skeleton } from '../skeleton.tsx'
import { PeriodFigure, useChartRange } from './figure.tsx'

const SalesChart = lazyCode(async () => (await import('./sales-chart.tsx')).SalesChart)

const COUNTED = { orders: statsMessages.orders, units: statsMessages.units }

type Day<Counted extends string> = { date: string; sales: number; day?: string } & Record<Counted, number>

interface SalesSectionProps<Counted extends 'orders' | 'units'> {
  /** The days of the period, and the same number before. Undefined while loading; the space is reserved. */
  chart: { days: readonly Day<Counted>[]; previous: readonly Day<Counted>[] } | undefined
  counted: Counted
  color: 'brand' | 'orange'
  className?: string
}

/** The sales of a dashboard's period as two sums and a chart. */
export function SalesSection<Counted extends 'orders' | 'units'>(props: SalesSectionProps<Counted>) {
  const { chart, counted, color, className = '' } = props
  const range = useChartRange()
  return (
    <section
      aria-labelledby="sales"
      className={`${className} min-w-0 rounded-picture border border-line bg-surface p-4 sm:p-6`}
    >
      <h2 id="sales" className="mb-4 display text-lg">
        {statsMessages.chartHeading({ days: chart ? chart.days.length : range })}
      </h2>
      <p className="-mt-3 mb-3 text-sm text-muted">{statsMessages.chartScope}</p>
      <div className="mb-4 grid grid-cols-1 gap-x-8 gap-y-2 sm:grid-cols-2">
        <PeriodFigure
          term={statsMessages.sales}
          days={chart?.days.map((day) => day.sales)}
          previous={chart?.previous.map((day) => day.sales)}
          format={formatAmount}
        />
        <PeriodFigure
          term={COUNTED[counted]}
          days={chart?.days.map((day) => day[counted])}
          previous={chart?.previous.map((day) => day[counted])}
          format={formatNumber}
        />
      </div>
      {chart ? (
        <Suspense fallback={<ChartSkeleton />}>
          <SalesChart {...chart} color={color} />
        </Suspense>
      ) : (
        <ChartSkeleton />
      )}
    </section>
  )
}

const BARS = ['h-1/4', 'h-2/5', 'h-1/3', 'h-3/5', 'h-1/2', 'h-3/4', 'h-2/3']

function ChartSkeleton() {
  return (
    <div aria-hidden className="flex h-111.5 items-end gap-3 sm:h-105.5">
      {BARS.map((height) => (
        <Skeleton key={height} className={`flex-1 ${height}`} />
      ))}
    </div>
  )
}
