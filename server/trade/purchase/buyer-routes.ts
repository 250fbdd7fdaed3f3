import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inTransaction } from '../../../db/connect.ts'
import { checkoutParamsSchema, checkoutSchema } from '../../../shared/checkouts/schema.ts'
import { type Order, orderSchema, placeOrderSchema } from '../../../shared/orders/schema.ts'
import { declineReason } from '../../../shared/payments/messages.ts'
import { type Paying, payCheckoutSchema, payingSchema } from '../../../shared/payments/schema.ts'
import { paidCharge } from '../../../shared/pricing/charge-rows.ts'
import { callerOf, routesFor } from '../../platform/http/guards.ts'
import { checkoutError } from '../orders/errors.ts'
import { readIdempotencyKey } from '../orders/read-order.ts'
import { paymentError } from '../payments/errors.ts'
import { findPaymentOf, type PaymentRow } from '../payments/queries.ts'
import { requireAmount } from '../payments/way-to-pay.ts'
import { beginCheckout } from './begin.ts'
import { orderDelivery } from './deliveries.ts'
import { endPayment, type Payer, type PurchaseDeps, purchase } from './pay.ts'
import { type CheckoutRow, endCheckouts, findCheckout, lockCheckout } from './queries.ts'

const placedOrPaying = { 201: orderSchema, 202: payingSchema }

const sendPlaced = (reply: FastifyReply, placed: Order | Paying) =>
  reply.code('order_id' in placed ? 201 : 202).send(placed)

const payerOf = (request: FastifyRequest, token?: string): Payer => ({
  buyerId: callerOf(request).user_id,
  token,
  address: request.ip,
})

/** Lets buyers order their cart in one step, or begin a checkout. */
export const purchaseBuyerRoutes = routesFor(
  ['buyer'],
  (app, deps: PurchaseDeps) => {
    const { db, clock, payments } = deps

    app.post(
      '/api/orders',
      {
        schema: {
          summary: 'Order what is in the cart',
          description:
            'With an `Idempotency-Key` header a retry returns what the first attempt did. Where payments are taken, 202 says ' +
            'what is left to do before the order is placed.',
          body: placeOrderSchema,
          response: placedOrPaying,
        },
      },
      async (request, reply) => {
        const payer = payerOf(request, request.body.payment_token)
        const attempt = { ...payer, request: request.body, key: readIdempotencyKey(request) }
        return sendPlaced(reply, await purchase(deps, attempt))
      },
    )

    app.post(
      '/api/checkouts',
      {
        schema: {
          summary: 'Begin a checkout of the cart',
          description:
            'The same cart, address and delivery again continue the checkout that runs, and extend its reservation. With an ' +
            '`Idempotency-Key` header a retry returns the same checkout, also once it is placed or its time is over.',
          body: placeOrderSchema,
          response: { 200: checkoutSchema, 201: checkoutSchema },
        },
      },
      async (request, reply) => {
        const { user_id: buyerId } = callerOf(request)
        const attempt = { buyerId, request: request.body, key: readIdempotencyKey(request) }
        const { kind, row } = await inTransaction(db, async (tx) => {
          const begun = await beginCheckout(tx, attempt, { reserves: true, now: clock() })
          if (begun.kind === 'other') throw paymentError('payment_running')
          if (payments) requireAmount(request.body.payment_method, begun.row.total_count)
          return begun
        })
        return reply.code(kind === 'new' ? 201 : 200).send(toCheckout(row))
      },
    )
  },
  { refusal: () => checkoutError('buyers_only') },
)

/** A buyer's own checkouts. Those of others are reported as not found. */
export const checkoutsBuyerRoutes = routesFor(
  ['buyer'],
  (app, deps: PurchaseDeps) => {
    const { db, clock, payments } = deps
    const params = checkoutParamsSchema

    app.get(
      '/api/checkouts/:checkout_id',
      { schema: { summary: 'A checkout', params, response: { 200: checkoutSchema } } },
      async (request) => {
        const row = await findCheckout(db, callerOf(request).user_id, requireId(request.params))
        if (!row) throw checkoutError('checkout_not_found')
        return toCheckout(row, payments && (await findPaymentOf(db, row.checkout_id)))
      },
    )

    app.delete(
      '/api/checkouts/:checkout_id',
      { schema: { summary: 'Abandon a checkout', params, response: { 204: z.null() } } },
      async (request, reply) => {
        const [{ user_id }, id] = [callerOf(request), requireId(request.params)]
        await endPayment(deps, user_id, id)
        await inTransaction(db, async (tx) => {
          const row = await lockCheckout(tx, user_id, id)
          if (!row) throw checkoutError('checkout_not_found')
          if (row.order_id !== null) throw checkoutError('checkout_placed', { order_id: row.order_id })
          if (row.checkout_state === 'paying') throw paymentError('payment_running')
          if (row.checkout_state === 'open') await endCheckouts(tx, [id], clock())
        })
        return reply.code(204).send(null)
      },
    )

    const ordered = { params, response: placedOrPaying }
    app.post(
      '/api/checkouts/:checkout_id/order',
      { schema: { summary: 'Place the order of a checkout', ...ordered } },
      async (request, reply) =>
        sendPlaced(reply, await purchase(deps, { ...payerOf(request), checkoutId: requireId(request.params) })),
    )

    if (!payments) return
    app.post(
      '/api/checkouts/:checkout_id/payment',
      { schema: { summary: 'Pay a checkout, or retry the payment', ...ordered, body: payCheckoutSchema } },
      async (request, reply) => {
        const payer = payerOf(request, request.body?.payment_token)
        return sendPlaced(reply, await purchase(deps, { ...payer, checkoutId: requireId(request.params) }))
      },
    )
  },
  { refusal: () => checkoutError('buyers_only') },
)

/** Throws AppError 404 for an id that no checkout can have. */
function requireId({ checkout_id }: { checkout_id: string }): string {
  if (!z.uuid().safeParse(checkout_id).success) throw checkoutError('checkout_not_found')
  return checkout_id
}

/** The response schema drops the fields that buyers may not see. */
function toCheckout({ order_id, ...row }: CheckoutRow, payment?: PaymentRow) {
  return {
    ...row,
    payment_state: payment?.payment_state,
    ...(payment?.payment_state === 'declined' && { decline_reason: declineReason(payment.decline_code) }),
    ...(order_id !== null && { order_id }),
    total_count: Number(row.total_count),
    charges: row.charges.map(paidCharge),
    deliveries: row.deliveries.length ? row.deliveries.map(orderDelivery) : undefined,
    lines: row.lines.map((line) => ({ ...line, unit_price: Number(line.unit_price) })),
    expires_at: row.expires_at.toISOString(),
  }
}
