import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import { RESTORE_SECONDS } from '../../shared/admin/constants.ts'
import type { AdminProduct } from '../../shared/admin/schema.ts'
import { type Acting, insertActions } from '../platform/admin-actions-queries.ts'
import { secondsBefore } from '../platform/clock.ts'
import * as queries from './admin-queries.ts'
import { productNotFound } from './errors.ts'

/** Turns the flash sale of a product on or off and answers the product. Throws 404. */
export function changeFlashSale(db: Db, by: Acting, productId: string, flash_sale: boolean): Promise<AdminProduct> {
  return inTransaction(db, async (tx) => {
    const changed = await queries.setFlashSale(tx, [productId], { flash_sale, now: by.now })
    await insertActions(tx, by, 'flash_sale', changed.map(flashSaleChange(flash_sale)))
    const product = await queries.findAdminProduct(tx, productId)
    if (!product) throw productNotFound()
    return product
  })
}

/** Turns the flash sale of several products on or off; answers the ids of those that had the other one. */
export function changeFlashSales(db: Db, by: Acting, productIds: string[], flash_sale: boolean): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const changed = await queries.setFlashSale(tx, productIds, { flash_sale, now: by.now })
    await insertActions(tx, by, 'flash_sale', changed.map(flashSaleChange(flash_sale)))
    return changed
  })
}

/** Takes products out of the shop, orders keep their lines; answers the ids of those that were in it. */
export function deleteProducts(db: Db, by: Acting, productIds: string[]): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const deleted = await queries.hideProducts(tx, productIds, by.now)
    await insertActions(tx, by, 'delete_product', deleted.map(visibilityChange('shown', 'deleted')))
    return deleted
  })
}

/** Undoes the admin's own deletions of the last minute; answers the ids of those that are back. */
export function restoreProducts(db: Db, by: Acting, productIds: string[]): Promise<string[]> {
  const since = secondsBefore(by.now, RESTORE_SECONDS)
  return inTransaction(db, async (tx) => {
    const restored = await queries.showProducts(tx, productIds, { ...by, since })
    await insertActions(tx, by, 'restore_product', restored.map(visibilityChange('deleted', 'shown')))
    return restored
  })
}

const flashSaleChange = (to: boolean) => (target: string) => ({ target, from: String(!to), to: String(to) })
const visibilityChange = (from: string, to: string) => (target: string) => ({ target, from, to })
