import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import { type AdminSellerOrders, adminSellerOrdersSchema } from '../../../shared/fulfilment/schema.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import { orderIdSchema } from '../../../shared/orders/schema.ts'
import { callerOf, routesFor } from '../../platform/http/guards.ts'
import { listSellerNames } from '../../shop/catalog/products/seller-page-queries.ts'
import { adminOrderError } from '../orders/errors.ts'
import { listOrderEvents } from '../orders/fulfilment-queries.ts'
import { orderParams, sellerOrderNumberOf, sellerOrderParams } from '../orders/params.ts'
import { actionRoutes } from './action-routes.ts'
import { changeSellerOrder, type FulfilmentAction } from './fulfilment-action.ts'
import { type FulfilmentDeps, sellerOrderReturnParams, sellerOrderShipmentParams } from './params.ts'
import { readForAdmin } from './read-seller-orders.ts'
import { readUnsent } from './read-unsent.ts'

export const fulfilmentAdminRoutes = routesFor(['admin'], (app, deps: FulfilmentDeps) => {
  app.get(
    '/api/admin/orders/:order_id/seller-orders',
    {
      schema: {
        summary: 'The seller orders of an order, and its events',
        params: orderParams,
        response: { 200: adminSellerOrdersSchema },
      },
    },
    (request) => readSellerOrdersOf(deps.db, request.params.order_id),
  )
})

export const fulfilmentAdminActRoutes = actionRoutes({
  access: ['admin'],
  prefix: '/api/admin/orders/:order_id/seller-orders/:number',
  params: sellerOrderParams,
  shipment: sellerOrderShipmentParams,
  returned: sellerOrderReturnParams,
  run: (deps, request, { order_id, number = '' }, work) => actAsAdmin(deps, request, { order_id, number }, work),
})

async function readSellerOrdersOf(db: Db, orderId: string): Promise<AdminSellerOrders> {
  if (!orderIdSchema.safeParse(orderId).success) throw adminOrderError('order_not_found')
  const rows = await readForAdmin(db, orderNumberOf(orderId))
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

async function actAsAdmin(
  { db, clock }: FulfilmentDeps,
  request: FastifyRequest,
  { order_id, number }: { order_id: string; number: string },
  work: (action: FulfilmentAction) => Promise<unknown>,
) {
  const { user_id } = callerOf(request)
  const target = { order_id, sellerOrder: { number: sellerOrderNumberOf(number) } }
  const { order_number, seller_id } = await changeSellerOrder({ db, clock }, { role: 'admin', user_id }, target, work)
  const [order] = await readForAdmin(db, order_number, seller_id)
  if (!order) throw adminOrderError('order_not_found')
  return order
}
