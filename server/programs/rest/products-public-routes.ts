import { routesFor } from '../../platform/http/guards.ts'
import { readRowsRequest } from './grammar/read-request.ts'
import { findProducts, readProducts } from './product-rows.ts'
import type { RestDeps } from './rest-deps.ts'
import { productRowsSchema, rowsQuerySchema } from './schema.ts'
import { nextRows, sendRows } from './send-rows.ts'
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
      const rows = await findProducts(deps.db, wanted)
      const numbers = rows.found.map(({ number }) => number)
      const products =
        request.method === 'HEAD' ? numbers.map(() => ({})) : await readProducts(request, deps, numbers, wanted)
      const last = products.at(-1)
      if (rows.more && wanted.isPlainList && last && 'product_id' in last)
        reply.header('link', nextRows(`/rest/v1/products?product_id=gt.${last.product_id}`, wanted.limit))
      return sendRows(reply, wanted, products, rows)
    },
  )
})
