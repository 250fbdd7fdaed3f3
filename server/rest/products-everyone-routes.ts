import type { Db } from '../../db/tables.ts'
import { findProduct } from '../catalog/queries.ts'
import { routesFor } from '../platform/guards.ts'
import { asShown } from './find-product-row.ts'
import { nextRows } from './next-rows.ts'
import { listProductRows } from './queries.ts'
import { numberOf, readFilter } from './row-ids.ts'
import { MAX_ROWS, productRowsSchema, productsQuerySchema } from './schema.ts'

/** Reading the table of products: what the shop shows of them. */
export const restProductsEveryoneRoutes = routesFor('everyone', (app, { db }: { db: Db }) => {
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
          : await listProductRows(db, { after: filter ? numberOf(filter.id) : 0, limit })
      const last = rows.at(-1)
      if (more && last) reply.header('link', nextRows(`/rest/v1/products?product_id=gt.${last.product_id}`, limit))
      return rows.map(asShown)
    },
  )
})
