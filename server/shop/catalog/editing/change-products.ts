import type { FastifyRequest } from 'fastify'
import { inTransaction } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import { categoriesOfSlugs } from '../../../../shared/catalog/categories.ts'
import { RESTORE_SECONDS } from '../../../../shared/catalog/constants.ts'
import type { AdminProduct, SaveProduct } from '../../../../shared/catalog/schema.ts'
import { lockSellers } from '../../../people/accounts/suspension-queries.ts'
import { type Acting, deleteNotices, insertActions } from '../../../people/audit/queries.ts'
import { secondsBefore } from '../../../platform/config/clock.ts'
import { lockMatching, type Match } from '../../../platform/data/lock-matching.ts'
import { callerOf } from '../../../platform/http/guards.ts'
import { setFlashStart } from '../../stock/queries.ts'
import * as queries from '../products/admin-queries.ts'
import { lockProducts } from '../products/admin-queries.ts'
import {
  catalogChanged,
  productChange,
  productIdOf,
  productNumberOf,
  productsChange,
  productsEnter,
  productsLeave,
} from '../products/catalog-changes.ts'
import { productError } from '../products/errors.ts'
import type { Visibility } from '../products/hidden-queries.ts'
import { deleteOwnProducts, listListed, updateProducts } from '../products/seller-queries.ts'
import { cleanDetails, requireCategories } from './checked-fields.ts'

export function logProducts(request: FastifyRequest, event: string, product_ids: string[]): void {
  request.log.info({ event, admin_id: callerOf(request).user_id, product_ids })
}

/** Sets the flash sale of a product; returns the product. Throws AppError 404. */
export function changeFlashSale(db: Db, by: Acting, productId: string, flash_sale: boolean): Promise<AdminProduct> {
  return inTransaction(db, async (tx) => {
    await setFlashSale(tx, by, [productId], flash_sale)
    const product = await queries.findAdminProduct(tx, productId)
    if (!product) throw productError('product_not_found')
    return product
  })
}

/** Sets the flash sale of several products; returns the ids of those that changed. */
export async function setFlashSale(tx: Tx, by: Acting, productIds: string[], flash_sale: boolean): Promise<string[]> {
  const changed = await queries.setFlashSale(tx, productIds, { flash_sale, now: by.now })
  if (changed.length) await setFlashStart(tx, changed.map(productNumberOf), flash_sale)
  await insertActions(tx, by, 'flash_sale', changed.map(flashSaleChange(flash_sale)))
  if (changed.length) await catalogChanged(tx, productsChange(changed, { entersFlashSale: flash_sale }))
  return changed
}

/** Deletes products (orders keep their lines) and notifies their sellers; returns the ids of those that were not deleted yet. */
export async function deleteProducts(tx: Tx, by: Acting, productIds: string[]): Promise<string[]> {
  const deleted = await queries.deleteProducts(tx, productIds, by.now)
  await insertActions(
    tx,
    by,
    'delete_product',
    deleted.map(({ product_id, product_name, seller_id, visibility }) => ({
      target: product_id,
      from: recorded(visibility),
      to: 'deleted',
      notice: { seller_ids: [seller_id], subject: product_name },
    })),
  )
  if (deleted.length) await catalogChanged(tx, productsLeave(deleted))
  return deleted.map(({ product_id }) => product_id)
}

/** Undoes the admin's own deletions of the last minute; returns the restored ids. */
export function restoreProducts(db: Db, by: Acting, productIds: string[]): Promise<string[]> {
  const since = secondsBefore(by.now, RESTORE_SECONDS)
  return inTransaction(db, async (tx) => {
    const { hidden } = await lockSellers(tx, await queries.listSellers(tx, productIds))
    const restored = await queries.restoreProducts(tx, productIds, { ...by, since, hidden })
    const ids = restored.map(({ product_id }) => product_id)
    const changes = restored.map(({ product_id, visibility }) => ({
      target: product_id,
      from: 'deleted',
      to: recorded(visibility),
    }))
    await insertActions(tx, by, 'restore_product', changes)
    await deleteNotices(tx, 'delete_product', ids)
    if (restored.length) await catalogChanged(tx, productsEnter(restored))
    return ids
  })
}

const flashSaleChange = (to: boolean) => (target: string) => ({ target, from: String(!to), to: String(to) })
const recorded = (visibility: Visibility) => (visibility === 'visible' ? 'shown' : 'hidden')

export type ProductFields = Partial<Omit<SaveProduct, 'images'>>

/** Sets the flash sale of all matching products for an admin; returns their numbers. */
export function changeFlashSaleOfMatching(db: Db, by: Acting, match: Match, flash_sale: boolean): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    const numbers = await lockMatching(tx, match, lockProducts)
    await setFlashSale(tx, by, numbers.map(productIdOf), flash_sale)
    return numbers
  })
}

/** Deletes all matching products for an admin; returns their numbers. */
export function deleteMatching(db: Db, by: Acting, match: Match): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    const numbers = await lockMatching(tx, match, lockProducts)
    await deleteProducts(tx, by, numbers.map(productIdOf))
    return numbers
  })
}

/** Deletes all matching products of a seller; returns their numbers. */
export function deleteOwnMatching(db: Db, { sellerId, match, now }: { sellerId: string; match: Match; now: Date }) {
  return inTransaction(db, async (tx) => {
    const matching = await lockMatching(tx, match, lockProducts)
    const deleted = await deleteOwnProducts(tx, matching, sellerId, now)
    if (deleted.length) await catalogChanged(tx, productsLeave(deleted))
    return matching
  })
}

/** Sets the same fields of all matching products of a seller; returns their numbers. Throws AppError 400. */
export function editMatching(db: Db, { match, fields, now }: { match: Match; fields: ProductFields; now: Date }) {
  const cleaned =
    fields.product_desc === undefined ? fields : { ...fields, product_desc: cleanDetails(fields.product_desc) }
  return inTransaction(db, async (tx: Tx) => {
    const numbers = await lockMatching(tx, match, lockProducts)
    const listed = await listListed(tx, numbers)
    const product_category = fields.product_category && (await requireCategories(tx, fields.product_category))
    const categories = product_category && { product_category }
    await updateProducts(tx, numbers, { ...cleaned, ...categories, updated_at: now })
    const named = product_category && { product_category: categoriesOfSlugs(product_category) }
    const changes = listed.flatMap((before) => productChange(before, { ...before, ...fields, ...named }))
    if (numbers.length) await catalogChanged(tx, changes)
    return numbers
  })
}
