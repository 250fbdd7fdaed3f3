import type { Db } from '../../db/tables.ts'
import { BEST_SELLERS_COUNT, SELLER_CHART_DAYS } from '../../shared/stats/constants.ts'
import { sellerStatsSchema } from '../../shared/stats/schema.ts'
import { listBestSellers } from '../catalog/seller-queries.ts'
import type { Clock } from '../config/clock.ts'
import { callerOf, routesFor } from '../http/guards.ts'
import * as queries from './queries.ts'

/** A seller's own sales figures. */
export const statsSellerRoutes = routesFor(['seller'], (app, { db, clock }: { db: Db; clock: Clock }) => {
  app.get(
    '/api/seller/stats',
    { schema: { summary: "The caller's sales", response: { 200: sellerStatsSchema } } },
    async (request) => {
      const sellerId = callerOf(request).user_id
      const [totals, sold, days, best_sellers] = await Promise.all([
        queries.readSellerTotals(db, sellerId),
        queries.readSold(db, sellerId),
        queries.listDailySales(db, sellerId, { days: 2 * SELLER_CHART_DAYS, now: clock() }),
        listBestSellers(db, sellerId, BEST_SELLERS_COUNT),
      ])
      const last_30_days_sales = days.slice(-SELLER_CHART_DAYS)
      const previous_30_days_sales = days.slice(0, -SELLER_CHART_DAYS)
      return { ...totals, sold, last_30_days_sales, previous_30_days_sales, best_sellers }
    },
  )
})
