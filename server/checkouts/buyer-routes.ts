import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import { orderSchema, placeOrderSchema } from '../../shared/orders/schema.ts'
import { checkoutParamsSchema, checkoutSchema } from '../../shared/stock/schema.ts'
import type { Clock } from '../config/clock.ts'
import { callerOf, routesFor } from '../http/guards.ts'
import { noPurchaseForSellersAndAdmins } from '../orders/errors.ts'
import { readIdempotencyKey } from '../orders/idempotency-key.ts'
import { beginCheckout } from './begin-checkout.ts'
import { giveUpCheckout } from './end-checkout.ts'
import { orderCheckout } from './order-checkout.ts'
import { readCheckout } from './read-checkout.ts'

/** A buyer's own checkouts. Another's is as unknown as one that does not exist. */
export const checkoutsBuyerRoutes = routesFor(
  ['buyer'],
  (app, { db, clock }: { db: Db; clock: Clock }) => {
    app.post(
      '/api/checkouts',
      {
        schema: {
          summary: 'Reserve what is in the cart',
          description:
            'The same cart and address again continue the checkout that runs, and extend its reservation. With an ' +
            '`Idempotency-Key` header a retry returns the same checkout, also once it is placed or its time is over.',
          body: placeOrderSchema,
          response: { 200: checkoutSchema, 201: checkoutSchema },
        },
      },
      async (request, reply) => {
        const { checkout, isContinued } = await beginCheckout(db, {
          buyerId: callerOf(request).user_id,
          request: request.body,
          key: readIdempotencyKey(request),
          clock,
        })
        return reply.code(isContinued ? 200 : 201).send(checkout)
      },
    )

    app.get(
      '/api/checkouts/:checkout_id',
      { schema: { summary: 'A checkout', params: checkoutParamsSchema, response: { 200: checkoutSchema } } },
      (request) => readCheckout(db, callerOf(request).user_id, request.params.checkout_id),
    )

    app.delete(
      '/api/checkouts/:checkout_id',
      { schema: { summary: 'Give up a checkout', params: checkoutParamsSchema, response: { 204: z.null() } } },
      async (request, reply) => {
        await giveUpCheckout(db, callerOf(request).user_id, request.params.checkout_id, clock)
        return reply.code(204).send(null)
      },
    )

    app.post(
      '/api/checkouts/:checkout_id/order',
      {
        schema: {
          summary: 'Order what a checkout reserved',
          params: checkoutParamsSchema,
          response: { 201: orderSchema },
        },
      },
      async (request, reply) => {
        const order = await orderCheckout(db, callerOf(request).user_id, request.params.checkout_id, clock)
        return reply.code(201).send(order)
      },
    )
  },
  noPurchaseForSellersAndAdmins,
)
