import type { Db } from '../../db/tables.ts'
import { productSchema } from '../../shared/catalog/schema.ts'
import { sellerProductSchema } from '../../shared/seller/schema.ts'
import { routesFor } from '../platform/guards.ts'
import { findProductRow } from './find-product-row.ts'
import type { Forward } from './forward.ts'
import { productForm } from './product-form.ts'
import { insertProductSchema } from './schema.ts'

/** Adding to the table of products: what the seller's form does, said in other words. */
export const restProductsSellerRoutes = routesFor(['seller'], (app, { db, forward }: { db: Db; forward: Forward }) => {
  app.post(
    '/products',
    {
      schema: { summary: 'Put a product into the shop', body: insertProductSchema, response: { 201: productSchema } },
    },
    async (request, reply) => {
      const body = productForm(request.body)
      const made = sellerProductSchema.parse(
        await forward(request, { method: 'POST', url: '/api/seller/products', body }),
      )
      return reply.code(201).send(await findProductRow(db, made.product_id))
    },
  )
})
