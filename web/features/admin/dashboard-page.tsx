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
import { useGetAdminStatsQuery } from './admin-api.ts'

const SalesChart = lazy(async () => ({ default: (await import('../../ui/sales-chart.tsx')).SalesChart }))

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

function Figures({ stats }: { stats: AdminStats }) {
  return (
    <>
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Figure term={statsMessages.totalProducts} Icon={Package}>
          {formatNumber(stats.productCount)}
        </Figure>
        <Figure term={statsMessages.totalOrders} Icon={ClipboardList}>
          {formatNumber(stats.orderCount)}
        </Figure>
        <Figure term={statsMessages.totalSales} Icon={Banknote}>
          {formatDollars(stats.totalSales)}
        </Figure>
        <Figure term={statsMessages.totalProfit} Icon={Wallet} hint={statsMessages.adminProfitHint}>
          {formatDollars(stats.totalProfit)}
        </Figure>
      </dl>
      <section aria-labelledby="sales" className="mt-6 min-w-0 rounded-2xl border border-line bg-surface p-4 sm:p-6">
        <h2 id="sales" className="mb-4 text-lg font-bold tracking-tight">
          {statsMessages.chartHeading}
        </h2>
        <Suspense fallback={<Skeleton className="h-96 rounded-xl" />}>
          <SalesChart days={stats.last30DaysSales} />
        </Suspense>
      </section>
    </>
  )
}

function DashboardSkeleton() {
  return (
    <>
      <LoadingNote />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {['products', 'orders', 'sales', 'profit'].map((figure) => (
          <Skeleton key={figure} className="h-34 rounded-2xl" />
        ))}
      </div>
      <Skeleton className="mt-6 h-112 rounded-2xl" />
    </>
  )
}
