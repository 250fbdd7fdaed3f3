import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import { productSchema } from '../../shared/catalog/schema.ts'
import { placeOrderSchema } from '../../shared/orders/schema.ts'
import { sellerProductSchema } from '../../shared/seller/schema.ts'
import { type App, callerOf, routesFor } from '../platform/guards.ts'
import { changeProduct } from './change-product.ts'
import { findProductRow } from './find-product-row.ts'
import type { Forward } from './forward.ts'
import { productForm } from './product-form.ts'
import { idOf } from './row-ids.ts'
import {
  changeOrderSchema,
  changeProductSchema,
  deleteProductSchema,
  insertProductSchema,
  orderRowSchema,
} from './schema.ts'

interface RestDeps {
  db: Db
  forward: Forward
}

/** Changes of the tables. Each is what a screen does, said in other words: the route of that screen decides. */
export const restSignedInRoutes = routesFor('signed-in', (app, deps: RestDeps) => {
  orderRoutes(app, deps)
  productRoutes(app, deps)
})

function orderRoutes(app: App, { forward }: RestDeps): void {
  app.post(
    '/orders',
    {
      schema: {
        summary: 'Order what is in the cart',
        description: 'With an `Idempotency-Key` header a retry answers what the first attempt did.',
        body: placeOrderSchema,
        response: { 201: orderRowSchema },
      },
    },
    async (request, reply) => {
      const order = await forward(request, { method: 'POST', url: '/api/orders', body: request.body })
      return reply.code(201).send(orderRowSchema.parse(order))
    },
  )

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/orders',
      schema: { summary: 'Set the state of an order', body: changeOrderSchema, response: { 200: orderRowSchema } },
      handler: async (request) => {
        const { order_state } = request.body
        const url = `/api/admin/orders/${idOf(request.body, 'order_id')}`
        return orderRowSchema.parse(await forward(request, { method: 'PATCH', url, body: { order_state } }))
      },
    })
  }
}

function productRoutes(app: App, { db, forward }: RestDeps): void {
  app.post(
    '/products',
    { schema: { summary: 'Put a product into the shop', body: insertProductSchema, response: { 201: productSchema } } },
    async (request, reply) => {
      const body = productForm(request.body)
      const made = sellerProductSchema.parse(
        await forward(request, { method: 'POST', url: '/api/seller/products', body }),
      )
      return reply.code(201).send(await findProductRow(db, made.product_id))
    },
  )

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
      const audience = callerOf(request).role === 'seller' ? 'seller' : 'admin'
      const url = `/api/${audience}/products/${idOf(request.body, 'product_id')}`
      await forward(request, { method: 'DELETE', url })
      return reply.code(204).send(null)
    },
  )
}
