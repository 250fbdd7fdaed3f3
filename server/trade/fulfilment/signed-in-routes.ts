import type { Db } from '../../../db/tables.ts'
import { isReversed } from '../../../shared/fulfilment/rules.ts'
import { type TrackedOrder, trackedOrderSchema } from '../../../shared/fulfilment/schema.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import { type Caller, callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { listOrderEvents, readAwaited } from '../orders/fulfilment-queries.ts'
import { orderParams, readOrder } from '../orders/read-order.ts'
import { listOrderPayments, paymentField } from '../payments/order-payment-queries.ts'
import type { FulfilmentDeps } from './action-routes.ts'
import { isFailedRefund, withoutFailedRefunds } from './announced-order.ts'
import { type ReturnTerms, readForBuyer } from './read-seller-orders.ts'

/** One order with the actions of its sellers: buyers read their own, admins any. */
export const fulfilmentSignedInRoutes = routesFor(
  'signed-in',
  (app, { db, clock, returnDays, transferDetails }: FulfilmentDeps) => {
    app.get(
      '/api/orders/:order_id',
      respondsWith(trackedOrderSchema, { summary: 'One order', params: orderParams }),
      async (request) => {
        const order = await readTracked(db, callerOf(request), request.params.order_id, { now: clock(), returnDays })
        return { ...order, ...(await paymentOf(db, order, transferDetails)) }
      },
    )
  },
)

async function readTracked(db: Db, caller: Caller, orderId: string, terms: ReturnTerms): Promise<TrackedOrder> {
  const order = await readOrder(db, caller, orderId)
  const [seller_orders, events] = await Promise.all([
    readForBuyer(db, orderNumberOf(orderId), terms),
    listOrderEvents(db, orderId),
  ])
  // Buyers do not see reminders of sellers, but do see a failed refund.
  const shown = events.filter((event) => event.kind !== 'note' || event.by_role !== 'system' || isFailedRefund(event))
  return {
    ...order,
    seller_orders,
    events: withoutFailedRefunds(shown),
  }
}

async function paymentOf(db: Db, order: TrackedOrder, details: string): Promise<Pick<TrackedOrder, 'payment'>> {
  const { order_id } = order
  const number = orderNumberOf(order_id)
  const payment = (await listOrderPayments(db, [number])).get(number)
  const { payment: shown } = paymentField(payment)
  if (!payment || !shown) return {}
  const { payment_state, pay_by } = payment
  // The buyer of a stopped order is not to pay.
  if (payment_state !== 'awaiting_transfer' || !pay_by || isReversed(order)) return { payment: shown }
  const amount_left = await readAwaited(db, number, payment)
  return { payment: { ...shown, transfer: { details, reference: order_id, amount_left, pay_by } } }
}
