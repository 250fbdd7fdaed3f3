import { placeOrderSchema } from '../../shared/orders/schema.ts'
import { callerOf, routesFor } from '../platform/guards.ts'
import type { Forward } from './forward.ts'
import { idOf } from './row-ids.ts'
import { changeOrderSchema, deleteProductSchema, orderRowSchema } from './schema.ts'

/** Changes of the tables. Each is what a screen does, said in other words: the route of that screen decides. */
export const restSignedInRoutes = routesFor('signed-in', (app, { forward }: { forward: Forward }) => {
  app.post(
    '/orders',
    { schema: { body: placeOrderSchema, response: { 201: orderRowSchema } } },
    async (request, reply) => {
      const order = await forward(request, { method: 'POST', url: '/api/orders', body: request.body })
      return reply.code(201).send(orderRowSchema.parse(order))
    },
  )

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/orders',
      schema: { body: changeOrderSchema, response: { 200: orderRowSchema } },
      handler: async (request) => {
        const { order_state } = request.body
        const url = `/api/admin/orders/${idOf(request.body, 'order_id')}`
        return orderRowSchema.parse(await forward(request, { method: 'PATCH', url, body: { order_state } }))
      },
    })
  }

  app.delete('/products', { schema: { body: deleteProductSchema } }, async (request, reply) => {
    const audience = callerOf(request).role === 'seller' ? 'seller' : 'admin'
    const url = `/api/${audience}/products/${idOf(request.body, 'product_id')}`
    await forward(request, { method: 'DELETE', url })
    return reply.code(204).send()
  })
})
