import type { Db } from '../../db/tables.ts'
import { CHART_DAYS } from '../../shared/stats/constants.ts'
import { statsMessages } from '../../shared/stats/messages.ts'
import { adminStatsSchema, statsQuerySchema } from '../../shared/stats/schema.ts'
import type { Clock } from '../config/clock.ts'
import { routesFor } from '../http/guards.ts'
import { listDays, readReversals, readTotals } from './admin-queries.ts'
import { chosen, daysToRead, lastOf } from './chart-range.ts'

/** The sales figures of the whole marketplace. */
export const statsAdminRoutes = routesFor(['admin'], (app, { db, clock }: { db: Db; clock: Clock }) => {
  app.get(
    '/api/admin/stats',
    {
      schema: {
        summary: 'Sales figures of the marketplace',
        querystring: statsQuerySchema,
        response: { 200: adminStatsSchema },
      },
    },
    async ({ query }) => {
      const [totals, reversed, days] = await Promise.all([
        readTotals(db),
        readReversals(db),
        listDays(db, { days: daysToRead(query.days), now: clock() }),
      ])
      const { sales, previous } = lastOf(days, CHART_DAYS)
      return {
        productCount: totals.products,
        orderCount: totals.orders,
        totalSales: totals.sales,
        totalProfit: totals.profit,
        reversedCount: reversed.orders,
        reversedSales: reversed.sales,
        last30DaysSales: named(sales),
        previous30DaysSales: previous,
        ...chosen(query.days, days, named),
      }
    },
  )
})

type Day = Awaited<ReturnType<typeof listDays>>[number]

const named = (days: Day[]) => days.map((day, index) => ({ day: statsMessages.dayNumber(index + 1), ...day }))
