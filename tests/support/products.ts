import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction } from '../../db/connect.ts'
import type { Tx } from '../../db/tables.ts'
import { EVERYTHING } from '../../server/platform/data/cache.ts'
import { catalogChanged } from '../../server/shop/catalog/products/catalog-changes.ts'
import type { Product, SellerProduct, SellerProductPage } from '../../shared/catalog/schema.ts'
import { CATEGORY_NAMES, CATEGORY_SLUGS } from '../../shared/catalog/standard-categories.ts'
import type { TestApp } from './test-app.ts'

export interface TestProduct {
  product_id: string
  product_number: number
}

export interface ProductFacts {
  product_name?: string
  /** Dollars. */
  product_price?: number
  product_category?: string[]
  product_desc?: string
  flash_sale?: boolean
  seller_id?: string
  /** The address of a picture; by default one without a file. */
  featured_image?: string
}

/** Adds a product to the shop, with defaults for all other facts. */
export async function buildProduct({ db }: Pick<TestApp, 'db'>, facts: ProductFacts = {}): Promise<TestProduct> {
  const [product] = await buildProducts({ db }, [facts])
  if (!product) throw new Error('no product was made')
  return product
}

/** The number of products per statement: on a busy machine many more would exceed its timeout. */
const BATCH = 200

/** Adds several products to the shop, numbered in the given order. */
export async function buildProducts({ db }: Pick<TestApp, 'db'>, all: ProductFacts[]): Promise<TestProduct[]> {
  const sellerId = await anySeller(db)
  return changeCatalog({ db }, async (tx) => {
    const made: TestProduct[] = []
    for (let from = 0; from < all.length; from += BATCH)
      made.push(...(await insertProducts(tx, sellerId, all.slice(from, from + BATCH))))
    return made
  })
}

async function insertProducts(tx: Tx, sellerId: string, all: ProductFacts[]): Promise<TestProduct[]> {
  const { rows: taken } = await sql<{ number: number }>`
    select nextval('product_numbers') as number from generate_series(1, ${all.length}::int)`.execute(tx)
  const rows = all.map((facts, index) => {
    const number = taken[index]?.number as number
    const folder = `/storage/v1/object/public/products/PRD${String(number).padStart(5, '0')}`
    return {
      product_number: number,
      seller_id: facts.seller_id ?? sellerId,
      product_name: facts.product_name ?? `Thing ${number}`,
      product_price: (facts.product_price ?? 9.99).toFixed(2),
      featured_image: facts.featured_image ?? `${folder}/featured_image`,
      product_desc: facts.product_desc ?? '<p>Does what it should.</p>',
      product_category: (facts.product_category ?? ['Audio']).map(slugOf),
      flash_sale: facts.flash_sale ?? false,
    }
  })
  return tx.insertInto('products').values(rows).returning(['product_id', 'product_number']).execute()
}

const slugOf = (name: string) => CATEGORY_SLUGS.find((slug) => CATEGORY_NAMES[slug] === name) ?? name

/** Changes the catalog as a use case would: the change is announced. */
export function changeCatalog<T>({ db }: Pick<TestApp, 'db'>, change: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    const result = await change(tx)
    await catalogChanged(tx, [EVERYTHING])
    return result
  })
}

/** Changes the price of a product in dollars, as its seller would. */
export async function setPrice({ db }: Pick<TestApp, 'db'>, productId: string, dollars: number): Promise<void> {
  const price = dollars.toFixed(2)
  await changeCatalog({ db }, (tx) =>
    tx.updateTable('products').set({ product_price: price }).where('product_id', '=', productId).execute(),
  )
}

/** Deletes a product, as its seller would. */
export async function deleteProduct({ db }: Pick<TestApp, 'db'>, productId: string): Promise<void> {
  await changeCatalog({ db }, (tx) =>
    tx
      .updateTable('products')
      .set({ visibility: 'deleted', deleted_at: new Date() })
      .where('product_id', '=', productId)
      .execute(),
  )
}

async function anySeller(db: TestApp['db']): Promise<string> {
  const known = await db.selectFrom('users').select('id').where('role', '=', 'seller').limit(1).executeTakeFirst()
  if (known) return known.id
  const made = await db
    .insertInto('users')
    .values({ email: `${randomUUID()}@example.com`, role: 'seller' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Returns a seller's products as the product form shows them. */
export async function listOwnProducts(
  { app }: Pick<TestApp, 'app'>,
  { headers }: { headers: { authorization: string } },
): Promise<SellerProduct[]> {
  const list = await app.inject({ url: '/api/seller/products', headers })
  const { products } = list.json<SellerProductPage>()
  const all = products.map(({ product_id }) => app.inject({ url: `/api/seller/products/${product_id}`, headers }))
  return (await Promise.all(all)).map((response) => response.json<SellerProduct>())
}

/** Returns a product as on its page, without what rows of the table lack: its seller, and recent lower prices. */
export async function readRow({ app }: Pick<TestApp, 'app'>, product_id: string): Promise<Omit<Product, 'seller'>> {
  const shown = (await app.inject(`/api/products/${product_id}`)).json<Product>()
  const { seller, lowest_price_30_days, ...product } = shown
  if (!seller) throw new Error('the product has no seller')
  return { ...product, ...(product.flash_sale && { lowest_price_30_days }) }
}
