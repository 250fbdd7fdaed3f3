import type { Db } from '../../../db/tables.ts'
import { allOf, equals, type RowsWanted, requiredOf } from '../../platform/data/row-filter.ts'
import type { RowsFound } from '../../platform/data/row-filter-queries.ts'
import { type Caller, callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { orderError } from '../../trade/orders/errors.ts'
import { findOrderRows, listOrderRows } from '../../trade/orders/row-queries.ts'
import { tooManyRows } from './errors.ts'
import { readRowsRequest } from './grammar/read-request.ts'
import type { RestDeps } from './rest-deps.ts'
import { orderRowsSchema, rowsQuerySchema } from './schema.ts'
import { sendFound } from './send-rows.ts'
import { ORDERS } from './tables.ts'

/** Reads the table of orders: buyers their own, admins all. */
export const restOrdersBuyerAdminRoutes = routesFor(
  ['buyer', 'admin'],
  (app, { db }: RestDeps) => {
    app.get(
      '/orders',
      respondsWith(orderRowsSchema, { summary: 'Orders, newest first', querystring: rowsQuerySchema }),
      async (request, reply) => {
        const wanted = readRowsRequest(request, ORDERS)
        const found = { wanted, rows: await findOrders(db, callerOf(request), wanted), table: ORDERS }
        return sendFound(reply, found, (numbers) => listOrderRows(db, numbers))
      },
    )
  },
  { right: 'orders' },
)

async function findOrders(db: Db, { role, user_id }: Caller, wanted: RowsWanted): Promise<RowsFound> {
  const condition = role === 'admin' ? wanted.condition : allOf(wanted.condition, equals('buyer_id', user_id))
  const rows = await findOrderRows(db, { ...wanted, condition })
  if (!rows) throw tooManyRows('orders', 'order_id, buyer_id or created_at')
  if (role !== 'admin' && !rows.found.length) await refuseOrdersOfOthers(db, user_id, wanted)
  return rows
}

async function refuseOrdersOfOthers(db: Db, buyerId: string, { condition }: RowsWanted): Promise<void> {
  for (const named of requiredOf(condition, 'order_id').filter(({ operator }) => operator === 'eq')) {
    const [order] = (await findOrderRows(db, { condition: named, order: [], offset: 0, limit: 1 }))?.found ?? []
    const [row] = order ? await listOrderRows(db, [order.number]) : []
    if (row && row.buyer_id !== buyerId) throw orderError('forbidden')
  }
}
