import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import {
  adminExportQuerySchema,
  adminListQuerySchema,
  adminOrderPageSchema,
  adminOrderSchema,
  changeOrderStateSchema,
} from '../../shared/admin/schema.ts'
import { ORDER_ID_PATTERN } from '../../shared/orders/constants.ts'
import type { Clock } from '../platform/clock.ts'
import { sendCsv } from '../platform/csv.ts'
import { callerOf, routesFor } from '../platform/guards.ts'
import { changeOrderState, readAdminOrder } from './change-order-state.ts'
import { adminOrderNotFound } from './errors.ts'
import { exportOrders, listAdminOrders, ORDER_EXPORT_HEADER } from './list-admin-orders.ts'

const params = z.object({ order_id: z.string() })

/** What admins do with everybody's orders: see them and set their state; nothing else of them can be changed. */
export const ordersAdminRoutes = routesFor(['admin'], (app, { db, clock }: { db: Db; clock: Clock }) => {
  app.get(
    '/api/admin/orders',
    {
      schema: {
        summary: 'A page of all orders',
        querystring: adminListQuerySchema,
        response: { 200: adminOrderPageSchema },
      },
    },
    (request) => listAdminOrders(db, request.query),
  )

  // Without HEAD: it would make the whole file.
  app.get(
    '/api/admin/orders.csv',
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'All orders as CSV',
        produces: ['text/csv'],
        querystring: adminExportQuerySchema,
        response: { 200: z.string() },
      },
    },
    (request, reply) => {
      sendCsv(reply, {
        name: 'orders.csv',
        header: ORDER_EXPORT_HEADER,
        batches: exportOrders(db, request.query.q ?? ''),
      })
    },
  )

  app.get(
    '/api/admin/orders/:order_id',
    { schema: { summary: 'One order with its history', params, response: { 200: adminOrderSchema } } },
    (request) => readAdminOrder(db, requireOrderId(request.params.order_id)),
  )

  app.patch(
    '/api/admin/orders/:order_id',
    {
      schema: {
        summary: 'Set the state of an order',
        params,
        body: changeOrderStateSchema,
        response: { 200: adminOrderSchema },
      },
    },
    async (request) => {
      const orderId = requireOrderId(request.params.order_id)
      const admin_id = callerOf(request).user_id
      await changeOrderState(db, { admin_id, now: clock() }, orderId, request.body)
      request.log.info({ event: 'order_state_changed', admin_id, order_id: orderId, to: request.body.order_state })
      return readAdminOrder(db, orderId)
    },
  )
})

/** What cannot be an order's id leads to no order. */
function requireOrderId(text: string): string {
  if (!ORDER_ID_PATTERN.test(text)) throw adminOrderNotFound()
  return text
}
