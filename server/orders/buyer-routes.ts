import type { Db } from '../../db/tables.ts'
import { orderListSchema, orderSchema, placeOrderSchema } from '../../shared/orders/schema.ts'
import type { Clock } from '../config/clock.ts'
import { callerOf, routesFor } from '../http/guards.ts'
import { noPurchaseForSellersAndAdmins } from './errors.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { placeOrder } from './place-order.ts'
import { listOrders } from './queries.ts'

/** A buyer's own orders: placing them and listing them. */
export const ordersBuyerRoutes = routesFor(
  ['buyer'],
  (app, { db, clock }: { db: Db; clock: Clock }) => {
    app.post(
      '/api/orders',
      {
        schema: {
          summary: 'Order what is in the cart',
          description: 'With an `Idempotency-Key` header a retry returns what the first attempt did.',
          body: placeOrderSchema,
          response: { 201: orderSchema },
        },
      },
      async (request, reply) => {
        const order = await placeOrder(db, {
          buyerId: callerOf(request).user_id,
          request: request.body,
          key: readIdempotencyKey(request),
          clock,
        })
        return reply.code(201).send(order)
      },
    )

    app.get(
      '/api/orders',
      { schema: { summary: "The caller's orders", response: { 200: orderListSchema } } },
      (request) => listOrders(db, callerOf(request).user_id),
    )
  },
  noPurchaseForSellersAndAdmins,
)
