import { randomUUID } from 'node:crypto'
import { CATEGORIES } from '../../shared/catalog/categories.ts'
import { inTransaction } from '../connect.ts'
import type { Db, Tx } from '../tables.ts'
import { demoBuyers } from './accounts.ts'
import { describe } from './describe.ts'
import { DAY_MS, generateOrders, type OrderBook } from './generate-orders.ts'
import { inventName, inventPriceCents } from './invent.ts'
import { pictureUrls } from './pictures.ts'
import { productIdOf, shelvedProducts } from './products/shelves.ts'
import * as queries from './queries.ts'
import { createRandom, type Random } from './random.ts'

const SEED = 100_000
/** Rows for each statement. */
const BATCH = 5_000
const SELLERS = 200
const ORDERS_PER_BUYER = 10
/** Products and accounts are older than every order. */
const AGE_DAYS = 60
/** The share of products that have a second category. */
const SECOND_CATEGORY = 0.2
/** The share of products on flash sale. */
const FLASH_SALE = 0.0005

export interface BigMarketplaceOptions {
  products: number
  orders: number
  now: Date
  /** Called with the share of rows written so far, from 0 to 1. */
  progress: (share: number) => void
}

/**
 * Adds products and orders to a database, for measurements, in one transaction that locks the counters. Numbers continue
 * from the last ones; the pictures are those of the demo marketplace.
 */
export async function addProductsAndOrders(db: Db, options: BigMarketplaceOptions): Promise<void> {
  await queries.withFillingLock(db, async (session) => {
    await inTransaction(session, (tx) => insertAll(tx, options))
    await queries.analyze(session)
  })
}

async function insertAll(tx: Tx, options: BigMarketplaceOptions): Promise<void> {
  await queries.allowLongStatements(tx)
  const last = await queries.lockCounters(tx)
  const { users, products, book } = invent(options, last)
  const total = users.length + products.length + book.orders.length + book.lines.length
  let written = 0
  const write = async <Row>(insert: (tx: Tx, rows: readonly Row[]) => Promise<void>, rows: readonly Row[]) => {
    for (let start = 0; start < rows.length; start += BATCH) {
      const batch = rows.slice(start, start + BATCH)
      await insert(tx, batch)
      written += batch.length
      options.progress(written / total)
    }
  }
  await write(queries.insertUsers, users)
  await write(queries.insertProducts, products)
  await queries.raiseCounter(tx, 'product', last.product + products.length)
  await write(queries.insertOrders, book.orders)
  await write(queries.insertOrderLines, book.lines)
  await queries.raiseCounter(tx, 'order', last.order + book.orders.length)
}

function invent(
  { products: productCount, orders, now }: BigMarketplaceOptions,
  last: { product: number; order: number },
): { users: queries.UserRow[]; products: queries.ProductRow[]; book: OrderBook } {
  const random = createRandom(SEED + last.product)
  const since = new Date(now.getTime() - AGE_DAYS * DAY_MS)
  const sellers = Array.from({ length: SELLERS }, (_, index) => inventUser('seller', index, since))
  const buyers = Array.from({ length: Math.ceil(orders / ORDERS_PER_BUYER) }, (_, index) =>
    inventUser('buyer', index, since),
  )
  const products = Array.from({ length: productCount }, (_, index) =>
    inventProduct(random, last.product + index + 1, random.pick(sellers).id, since),
  )
  const offers = products.map(({ product_number, product_name, product_price }) => ({
    product_number,
    product_id: productIdOf(product_number),
    product_name,
    price_cents: Math.round(Number(product_price) * 100),
  }))
  const orderingBuyers = buyers.map(({ id }) => ({
    user_id: id,
    shipping_address: random.pick(demoBuyers).shipping_address,
  }))
  const book = generateOrders(random, {
    count: orders,
    firstNumber: last.order + 1,
    offers,
    buyers: orderingBuyers,
    now,
  })
  for (const product of products) product.total_sales = book.unitsSold.get(product.product_number) ?? 0
  return { users: [...sellers, ...buyers], products, book }
}

/** Returns a user without a password: hashing one for each would take longer than everything else. */
function inventUser(role: 'seller' | 'buyer', index: number, created_at: Date): queries.UserRow {
  const id = randomUUID()
  return {
    id,
    email: `${id}@big.openstall.example`,
    role,
    password_hash: null,
    user_metadata: { display_name: `${role === 'seller' ? 'Seller' : 'Buyer'} ${index + 1}` },
    created_at,
  }
}

function inventProduct(random: Random, number: number, seller_id: string, created_at: Date): queries.ProductRow {
  const category = random.pick(CATEGORIES)
  const second = random.next() < SECOND_CATEGORY ? random.pick(CATEGORIES) : category
  const models = shelvedProducts.filter(({ shelf }) => shelf.category === category)
  const model = random.pick(models)
  const [featured_image = '', ...other_images] = pictureUrls(model)
  return {
    product_number: number,
    seller_id,
    product_name: inventName(random, category),
    product_price: (inventPriceCents(random) / 100).toFixed(2),
    featured_image,
    other_images,
    product_desc: describe(model.product, model.shelf.note, 'a seller of this marketplace'),
    product_category: [...new Set([category, second])],
    total_sales: 0,
    flash_sale: random.next() < FLASH_SALE,
    created_at,
  }
}
