import type { Db } from '../../db/tables.ts'
import { idempotencyKeySchema, orderListSchema, orderSchema, placeOrderSchema } from '../../shared/orders/schema.ts'
import type { Clock } from '../platform/clock.ts'
import { callerOf, routesFor } from '../platform/guards.ts'
import { malformedKey, noPurchaseForSellersAndAdmins } from './errors.ts'
import { placeOrder } from './place-order.ts'
import { listOrders } from './queries.ts'

/** What buyers do with orders: place them and list their own. */
export const ordersBuyerRoutes = routesFor(
  ['buyer'],
  (app, { db, clock }: { db: Db; clock: Clock }) => {
    app.post(
      '/api/orders',
      {
        schema: {
          summary: 'Order what is in the cart',
          description: 'With an `Idempotency-Key` header a retry answers what the first attempt did.',
          body: placeOrderSchema,
          response: { 201: orderSchema },
        },
      },
      async (request, reply) => {
        const order = await placeOrder(db, {
          buyerId: callerOf(request).user_id,
          request: request.body,
          key: readKey(request.headers['idempotency-key']),
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

function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = idempotencyKeySchema.safeParse(header)
  if (!key.success) throw malformedKey()
  return key.data
}
