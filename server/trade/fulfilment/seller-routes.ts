import type { FastifyRequest } from 'fastify'
import { createContext, currentContext, runInContext } from '../../../db/request-context.ts'
import {
  type BulkResult,
  bulkResultSchema,
  confirmManySchema,
  type FullSellerOrder,
  fullSellerOrderPageSchema,
  fullSellerOrderSchema,
  sellerExportQuerySchema,
  sellerViewQuerySchema,
  sendManySchema,
} from '../../../shared/fulfilment/schema.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import { csvOptions, sendCsv } from '../../platform/data/csv.ts'
import { busy } from '../../platform/http/errors.ts'
import { type App, callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { toAppError } from '../../platform/http/render-errors.ts'
import { orderError } from '../orders/errors.ts'
import { orderParams, requireOrderId } from '../orders/read-order.ts'
import { defineActions, type FulfilmentDeps } from './action-routes.ts'
import { applyAction, type FulfilmentAction } from './fulfilment-action.ts'
import { exportOrdersOfSeller, listOrdersOfSeller, readForSeller } from './read-seller-orders.ts'
import { confirm, send } from './shipments.ts'

/** Wait budget of each item, instead of the request's, which is meant for one action. */
const ITEM_BUDGET_MS = 4_600

/** After this, remaining items are refused as busy and change nothing. */
const GIVE_UP_AFTER_MS = 20_000

/** A seller's orders, limited to the seller's own lines, shipments and actions. */
export const fulfilmentSellerRoutes = routesFor(['seller'], (app, deps: FulfilmentDeps) => {
  defineReads(app, deps)
  defineActsOnMany(app, deps)
  defineActions(app, {
    prefix: '/api/seller/orders/:order_id',
    run: (request, { order_id }, work) => changeAsSeller(deps, request, order_id, work),
  })
})

function defineReads(app: App, { db, clock }: FulfilmentDeps): void {
  app.get(
    '/api/seller/orders',
    respondsWith(fullSellerOrderPageSchema, {
      summary: "A page of the orders with the caller's products",
      querystring: sellerViewQuerySchema,
    }),
    (request) => listOrdersOfSeller(db, callerOf(request).user_id, request.query, clock()),
  )

  app.get(
    '/api/seller/orders.csv',
    csvOptions("The lines of the orders with the caller's products as CSV", sellerExportQuerySchema),
    async (request, reply) =>
      sendCsv(reply, 'orders.csv', await exportOrdersOfSeller(db, callerOf(request).user_id, request.query, clock())),
  )

  app.get(
    '/api/seller/orders/:order_id',
    respondsWith(fullSellerOrderSchema, { summary: "One order with the caller's lines", params: orderParams }),
    async (request) => {
      const number = orderNumberOf(requireOrderId(request.params.order_id))
      const [order] = await readForSeller(db, callerOf(request).user_id, [number], clock())
      if (!order) throw orderError('order_not_found')
      return order
    },
  )
}

async function changeAsSeller(
  deps: FulfilmentDeps,
  request: FastifyRequest,
  order_id: string,
  work: (action: FulfilmentAction) => Promise<unknown>,
): Promise<FullSellerOrder> {
  const { user_id } = callerOf(request)
  const target = { order_id, sellerOrder: { seller_id: user_id } }
  // Only buyers see it in another form.
  return (await applyAction(deps, { role: 'seller', user_id }, target, work)) as FullSellerOrder
}

function defineActsOnMany(app: App, deps: FulfilmentDeps): void {
  app.post(
    '/api/seller/orders/confirm',
    respondsWith(bulkResultSchema, { summary: 'Accept several orders, each independently', body: confirmManySchema }),
    (request) =>
      changeMany(request.body.orders, (item) =>
        changeAsSeller(deps, request, item.order_id, (action) => confirm(action, item)),
      ),
  )

  app.post(
    '/api/seller/orders/shipments',
    respondsWith(bulkResultSchema, { summary: 'Send several orders, each independently', body: sendManySchema }),
    (request) =>
      changeMany(request.body.shipments, (item) =>
        changeAsSeller(deps, request, item.order_id, (action) => send(action, item)),
      ),
  )
}

async function changeMany<Item extends { order_id: string }>(
  items: readonly Item[],
  change: (item: Item) => Promise<FullSellerOrder>,
): Promise<BulkResult> {
  const results: BulkResult['results'] = []
  const id = currentContext()?.id ?? 'several'
  const startedAt = performance.now()
  for (const item of items) {
    const { order_id } = item
    const context = createContext('request', id, ITEM_BUDGET_MS)
    try {
      if (performance.now() - startedAt > GIVE_UP_AFTER_MS) throw busy()
      const order = await runInContext(context, () => change(item))
      results.push({ order_id, status: 200, order })
    } catch (thrown) {
      const { status, code, message, details } = runInContext(context, () => toAppError(thrown))
      if (status === 500) throw thrown
      results.push({ order_id, status, error: { code, message, ...(details && { details }) } })
    }
  }
  return { results }
}
