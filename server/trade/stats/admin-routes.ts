import { amountLeft } from '../../../shared/kernel/money.ts'
import { CHART_DAYS } from '../../../shared/stats/constants.ts'
import { statsMessages } from '../../../shared/stats/messages.ts'
import { adminStatsSchema, statsQuerySchema } from '../../../shared/stats/schema.ts'
import { adminRoutesFor, respondsWith } from '../../platform/http/guards.ts'
import { chosen, daysToRead, lastOf } from './chart-range.ts'
import { listDays, readSold } from './queries.ts'
import type { StatsDeps } from './seller-routes.ts'

export const statsAdminRoutes = adminRoutesFor('figures', (app, { db, clock, awaited, countProducts }: StatsDeps) => {
  app.get(
    '/api/admin/stats',
    respondsWith(adminStatsSchema, { summary: 'Sales figures of the marketplace', querystring: statsQuerySchema }),
    async ({ query }) => {
      const [sold, productCount, days] = await Promise.all([
        readSold(db, awaited()),
        countProducts(),
        listDays(db, { days: daysToRead(query.days), now: clock() }),
      ])
      const { sales, previous } = lastOf(days, CHART_DAYS)
      return {
        productCount,
        orderCount: sold.orders,
        totalSales: sold.total,
        totalProfit: sold.profit,
        reversedCount: sold.reversed_orders,
        reversedSales: sold.reversed_amount,
        soldSales: amountLeft(sold.total, sold.awaited_total),
        awaitedSales: sold.awaited_amount,
        last30DaysSales: named(sales),
        previous30DaysSales: previous,
        ...chosen(query.days, days, named),
      }
    },
  )
})

type Day = Awaited<ReturnType<typeof listDays>>[number]

const named = (days: Day[]) =>
  days.map((day, index) => ({ day: statsMessages.dayNumber({ number: index + 1 }), ...day }))
