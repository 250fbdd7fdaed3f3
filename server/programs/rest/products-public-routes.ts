import { routesFor } from '../../platform/http/guards.ts'
import { readRowsRequest } from './grammar/read-request.ts'
import { findProducts, readProducts } from './product-rows.ts'
import type { RestDeps } from './rest-deps.ts'
import { productRowsSchema, rowsQuerySchema } from './schema.ts'
import { sendFound } from './send-rows.ts'
import { PRODUCTS } from './tables.ts'

/** Reads the table of products: those in the shop. */
export const restProductsPublicRoutes = routesFor('public', (app, deps: RestDeps) => {
  app.get(
    '/products',
    {
      schema: {
        summary: 'Products of the shop, by number',
        querystring: rowsQuerySchema,
        response: { 200: productRowsSchema },
      },
    },
    async (request, reply) => {
      const wanted = readRowsRequest(request, PRODUCTS)
      const found = { wanted, rows: await findProducts(deps.db, wanted), table: PRODUCTS }
      return sendFound(reply, found, (numbers) => readProducts(request, deps, numbers, wanted))
    },
  )
})
