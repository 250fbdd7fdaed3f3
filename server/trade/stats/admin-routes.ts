import { amountLeft } from '../../../shared/kernel/money.ts'
import { CHART_DAYS } from '../../../shared/stats/constants.ts'
import { statsMessages } from '../../../shared/stats/messages.ts'
import { adminStatsSchema, statsQuerySchema } from '../../../shared/stats/schema.ts'
import { routesFor } from '../../platform/http/guards.ts'
import { listDays, readReversals, readTotals } from './admin-queries.ts'
import { chosen, daysToRead, lastOf } from './chart-range.ts'
import type { StatsDeps } from './stats-deps.ts'

export const statsAdminRoutes = routesFor(['admin'], (app, { db, clock, awaited }: StatsDeps) => {
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
        readReversals(db, awaited()),
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
        soldSales: amountLeft(totals.sales, reversed.awaitedBefore),
        awaitedSales: reversed.awaited,
        last30DaysSales: named(sales),
        previous30DaysSales: previous,
        ...chosen(query.days, days, named),
      }
    },
  )
})

type Day = Awaited<ReturnType<typeof listDays>>[number]

const named = (days: Day[]) => days.map((day, index) => ({ day: statsMessages.dayNumber(index + 1), ...day }))
