import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import { orderSchema } from '../../shared/orders/schema.ts'
import { callerOf, routesFor } from '../http/guards.ts'
import { readOrder } from './read-order.ts'

/** One order: buyers read their own, admins any. */
export const ordersSignedInRoutes = routesFor('signed-in', (app, { db }: { db: Db }) => {
  app.get(
    '/api/orders/:order_id',
    { schema: { summary: 'One order', params: z.object({ order_id: z.string() }), response: { 200: orderSchema } } },
    (request) => readOrder(db, callerOf(request), request.params.order_id),
  )
})
