import { z } from 'zod'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { type Checkout, checkoutParamsSchema, checkoutSchema } from '../../../shared/checkouts/schema.ts'
import { type Order, orderSchema, placeOrderSchema } from '../../../shared/orders/schema.ts'
import { type Paying, payingSchema } from '../../../shared/payments/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { callerOf, routesFor } from '../../platform/http/guards.ts'
import { endCheckouts, lockCheckoutRow } from '../../shop/stock/reservation-queries.ts'
import { noPurchaseForSellersAndAdmins } from '../orders/errors.ts'
import { readIdempotencyKey } from '../orders/idempotency-key.ts'
import { beginCheckout, type RequireAmount } from './begin-checkout.ts'
import { checkoutNotFound } from './errors.ts'
import { orderCheckout } from './order-checkout.ts'
import { readCheckout, requireId } from './read-checkout.ts'

export interface CheckoutsDeps {
  db: Db
  clock: Clock
  /** Only where payments are taken. */
  billing?:
    | {
        /** Ends the payment of a checkout, if one runs. */
        release(buyerId: string, checkoutId: string): Promise<void>
        /** What is known of the payment of a checkout. */
        stateOf(checkoutId: string): Promise<Pick<Checkout, 'payment_state' | 'decline_reason' | 'order_id'>>
        order(buyerId: string, checkoutId: string, address: string): Promise<Order | Paying>
        requireAmount: RequireAmount
      }
    | undefined
}

/** A buyer's own checkouts. Another's is as unknown as one that does not exist. */
export const checkoutsBuyerRoutes = routesFor(
  ['buyer'],
  (app, { db, clock, billing }: CheckoutsDeps) => {
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
        const { user_id: buyerId } = callerOf(request)
        const attempt = { buyerId, request: request.body, key: readIdempotencyKey(request), clock }
        const { checkout, isContinued } = await beginCheckout(db, attempt, billing?.requireAmount)
        return reply.code(isContinued ? 200 : 201).send(checkout)
      },
    )

    app.get(
      '/api/checkouts/:checkout_id',
      { schema: { summary: 'A checkout', params: checkoutParamsSchema, response: { 200: checkoutSchema } } },
      async (request) => {
        const checkout = await readCheckout(db, callerOf(request).user_id, request.params.checkout_id)
        return { ...checkout, ...(await billing?.stateOf(checkout.checkout_id)) }
      },
    )

    app.delete(
      '/api/checkouts/:checkout_id',
      { schema: { summary: 'Give up a checkout', params: checkoutParamsSchema, response: { 204: z.null() } } },
      async (request, reply) => {
        await billing?.release(callerOf(request).user_id, request.params.checkout_id)
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
          response: { 201: orderSchema, 202: payingSchema },
        },
      },
      async (request, reply) => {
        const { user_id } = callerOf(request)
        const { checkout_id } = request.params
        const placed = billing
          ? await billing.order(user_id, checkout_id, request.ip)
          : await orderCheckout(db, user_id, checkout_id, clock)
        return 'order_id' in placed ? reply.code(201).send(placed) : reply.code(202).send(placed)
      },
    )
  },
  noPurchaseForSellersAndAdmins,
)

function giveUpCheckout(db: Db, buyerId: string, id: string, clock: Clock): Promise<void> {
  requireId(id)
  return inTransaction(db, async (tx) => {
    const row = await lockCheckoutRow(tx, buyerId, id)
    if (!row) throw checkoutNotFound()
    if (row.checkout_state === 'open') await endCheckouts(tx, { ids: [id], now: clock() })
  })
}
