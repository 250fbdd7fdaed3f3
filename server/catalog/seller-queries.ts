import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../db/tables.ts'
import type { SellerProductSort, SortDirection } from '../../shared/seller/constants.ts'
import type { SellerProduct, SellerProductRow } from '../../shared/seller/schema.ts'
import { contains } from '../platform/contains-queries.ts'
import { productNotFound } from './errors.ts'

const SORT_KEYS: Record<SellerProductSort, RawBuilder<unknown>> = {
  number: sql`product_number`,
  name: sql`search_name`,
  price: sql`product_price`,
  orders: sql`total_sales`,
  sales: sql`product_price * total_sales`,
}

/** How many products a seller has in the shop whose name contains `text`; `''` counts all. */
export async function countStallProducts(db: Db, sellerId: string, text: string): Promise<number> {
  const { products } = await stall(db, sellerId, text)
    .select(sql<number>`count(*)`.as('products'))
    .executeTakeFirstOrThrow()
  return products
}

/** A page of a seller's products in the shop whose names contain `text`. */
export async function listStallProducts(
  db: Db,
  sellerId: string,
  page: { text: string; sort: SellerProductSort; direction: SortDirection; limit: number; offset: number },
): Promise<SellerProductRow[]> {
  const direction = page.direction === 'desc' ? sql`desc` : sql`asc`
  const order = sql`${SORT_KEYS[page.sort]} ${direction}, product_number ${direction}`
  const rows = await stall(db, sellerId, page.text)
    .select(['product_id', 'product_name', 'product_price', 'featured_image', 'total_sales', 'flash_sale'])
    .select(sql<string>`product_price * total_sales`.as('sales_amount'))
    .orderBy(order)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map((row) => ({
    ...row,
    product_price: Number(row.product_price),
    sales_amount: Number(row.sales_amount),
  }))
}

function stall(db: Db, sellerId: string, text: string): SelectQueryBuilder<Tables, 'products', object> {
  return db
    .selectFrom('products')
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
    .$if(text !== '', (some) => some.where(contains(sql`search_name`, text)))
}

/** What a seller has of a product; undefined when it is not the seller's own or not in the shop. */
export async function findOwnProduct(db: Db, sellerId: string, productId: string): Promise<SellerProduct | undefined> {
  const row = await own(db, sellerId, productId).executeTakeFirst()
  return row && toSellerProduct(row)
}

/** The same, of a product that was just written. Throws productNotFound when its seller was suspended meanwhile. */
export async function readOwnProduct(tx: Tx, sellerId: string, productId: string): Promise<SellerProduct> {
  return toSellerProduct(await own(tx, sellerId, productId).executeTakeFirstOrThrow(productNotFound))
}

/** The same, locked until the transaction ends; undefined when it is not the seller's own or not in the shop. */
export async function lockOwnProduct(tx: Tx, sellerId: string, productId: string): Promise<SellerProduct | undefined> {
  const row = await own(tx, sellerId, productId).forNoKeyUpdate().executeTakeFirst()
  return row && toSellerProduct(row)
}

function toSellerProduct(row: Omit<SellerProduct, 'product_price'> & { product_price: string }): SellerProduct {
  return { ...row, product_price: Number(row.product_price) }
}

function own(db: Db | Tx, sellerId: string, productId: string) {
  return db
    .selectFrom('products')
    .select(['product_id', 'product_name', 'product_price', 'product_desc', 'product_category'])
    .select(['featured_image', 'other_images', 'total_sales', 'flash_sale', 'revision'])
    .where('product_id', '=', productId)
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
}

/** The next product number; the counter stays locked until the transaction ends, so none is skipped or used twice. */
export async function takeProductNumber(tx: Tx): Promise<number> {
  const { last_number } = await tx
    .updateTable('counters')
    .set({ last_number: sql`last_number + 1` })
    .where('name', '=', 'product')
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number
}

/** What the columns of a product hold that its seller fills. */
export interface ProductFacts {
  product_name: string
  product_price: number
  product_desc: string
  product_category: string[]
}

/** Puts a product into the shop, as yet without pictures; answers its id. */
export async function insertProduct(
  tx: Tx,
  product: ProductFacts & { product_number: number; seller_id: string; created_at: Date },
): Promise<string> {
  const { product_id } = await tx
    .insertInto('products')
    .values({
      ...product,
      product_price: product.product_price.toFixed(2),
      featured_image: '',
      updated_at: product.created_at,
    })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  return product_id
}

/** Writes the addresses of a product's pictures, the featured one first. */
export async function setPictures(tx: Tx, productId: string, [featured = '', ...others]: string[]): Promise<void> {
  await tx
    .updateTable('products')
    .set({ featured_image: featured, other_images: JSON.stringify(others) })
    .where('product_id', '=', productId)
    .execute()
}

/** Writes a seller's edit of a product that is locked, and raises its revision. */
export async function updateProduct(
  tx: Tx,
  productId: string,
  { updated_at, ...facts }: ProductFacts & { updated_at: Date },
): Promise<void> {
  await tx
    .updateTable('products')
    .set({
      ...facts,
      product_price: facts.product_price.toFixed(2),
      updated_at,
      revision: sql`revision + 1`,
    })
    .where('product_id', '=', productId)
    .execute()
}

/** Hides a seller's product for good, and takes its pictures off it. Answers whether there was one. */
export async function hideProduct(tx: Tx, productId: string, sellerId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('products')
    .set({ deleted_at: now, updated_at: now, featured_image: '', other_images: '[]' })
    .where('product_id', '=', productId)
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** At most `limit` products that were deleted before `time` and still have pictures, locked; none that others work on. */
export async function lockDeletedWithPictures(tx: Tx, time: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('products')
    .select('product_id')
    .where('deleted_at', '<', time)
    .where('featured_image', '<>', '')
    // Those come back with their seller.
    .where('hidden_with_seller', '=', false)
    .orderBy('deleted_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ product_id }) => product_id)
}
