import type { Db } from '../../db/tables.ts'
import { type TrackedOrder, trackedOrderSchema } from '../../shared/fulfilment/schema.ts'
import { orderNumberOf } from '../../shared/orders/rules.ts'
import { type Caller, callerOf, routesFor } from '../http/guards.ts'
import { listOrderEvents } from '../orders/act-queries.ts'
import { readOrder } from '../orders/read-order.ts'
import { orderParams } from './params.ts'
import { readForBuyer } from './read-seller-orders.ts'

/** One order with what its sellers do: buyers read their own, admins any. */
export const fulfilmentSignedInRoutes = routesFor('signed-in', (app, { db }: { db: Db }) => {
  app.get(
    '/api/orders/:order_id',
    { schema: { summary: 'One order', params: orderParams, response: { 200: trackedOrderSchema } } },
    (request) => readTracked(db, callerOf(request), request.params.order_id),
  )
})

async function readTracked(db: Db, caller: Caller, orderId: string): Promise<TrackedOrder> {
  const order = await readOrder(db, caller, orderId)
  const [seller_orders, events] = await Promise.all([
    readForBuyer(db, orderNumberOf(orderId)),
    listOrderEvents(db, orderId),
  ])
  // Reminders of sellers are not the buyer's.
  return {
    ...order,
    seller_orders,
    events: events.filter(({ kind, by_role }) => kind !== 'note' || by_role !== 'system'),
  }
}
