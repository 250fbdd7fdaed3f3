import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import { sellerOrderPageSchema, sellerOrderSchema, sellerOrdersQuerySchema } from '../../shared/orders/schema.ts'
import { callerOf, routesFor } from '../http/guards.ts'
import { orderNotFound } from './errors.ts'
import { listSellerOrders } from './list-seller-orders.ts'
import { requireOrderId } from './read-order.ts'
import { findSellerOrder } from './seller-queries.ts'

/** The orders with a seller's products, each with the seller's own lines only. */
export const ordersSellerRoutes = routesFor(['seller'], (app, { db }: { db: Db }) => {
  app.get(
    '/api/seller/orders',
    {
      schema: {
        summary: "A page of the orders with the caller's products",
        querystring: sellerOrdersQuerySchema,
        response: { 200: sellerOrderPageSchema },
      },
    },
    (request) => listSellerOrders(db, callerOf(request).user_id, request.query),
  )

  app.get(
    '/api/seller/orders/:order_id',
    {
      schema: {
        summary: "One order with the caller's lines",
        params: z.object({ order_id: z.string() }),
        response: { 200: sellerOrderSchema },
      },
    },
    async (request) => {
      const order_id = requireOrderId(request.params.order_id)
      const order = await findSellerOrder(db, callerOf(request).user_id, order_id)
      if (!order) throw orderNotFound()
      return order
    },
  )
})
