import { z } from 'zod'
import { productSchema } from '../../shared/catalog/schema.ts'
import { routesFor } from '../http/guards.ts'
import { changeProduct, removeProduct } from './change-product.ts'
import { findProductRow } from './find-product-row.ts'
import type { RestDeps } from './rest-deps.ts'
import { idOf } from './row-ids.ts'
import { changeProductSchema, deleteProductSchema, writeQuerySchema } from './schema.ts'

/** Updates the table of products, as the lists of sellers and admins do. */
export const restProductsSellerAdminRoutes = routesFor(['seller', 'admin'], (app, deps: RestDeps) => {
  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/products',
      schema: {
        summary: 'Change a product: sellers their own, admins its flash sale',
        querystring: writeQuerySchema,
        body: changeProductSchema,
        response: { 200: productSchema },
      },
      handler: async (request) => findProductRow(deps.db, await changeProduct(request, deps, request.body)),
    })
  }

  app.delete(
    '/products',
    {
      schema: {
        summary: 'Delete a product',
        querystring: writeQuerySchema,
        body: deleteProductSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await removeProduct(request, deps, idOf(request.body, 'product_id'))
      return reply.code(204).send(null)
    },
  )
})
