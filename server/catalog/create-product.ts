import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import type { SaveProduct, SellerProduct } from '../../shared/seller/schema.ts'
import type { Storage } from '../storage/storage.ts'
import { cleanDetails } from './clean-details.ts'
import { tellingStep } from './failed-step.ts'
import { saveProductPictures, savingFiles } from './product-pictures.ts'
import type { ProductForm } from './read-product-form.ts'
import * as queries from './seller-queries.ts'

export interface NewProduct {
  sellerId: string
  form: ProductForm<SaveProduct>
  now: Date
}

/**
 * Puts a new product with its pictures into the shop: all of it, in one transaction that also takes the next number, or
 * nothing; files that found no use are removed. Throws AppError 400 when a picture is named that is not in the form, and
 * names the step when one fails unforeseen.
 */
export async function createProduct(
  { db, storage }: { db: Db; storage: Storage },
  { sellerId, form: { product, files }, now }: NewProduct,
): Promise<SellerProduct> {
  const { images, product_desc: html, ...facts } = product
  return tellingStep((enter) =>
    savingFiles(storage, { images, files }, async () => {
      const product_desc = cleanDetails(html)
      const saved = await inTransaction(db, async (tx) => {
        enter('product_number')
        const product_number = await queries.takeProductNumber(tx)
        enter('insert')
        const row = { ...facts, product_desc, product_number, seller_id: sellerId, created_at: now }
        const product_id = await queries.insertProduct(tx, row)
        enter('featured_image')
        await saveProductPictures(tx, { product_id, seller_id: sellerId, present: [] }, images, files)
        enter('insert')
        return queries.readOwnProduct(tx, sellerId, product_id)
      })
      return { saved, replaced: [] }
    }),
  )
}
