import { inTransaction } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import { categoriesOfSlugs } from '../../../../shared/catalog/categories.ts'
import type { SaveProduct } from '../../../../shared/catalog/schema.ts'
import type { Acting } from '../../../people/audit/queries.ts'
import { lockMatching, type Match } from '../../../platform/data/lock-matching.ts'
import { lockProducts } from '../products/admin-queries.ts'
import { catalogChanged } from '../products/catalog-changes.ts'
import { productChange, productsLeave } from '../products/catalog-tags.ts'
import { productIdOf } from '../products/product-ids.ts'
import { deleteOwnProducts, listListed, updateProducts } from '../products/seller-queries.ts'
import { deleteProducts, setFlashSale } from './change-products.ts'
import { cleanDetails } from './clean-details.ts'
import { requireCategories } from './require-categories.ts'

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
