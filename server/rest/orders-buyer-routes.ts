import { orderRowSchema, placeOrderSchema } from '../../shared/orders/schema.ts'
import { callerOf, routesFor } from '../http/guards.ts'
import { noPurchaseForSellersAndAdmins } from '../orders/errors.ts'
import { readIdempotencyKey } from '../orders/idempotency-key.ts'
import { placeOrder } from '../orders/place-order.ts'
import type { RestDeps } from './rest-deps.ts'
import { writeQuerySchema } from './schema.ts'

/** Inserts into the table of orders, as the checkout does. */
export const restOrdersBuyerRoutes = routesFor(
  ['buyer'],
  (app, { db, clock }: RestDeps) => {
    app.post(
      '/orders',
      {
        schema: {
          summary: 'Order what is in the cart',
          description: 'With an `Idempotency-Key` header a retry returns what the first attempt did.',
          querystring: writeQuerySchema,
          body: placeOrderSchema,
          response: { 201: orderRowSchema },
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
  },
  noPurchaseForSellersAndAdmins,
)
