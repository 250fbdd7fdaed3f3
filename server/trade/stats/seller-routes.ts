import type { RawBuilder } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import { BEST_SELLERS_COUNT, CHART_DAYS } from '../../../shared/stats/constants.ts'
import { sellerStatsSchema, statsQuerySchema } from '../../../shared/stats/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { listBestSellers } from '../../shop/catalog/products/seller-queries.ts'
import { chosen, daysToRead, lastOf } from './chart-range.ts'
import * as queries from './queries.ts'

export interface StatsDeps {
  db: Db
  clock: Clock
  /** Selects the lines of orders awaiting a bank transfer, of one seller or all; injected by payments. */
  awaited: (sellerId?: string) => RawBuilder<unknown>
  countProducts: () => Promise<number>
}

export const statsSellerRoutes = routesFor(['seller'], (app, { db, clock, awaited }: StatsDeps) => {
  app.get(
    '/api/seller/stats',
    respondsWith(sellerStatsSchema, { summary: "The caller's sales", querystring: statsQuerySchema }),
    async (request) => {
      const sellerId = callerOf(request).user_id
      const { days: range } = request.query
      const [totals, sold, days, best_sellers] = await Promise.all([
        queries.readSellerTotals(db, sellerId),
        queries.readSold(db, awaited(sellerId), sellerId),
        queries.listDays(db, { sellerId, days: daysToRead(range), now: clock() }),
        listBestSellers(db, sellerId, BEST_SELLERS_COUNT),
      ])
      const { sales: last_30_days_sales, previous: previous_30_days_sales } = lastOf(days, CHART_DAYS)
      const asChosen = chosen(range, days, (sales) => sales)
      return { ...totals, sold, last_30_days_sales, previous_30_days_sales, ...asChosen, best_sellers }
    },
  )
})
