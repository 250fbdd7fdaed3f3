import { placeOrderSchema } from '../../shared/orders/schema.ts'
import { noPurchaseForSellersAndAdmins } from '../orders/errors.ts'
import { routesFor } from '../platform/guards.ts'
import type { Forward } from './forward.ts'
import { orderRowSchema } from './schema.ts'

/** Adding to the table of orders: what the checkout does, said in other words. */
export const restOrdersBuyerRoutes = routesFor(
  ['buyer'],
  (app, { forward }: { forward: Forward }) => {
    app.post(
      '/orders',
      {
        schema: {
          summary: 'Order what is in the cart',
          description: 'With an `Idempotency-Key` header a retry answers what the first attempt did.',
          body: placeOrderSchema,
          response: { 201: orderRowSchema },
        },
      },
      async (request, reply) => {
        const order = await forward(request, { method: 'POST', url: '/api/orders', body: request.body })
        return reply.code(201).send(orderRowSchema.parse(order))
      },
    )
  },
  noPurchaseForSellersAndAdmins,
)
