import type { Db } from '../../db/tables.ts'
import { ADMIN_CHART_DAYS } from '../../shared/admin/constants.ts'
import { adminStatsSchema } from '../../shared/admin/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { routesFor } from '../platform/guards.ts'
import { listMarketDays, readMarketTotals } from './admin-queries.ts'

/** The figures of the whole market. */
export const statsAdminRoutes = routesFor(['admin'], (app, { db, clock }: { db: Db; clock: Clock }) => {
  app.get(
    '/api/admin/stats',
    { schema: { summary: 'Figures of the whole market', response: { 200: adminStatsSchema } } },
    async () => {
      const [totals, days] = await Promise.all([
        readMarketTotals(db),
        listMarketDays(db, { days: ADMIN_CHART_DAYS, now: clock() }),
      ])
      return {
        productCount: totals.products,
        orderCount: totals.orders,
        totalSales: totals.sales,
        totalProfit: totals.profit,
        last30DaysSales: days.map((day, index) => ({ day: `Day ${index + 1}`, ...day })),
      }
    },
  )
})
