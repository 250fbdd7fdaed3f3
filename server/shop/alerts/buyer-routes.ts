import { z } from 'zod'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { alertErrors } from '../../../shared/alerts/errors.ts'
import { MAX_STOCK_ALERTS, stockAlertsSchema } from '../../../shared/alerts/schema.ts'
import { productIdSchema } from '../../../shared/catalog/schema.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { productNumberOf } from '../catalog/products/catalog-changes.ts'
import { productError } from '../catalog/products/errors.ts'
import { findProductNumbers } from '../catalog/products/purchase-queries.ts'
import { countOtherAlerts, deleteAlert, insertAlert, isSoldOut, listAlerts } from './queries.ts'

const alertError = errorsOf(alertErrors)

const params = z.object({ product_id: productIdSchema })

/** A buyer's restock alerts. Every response is the whole list. */
export const alertsBuyerRoutes = routesFor(
  ['buyer'],
  (app, { db, clock }: { db: Db; clock: Clock }) => {
    app.get(
      '/api/stock-alerts',
      respondsWith(stockAlertsSchema, { summary: "The caller's restock alerts" }),
      async (request) => ({ product_ids: await listAlerts(db, callerOf(request).user_id) }),
    )

    app.put(
      '/api/stock-alerts/:product_id',
      respondsWith(stockAlertsSchema, { summary: 'Add a restock alert for a sold-out product', params }),
      async (request) => {
        const { product_id: productId } = request.params
        return { product_ids: await awaitProduct(db, { userId: callerOf(request).user_id, productId, now: clock() }) }
      },
    )

    app.delete(
      '/api/stock-alerts/:product_id',
      respondsWith(stockAlertsSchema, { summary: 'Remove a restock alert', params }),
      async (request) => {
        const { user_id } = callerOf(request)
        await deleteAlert(db, user_id, productNumberOf(request.params.product_id))
        return { product_ids: await listAlerts(db, user_id) }
      },
    )
  },
  { refusal: () => alertError('buyers_only') },
)

function awaitProduct(db: Db, { userId, productId, now }: { userId: string; productId: string; now: Date }) {
  return inTransaction(db, async (tx) => {
    const productNumber = (await findProductNumbers(tx, [productId])).get(productId)
    if (productNumber === undefined) throw productError('product_not_found')
    if (!(await isSoldOut(tx, productNumber))) throw alertError('not_sold_out')
    if ((await countOtherAlerts(tx, userId, productNumber)) >= MAX_STOCK_ALERTS)
      throw alertError('too_many_alerts', { limit: MAX_STOCK_ALERTS })
    await insertAlert(tx, userId, productNumber, now)
    return listAlerts(tx, userId)
  })
}
