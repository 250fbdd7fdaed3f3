import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { MAX_STOCK_ALERTS } from '../../../shared/alerts/constants.ts'
import { alertRefusals } from '../../../shared/alerts/messages.ts'
import { AppError } from '../../platform/http/errors.ts'
import { productNotFound } from '../catalog/products/errors.ts'
import { findProductNumbers } from '../catalog/products/purchase-queries.ts'
import { countOtherAlerts, insertAlert, isSoldOut, listAlerts } from './queries.ts'

const notSoldOut = () => new AppError(409, 'not_sold_out', alertRefusals.not_sold_out)
const tooManyAlerts = () => {
  const details = { limit: MAX_STOCK_ALERTS }
  return new AppError(409, 'too_many_alerts', alertRefusals.too_many_alerts(details), { details })
}

/** Has a buyer notified once a product is back; returns all that the buyer waits for. Throws AppError 404, 409. */
export function awaitProduct(
  db: Db,
  { userId, productId, now }: { userId: string; productId: string; now: Date },
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const productNumber = (await findProductNumbers(tx, [productId])).get(productId)
    if (productNumber === undefined) throw productNotFound()
    if (!(await isSoldOut(tx, productNumber))) throw notSoldOut()
    if ((await countOtherAlerts(tx, userId, productNumber)) >= MAX_STOCK_ALERTS) throw tooManyAlerts()
    await insertAlert(tx, userId, productNumber, now)
    return listAlerts(tx, userId)
  })
}
