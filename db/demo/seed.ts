import { hash } from '@node-rs/argon2'
import { inTransaction } from '../connect.ts'
import type { Db, Tx } from '../tables.ts'
import { allDemoAccounts, DEMO_PASSWORD, demoBuyers, demoSellers, sellerTexts } from './accounts.ts'
import { insertConversations } from './conversation-queries.ts'
import { demoConversations } from './conversations.ts'
import { describe } from './describe.ts'
import { demoFulfilment } from './fulfilment.ts'
import * as fulfilment from './fulfilment-queries.ts'
import { assortmentOf, DAY_MS, generateOrders, type OrderBook } from './generate-orders.ts'
import { isSeeded } from './is-seeded.ts'
import { type PlaceOptions, pictureUrls, placePictures, type StoredPicture } from './pictures.ts'
import type { SellerKey } from './products/product.ts'
import { type ShelvedProduct, shelvedProducts } from './products/shelves.ts'
import * as queries from './queries.ts'
import { createRandom } from './random.ts'
import { demoReviews } from './reviews.ts'
import { demoStock } from './stock.ts'

/** As for every other account: see server/people/auth/passwords. */
const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const ORDERS = 300
const SEED = 20_260

/** The signal aborts the seeding: no rows remain, and the reason is thrown. */
export interface SeedOptions extends PlaceOptions {
  /** The parent of `products/{product_id}/`, where pictures are copied to. */
  picturesDir: string
  log: (message: string) => void
  /** The present time of the demo marketplace. */
  now: Date
  /** Returns an account's password, null for none; without it all have the published one. */
  passwordOf?: (email: string) => string | null
  /** Returns the URL of an account's avatar; without it the accounts have none. */
  avatarUrl?: (email: string) => string
}

/**
 * Seeds the demo marketplace into a database that never had products; does nothing on any other. Returns whether it seeded.
 * Several processes may call it at once: one seeds, the others wait. Pictures are copied first, and one transaction inserts all
 * rows, so that there is never an incomplete marketplace.
 */
export async function seedDemoMarketplace(db: Db, options: SeedOptions): Promise<boolean> {
  if (await isSeeded(db)) return false
  return queries.withFillingLock(db, async (session) => {
    if (await isSeeded(session)) return false
    options.log(`Demo: creating ${shelvedProducts.length} products and ${ORDERS} orders (once).`)
    const beganAt = performance.now()
    const [users, pictures] = await Promise.all([
      createUsers(options),
      placePictures(options.picturesDir, shelvedProducts, options),
    ])
    const book = demoOrders(options.now)
    const products = productRows(options, book)
    await inTransaction(session, (tx) => insertMarket(tx, { users, products, pictures, book, now: options.now }))
    await queries.analyze(session)
    options.log(`Demo: created in ${((performance.now() - beganAt) / 1000).toFixed(1)} s.`)
    return true
  })
}

async function insertMarket(
  tx: Tx,
  market: {
    users: queries.UserRow[]
    products: queries.ProductRow[]
    pictures: StoredPicture[]
    book: OrderBook
    now: Date
  },
): Promise<void> {
  await queries.allowLongStatements(tx)
  await queries.insertUsers(tx, market.users)
  await queries.describeSellers(tx, sellerDescriptions())
  await queries.insertProducts(tx, market.products)
  await queries.insertPictures(tx, market.pictures)
  await queries.raiseCounter(tx, 'product', market.products.length)
  // It also says how many units of each line are sent.
  const fulfilled = demoFulfilment(market.book, market.now)
  const { sellerOrders, shipments, returns, events } = fulfilled
  await queries.insertOrders(tx, market.book.orders)
  await queries.insertOrderLines(tx, market.book.lines)
  await queries.raiseCounter(tx, 'order', market.book.orders.length)
  await fulfilment.updateSellerOrders(tx, sellerOrders)
  await fulfilment.insertShipments(tx, shipments)
  await fulfilment.insertReturns(tx, returns)
  await fulfilment.insertEvents(tx, events)
  const { stock, movements } = demoStock(market.book, market.now)
  await queries.insertStock(tx, stock)
  await queries.insertMovements(tx, movements)
  await queries.insertReviews(tx, demoReviews(market.book, market.now))
  await insertConversations(tx, demoConversations(fulfilled, market.book.orders, market.now))
}

function sellerDescriptions() {
  return Object.entries(demoSellers).map(([key, { user_id }]) => ({
    seller_id: user_id,
    about: sellerTexts[key as SellerKey],
  }))
}

function createUsers({ now, avatarUrl, passwordOf }: SeedOptions): Promise<queries.UserRow[]> {
  const hashOf = async (email: string) => {
    const password = passwordOf ? passwordOf(email) : DEMO_PASSWORD
    return password === null ? null : hash(password, PASSWORD_COST)
  }
  return Promise.all(
    allDemoAccounts.map(async ({ user_id, email, role, display_name }, index) => ({
      id: user_id,
      email,
      role,
      password_hash: await hashOf(email),
      user_metadata: { display_name, ...(avatarUrl && { avatar_url: avatarUrl(email) }) },
      created_at: new Date(now.getTime() - (220 - index * 5) * DAY_MS),
    })),
  )
}

function demoOrders(now: Date): OrderBook {
  const offers = shelvedProducts.map(({ number, product_id, product }) => ({
    product_number: number,
    product_id,
    product_name: product.name,
    price_cents: Math.round(product.price * 100),
  }))
  return generateOrders(createRandom(SEED), {
    count: ORDERS,
    firstNumber: 1,
    offers: assortmentOf(offers),
    buyers: demoBuyers,
    now,
  })
}

function productRows(options: SeedOptions, { unitsSold }: OrderBook): queries.ProductRow[] {
  return shelvedProducts.map((shelved) => productRow(shelved, options, unitsSold.get(shelved.number) ?? 0))
}

function productRow(shelved: ShelvedProduct, { now }: SeedOptions, sold: number): queries.ProductRow {
  const { number, product, shelf } = shelved
  const seller = demoSellers[shelf.seller]
  const [featured_image = '', ...other_images] = pictureUrls(shelved)
  return {
    product_number: number,
    seller_id: seller.user_id,
    product_name: product.name,
    product_price: product.price.toFixed(2),
    featured_image,
    other_images,
    product_desc: describe(product, shelf.note, seller.display_name),
    product_category: [shelf.category, ...(product.also ?? [])],
    total_sales: sold,
    flash_sale: product.flash ?? false,
    created_at: new Date(now.getTime() - (260 - number) * DAY_MS),
  }
}
