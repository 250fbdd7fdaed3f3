import type { Db } from '../../../db/tables.ts'
import { type AdminSellerOrders, adminSellerOrdersSchema } from '../../../shared/fulfilment/schema.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import { callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { listSellerNames } from '../../shop/catalog/products/seller-page-queries.ts'
import { adminOrderError } from '../orders/errors.ts'
import { listOrderEvents } from '../orders/fulfilment-queries.ts'
import { orderParams, sellerOrderNumberOf } from '../orders/params.ts'
import { requireOrderId } from '../orders/read-order.ts'
import { defineActions, type FulfilmentDeps } from './action-routes.ts'
import { act } from './fulfilment-action.ts'
import { readForAdmin } from './read-seller-orders.ts'
import { readUnsent } from './read-unsent.ts'

export const fulfilmentAdminRoutes = routesFor(['admin'], (app, deps: FulfilmentDeps) => {
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
      return act(deps, { role: 'admin', user_id }, target, work)
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
