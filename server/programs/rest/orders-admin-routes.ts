import { orderRowSchema } from '../../../shared/orders/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import { adminRoutesFor, callerOf } from '../../platform/http/guards.ts'
import { changeMatchingOrders, changeOrderAsAdmin } from '../../trade/orders/change-order-state.ts'
import { findOrderRows, listOrderRows } from '../../trade/orders/row-queries.ts'
import { idMissing } from './errors.ts'
import { readWriteRequest } from './grammar/read-request.ts'
import { idOf, isSpecifiedForm, matchWritten } from './matching.ts'
import type { RestDeps } from './rest-deps.ts'
import { changeOrderSchema, rowsQuerySchema } from './schema.ts'
import { sendWritten } from './send-rows.ts'
import { ORDERS } from './tables.ts'

export const restOrdersAdminRoutes = adminRoutesFor('orders', (app, deps: RestDeps) => {
  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: '/orders',
      schema: {
        summary: 'Set the state of orders',
        querystring: rowsQuerySchema,
        body: changeOrderSchema,
        response: { 200: orderRowSchema },
      },
      handler: async (request, reply) => {
        const rows = readWriteRequest(request, ORDERS)
        const { order_state, ...named } = request.body
        const id = idOf(named, 'order_id')
        if (isSpecifiedForm(rows)) {
          if (id === undefined) throw idMissing('order_id')
          return reply.send(await changeOrderAsAdmin(request, deps, id, { order_state }))
        }
        const match = matchWritten(rows, { table: ORDERS, find: findOrderRows, id })
        const numbers = await changeMatchingOrders(deps.db, acting(request, deps.clock), match, order_state)
        const orders = await listOrderRows(deps.db, numbers)
        const { user_id: admin_id } = callerOf(request)
        for (const { order_id } of orders)
          request.log.info({ event: 'order_state_changed', admin_id, order_id, to: order_state })
        return sendWritten(reply, rows, orders, 200)
      },
    })
  }
})
