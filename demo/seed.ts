import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { inTransaction } from '../db/connect.ts'
import type { Db, Tables, Tx } from '../db/tables.ts'
import { identiconPath } from '../server/people/accounts/identicon.ts'
import { closeSetup } from '../server/people/accounts/queries.ts'
import { systemClock } from '../server/platform/config/clock.ts'
import type { Config } from '../server/platform/config/config.ts'
import { isOnLoopback } from '../server/platform/config/loopback.ts'
import { EVERYTHING } from '../server/platform/data/cache.ts'
import type { Secrets } from '../server/platform/keys/secrets.ts'
import { openBlobs, requireStore } from '../server/programs/storage/open-blobs.ts'
import { catalogChanged } from '../server/shop/catalog/products/catalog-changes.ts'
import { allDemoAccounts, DEMO_PASSWORD, demoAccounts, demoBuyers, demoSellers } from './accounts.ts'
import { demoConversations, demoReviews, demoStock } from './aftermath.ts'
import { byTime, demoFulfilment, type Parcel } from './fulfilment.ts'
import { assortmentOf, DAY_MS, generateOrders, type OrderBook } from './orders.ts'
import { passwordsText, randomPasswords } from './passwords.ts'
import {
  describe,
  PICTURE_WIDTH,
  pictureNames,
  pictureUrls,
  READY_PICTURES,
  type ShelvedProduct,
  shelvedProducts,
} from './products.ts'
import * as queries from './queries.ts'
import { createRandom } from './random.ts'

/** The same as in server/people/auth/passwords. */
const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const SEED = 20_260
const ALL = { products: shelvedProducts.length, orders: 300 }
/** Three products per shelf: enough for every page, and seeded in a moment. */
const FEW = { products: 45, orders: 60 }
/** With a remote file store each file is a request. */
const PLACED_AT_ONCE = 8

/** The signal aborts seeding: no rows remain, and its reason is thrown. */
export interface SeedOptions {
  /** The parent of `products/{product_id}/`, where pictures are copied to. */
  picturesDir: string
  log: (message: string) => void
  /** The demo marketplace's current time. */
  now: Date
  isSmall?: boolean | undefined
  /** Returns an account's password, null for none; without it all have the published one. */
  passwordOf?: (email: string) => string | null
  /** Returns the URL of an account's avatar; without it there are none. */
  avatarUrl?: (email: string) => string
  /** Moves a local file to the store as `blob`; without it, pictures stay below `picturesDir`. */
  movePicture?: (blob: string, file: string) => Promise<void>
  signal?: AbortSignal | undefined
}

/**
 * Seeds the demo marketplace into a database without products, and its pictures into the file store. If others than
 * this machine can reach the marketplace, one account per role gets a random password, which is logged once.
 */
export async function seedDemo(
  db: Db,
  config: Config,
  { secrets, ...options }: Pick<SeedOptions, 'log' | 'signal' | 'isSmall'> & { secrets: Secrets },
): Promise<void> {
  if (await queries.isSeeded(db)) return
  const { blobs } = openBlobs(config)
  const passwords = isOnLoopback(config) ? undefined : randomPasswords(demoAccounts.map(({ email }) => email))
  try {
    await requireStore(blobs)
    const seeded = await seedDemoMarketplace(db, {
      ...options,
      ...(passwords && { passwordOf: (email) => passwords.get(email) ?? null }),
      ...(config.s3 && { movePicture: (blob, file) => blobs.put(blob, file) }),
      picturesDir: join(config.dataDir, 'files'),
      now: systemClock(),
      avatarUrl: (email) => identiconPath(secrets, email),
    })
    if (seeded && passwords) options.log(passwordsText(passwords))
    await inTransaction(db, (tx) => catalogChanged(tx, [EVERYTHING]))
  } finally {
    blobs.close()
  }
}

/**
 * Seeds the demo marketplace into a database that never had products; otherwise does nothing. Returns whether it
 * seeded. Of concurrent processes one seeds and the others wait. Pictures are copied first, and one transaction inserts
 * all rows, so that the marketplace is never incomplete.
 */
