import type { Db } from '../../../db/tables.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import {
  adminOrderPageSchema,
  adminOrderSchema,
  adminOrdersExportSchema,
  adminOrdersQuerySchema,
  changeOrderStateSchema,
} from '../../../shared/orders/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { csvOptions, sendCsv } from '../../platform/data/csv.ts'
import { adminRoutesFor, respondsWith } from '../../platform/http/guards.ts'
import { changeOrderAsAdmin, followSellerOrders, readAdminOrder } from './change-order-state.ts'
import { adminOrderError } from './errors.ts'
import { exportOrders, listAdminOrders } from './list-admin-orders.ts'
import { orderParams, requireOrderId } from './read-order.ts'
import type { ProblemsAt } from './search-queries.ts'

/** Fulfilment injects its queries for problems. */
export interface OrdersDeps extends Omit<ProblemsAt, 'today'> {
  db: Db
  clock: Clock
}

/** The admins' list of all orders, and changes of their states. */
export const ordersAdminRoutes = adminRoutesFor('orders', (app, { db, clock, missing, returning }: OrdersDeps) => {
  const problemsAt = () => ({ today: dayOf(clock()), missing, returning })

  app.get(
    '/api/admin/orders',
    respondsWith(adminOrderPageSchema, { summary: 'A page of all orders', querystring: adminOrdersQuerySchema }),
    (request) => listAdminOrders(db, request.query, problemsAt()),
  )

  app.get('/api/admin/orders.csv', csvOptions('All orders as CSV', adminOrdersExportSchema), async (request, reply) =>
    sendCsv(reply, 'orders.csv', await exportOrders(db, request.query, problemsAt())),
  )

  app.get(
    '/api/admin/orders/:order_id',
    respondsWith(adminOrderSchema, { summary: 'One order with its history', params: orderParams }),
    (request) => readAdminOrder(db, requireOrderId(request.params.order_id, adminOrderError)),
  )

  app.patch(
    '/api/admin/orders/:order_id',
    respondsWith(adminOrderSchema, {
      summary: 'Set the state of an order',
      params: orderParams,
      body: changeOrderStateSchema,
    }),
    (request) =>
      changeOrderAsAdmin(
        request,
        { db, clock },
        requireOrderId(request.params.order_id, adminOrderError),
        request.body,
      ),
  )

  app.post(
    '/api/admin/orders/:order_id/follow-seller-orders',
    respondsWith(adminOrderSchema, {
      summary: 'Let the state of an order follow its seller orders again',
      params: orderParams,
    }),
    async (request) => {
      const by = acting(request, clock)
      const order_id = requireOrderId(request.params.order_id, adminOrderError)
      await followSellerOrders(db, by, order_id)
      request.log.info({ event: 'order_follows_seller_orders', admin_id: by.admin_id, order_id })
      return readAdminOrder(db, order_id)
    },
  )
})
