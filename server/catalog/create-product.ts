import { inTransaction } from '../../db/connect.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { SaveProduct, SellerProduct } from '../../shared/catalog/schema.ts'
import type { Config } from '../config/config.ts'
import { takeNumber } from '../data/counter-queries.ts'
import type { Storage } from '../storage/storage.ts'
import { requireActiveSeller } from './apply-suspension.ts'
import { catalogChanged } from './catalog-changes.ts'
import { cleanDetails } from './clean-details.ts'
import { tooManyProducts } from './errors.ts'
import { nameFailedStep } from './failed-step.ts'
import { saveProductPictures, withStagedFiles } from './product-pictures.ts'
import type { ProductForm } from './read-product-form.ts'
import * as queries from './seller-queries.ts'

export interface NewProduct {
  sellerId: string
  form: ProductForm<SaveProduct>
  now: Date
}

/**
 * Creates a product with its pictures in one transaction, which also takes the next number; unused files are removed.
 * Returns the product as its seller edits it. Throws AppError 400 when a picture is named that is not in the form, 409 and
 * 413 at the seller's limits, and an AppError that names the step for an unexpected failure.
 */
export async function createProduct(
  { db, storage, config }: { db: Db; storage: Storage; config: Pick<Config, 'maxProductsPerSeller'> },
  { sellerId, form: { product, files }, now }: NewProduct,
): Promise<SellerProduct> {
  const { images, product_desc: html, ...fields } = product
  return nameFailedStep((enter) =>
    withStagedFiles(storage, { images, files }, async () => {
      const product_desc = cleanDetails(html)
      const saved = await inTransaction(db, async (tx) => {
        enter('product_number')
        await requireActiveSeller(tx, sellerId)
        // guard: product-counter
        const product_number = await takeNumber(tx, 'product')
        await requireRoom(tx, sellerId, config.maxProductsPerSeller)
        enter('insert')
        const row = { ...fields, product_desc, product_number, seller_id: sellerId, created_at: now }
        const product_id = await queries.insertProduct(tx, row)
        enter('featured_image')
        await saveProductPictures(tx, storage, { product_id, seller_id: sellerId, present: [] }, images, files)
        enter('insert')
        await catalogChanged(tx)
        return queries.readOwnProduct(tx, sellerId, product_id)
      })
      return { saved, replaced: [] }
    }),
  )
}

/** To be called with the counter's lock, so that no two creations count at once. Throws AppError 409 at the limit. */
async function requireRoom(tx: Tx, sellerId: string, limit: number): Promise<void> {
  if ((await queries.countSellerProducts(tx, sellerId, '')) >= limit) throw tooManyProducts(limit)
}
