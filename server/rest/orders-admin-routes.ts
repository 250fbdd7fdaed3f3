import { routesFor } from '../platform/guards.ts'
import type { Forward } from './forward.ts'
import { idOf } from './row-ids.ts'
import { changeOrderSchema, orderRowSchema } from './schema.ts'

/** Changing the table of orders: what the admin's list does, said in other words. */
export const restOrdersAdminRoutes = routesFor(['admin'], (app, { forward }: { forward: Forward }) => {
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
})
