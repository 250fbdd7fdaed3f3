import { orderRowSchema } from '../../shared/orders/schema.ts'
import { routesFor } from '../http/guards.ts'
import { changeOrderAsAdmin } from '../orders/change-order-as-admin.ts'
import type { RestDeps } from './rest-deps.ts'
import { idOf } from './row-ids.ts'
import { changeOrderSchema, writeQuerySchema } from './schema.ts'

/** Updates the table of orders, as the admin's list does. */
export const restOrdersAdminRoutes = routesFor(['admin'], (app, deps: RestDeps) => {
  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/orders',
      schema: {
        summary: 'Set the state of an order',
        querystring: writeQuerySchema,
        body: changeOrderSchema,
        response: { 200: orderRowSchema },
      },
      handler: (request) => {
        const { order_state } = request.body
        return changeOrderAsAdmin(request, deps, idOf(request.body, 'order_id'), { order_state })
      },
    })
  }
})
