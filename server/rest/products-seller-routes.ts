import { productSchema, saveProductSchema } from '../../shared/catalog/schema.ts'
import { createProduct } from '../catalog/create-product.ts'
import { callerOf, routesFor } from '../http/guards.ts'
import { findProductRow } from './find-product-row.ts'
import type { RestDeps } from './rest-deps.ts'
import { insertProductSchema, writeQuerySchema } from './schema.ts'
import { stageRow } from './stage-row.ts'

/** Inserts into the table of products, as the seller's form does. */
export const restProductsSellerRoutes = routesFor(['seller'], (app, deps: RestDeps) => {
  app.post(
    '/products',
    {
      schema: {
        summary: 'Create a product',
        querystring: writeQuerySchema,
        body: insertProductSchema,
        response: { 201: productSchema },
      },
    },
    async (request, reply) => {
      const form = await stageRow(request.body, saveProductSchema, deps.storage)
      const sellerId = callerOf(request).user_id
      const { product_id } = await createProduct(deps, { sellerId, form, now: deps.clock() })
      return reply.code(201).send(await findProductRow(deps.db, product_id))
    },
  )
})
