import type { Db } from '../../../db/tables.ts'
import { unitsBack, unitsLeft } from '../../../shared/fulfilment/rules.ts'
import { type AdminSellerOrders, adminSellerOrdersSchema } from '../../../shared/fulfilment/schema.ts'
import { toDollars } from '../../../shared/kernel/money.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import { amountOfUnits, refundDue, sumOfParts } from '../../../shared/pricing/refundable.ts'
import { adminRoutesFor, callerOf, respondsWith } from '../../platform/http/guards.ts'
import { listSellerNames } from '../../shop/catalog/products/seller-page-queries.ts'
import { adminOrderError } from '../orders/errors.ts'
import { listLines, listOrderEvents, listSellerParts } from '../orders/fulfilment-queries.ts'
import { orderParams, requireOrderId, sellerOrderNumberOf } from '../orders/read-order.ts'
import { findPaymentOfOrder } from '../payments/queries.ts'
import { centsLeft, listRefunded } from '../payments/refund-queries.ts'
import { defineActions, type FulfilmentDeps } from './action-routes.ts'
import { applyAction } from './fulfilment-action.ts'
import { readForAdmin } from './read-seller-orders.ts'
import { partOf, wantedFor } from './refund-reversed.ts'

export const fulfilmentAdminRoutes = adminRoutesFor('orders', (app, deps: FulfilmentDeps) => {
  app.get(
    '/api/admin/orders/:order_id/seller-orders',
    respondsWith(adminSellerOrdersSchema, {
      summary: 'The seller orders of an order, and its events',
      params: orderParams,
    }),
    (request) => readSellerOrdersOf(deps.db, request.params.order_id),
  )

  defineActions(app, {
    prefix: '/api/admin/orders/:order_id/seller-orders/:number',
    run: (request, { order_id, number = '' }, work) => {
      const { user_id } = callerOf(request)
      const target = { order_id, sellerOrder: { number: sellerOrderNumberOf(number) } }
      return applyAction(deps, { role: 'admin', user_id }, target, work)
    },
  })
})

async function readSellerOrdersOf(db: Db, orderId: string): Promise<AdminSellerOrders> {
  const rows = await readForAdmin(db, orderNumberOf(requireOrderId(orderId, adminOrderError)))
  if (!rows.length) throw adminOrderError('order_not_found')
  const [names, events] = await Promise.all([
    listSellerNames(
      db,
      rows.map(({ seller_id }) => seller_id),
    ),
    listOrderEvents(db, orderId),
  ])
  const seller_orders = rows.map((row) => ({ ...row, seller_name: names.get(row.seller_id)?.name ?? '' }))
  return { seller_orders, events, unsent: await readUnsent(db, orderId) }
}

async function readUnsent(db: Db, orderId: string): Promise<AdminSellerOrders['unsent']> {
  const number = orderNumberOf(orderId)
  const lines = await listLines(db, number)
  const units = lines.reduce((sum, line) => sum + unitsLeft(line), 0)
  const payment = await findPaymentOfOrder(db, number)
  if (!payment || units === 0) return { units, refund: 0 }
  if (payment.payment_state !== 'authorized' && payment.payment_state !== 'paid') return { units, refund: 0 }
  const refunded = await listRefunded(db, payment.payment_number)
  const due = (await listSellerParts(db, number)).reduce((sum, { seller_id, charges }) => {
    const own = lines.filter((line) => line.seller_id === seller_id)
    const cents = own.reduce((worth, line) => worth + amountOfUnits(line, unitsLeft(line), unitsBack(line)), 0)
    const cancelled = own.map((line) => ({ ...line, cancelled: line.cancelled + unitsLeft(line) }))
    const wanted = wantedFor(cents, cancelled, charges)
    return sum + sumOfParts(refundDue(wanted, partOf(cancelled, charges), refunded.get(seller_id)))
  }, 0)
  return { units, refund: toDollars(Math.min(due, await centsLeft(db, payment))) }
}
