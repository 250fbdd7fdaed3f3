import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import { alertMessages } from '../../../shared/alerts/messages.ts'
import { stockAlertsSchema } from '../../../shared/alerts/schema.ts'
import { productIdSchema } from '../../../shared/catalog/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { AppError } from '../../platform/http/errors.ts'
import { callerOf, routesFor } from '../../platform/http/guards.ts'
import { productNumberOf } from '../catalog/products/product-ids.ts'
import { awaitProduct } from './await-product.ts'
import { deleteAlert, listAlerts } from './queries.ts'

const buyersOnly = new AppError(403, 'buyers_only', alertMessages.buyersOnly)

const params = z.object({ product_id: productIdSchema })
const returnsAlerts = { response: { 200: stockAlertsSchema } }

/** The sold-out products that a buyer waits for. Every response has all of them. */
export const alertsBuyerRoutes = routesFor(
  ['buyer'],
  (app, { db, clock }: { db: Db; clock: Clock }) => {
    app.get(
      '/api/stock-alerts',
      { schema: { summary: 'The sold-out products that the caller waits for', ...returnsAlerts } },
      async (request) => ({ product_ids: await listAlerts(db, callerOf(request).user_id) }),
    )

    app.put(
      '/api/stock-alerts/:product_id',
      { schema: { summary: 'Be notified once a sold-out product is back', params, ...returnsAlerts } },
      async (request) => {
        const { product_id: productId } = request.params
        return { product_ids: await awaitProduct(db, { userId: callerOf(request).user_id, productId, now: clock() }) }
      },
    )

    app.delete(
      '/api/stock-alerts/:product_id',
      { schema: { summary: 'No longer wait for a product', params, ...returnsAlerts } },
      async (request) => {
        const { user_id } = callerOf(request)
        await deleteAlert(db, user_id, productNumberOf(request.params.product_id))
        return { product_ids: await listAlerts(db, user_id) }
      },
    )
  },
  buyersOnly,
)
