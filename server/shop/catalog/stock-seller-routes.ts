import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import { productIdSchema } from '../../../shared/catalog/schema.ts'
import {
  changeStockSchema,
  scarceProductsSchema,
  scarceQuerySchema,
  stockSchema,
} from '../../../shared/stock/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { changeStock } from './editing/change-stock.ts'
import { listScarce } from './products/seller-queries.ts'

export const stockSellerRoutes = routesFor(['seller'], (app, { db, clock }: { db: Db; clock: Clock }) => {
  app.put(
    '/api/seller/products/:product_id/stock',
    respondsWith(stockSchema, {
      summary: 'Start, change or stop tracking the stock of a product',
      description: '`set` with `seen` is refused if the number on hand has changed.',
      params: z.object({ product_id: productIdSchema }),
      body: changeStockSchema,
    }),
    (request) =>
      changeStock(db, {
        sellerId: callerOf(request).user_id,
        productId: request.params.product_id,
        change: request.body,
        now: clock(),
      }),
  )

  app.get(
    '/api/seller/stock',
    respondsWith(scarceProductsSchema, {
      summary: "The caller's products that are low or out",
      querystring: scarceQuerySchema,
    }),
    async (request) => ({ products: await listScarce(db, callerOf(request).user_id, request.query.state) }),
  )
})
