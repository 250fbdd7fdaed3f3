import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import { orderIdSchema, orderSchema } from '../../shared/orders/schema.ts'
import { callerOf, routesFor } from '../platform/guards.ts'
import { malformedOrderId, noPermission, orderNotFound } from './errors.ts'
import { findOrder, orderExists } from './queries.ts'

/** Reading one order: buyers their own, admins any; sellers own none. */
export const ordersSignedInRoutes = routesFor('signed-in', (app, { db }: { db: Db }) => {
  app.get(
    '/api/orders/:order_id',
    { schema: { summary: 'One order', params: z.object({ order_id: z.string() }), response: { 200: orderSchema } } },
    async (request) => {
      const caller = callerOf(request)
      if (!orderIdSchema.safeParse(request.params.order_id).success) throw malformedOrderId()
      const { order_id } = request.params
      const order = await findOrder(db, order_id, caller.role === 'admin' ? undefined : caller.user_id)
      if (!order) throw (await orderExists(db, order_id)) ? noPermission() : orderNotFound()
      return order
    },
  )
})