export async function seedDemoMarketplace(db: Db, options: SeedOptions): Promise<boolean> {
  return queries.withFillingLock(db, async (session) => {
    if (await queries.isSeeded(session)) return false
    const counts = options.isSmall ? FEW : ALL
    const products = shelvedProducts.slice(0, counts.products)
    options.log(`Demo: creating ${counts.products} products and ${counts.orders} orders (once).`)
    const beganAt = performance.now()
    const [users, pictures] = await Promise.all([makeUsers(options), placePictures(products, options)])
    const book = demoOrders(products, counts.orders, options.now)
    await inTransaction(session, async (tx) => {
      await queries.allowLongStatements(tx)
      await queries.insertUsers(tx, users)
      // One of them is an admin.
      await closeSetup(tx)
      for (const [index, { user_id, page }] of Object.values(demoSellers).entries())
        await queries.describeSeller(tx, user_id, { ...page, awning: index })
      await queries.insertRows(
        tx,
        'products',
        products.map((one) => productRow(one, options.now, book)),
      )
      await queries.insertRows(tx, 'price_changes', reductions(products, options.now))
      await queries.insertRows(tx, 'storage_objects', pictures)
      await insertTrade(tx, products, book, options.now)
    })
    await queries.analyze(session)
    options.log(`Demo: created in ${((performance.now() - beganAt) / 1000).toFixed(1)} s.`)
    return true
  })
}

async function insertTrade(tx: Tx, products: readonly ShelvedProduct[], book: OrderBook, now: Date): Promise<void> {
  // Updates the sent units of lines as well.
  const fulfilled = demoFulfilment(book, now)
  const orders = book.orders.map((order) => ({ ...order, products_id: JSON.stringify(order.products_id) }))
  await queries.insertRows(tx, 'orders', orders)
  await queries.insertRows(tx, 'order_lines', book.lines)
  await queries.continueAfter(tx, { products: products.length, orders: book.orders.length })
  await queries.updateSellerOrders(tx, fulfilled.sellerOrders)
  await insertParcels(
    tx,
    { table: 'shipments', ofLines: 'shipment_lines', key: 'shipment_number' },
    fulfilled.shipments,
  )
  await insertParcels(
    tx,
    { table: 'order_returns', ofLines: 'order_return_lines', key: 'return_number' },
    fulfilled.returns,
  )
  await queries.insertRows(tx, 'order_events', fulfilled.events)
  const { stock, movements } = demoStock(products, book, now)
  await queries.insertRows(tx, 'stock', stock)
  await queries.insertRows(tx, 'stock_movements', movements)
  await queries.insertRows(tx, 'reviews', demoReviews(book, now))
  await insertConversations(tx, demoConversations(fulfilled, book, now))
}

async function insertParcels(
  tx: Tx,
  { table, ofLines, key }: { table: keyof Tables; ofLines: keyof Tables; key: string },
  parcels: readonly Parcel[],
): Promise<void> {
  const numbers = await queries.insertNumbered(
    tx,
    table,
    parcels.map(({ row }) => row),
    key,
  )
  const lines = parcels.flatMap(({ row: { order_number }, lines }, index) =>
    lines.map((line) => ({ [key]: numbers[index], order_number, ...line })),
  )
  await queries.insertRows(tx, ofLines, lines)
  for (const [index, { events }] of parcels.entries()) for (const { facts } of events) facts[key] = numbers[index]
}

/** Unread messages are marked as announced and mailed, because they are in the past. */
async function insertConversations(tx: Tx, talks: ReturnType<typeof demoConversations>): Promise<void> {
  const keyOf = ({ seller_id, order_number }: { seller_id: string; order_number: number }) => ({
    seller_id,
    order_number,
  })
  await queries.insertRows(
    tx,
    'conversations',
    talks.map(({ number, messages, ...talk }) => ({ ...keyOf(talk), number, messages: messages.length })),
  )
  const messages = talks.flatMap((talk) => talk.messages).sort(byTime)
  const numbers = await queries.insertNumbered(tx, 'conversation_messages', messages, 'message_number')
  const numberOf = new Map<string | undefined, unknown>(
    messages.map(({ message_id }, index) => [message_id, numbers[index]]),
  )
  const sides = talks.flatMap(({ messages: said, unread, buyer_id, ...talk }) =>
    (['buyer', 'seller'] as const).map((side) => {
      const [last, count] = [said.at(-1), said.length]
      const left = last?.by_role === side ? 0 : unread
      return {
        ...keyOf(talk),
        side,
        user_id: side === 'buyer' ? buyer_id : talk.seller_id,
        last_message: numberOf.get(last?.message_id),
        read_to: count - left,
        unread: left,
        mailed_to: count,
      }
    }),
  )
  await queries.insertRows(tx, 'conversation_sides', sides)
}

