import { orderNumberOf } from '../../../shared/orders/rules.ts'
import { orderRowSchema, placeOrderSchema } from '../../../shared/orders/schema.ts'
import { callerOf, routesFor } from '../../platform/http/guards.ts'
import { checkoutError } from '../../trade/orders/errors.ts'
import { readIdempotencyKey, readOrder } from '../../trade/orders/read-order.ts'
import { listOrderRows } from '../../trade/orders/row-queries.ts'
import { paymentError } from '../../trade/payments/errors.ts'
import { endPayment, purchase } from '../../trade/purchase/pay.ts'
import { oneRowAtATime } from './errors.ts'
import { readWriteRequest } from './grammar/read-request.ts'
import { isSpecifiedForm } from './matching.ts'
import type { RestDeps } from './rest-deps.ts'
import { rowsQuerySchema } from './schema.ts'
import { sendWritten } from './send-rows.ts'
import { acceptRows, sentRows } from './sent-rows.ts'
import { ORDERS } from './tables.ts'

export const restOrdersBuyerRoutes = routesFor(
  ['buyer'],
  (app, deps: RestDeps) => {
    const { db } = deps

    app.post(
      '/orders',
      {
        preValidation: acceptRows(),
        schema: {
          summary: 'Order what is in the cart',
          description: 'With an `Idempotency-Key` header a retry returns what the first attempt did.',
          querystring: rowsQuerySchema,
          body: placeOrderSchema,
          response: { 201: orderRowSchema },
        },
      },
      async (request, reply) => {
        const wanted = readWriteRequest(request, ORDERS)
        const { rows, isList } = sentRows(request, placeOrderSchema)
        if (rows.length > 1) throw oneRowAtATime('Orders are placed')
        const buyerId = callerOf(request).user_id
        const { body, ip: address } = request
        const payer = { buyerId, token: body.payment_token, address }
        const placed = await purchase(deps, { ...payer, request: body, key: readIdempotencyKey(request) })
        // A program cannot complete the remaining step of the payment.
        const orderId = 'order_id' in placed ? placed.order_id : await endPayment(deps, buyerId, placed.checkout_id)
        if (orderId === null) throw paymentError('payment_step_needed')
        if (!isList && isSpecifiedForm(wanted))
          return reply.code(201).send('order_id' in placed ? placed : await readOrder(db, callerOf(request), orderId))
        return sendWritten(reply, wanted, await listOrderRows(db, [orderNumberOf(orderId)]), 201)
      },
    )
  },
  { refusal: () => checkoutError('buyers_only') },
)
