import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import { productIdSchema } from '../../../shared/catalog/schema.ts'
import { pageQuerySchema } from '../../../shared/kernel/list-schema.ts'
import { stockHistorySchema } from '../../../shared/stock/schema.ts'
import { callerOf, routesFor } from '../../platform/http/guards.ts'
import { readStock } from './editing/read-stock.ts'

/** The stock of a product, read-only for admins. */
export const stockSellerAdminRoutes = routesFor(['seller', 'admin'], (app, { db }: { db: Db }) => {
  app.get(
    '/api/seller/products/:product_id/stock',
    {
      schema: {
        summary: 'The stock of a product with its movements',
        params: z.object({ product_id: productIdSchema }),
        querystring: pageQuerySchema,
        response: { 200: stockHistorySchema },
      },
    },
    (request) => readStock(db, callerOf(request), { productId: request.params.product_id, page: request.query.page }),
  )
})
