import { inTransaction } from '../../../../db/connect.ts'
import type { Db } from '../../../../db/tables.ts'
import { categoriesOfSlugs } from '../../../../shared/catalog/categories.ts'
import type { EditProduct, SellerProduct } from '../../../../shared/catalog/schema.ts'
import type { Match } from '../../../platform/data/lock-matching.ts'
import type { Storage } from '../../../programs/storage/storage.ts'
import { releaseExpired } from '../../stock/sell-queries.ts'
import { catalogChanged } from '../products/catalog-changes.ts'
import { productChange } from '../products/catalog-tags.ts'
import { productError, productFormError } from '../products/errors.ts'
import { productNumberOf } from '../products/product-ids.ts'
import * as queries from '../products/seller-queries.ts'
import { writeStock } from './change-stock.ts'
import { cleanDetails } from './clean-details.ts'
import { pictureTexts, saveProductPictures, withStagedFiles } from './product-pictures.ts'
import type { ProductForm } from './read-product-form.ts'
import { requireCategories } from './require-categories.ts'

export interface ProductEdit {
  sellerId: string
  productId: string
  form: ProductForm<EditProduct>
  now: Date
  /** Restricts the edit to a product that still matches. */
  match?: Match
}

/**
 * Replaces the fields and pictures of a seller's product and changes its stock in one transaction; removes unused files
 * after the commit. Returns the product. Throws AppError 404 for another seller's, 409 when it was edited since, 400
 * for a picture that is neither in the form nor the product's; for the stock as `changeStock`.
 */
export async function editProduct(
  { db, storage }: { db: Db; storage: Storage },
  { sellerId, productId, form: { product, files }, now, match }: ProductEdit,
): Promise<SellerProduct> {
  const { images, picture_texts: _, revision, product_desc: html, stock, ...fields } = product
  return withStagedFiles(storage, { images, files }, async () => {
    const product_desc = cleanDetails(html)
    const number = productNumberOf(productId)
    if (stock) await releaseExpired(db, [number], now)
    return inTransaction(db, async (tx) => {
      const before = await queries.lockOwnProduct(tx, sellerId, productId)
      if (!before) throw productError('product_not_found')
      if (before.revision !== revision || (match && !(await match(tx)).length)) throw productFormError('newer_revision')
      const present = [before.featured_image, ...before.other_images]
      const pictured = { product_id: productId, seller_id: sellerId, present }
      const replaced = await saveProductPictures(tx, storage, pictured, images, files)
      const picture_texts = pictureTexts(product, before)
      const product_category = await requireCategories(tx, fields.product_category)
      const written = { ...fields, product_category, product_desc, picture_texts, updated_at: now }
      await queries.updateProducts(tx, [number], written)
      if (stock) {
        await writeStock(tx, { sellerId, productId, change: stock, now, isFlashSale: before.flash_sale })
      }
      const listed = { ...before, seller_id: sellerId }
      await catalogChanged(
        tx,
        productChange(listed, { ...listed, ...fields, product_category: categoriesOfSlugs(product_category) }),
      )
      return { saved: await queries.readOwnProduct(tx, sellerId, productId), replaced }
    })
  })
}
