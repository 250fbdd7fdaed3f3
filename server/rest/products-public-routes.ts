import { productNumberOf } from '../catalog/product-ids.ts'
import { findProduct } from '../catalog/queries.ts'
import { listProductRows } from '../catalog/row-queries.ts'
import { routesFor } from '../http/guards.ts'
import { withCleanDescription } from './find-product-row.ts'
import { nextRows } from './next-rows.ts'
import type { RestDeps } from './rest-deps.ts'
import { readFilter } from './row-ids.ts'
import { MAX_ROWS, productRowsSchema, productsQuerySchema } from './schema.ts'

/** Reads the table of products: those in the shop. */
export const restProductsPublicRoutes = routesFor('public', (app, { db }: RestDeps) => {
  app.get(
    '/products',
    {
      schema: {
        summary: 'Products of the shop, by number',
        querystring: productsQuerySchema,
        response: { 200: productRowsSchema },
      },
    },
    async (request, reply) => {
      const { limit = MAX_ROWS, product_id } = request.query
      const filter = readFilter(product_id)
      const { rows, more } =
        filter?.by === 'eq'
          ? { rows: [await findProduct(db, filter.id)].flatMap((product) => product ?? []), more: false }
          : await listProductRows(db, { after: filter ? productNumberOf(filter.id) : 0, limit })
      const last = rows.at(-1)
      if (more && last) reply.header('link', nextRows(`/rest/v1/products?product_id=gt.${last.product_id}`, limit))
      return rows.map(withCleanDescription)
    },
  )
})
