import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Connection, connectDatabase } from '../db/connect.ts'
import type { Db } from '../db/tables.ts'
import { checkRows } from '../server/operate/check/check-invariants.ts'
import { JUST_FOR_YOU_COUNT } from '../shared/catalog/constants.ts'
import { CATEGORY_SLUGS } from '../shared/catalog/standard-categories.ts'
import { ORDER_STATES } from '../shared/orders/constants.ts'
import { createTestDatabase, type TestDatabase } from '../tests/support/test-database.ts'
import { demoAccounts, demoSellers } from './accounts.ts'
import { addProductsAndOrders } from './big/marketplace.ts'
import { READY_PICTURES } from './products.ts'
import { isSeeded } from './queries.ts'
import { seedDemoMarketplace } from './seed.ts'

const NOW = new Date('2031-05-20T12:00:00Z')
const DAY_MS = 86_400_000
const URL_PREFIX = '/storage/v1/object/public/'

interface Marketplace {
  connection: Connection
  db: Db
  folder: string
  log: string[]
  close(): Promise<void>
}

const opened: Marketplace[] = []

async function openMarketplace(): Promise<Marketplace> {
  const database: TestDatabase = await createTestDatabase()
  const db = connectDatabase(database.connection, { max: 10 })
  const folder = await mkdtemp(join(tmpdir(), 'openstall-demo-'))
  const close = async () => {
    await db.destroy()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  const marketplace = { connection: database.connection, db, folder, log: [], close }
  opened.push(marketplace)
  return marketplace
}

const optionsOf = ({ folder, log }: Marketplace) => ({
  picturesDir: folder,
  now: NOW,
  log: (line: string) => void log.push(line),
})

async function seed(marketplace: Marketplace, through = marketplace.db): Promise<void> {
  const avatarUrl = (email: string) => `/avatars/${email.length}.svg`
  await seedDemoMarketplace(through, { ...optionsOf(marketplace), avatarUrl })
}

/** Returns all rows in a fixed order, without password hashes, which are random. */
async function allRows({ db }: Marketplace): Promise<unknown[]> {
  const tables = await Promise.all([
    sql`select id, email, role, user_metadata, created_at from users order by email`.execute(db),
    sql`select * from products order by product_number`.execute(db),
    sql`select * from orders order by order_number`.execute(db),
    sql`select * from order_lines order by order_number, line_number`.execute(db),
    sql`select product.last_value as product, "order".last_value as order from product_numbers product, order_numbers "order"`.execute(
      db,
    ),
    sql`select * from seller_orders order by order_number, number`.execute(db),
    sql`select * from shipments order by shipment_number`.execute(db),
    sql`select * from shipment_lines order by shipment_number, line_number`.execute(db),
    sql`select * from order_returns order by return_number`.execute(db),
    sql`select * from order_return_lines order by return_number, line_number`.execute(db),
    sql`select * from order_events order by event_number`.execute(db),
    sql`select * from conversation_messages order by message_number`.execute(db),
    sql`select * from conversation_sides order by seller_id, order_number, side`.execute(db),
    sql`select * from stock order by product_number`.execute(db),
    sql`select product_number, change, on_hand_after, reason, order_number, by_user, created_at from stock_movements
      order by movement_number`.execute(db),
  ])
  return tables.map(({ rows }) => rows)
}

async function number(db: Db, query: string): Promise<number> {
  const { rows } = await sql<{ n: string | number }>`${sql.raw(query)}`.execute(db)
  return Number(rows[0]?.n)
}

let marketplace: Marketplace

beforeAll(async () => {
  marketplace = await openMarketplace()
  // Like twenty servers that start on one database: one of them seeds.
  const servers = Array.from({ length: 20 }, () => connectDatabase(marketplace.connection, { max: 1 }))
  await Promise.all(servers.map((server) => seed(marketplace, server)))
  await Promise.all(servers.map((server) => server.destroy()))
}, 300_000)
afterAll(async () => {
  for (const { close } of opened) await close()
})

describe('the demo marketplace', () => {
  test('was seeded by exactly one of many concurrent processes', async () => {
    expect(marketplace.log.filter((line) => line.includes('created in'))).toHaveLength(1)
    expect(await isSeeded(marketplace.db)).toBe(true)
  })

  test('has products in every category, from six sellers, some on flash sale', async () => {
    const products = await marketplace.db.selectFrom('products').selectAll().execute()
    expect(products.length).toBeGreaterThanOrEqual(160)
    expect(new Set(products.map(({ product_name }) => product_name)).size).toBe(products.length)
    expect(new Set(products.map(({ product_desc }) => product_desc)).size).toBe(products.length)
    expect(new Set(products.map(({ seller_id }) => seller_id)).size).toBe(6)
    expect(products.filter(({ flash_sale }) => flash_sale)).toHaveLength(12)
    for (const category of CATEGORY_SLUGS)
      expect(products.filter(({ product_category }) => product_category.includes(category)).length).toBeGreaterThan(9)
    const categoryCounts = new Set(products.map(({ product_category }) => product_category.length))
    expect([...categoryCounts].sort()).toEqual([1, 2, 3])
    for (const { product_desc } of products)
      expect(product_desc).toMatch(/^<p>.+<\/p>\n<p>.+<ul>(<li>.+<\/li>){3,}<\/ul>/s)
  })

  test('has sellers with texts about themselves, sanitized as the server would', async () => {
    const pages = await marketplace.db.selectFrom('seller_pages').select(['handle', 'about']).execute()
    expect(pages.map(({ handle }) => handle)).toContain('fern-oak-home')
    for (const { about } of pages) expect(about).toMatch(/^(?:<p>[^<>]+<\/p>)+$/)
  })

  test('has seller orders of the first seller for every view, with shipments and events', async () => {
    const { rows } = await sql<Record<string, number>>`
      select count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'confirmed') as confirmed,
        count(*) filter (where state = 'shipped') as shipped, count(*) filter (where state = 'delivered') as delivered,
        count(*) filter (where cancel_requested_at is not null) as asked,
        count(*) filter (where missing_at is not null) as missing,
        count(*) filter (where exists (
          select from order_returns
          where (order_returns.seller_id, order_returns.order_number) = (seller_order.seller_id, seller_order.order_number)
            and order_returns.state = 'requested'
        )) as returning,
        count(*) filter (where exists (
          select from order_returns
          where (order_returns.seller_id, order_returns.order_number) = (seller_order.seller_id, seller_order.order_number)
            and order_returns.sent_at is not null
        )) as coming_back,
        count(*) filter (where seller_order.state = 'confirmed' and exists (
          select from shipments
          where (shipments.seller_id, shipments.order_number) = (seller_order.seller_id, seller_order.order_number)
        )) as partly
      from (select seller_orders.*, (
        select max(missing_at) from shipments
        where (shipments.seller_id, shipments.order_number) = (seller_orders.seller_id, seller_orders.order_number)
      ) as missing_at from seller_orders) seller_order
      where seller_id = ${demoSellers['harbor-tech'].user_id}`.execute(marketplace.db)
    for (const [view, orders] of Object.entries(rows[0] ?? {})) expect([view, Number(orders)]).not.toEqual([view, 0])
    expect(await number(marketplace.db, 'select count(*) as n from order_events where not announced')).toBe(0)
  })

  test('has conversations of the first buyer and the first seller, some of them unread, without pending mails', async () => {
    for (const { email, role } of demoAccounts.filter(({ role }) => role !== 'admin')) {
      const { rows } = await sql<Record<string, number>>`
        select count(*) as conversations, count(*) filter (where unread > 0) as unread,
          count(*) filter (where mail_at is not null) as to_be_mailed
        from conversation_sides join users on users.id = user_id and email = ${email} and side = ${role}
      `.execute(marketplace.db)
      const found = Object.values(rows[0] ?? {}).map(Number)
      expect([role, found], String(found)).toEqual([
        role,
        [expect.toBeOneOf([3, 4, 5, 6]), expect.toBeOneOf([1, 2]), 0],
      ])
    }
    expect(
      await number(
        marketplace.db,
        `select count(*) as n from conversation_messages where created_at > '2031-05-20T12:00Z'`,
      ),
    ).toBe(0)
  })

  test('has hundreds of different review texts, none of them twice, and answers to critical ones', async () => {
    const reviews = await marketplace.db
      .selectFrom('reviews')
      .select(['rating', 'review_text', 'answer_text'])
      .execute()
    const written = reviews.filter(({ review_text }) => review_text !== '')
    expect(written.length).toBeGreaterThan(300)
    expect(new Set(written.map(({ review_text }) => review_text)).size).toBe(written.length)
    const answered = reviews.filter(({ answer_text }) => answer_text !== null)
    expect(answered.length).toBeGreaterThan(20)
    for (const { rating } of answered) expect(rating).toBeLessThan(4)
  })

  test('has 300 orders of the last 40 days in all states, numbered chronologically', async () => {
    const orders = await marketplace.db.selectFrom('orders').selectAll().orderBy('order_number').execute()
    expect(orders.map(({ order_number }) => Number(order_number))).toEqual(Array.from({ length: 300 }, (_, i) => i + 1))
    const times = orders.map(({ created_at }) => created_at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times[0]).toBeGreaterThan(NOW.getTime() - 40 * DAY_MS)
    expect(times.at(-1)).toBeLessThanOrEqual(NOW.getTime())
    expect(new Set(orders.map(({ order_state }) => order_state))).toEqual(new Set(ORDER_STATES))
    expect(orders.filter(({ order_state }) => order_state === 'delivered').length).toBeGreaterThan(200)
  })

  test('tracks the stock of a third of its products; scarce ones are not on the home page', async () => {
    const { db } = marketplace
    const stock = await db
      .selectFrom('stock')
      .innerJoin('products', 'products.product_number', 'stock.product_number')
      .select(['stock.product_number', 'stock_state', 'flash_sale', 'flash_start', 'on_hand'])
      .execute()
    const { length } = await db.selectFrom('products').select('product_number').execute()
    expect(stock.length / length).toBeCloseTo(1 / 3, 1)
    const numbersOf = (state: string) => stock.filter(({ stock_state }) => stock_state === state)
    expect(['low', 'out', 'backorder'].map((state) => numbersOf(state).length)).toEqual([2, 1, 1])
    for (const { stock_state, product_number, flash_sale } of stock)
      if (stock_state !== 'in') expect([flash_sale, Number(product_number) > JUST_FOR_YOU_COUNT]).toEqual([false, true])
    for (const { flash_sale, flash_start, on_hand } of stock)
      if (flash_sale) expect(flash_start).toBeGreaterThanOrEqual(on_hand)
  })

  test('has consistent totals, ids, units sold and numbers', async () => {
    const { db } = marketplace
    const wrongNumbers = `select (select last_value - max(product_number) from product_numbers, products group by last_value)
      + (select last_value - max(order_number) from order_numbers, orders group by last_value) as n`
    expect(await number(db, wrongNumbers)).toBe(0)
    expect(await checkRows(db)).toMatchObject({ findings: [] })
    expect(
      await number(
        db,
        'select count(*) as n from users left join identities on user_id = users.id where user_id is null',
      ),
    ).toBe(0)
  })

  test('has an account of each role that can sign in, and a buyer with orders in all states', async () => {
    expect(demoAccounts.map(({ role }) => role)).toEqual(['buyer', 'seller', 'admin'])
    for (const { email, role, password } of demoAccounts) {
      const user = await marketplace.db
        .selectFrom('users')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      expect(user.role).toBe(role)
      expect(user.email_confirmed_at).not.toBeNull()
      expect(await verify(user.password_hash ?? '', password)).toBe(true)
    }
    const states = await marketplace.db
      .selectFrom('orders')
      .innerJoin('users', 'users.id', 'buyer_id')
      .select('order_state')
      .distinct()
      .where('email', '=', demoAccounts[0]?.email ?? '')
      .execute()
    expect(states).toHaveLength(ORDER_STATES.length)
  })

  test('has a file for every picture, and no other file', async () => {
    const products = await marketplace.db
      .selectFrom('products')
      .select(['product_id', 'featured_image', 'other_images'])
      .execute()
    const wanted: string[] = []
    for (const { product_id, featured_image, other_images } of products) {
      expect(featured_image).toBe(`${URL_PREFIX}products/${product_id}/featured_image?full=960`)
      expect(other_images.length).toBeGreaterThanOrEqual(1)
      expect(other_images.length).toBeLessThanOrEqual(3)
      for (const url of [featured_image, ...other_images]) {
        wanted.push(url.slice(URL_PREFIX.length).replace('?full=960', ''))
      }
    }
    const entries = await readdir(marketplace.folder, { recursive: true, withFileTypes: true })
    const found = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    expect(found.sort()).toEqual(wanted.map((path) => join(marketplace.folder, path)).sort())
  })

  test('has ready-made pictures: WebP of 960 × 1200, no two alike, none unused, in less than 30 MB', async () => {
    const inUse = await readdir(join(marketplace.folder, 'products'), { recursive: true })
    const names = inUse.filter((name) => name.includes('/')).map((name) => `${name}.webp`)
    const ready = await readdir(READY_PICTURES, { recursive: true })
    expect(ready.filter((name) => name.includes('/')).sort()).toEqual(names.sort())
    const seen = new Set<string>()
    let bytes = 0
    for (const name of names) {
      const file = await readFile(join(READY_PICTURES, name))
      bytes += file.length
      seen.add(file.toString('base64'))
      const { format, width, height } = await sharp(file).metadata()
      expect({ name, format, width, height }).toEqual({ name, format: 'webp', width: 960, height: 1200 })
      expect(file.length).toBeLessThanOrEqual(110_000)
    }
    expect(bytes).toBeLessThan(30_000_000)
    expect(seen.size).toBe(names.length)
  })

  test('is not seeded again once it exists', async () => {
    const before = await allRows(marketplace)
    await seed(marketplace)
    expect(await allRows(marketplace)).toEqual(before)
  })

  test('leaves no rows when seeding fails, and a retry seeds the same marketplace', async () => {
    const second = await openMarketplace()
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise 'no lines today'; end $$`.execute(second.db)
    await sql`create trigger refuse before insert on order_lines execute function refuse()`.execute(second.db)
    await expect(seed(second)).rejects.toThrow('no lines today')
    expect(await isSeeded(second.db)).toBe(false)
    expect(await number(second.db, 'select (select count(*) from users) + (select count(*) from products) as n')).toBe(
      0,
    )
    await sql`drop trigger refuse on order_lines`.execute(second.db)
    await seed(second)
    expect(await allRows(second)).toEqual(await allRows(marketplace))
  }, 300_000)
})

describe('the big marketplace', () => {
  test('continues from the last numbers and is consistent', async () => {
    const big = await openMarketplace()
    const shares: number[] = []
    const progress = (share: number) => void shares.push(share)
    const options = { products: 600, orders: 200, now: NOW, progress, log: () => {} }
    await addProductsAndOrders(big.connection, options)
    await addProductsAndOrders(big.connection, options)
    expect(shares.at(-1)).toBe(1)
    expect(await number(big.db, 'select count(*) as n from products')).toBe(1200)
    expect(await number(big.db, 'select max(order_number) as n from orders')).toBe(400)
    expect(await number(big.db, `select nextval('product_numbers') + nextval('order_numbers') as n`)).toBe(1602)
    expect(
      await number(big.db, 'select count(distinct category) as n from products, unnest(product_category) category'),
    ).toBe(CATEGORY_SLUGS.length)
    expect(await number(big.db, `select count(*) as n from product_search`)).toBe(1200)
    expect(
      await number(
        big.db,
        'select (select sum(total_sales) from products) - (select sum(quantity) from order_lines) as n',
      ),
    ).toBe(0)
  })

  test('has the same figures that triggers would have counted', async () => {
    const [loaded, inserted] = [await openMarketplace(), await openMarketplace()]
    const options = { products: 200, orders: 300, now: NOW, progress: () => {}, log: () => {} }
    await addProductsAndOrders(loaded.connection, options)
    for (const table of FILLED) await copyTable(loaded, inserted, table)
    await sql`select add_up_figures(null)`.execute(inserted.db)
    for (const table of FIGURES) {
      const figuresOf = ({ db }: Marketplace) =>
        sql`select * from ${sql.table(table)} figure order by figure`.execute(db)
      const { rows } = await figuresOf(loaded)
      expect([table, rows.length > 0]).toEqual([table, true])
      expect((await figuresOf(inserted)).rows).toEqual(rows)
    }
  })
})

const FILLED = ['users', 'products', 'orders', 'order_lines']
const FIGURES = ['seller_orders', 'day_sums', 'product_sums']

/** Inserts the rows of a table into another marketplace, with the triggers that count them. */
async function copyTable(from: Marketplace, to: Marketplace, table: string): Promise<void> {
  const { rows } = await sql<{ all: unknown }>`select to_jsonb(one) as all from ${sql.table(table)} one`.execute(
    from.db,
  )
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(to.db)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.map(({ all }) => all))})`.execute(
    to.db,
  )
}
