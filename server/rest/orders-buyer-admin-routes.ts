import type { Db } from '../../db/tables.ts'
import { orderNumberOf } from '../../shared/orders/rules.ts'
import type { OrderRow } from '../../shared/orders/schema.ts'
import { AppError } from '../http/errors.ts'
import { type Caller, callerOf, routesFor } from '../http/guards.ts'
import { readOrder } from '../orders/read-order.ts'
import { listOrderRows } from '../orders/row-queries.ts'
import { nextRows } from './next-rows.ts'
import type { RestDeps } from './rest-deps.ts'
import { readFilter } from './row-ids.ts'
import { MAX_ROWS, orderRowsSchema, ordersQuerySchema } from './schema.ts'

/** Reads the table of orders: buyers their own, admins all. */
export const restOrdersBuyerAdminRoutes = routesFor(['buyer', 'admin'], (app, { db }: RestDeps) => {
  app.get(
    '/orders',
    {
      schema: { summary: 'Orders, newest first', querystring: ordersQuerySchema, response: { 200: orderRowsSchema } },
    },
    async (request, reply) => {
      const { limit = MAX_ROWS, order_id } = request.query
      const filter = readFilter(order_id)
      const caller = callerOf(request)
      if (filter?.by === 'eq') return rowsOf(db, caller, filter.id)
      const { role, user_id } = caller
      const { rows, more } = await listOrderRows(db, {
        limit,
        ...(role !== 'admin' && { buyerId: user_id }),
        ...(filter && { before: orderNumberOf(filter.id) }),
      })
      const last = rows.at(-1)
      if (more && last) reply.header('link', nextRows(`/rest/v1/orders?order_id=lt.${last.order_id}`, limit))
      return rows
    },
  )
})

/** Returns the row of an order, none when there is no such order. Throws AppError 403 for another buyer's. */
async function rowsOf(db: Db, caller: Caller, orderId: string): Promise<OrderRow[]> {
  try {
    return [await readOrder(db, caller, orderId)]
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return []
    throw error
  }
}
