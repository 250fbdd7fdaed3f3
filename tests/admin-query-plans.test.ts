import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import type { Db } from '../db/tables.ts'
import { callAuth, makeAdmin, type TestAccount } from './support/accounts.ts'
import { checkout } from './support/api.ts'
import { ExplainPlugin, nodesOf, rowsRead } from './support/explain-plugin.ts'
import { buildProduct } from './support/products.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { createTestDatabase } from './support/test-database.ts'

const PRODUCTS = 30_000
const ORDERS = 60_000
const USERS = 30_000
/** Tables that grow with the market: no query may read one of them whole. */
const BIG_TABLES = ['products', 'product_listings', 'orders', 'order_lines', 'admin_actions']

/** Each address, with the highest number of rows of the big tables that a query of it may read. */
const ADDRESSES: [string, number][] = [
  ['/api/admin/stats', 0],
  ['/api/admin/products', 20],
  // A page far from both ends is found by runs of at most a thousand.
  ['/api/admin/products?page=750', 1_020],
  ['/api/admin/products?page=1500', 20],
  ['/api/admin/products?page_size=100', 100],
  ['/api/admin/products?sort=price&direction=desc&page=3', 120],
  ['/api/admin/products?sort=name&page=500', 10_020],
  ['/api/admin/products?sort=id&direction=desc&page=2', 60],
  ['/api/admin/products?q=zebra&sort=price', 100],
  ['/api/admin/products?q=zebra', 100],
  ['/api/admin/products?q=zebra+rare', 100],
  // Matches are counted: each is in two lists.
  ['/api/admin/products?q=lamp', 10_000],
  // A text without trigrams: so many are tried, then an index finds the few.
  ['/api/admin/products?q=qz', 20_000],
  ['/api/admin/products?q=лампа', 20_000],
  ['/api/admin/orders', 20],
  ['/api/admin/orders?page=3000', 20],
  ['/api/admin/orders?page=1500', 20],
  ['/api/admin/orders?q=4', 20],
  ['/api/admin/orders?q=42', 20],
  ['/api/admin/orders?q=4242', 20],
  ['/api/admin/orders?q=ORD004', 20],
  ['/api/admin/orders?q=ORD00042', 20],
  ['/api/admin/orders?q=nothing', 0],
  ['/api/admin/orders/ORD00042', 100],
  // With filters up to 10,000 orders are counted, in the order of an index.
  ['/api/admin/orders?state=returned', 100],
  ['/api/admin/orders?state=pending', 3_100],
  // 3,000 newer orders are pending: they are passed by.
  ['/api/admin/orders?state=delivered&page=500', 13_100],
  ['/api/admin/orders?state=delivered&q=ORD0004', 30_000],
  ['/api/admin/orders?from=2000-01-01', 10_001],
  ['/api/admin/orders?to=2000-01-01', 20],
  ['/api/admin/orders?min=999&max=999', 100],
  ['/api/admin/orders?min=1', 10_100],
  ['/api/admin/orders?state=pending&min=999', 3_100],
  ['/api/admin/orders?buyer=4242%40example.com', 20],
  ['/api/admin/orders?buyer=person+1234', 20],
  ['/api/admin/orders?buyer=person', ORDERS],
  // Sorted: whole lists by an index, what is filtered among its matches.
  ['/api/admin/orders?sort=id&direction=asc&page=1500', 20],
  ['/api/admin/orders?sort=total', 20],
  ['/api/admin/orders?sort=total&direction=asc&page=500', 10_020],
  ['/api/admin/orders?sort=buyer', 20],
  ['/api/admin/orders?sort=buyer&direction=asc&page=3', 60],
  ['/api/admin/orders?state=delivered&sort=total', 13_100],
  ['/api/admin/users?sort=name', 40],
  ['/api/admin/users?sort=name&direction=asc&page=500', 10_020],
  ['/api/admin/users?sort=email&direction=asc', 100],
  ['/api/admin/users?sort=role', 40],
  ['/api/admin/users?sort=last_sign_in', 40],
  ['/api/admin/users?sort=state', 40],
  ['/api/admin/users?sort=state&direction=asc', 40],
  ['/api/admin/users?q=person+4242&sort=name', 100],
  ['/api/admin/users?role=admin&sort=name', 100],
  ['/api/admin/activity?sort=admin', 10_001],
  ['/api/admin/activity?sort=target&direction=asc', 10_001],
  ['/api/admin/activity', 10_001],
  ['/api/admin/activity?action=suspend_user', 20],
  ['/api/admin/activity?q=ORD00042', 20],
  ['/api/admin/activity?q=4242%40example.com', 20],
  ['/api/admin/activity?to=2001-01-01', 20],
  ['/api/admin/products?q=PRD00042', 20],
  ['/api/admin/products?seller=person+4242', 20],
  ['/api/admin/products?seller=person+4242&q=lamp', 20],
  ['/api/admin/products?seller=person', 20_000],
  ['/api/admin/users?q=person+4242', 100],
  ['/api/admin/users?q=qz', 20_000],
  ['/api/admin/users?q=лампа', 20_000],
  ['/api/admin/users?page=1500', 40],
  ['/api/admin/users', 20],
]

let market: TestApp
let admin: TestAccount
let explainer: ExplainPlugin
let plain: Db

