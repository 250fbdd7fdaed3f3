import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import { productSchema } from '../../shared/catalog/schema.ts'
import { callerOf, routesFor } from '../platform/guards.ts'
import { changeProduct } from './change-product.ts'
import { findProductRow } from './find-product-row.ts'
import type { Forward } from './forward.ts'
import { idOf } from './row-ids.ts'
import { changeProductSchema, deleteProductSchema } from './schema.ts'

/** Changing the table of products: what the lists of sellers and admins do, said in other words. */
export const restProductsSellerAdminRoutes = routesFor(
  ['seller', 'admin'],
  (app, { db, forward }: { db: Db; forward: Forward }) => {
    for (const method of ['PUT', 'PATCH'] as const) {
      app.route({
        method,
        url: '/products',
        schema: {
          summary: 'Change a product: sellers their own, admins its flash sale',
          body: changeProductSchema,
          response: { 200: productSchema },
        },
        handler: async (request) => findProductRow(db, await changeProduct(forward, request, request.body)),
      })
    }

    app.delete(
      '/products',
      { schema: { summary: 'Delete a product', body: deleteProductSchema, response: { 204: z.null() } } },
      async (request, reply) => {
        const url = `/api/${callerOf(request).role}/products/${idOf(request.body, 'product_id')}`
        await forward(request, { method: 'DELETE', url })
        return reply.code(204).send(null)
      },
    )
  },
)
