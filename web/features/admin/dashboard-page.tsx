import { formatNumber } from '../../../shared/kernel/locale.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'
import type { OrderProblem } from '../../../shared/orders/constants.ts'
import { orderListMessages } from '../../../shared/orders/order-list-messages.ts'
import { adminReviewMessages } from '../../../shared/reviews/admin-messages.ts'
import { emptyDashboardMessages } from '../../../shared/staff/messages.ts'
import { statsMessages } from '../../../shared/stats/messages.ts'
import type { AdminStats } from '../../../shared/stats/schema.ts'
import { NoPayments } from '../../session/test-mode.tsx'
import { useCan } from '../../session/use-rights.ts'
import { ChartRangeLinks, Figure, FigureStrip, Reconciled, useChartRange } from '../../ui/chart/figure.tsx'
import { SalesSection } from '../../ui/chart/sales-section.tsx'
import { WorkStrip } from '../../ui/chart/work-strip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote, LoadFailure } from '../../ui/failure-note.tsx'
import { Link } from '../../ui/link.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { marketApi } from '../market/market-api.ts'
import { OpeningCard } from '../market/opening-card.tsx'
import { adminOrdersApi, adminStatsApi } from './admin-api.ts'
import { adminReviewsApi } from './reviews/use-moderation.tsx'

/** The open work, and the marketplace's totals and sales in the period that the address names, as the rights allow. */
export function AdminDashboardPage() {
  const can = useCan()
  const showsFigures = can('figures')
  const anew = { refetchOnMountOrArgChange: true, skip: !can('settings') }
  const { data: opening, isLoading: isHeld } = marketApi.useGetOpeningQuery(undefined, anew)
  return (
    <Page title={statsMessages.adminHeading} heading="own" personal>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <PageHeading>{statsMessages.adminHeading}</PageHeading>
        {showsFigures && <ChartRangeLinks />}
      </div>
      {showsFigures && <NoPayments text={statsMessages.notReceived} className="mb-6" />}
      <WorkList />
      {opening && <OpeningCard opening={opening} />}
      {showsFigures ? (
        <Sales isHeld={isHeld} />
      ) : (
        !isHeld &&
        !can('orders') &&
        !can('reviews') && <EmptyState title={emptyDashboardMessages.title} text={emptyDashboardMessages.text} />
      )}
    </Page>
  )
}

/** The figures; while they are held, the place of what is above them is not known yet. */
function Sales({ isHeld }: { isHeld: boolean }) {
  const range = useChartRange()
  const {
    currentData: data,
    error,
    isFetching,
    refetch,
  } = adminStatsApi.useGetAdminStatsQuery(range, { refetchOnMountOrArgChange: true })
  if (error && !data)
    return <LoadFailure title={statsMessages.adminStatsFailed} onRetry={refetch} retrying={isFetching} />
  return (
    <>
      {(!data || isHeld) && <LoadingNote />}
      <FailureNote text={error ? statsMessages.adminStatsFailed : null} onRetry={refetch} className="mb-6" />
      <Figures key={String(isHeld)} {...(data && !isHeld && { stats: data })} />
    </>
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
          {stats && formatAmount(stats.totalSales)}
        </Figure>
        <Figure term={statsMessages.totalProfit} hint={statsMessages.adminProfitHint()}>
          {stats && formatAmount(stats.totalProfit)}
        </Figure>
      </FigureStrip>
      <Reconciled amounts={stats && amountsOf(stats)}>
        <Link to="/admin/orders?state=cancelled" className={linkLook}>
          {statsMessages.viewCancelled}
        </Link>
        <Link to="/admin/orders?state=returned" className={linkLook}>
          {statsMessages.viewReturned}
        </Link>
      </Reconciled>
      <SalesSection chart={stats && chartOf(stats)} counted="orders" color="orange" className="mt-2" />
    </>
  )
}

const amountsOf = ({ soldSales, reversedSales, awaitedSales }: AdminStats) => ({
  sold: soldSales,
  reversed: reversedSales,
  awaited: awaitedSales,
})

function chartOf({ range, last30DaysSales, previous30DaysSales }: AdminStats) {
  return range
    ? { days: range.sales, previous: range.previous }
    : { days: last30DaysSales, previous: previous30DaysSales }
}

const linkLook = 'inline-block py-1 text-brand-strong underline underline-offset-2'

function WorkList() {
  const can = useCan()
  const anew = { refetchOnMountOrArgChange: true, skip: !can('reviews') }
  const { data: reported } = adminReviewsApi.useGetAdminReviewsQuery({ view: 'reported', page_size: 1 }, anew)
  const reviews = {
    right: 'reviews' as const,
    to: '/admin/reviews?view=reported',
    text: adminReviewMessages.reportedReviews,
    count: reported?.total,
  }
  const orders = [
    useOrdersWith('needs_action'),
    useOrdersWith('unpaid'),
    useOrdersWith('disputed'),
    useOrdersWith('late'),
  ]
  const work = [...orders, reviews].filter(({ right }) => can(right))
  return work.length > 0 && <WorkStrip work={work} />
}

function useOrdersWith(problem: OrderProblem) {
  const anew = { refetchOnMountOrArgChange: true, skip: !useCan()('orders') }
  return {
    right: 'orders' as const,
    to: `/admin/orders?problem=${problem}`,
    text: orderListMessages.problems[problem],
    count: adminOrdersApi.useGetAdminOrdersQuery({ problem, page_size: 1 }, anew).data?.total,
    isUrgent: problem === 'disputed' || problem === 'late',
  }
}