beforeAll(async () => {
  const database = await createTestDatabase()
  plain = connectDatabase(database.connection, { max: 1 })
  explainer = new ExplainPlugin(plain)
  const watched = connectDatabase(database.connection, { max: 4 }).withPlugin(explainer)
  market = await createTestApp({ database, deps: { db: watched } })
  admin = await makeAdmin(market)
  await buildProduct({ db: plain }, { product_name: 'Zzyzx zebra rare', product_category: ['Toys'] })
  await sql`set statement_timeout = 0`.execute(plain)
  await sql`
    insert into products (product_number, seller_id, product_name, product_price, featured_image, product_desc,
      product_category)
    select number, (select id from users limit 1),
      (array['lamp','sofa','drill','robot','speaker','jacket','console'])[1 + number % 7] || ' ' || number,
      9.99, '/x', '<p>x</p>', array['Toys']
    from generate_series(2, ${PRODUCTS}) number`.execute(plain)
  await sql`
    insert into users (email, user_metadata, created_at)
    select number || '@example.com', jsonb_build_object('display_name', 'Person ' || number), now() - number * interval '1 s'
    from generate_series(1, ${USERS}) number`.execute(plain)
  await sql`
    insert into orders (order_number, buyer_id, total_count, products_id, shipping_address, payment_method, order_state,
      created_at)
    select number, case when number % 20 > 0 then (select id from users limit 1) else
        (select id from users where email = number / 20 || '@example.com') end,
      number % 1000, '["PRD00001"]', ${JSON.stringify(checkout.shipping_address)},
      'paypal',
      -- Few of the newest and most of the oldest are delivered, as in a real marketplace.
      case when number < 100 then 'returned' when number < ${ORDERS - 3_000} then 'delivered' else 'pending' end,
      now() - (${ORDERS} - number) * interval '1 min'
    from generate_series(1, ${ORDERS}) number`.execute(plain)
  await sql`
    insert into order_lines (order_number, line_number, product_number, product_name, unit_price, quantity)
    select number, 1, 1 + number % ${PRODUCTS}, 'Thing', 9.99, 1 from generate_series(1, ${ORDERS}) number`.execute(
    plain,
  )
  await sql`
    insert into admin_actions (admin_id, action, target, from_value, to_value, created_at)
    select ${admin.user_id}, 'order_state', numbered_id('ORD', number), 'pending', 'confirmed', now()
    from generate_series(1, ${ORDERS}) number`.execute(plain)
  await sql`vacuum analyze`.execute(plain)
})
afterAll(async () => {
  await market.deps.db.destroy()
  await plain.destroy()
  await market.close()
})

test.each(ADDRESSES)('%s reads by an index, at most %d rows', async (url, limit) => {
  explainer.clear()
  expect((await market.app.inject({ url, headers: admin.headers })).statusCode).toBe(200)
  await explainer.explain()
  expect(explainer.plans.length).toBeGreaterThan(0)
  const big = url.includes('/users') ? [...BIG_TABLES, 'users'] : BIG_TABLES
  // Counting all accounts reads an index of them, which is measured elsewhere.
  const plans = explainer.plans.filter(({ query }) => !/^select count\(\*\) as "accounts"/.test(query))
  for (const { query, root } of plans) {
    for (const node of nodesOf(root)) {
      if (!big.includes(node['Relation Name'] ?? '')) continue
      expect(node['Node Type'], query).not.toBe('Seq Scan')
      const most = Math.max(limit, 1)
      expect(rowsRead(node), `${query}: ${node['Node Type']} on ${node['Relation Name']}`).toBeLessThanOrEqual(most)
    }
  }
})

test('an account with a pending change of address is found by an index', async () => {
  explainer.clear()
  const body = { type: 'email_change', email: '4242@example.com' }
  expect((await callAuth(market, 'POST', '/resend', { body })).status).toBe(200)
  await explainer.explain()
  const nodes = explainer.plans.flatMap(({ root }) => nodesOf(root))
  const onUsers = nodes.filter((node) => node['Relation Name'] === 'users')
  expect(onUsers.length).toBeGreaterThan(0)
  expect(Math.max(...onUsers.map(rowsRead))).toBeLessThanOrEqual(1)
})

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test.each([
  ['products', 'o', numbers(PRODUCTS).filter((number) => number > 1 && [1, 3, 6].includes(number % 7))],
  ['users', 'person', numbers(USERS)],
  ['users', 'n', numbers(USERS)],
] as const)(
  'of %s, a search for %s shows the first 10,000 matches and says that there are more',
  async (list, q, all) => {
    const page = async (number: number) =>
      (await market.app.inject({ url: `/api/admin/${list}?q=${q}&page=${number}`, headers: admin.headers })).json()
    expect(all.length).toBeGreaterThan(10_000)
    for (const number of [1, 250, 500, 501]) {
      const { [list]: rows, ...about } = await page(number)
      expect(about).toEqual({ total: 10_000, total_is_exact: false, page: number, page_size: 20 })
      const found = rows.map((row: Record<string, string>) => (row.product_id ?? row.email)?.match(/\d+/)?.[0])
      const expected = number > 500 ? [] : all.slice((number - 1) * 20, number * 20)
      expect(found.map(Number)).toEqual(expected)
    }
  },
)
