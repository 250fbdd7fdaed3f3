import { setImmediate as nextTurn } from 'node:timers/promises'
import { inTransaction } from '../../../../db/connect.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import { categoriesOfSlugs } from '../../../../shared/catalog/categories.ts'
import { RESTORE_SECONDS } from '../../../../shared/catalog/constants.ts'
import type { CreateProduct, EditProduct, SellerProduct } from '../../../../shared/catalog/schema.ts'
import { secondsBefore } from '../../../platform/config/clock.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Match } from '../../../platform/data/lock-matching.ts'
import type { Storage } from '../../../programs/storage/storage.ts'
import { releaseExpired } from '../../stock/sell-queries.ts'
import {
  catalogChanged,
  productChange,
  productNumberOf,
  productsEnter,
  productsLeave,
} from '../products/catalog-changes.ts'
import { productError, productFormError } from '../products/errors.ts'
import * as queries from '../products/seller-queries.ts'
import { lockActiveSeller } from './apply-seller-state.ts'
import { writeStock } from './change-stock.ts'
import { cleanDetails, requireCategories } from './checked-fields.ts'
import { nameFailedStep, type Step } from './failed-step.ts'
import { pictureTexts, saveProductPictures, withStagedFiles } from './product-pictures.ts'
import type { ProductForm } from './read-product-form.ts'

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
async function requireRoom(tx: Tx, sellerId: string, limit: number): Promise<void> {
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

interface ProductEdit {
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

interface OwnProduct {
  productId: string
  sellerId: string
  now: Date
}

/** Deletes a seller's product; its pictures follow when this can no longer be undone. Throws AppError 404. */
export function deleteProduct(db: Db, { productId, sellerId, now }: OwnProduct): Promise<void> {
  return inTransaction(db, async (tx) => {
    const deleted = await queries.deleteOwnProducts(tx, [productNumberOf(productId)], sellerId, now)
    if (!deleted.length) throw productError('product_not_found')
    await catalogChanged(tx, productsLeave(deleted))
  })
}

/** Undoes a seller's own deletion of the last minute; returns the product. Throws AppError 404, 409. */
export function restoreProduct(
  db: Db,
  { productId, sellerId, now }: OwnProduct,
  { maxProductsPerSeller: limit }: { maxProductsPerSeller: number },
): Promise<SellerProduct> {
  const since = secondsBefore(now, RESTORE_SECONDS)
  return inTransaction(db, async (tx) => {
    const isHidden = await lockActiveSeller(tx, sellerId)
    await requireRoom(tx, sellerId, limit)
    const restored = await queries.restoreOwnProduct(tx, productId, { sellerId, isHidden, since, now })
    if (!restored) throw productError('product_not_found')
    await catalogChanged(tx, productsEnter([restored]))
    return queries.readOwnProduct(tx, sellerId, productId)
  })
}
