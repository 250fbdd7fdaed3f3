import { setImmediate as nextTurn } from 'node:timers/promises'
import { inTransaction } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import type { CreateProduct, SellerProduct } from '../../../../shared/catalog/schema.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Storage } from '../../../programs/storage/storage.ts'
import { catalogChanged } from '../products/catalog-changes.ts'
import { productsEnter } from '../products/catalog-tags.ts'
import { productFormError } from '../products/errors.ts'
import * as queries from '../products/seller-queries.ts'
import { lockActiveSeller } from './apply-seller-state.ts'
import { writeStock } from './change-stock.ts'
import { cleanDetails } from './clean-details.ts'
import { nameFailedStep, type Step } from './failed-step.ts'
import { pictureTexts, saveProductPictures, withStagedFiles } from './product-pictures.ts'
import type { ProductForm } from './read-product-form.ts'
import { requireCategories } from './require-categories.ts'

interface Creation {
  sellerId: string
  now: Date
}

interface Deps {
  db: Db
  storage: Storage
  config: Pick<Config, 'maxProductsPerSeller'>
}

/**
 * Creates a product with pictures and stock in one transaction; removes unused files. Returns the product as its seller
 * edits it. Throws AppError 400 for a picture that is not in the form, 409 and 413 at the seller's limits, and an
 * AppError that names the step for an unexpected failure.
 */
export async function createProduct(deps: Deps, { form, ...by }: Creation & { form: ProductForm<CreateProduct> }) {
  const [product] = await createProducts(deps, { ...by, forms: [form] })
  if (!product) throw new Error('no product was created')
  return product
}

/** Creates several products in one transaction, or none. Returns and throws as `createProduct`. */
export function createProducts(
  { db, storage, config }: Deps,
  { sellerId, forms, now }: Creation & { forms: ProductForm<CreateProduct>[] },
): Promise<SellerProduct[]> {
  return nameFailedStep((enter) =>
    withStagedFiles(storage, allPictures(forms), async () => {
      const details: string[] = []
      for (const { product } of forms) {
        details.push(cleanDetails(product.product_desc))
        // Lets other requests run between long texts.
        await nextTurn()
      }
      const saved = await inTransaction(db, async (tx) => {
        enter('product_number')
        const is_hidden = await lockActiveSeller(tx, sellerId)
        const products: SellerProduct[] = []
        for (const [index, { product, files }] of forms.entries()) {
          const product_desc = details[index] ?? ''
          const picture_texts = pictureTexts(product)
          const row = { ...product, product_desc, picture_texts, seller_id: sellerId, is_hidden, created_at: now }
          products.push(await insertProduct(tx, row, { storage, files, enter, limit: config.maxProductsPerSeller }))
        }
        await catalogChanged(tx, productsEnter(products.map((product) => ({ ...product, seller_id: sellerId }))))
        return products
      })
      return { saved, replaced: [] }
    }),
  )
}

interface NewProduct {
  picture_texts: string[]
  seller_id: string
  is_hidden: boolean
  created_at: Date
}

interface SavedWith extends Pick<ProductForm<CreateProduct>, 'files'> {
  storage: Storage
  enter: (step: Step) => void
  limit: number
}

async function insertProduct(
  tx: Tx,
  { images, stock, ...row }: CreateProduct & NewProduct,
  { storage, files, enter, limit }: SavedWith,
): Promise<SellerProduct> {
  enter('product_number')
  await requireRoom(tx, row.seller_id, limit)
  const product_number = await queries.takeProductNumber(tx)
  enter('insert')
  const product_category = await requireCategories(tx, row.product_category)
  const product_id = await queries.insertProduct(tx, { ...row, product_category, product_number })
  enter('featured_image')
  await saveProductPictures(tx, storage, { product_id, seller_id: row.seller_id, present: [] }, images, files)
  enter('insert')
  if (stock) {
    const by = { sellerId: row.seller_id, now: row.created_at }
    await writeStock(tx, { ...by, productId: product_id, change: stock, isFlashSale: false })
  }
  return queries.readOwnProduct(tx, row.seller_id, product_id)
}

/** Throws AppError 409 at the seller's limit of products; blocks concurrent additions of the seller. */
export async function requireRoom(tx: Tx, sellerId: string, limit: number): Promise<void> {
  await queries.lockProductsOfSeller(tx, sellerId) // guard: seller-products-lock
  if ((await queries.countSellerProducts(tx, sellerId)) >= limit) throw productFormError('too_many_products', { limit })
}

/** Merges the pictures of several forms, prefixing their names, which may collide. */
function allPictures(forms: ProductForm<CreateProduct>[]) {
  const images = forms.flatMap(({ product }, index) => product.images.map((name) => `${index} ${name}`))
  const files = new Map(
    forms.flatMap((form, index) => Array.from(form.files, ([name, file]) => [`${index} ${name}`, file] as const)),
  )
  return { images, files }
}
