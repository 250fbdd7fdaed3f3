import { Banknote, ClipboardList, Package, Wallet } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { formatNumber } from '../../../shared/kernel/locale.ts'
import { formatDollars } from '../../../shared/kernel/money.ts'
import { statsMessages } from '../../../shared/stats/messages.ts'
import type { AdminStats } from '../../../shared/stats/schema.ts'
import { Figure } from '../../ui/figure.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { whenOnline } from '../../ui/when-online.ts'
import { useGetAdminStatsQuery } from './admin-api.ts'

const SalesChart = lazy(async () => ({
  default: (await whenOnline(() => import('../../ui/sales-chart.tsx'))).SalesChart,
}))

/** The marketplace's totals and the sales of the last 30 days. */
export function AdminDashboardPage() {
  const { data, error, isFetching, refetch } = useGetAdminStatsQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Page title={statsMessages.adminHeading} personal>
      {error ? (
        <LoadFailure title={statsMessages.adminStatsFailed} onRetry={refetch} retrying={isFetching} />
      ) : data ? (
        <Figures stats={data} />
      ) : (
        <DashboardSkeleton />
      )}
    </Page>
  )
}

/** Without `stats` they keep the place of the figures. */
function Figures({ stats }: { stats?: AdminStats }) {
  return (
    <>
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Figure term={statsMessages.totalProducts} Icon={Package}>
          {stats && formatNumber(stats.productCount)}
        </Figure>
        <Figure term={statsMessages.totalOrders} Icon={ClipboardList}>
          {stats && formatNumber(stats.orderCount)}
        </Figure>
        <Figure term={statsMessages.totalSales} Icon={Banknote}>
          {stats && formatDollars(stats.totalSales)}
        </Figure>
        <Figure term={statsMessages.totalProfit} Icon={Wallet} hint={statsMessages.adminProfitHint}>
          {stats && formatDollars(stats.totalProfit)}
        </Figure>
      </dl>
      <section aria-labelledby="sales" className="mt-6 min-w-0 rounded-2xl border border-line bg-surface p-4 sm:p-6">
        <h2 id="sales" className="mb-4 text-lg font-bold tracking-tight">
          {statsMessages.chartHeading}
        </h2>
        {stats ? (
          <Suspense fallback={<Skeleton className="h-101 rounded-xl sm:h-96" />}>
            <SalesChart days={stats.last30DaysSales} />
          </Suspense>
        ) : (
          <Skeleton className="h-101 rounded-xl sm:h-96" />
        )}
      </section>
    </>
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
