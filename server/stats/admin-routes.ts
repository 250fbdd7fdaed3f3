import type { Db } from '../../db/tables.ts'
import { ADMIN_CHART_DAYS } from '../../shared/stats/constants.ts'
import { statsMessages } from '../../shared/stats/messages.ts'
import { adminStatsSchema } from '../../shared/stats/schema.ts'
import type { Clock } from '../config/clock.ts'
import { routesFor } from '../http/guards.ts'
import { listDays, readReversals, readTotals } from './admin-queries.ts'

/** The sales figures of the whole marketplace. */
export const statsAdminRoutes = routesFor(['admin'], (app, { db, clock }: { db: Db; clock: Clock }) => {
  app.get(
    '/api/admin/stats',
    { schema: { summary: 'Sales figures of the marketplace', response: { 200: adminStatsSchema } } },
    async () => {
      const [totals, reversed, days] = await Promise.all([
        readTotals(db),
        readReversals(db),
        listDays(db, { days: 2 * ADMIN_CHART_DAYS, now: clock() }),
      ])
      return {
        productCount: totals.products,
        orderCount: totals.orders,
        totalSales: totals.sales,
        totalProfit: totals.profit,
        reversedCount: reversed.orders,
        reversedSales: reversed.sales,
        last30DaysSales: days
          .slice(-ADMIN_CHART_DAYS)
          .map((day, index) => ({ day: statsMessages.dayNumber(index + 1), ...day })),
        previous30DaysSales: days.slice(0, -ADMIN_CHART_DAYS),
      }
    },
  )
})
