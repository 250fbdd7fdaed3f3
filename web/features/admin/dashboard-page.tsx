import { areaMessages } from '../../../shared/app/area-messages.ts'
import { productListMessages } from '../../../shared/catalog/product-list-messages.ts'
import { formatNumber } from '../../../shared/kernel/locale.ts'
import { amountLeft, formatDollars } from '../../../shared/kernel/money.ts'
import { statsMessages } from '../../../shared/stats/messages.ts'
import type { AdminStats } from '../../../shared/stats/schema.ts'
import { NoPayments } from '../../session/test-mode.tsx'
import { ChartRangeLinks, Figure, FigureStrip, useChartRange } from '../../ui/chart/figure.tsx'
import { SalesSection } from '../../ui/chart/sales-section.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FailureNote, LoadFailure } from '../../ui/failure-note.tsx'
import { Link } from '../../ui/link.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { Price, Sentence } from '../../ui/text.tsx'
import { useGetAdminStatsQuery } from './admin-api.ts'

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
        <>
          <LoadingNote />
          <Figures />
        </>
      )}
    </Page>
  )
}

/** Reserves its space without `stats`. */
function Figures({ stats }: { stats?: AdminStats }) {
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
        <Figure term={statsMessages.totalProfit} hint={statsMessages.adminProfitHint()}>
          {stats && formatDollars(stats.totalProfit)}
        </Figure>
      </FigureStrip>
      {stats?.productCount === 0 && stats.orderCount === 0 ? <NothingYet /> : <Reversed stats={stats} />}
      <SalesSection chart={stats && chartOf(stats)} counted="orders" color="orange" className="mt-6" />
    </>
  )
}

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
          message={statsMessages.reconciled}
          values={{
            sold: <Price amount={stats.soldSales} />,
            reversed: <Price amount={stats.reversedSales} />,
            net: <Price amount={net} />,
          }}
        />{' '}
        {statsMessages.reversedOrders({ orders: stats.reversedCount })}{' '}
        {stats.awaitedSales > 0 && (
          <Sentence message={statsMessages.awaited} values={{ amount: <Price amount={stats.awaitedSales} /> }} />
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
