import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import type { SaveProduct, SellerProduct } from '../../shared/catalog/schema.ts'
import { takeNumber } from '../data/counter-queries.ts'
import type { Storage } from '../storage/storage.ts'
import { requireActiveSeller } from './apply-suspension.ts'
import { catalogChanged } from './catalog-changes.ts'
import { cleanDetails } from './clean-details.ts'
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
 * Returns the product as its seller edits it. Throws AppError 400 when a picture is named that is not in the form, and an
 * AppError that names the step for an unexpected failure.
 */
export async function createProduct(
  { db, storage }: { db: Db; storage: Storage },
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
        enter('insert')
        const row = { ...fields, product_desc, product_number, seller_id: sellerId, created_at: now }
        const product_id = await queries.insertProduct(tx, row)
        enter('featured_image')
        await saveProductPictures(tx, { product_id, seller_id: sellerId, present: [] }, images, files)
        enter('insert')
        await catalogChanged(tx)
        return queries.readOwnProduct(tx, sellerId, product_id)
      })
      return { saved, replaced: [] }
    }),
  )
}