function makeUsers({ now, avatarUrl, passwordOf = () => DEMO_PASSWORD }: SeedOptions): Promise<object[]> {
  // Many accounts share the published password: hashing is slow.
  const hashes = new Map<string, Promise<string>>()
  const hashOf = (password: string) => {
    const hashed = hashes.get(password) ?? hash(password, PASSWORD_COST)
    hashes.set(password, hashed)
    return hashed
  }
  return Promise.all(
    allDemoAccounts.map(async ({ user_id, email, role, display_name }, index) => {
      const password = passwordOf(email)
      return {
        id: user_id,
        email,
        role,
        password_hash: password === null ? null : await hashOf(password),
        user_metadata: { display_name, ...(avatarUrl && { avatar_url: avatarUrl(email) }) },
        created_at: new Date(now.getTime() - (220 - index * 5) * DAY_MS),
      }
    }),
  )
}

function demoOrders(products: readonly ShelvedProduct[], count: number, now: Date): OrderBook {
  const offers = products.map(({ number, product_id, product, shelf }) => ({
    product_number: number,
    product_id,
    seller_id: demoSellers[shelf.seller].user_id,
    product_name: product.name,
    price_cents: Math.round(product.price * 100),
  }))
  const request = { count, firstNumber: 1, offers: assortmentOf(offers), buyers: demoBuyers, now }
  return generateOrders(createRandom(SEED), request)
}

function productRow(shelved: ShelvedProduct, now: Date, { unitsSold }: OrderBook) {
  const { number, product, shelf } = shelved
  const seller = demoSellers[shelf.seller]
  const [featured_image, ...other_images] = pictureUrls(shelved)
  const created_at = new Date(now.getTime() - (260 - number) * DAY_MS)
  return {
    product_number: number,
    seller_id: seller.user_id,
    product_name: product.name,
    product_price: product.price.toFixed(2),
    featured_image,
    other_images: JSON.stringify(other_images),
    product_desc: describe(shelved, seller.display_name),
    product_category: [shelf.category, ...(product.also ?? [])],
    total_sales: unitsSold.get(number) ?? 0,
    flash_sale: product.flash ?? false,
    created_at,
    updated_at: created_at,
  }
}

/** Former prices of products in the flash sale, as shares of their price. */
const SHARES_BEFORE = [1.25, 1.15, 1.4, 1.2]

/** The price changes with which the flash sale began, three days ago. */
function reductions(products: readonly ShelvedProduct[], now: Date) {
  return products
    .filter(({ product }) => product.flash)
    .map(({ number, product: { price } }, index) => ({
      product_number: number,
      price_before: (Math.ceil(price * (SHARES_BEFORE[index % SHARES_BEFORE.length] ?? 1)) - 0.01).toFixed(2),
      price_after: price.toFixed(2),
      changed_at: new Date(now.getTime() - 3 * DAY_MS),
    }))
}

/**
 * Copies the products' pictures below `picturesDir`: `products/PRD00001/featured_image`; returns their rows in any order.
 * Replaces existing files, which an interrupted run may have left incomplete.
 */
async function placePictures(
  products: readonly ShelvedProduct[],
  { picturesDir, movePicture, signal }: SeedOptions,
): Promise<object[]> {
  const place = async (name: string) => {
    const blob = `products/${name}`
    const to = join(picturesDir, blob)
    const bytes = await readFile(join(READY_PICTURES, `${name}.webp`))
    await writeFile(to, bytes)
    await movePicture?.(blob, to)
    return bytes
  }
  await Promise.all(
    products.map(({ product_id }) => mkdir(join(picturesDir, 'products', product_id), { recursive: true })),
  )
  const waiting = products.flatMap((one) =>
    pictureNames(one).map((name) => ({ name, owner_id: demoSellers[one.shelf.seller].user_id })),
  )
  const placed: object[] = []
  const placer = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      signal?.throwIfAborted()
      const bytes = await place(next.name)
      placed.push({
        ...next,
        bucket_id: 'products',
        blob: `products/${next.name}`,
        size: bytes.length,
        mimetype: 'image/webp',
        cache_control: 'public, max-age=3600, must-revalidate',
        content_hash: createHash('sha256').update(bytes).digest('hex'),
        width: PICTURE_WIDTH,
      })
    }
  }
  await Promise.all(Array.from({ length: PLACED_AT_ONCE }, placer))
  return placed
}
