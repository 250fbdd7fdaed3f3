import type { Db } from '../../db/tables.ts'
import { BEST_SELLERS_COUNT, SELLER_CHART_DAYS } from '../../shared/seller/constants.ts'
import { sellerStatsSchema } from '../../shared/seller/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { callerOf, routesFor } from '../platform/guards.ts'
import * as queries from './queries.ts'

/** What a seller's own products have sold. */
export const statsSellerRoutes = routesFor(['seller'], (app, { db, clock }: { db: Db; clock: Clock }) => {
  app.get(
    '/api/seller/stats',
    { schema: { summary: "The caller's sales", response: { 200: sellerStatsSchema } } },
    async (request) => {
      const sellerId = callerOf(request).user_id
      const [totals, last_30_days_sales, best_sellers] = await Promise.all([
        queries.readStallTotals(db, sellerId),
        queries.listDailySales(db, sellerId, { days: SELLER_CHART_DAYS, now: clock() }),
        queries.listBestSellers(db, sellerId, BEST_SELLERS_COUNT),
      ])
      return { ...totals, last_30_days_sales, best_sellers }
    },
  )
})
