import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/tables.ts'
import { AppError } from '../platform/errors.ts'
import { callerOf, routesFor } from '../platform/guards.ts'
import type { Forward } from './forward.ts'
import { nextRows } from './next-rows.ts'
import { listOrderRows } from './queries.ts'
import { numberOf, readFilter } from './row-ids.ts'
import { MAX_ROWS, type OrderRow, orderRowSchema, orderRowsSchema, ordersQuerySchema } from './schema.ts'

/** Reading the table of orders: buyers their own, admins all. */
export const restOrdersBuyerAdminRoutes = routesFor(
  ['buyer', 'admin'],
  (app, { db, forward }: { db: Db; forward: Forward }) => {
    app.get(
      '/orders',
      {
        schema: { summary: 'Orders, newest first', querystring: ordersQuerySchema, response: { 200: orderRowsSchema } },
      },
      async (request, reply) => {
        const { limit = MAX_ROWS, order_id } = request.query
        const filter = readFilter(order_id)
        if (filter?.by === 'eq') return rowsOf(forward, request, filter.id)
        const { role, user_id } = callerOf(request)
        const { rows, more } = await listOrderRows(db, {
          limit,
          ...(role !== 'admin' && { buyerId: user_id }),
          ...(filter && { before: numberOf(filter.id) }),
        })
        const last = rows.at(-1)
        if (more && last) reply.header('link', nextRows(`/rest/v1/orders?order_id=lt.${last.order_id}`, limit))
        return rows
      },
    )
  },
)

/** The row of an order as the tracking page may show it; none when there is no such order. Throws 403 for those of others. */
async function rowsOf(forward: Forward, request: FastifyRequest, orderId: string): Promise<OrderRow[]> {
  try {
    return [orderRowSchema.parse(await forward(request, { method: 'GET', url: `/api/orders/${orderId}` }))]
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return []
    throw error
  }
}
