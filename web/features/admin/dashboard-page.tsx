import { lazy, Suspense } from 'react'
import { areaMessages } from '../../../shared/app/area-messages.ts'
import { productListMessages } from '../../../shared/catalog/product-list-messages.ts'
import { formatNumber } from '../../../shared/kernel/locale.ts'
import { amountLeft, formatDollars } from '../../../shared/kernel/money.ts'
import { statsMessages } from '../../../shared/stats/messages.ts'
import type { AdminStats } from '../../../shared/stats/schema.ts'
import { NoPayments } from '../../session/test-mode.tsx'
import { ChartRangeLinks, Figure, FigureStrip, PeriodFigure, useChartRange } from '../../ui/chart/figure.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FailureNote, LoadFailure } from '../../ui/failure-note.tsx'
import { Link } from '../../ui/link.tsx'
import { loadCode } from '../../ui/load-code.ts'
import { Page, PageHeading } from '../../ui/page.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { Price, Sentence } from '../../ui/text.tsx'
import { useGetAdminStatsQuery } from './admin-api.ts'

const SalesChart = lazy(async () => ({
  default: (await loadCode(() => import('../../ui/chart/sales-chart.tsx'))).SalesChart,
}))

/** The marketplace's totals, and its sales in the period that the address names. */
export function AdminDashboardPage() {
  const range = useChartRange()
  const { data, error, isFetching, refetch } = useGetAdminStatsQuery(range, { refetchOnMountOrArgChange: true })
  return (
    <Page title={statsMessages.adminHeading} heading="own" personal>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <PageHeading>{statsMessages.adminHeading}</PageHeading>
        <ChartRangeLinks />
      </div>
      <NoPayments text={statsMessages.notReceived} className="mb-6" />
      {error && !data ? (
        <LoadFailure title={statsMessages.adminStatsFailed} onRetry={refetch} retrying={isFetching} />
      ) : data ? (
        <>
          <FailureNote text={error ? statsMessages.adminStatsFailed : null} onRetry={refetch} className="mb-6" />
          <Figures stats={data} />
        </>
      ) : (
        <DashboardSkeleton />
      )}
    </Page>
  )
}

/** Without `stats` they keep the place of the figures. */
function Figures({ stats }: { stats?: AdminStats }) {
  const range = useChartRange()
  const chart = stats && chartOf(stats)
  return (
    <>
      <FigureStrip>
        <Figure term={statsMessages.totalProducts} hint={statsMessages.adminProductsHint}>
          {stats && formatNumber(stats.productCount)}
        </Figure>
        <Figure term={statsMessages.totalOrders} hint={statsMessages.adminOrdersHint}>
          {stats && formatNumber(stats.orderCount)}
        </Figure>
        <Figure term={statsMessages.totalSales} hint={statsMessages.adminSalesHint}>
          {stats && formatDollars(stats.totalSales)}
        </Figure>
        <Figure term={statsMessages.totalProfit} hint={statsMessages.adminProfitHint}>
          {stats && formatDollars(stats.totalProfit)}
        </Figure>
      </FigureStrip>
      {stats?.productCount === 0 && stats.orderCount === 0 ? <NothingYet /> : <Reversed stats={stats} />}
      <section aria-labelledby="sales" className="mt-6 min-w-0 rounded-2xl border border-line bg-surface p-4 sm:p-6">
        <h2 id="sales" className="mb-4 text-lg font-bold tracking-tight">
          {statsMessages.chartHeading(chart ? chart.days.length : range)}
        </h2>
        <p className="-mt-3 mb-3 text-sm text-muted">{statsMessages.chartScope}</p>
        <div className="mb-4 grid grid-cols-1 gap-x-8 gap-y-2 sm:grid-cols-2">
          <PeriodFigure
            term={statsMessages.sales}
            days={chart?.days.map((day) => day.sales)}
            previous={chart?.previous.map((day) => day.sales)}
            format={formatDollars}
          />
          <PeriodFigure
            term={statsMessages.orders}
            days={chart?.days.map((day) => day.orders)}
            previous={chart?.previous.map((day) => day.orders)}
            format={formatNumber}
          />
        </div>
        {chart ? (
          <Suspense fallback={<Skeleton className="h-111.5 rounded-xl sm:h-105.5" />}>
            <SalesChart {...chart} color="orange" />
          </Suspense>
        ) : (
          <Skeleton className="h-111.5 rounded-xl sm:h-105.5" />
        )}
      </section>
    </>
  )
}

/** Returns the days of the chosen period, and as many before. */
function chartOf({ range, last30DaysSales, previous30DaysSales }: AdminStats) {
  return range
    ? { days: range.sales, previous: range.previous }
    : { days: last30DaysSales, previous: previous30DaysSales }
}

type ReversedFigures = Pick<AdminStats, 'soldSales' | 'reversedCount' | 'reversedSales' | 'awaitedSales'>

const belowFigures = 'mt-4 flex flex-wrap content-start gap-x-4 text-muted max-sm:min-h-36'
const linkLook = 'text-brand-strong underline underline-offset-2'

const NOTHING_SOLD: ReversedFigures = { soldSales: 0, reversedCount: 0, reversedSales: 0, awaitedSales: 0 }

function NothingYet() {
  return (
    <p className={belowFigures}>
      <span>{productListMessages.nothingYetText}</span>
      <Link to="/" className={linkLook}>
        {areaMessages.openShop}
      </Link>
    </p>
  )
}

function Reversed({ stats = NOTHING_SOLD }: { stats?: ReversedFigures }) {
  const net = amountLeft(stats.soldSales, stats.reversedSales)
  return (
    <p className={classNames(belowFigures, stats === NOTHING_SOLD && 'invisible')}>
      <span>
        <Sentence
          text={statsMessages.reconciled}
          parts={{
            sold: <Price amount={stats.soldSales} />,
            reversed: <Price amount={stats.reversedSales} />,
            net: <Price amount={net} />,
          }}
        />{' '}
        {statsMessages.reversedOrders(stats.reversedCount)}{' '}
        {stats.awaitedSales > 0 && (
          <Sentence text={statsMessages.awaited} parts={{ amount: <Price amount={stats.awaitedSales} /> }} />
        )}
      </span>
      <Link to="/admin/orders?state=cancelled" className={linkLook}>
        {statsMessages.viewCancelled}
      </Link>
      <Link to="/admin/orders?state=returned" className={linkLook}>
        {statsMessages.viewReturned}
      </Link>
    </p>
  )
}

function DashboardSkeleton() {
  return (
    <>
      <LoadingNote />
      <Figures />
    </>
  )
}
