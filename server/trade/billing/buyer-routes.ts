import { checkoutParamsSchema } from '../../../shared/checkouts/schema.ts'
import { type Order, orderSchema } from '../../../shared/orders/schema.ts'
import { type Paying, payCheckoutSchema, payingSchema } from '../../../shared/payments/schema.ts'
import { callerOf, routesFor } from '../../platform/http/guards.ts'
import { noPurchaseForSellersAndAdmins } from '../orders/errors.ts'
import type { BillingDeps } from './billing-deps.ts'
import { payCheckout } from './pay-order.ts'

/** Returns whether an order was placed, rather than its payment still running. */
function isPlaced(response: Order | Paying): response is Order {
  return 'order_id' in response
}

export const billingBuyerRoutes = routesFor(
  ['buyer'],
  (app, deps: BillingDeps) => {
    app.post(
      '/api/checkouts/:checkout_id/payment',
      {
        schema: {
          summary: 'Pay a checkout, or try again to',
          params: checkoutParamsSchema,
          body: payCheckoutSchema,
          response: { 201: orderSchema, 202: payingSchema },
        },
      },
      async (request, reply) => {
        const payer = {
          buyerId: callerOf(request).user_id,
          token: request.body?.payment_token,
          address: request.ip,
        }
        const paid = await payCheckout(deps, request.params.checkout_id, payer)
        return isPlaced(paid) ? reply.code(201).send(paid) : reply.code(202).send(paid)
      },
    )
  },
  noPurchaseForSellersAndAdmins,
)
