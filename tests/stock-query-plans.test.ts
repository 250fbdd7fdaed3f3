import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import type { Db } from '../db/tables.ts'
import { deleteOldCheckouts, endDueCheckouts } from '../server/shop/stock/release-expired.ts'
import type { Checkout } from '../shared/checkouts/schema.ts'
import { signUp, type TestAccount } from './support/accounts.ts'
import { call } from './support/api.ts'
import { ExplainPlugin, nodesOf } from './support/explain-plugin.ts'
import { buying } from './support/stock.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { createTestDatabase } from './support/test-database.ts'

/** What is read by an index of these is read by it of a million, too: `PLAN_ROWS=1000000` shows it. */
const ROWS = Number(process.env.PLAN_ROWS ?? 30_000)
const FILL_MS = 180_000 + ROWS
/** Tables that grow with the marketplace: no statement may scan one of them. */
const BIG_TABLES = ['products', 'stock', 'stock_movements', 'checkouts', 'checkout_lines', 'cart_lines', 'users']

let market: TestApp
let explainer: ExplainPlugin
let plain: Db
let buyer: TestAccount
let seller: TestAccount

beforeAll(async () => {
  const database = await createTestDatabase()
  plain = connectDatabase(database.connection, { max: 1 })
  explainer = new ExplainPlugin(plain, { isPlanOnly: true })
  const watched = connectDatabase(database.connection, { max: 4 }).withPlugin(explainer)
  market = await createTestApp({ database, deps: { db: watched } })
  ;[buyer, seller] = [await signUp(market), await signUp(market, { role: 'seller' })]
  await fill()
}, FILL_MS)
afterAll(async () => {
  await market.deps.db.destroy()
  await plain.destroy()
  await market.close()
})

/** A market in which every product is counted, and every buyer had a checkout. */
async function fill(): Promise<void> {
  const numbers = sql`generate_series(1, ${ROWS}) number`
  const statements = [
    sql`set statement_timeout = 0`,
    sql`update counters set last_number = ${ROWS}`,
    sql`insert into users (email, created_at) select number || '@example.com', now() from ${numbers}`,
    sql`insert into products (product_number, seller_id, product_name, product_price, featured_image, product_desc, product_category)
      select number, case when number % 100 = 0 then ${seller.user_id}::uuid else ${buyer.user_id}::uuid end, 'lamp ' || number,
        9.99, '/x', '<p>x</p>', array['Toys'] from ${numbers}`,
    sql`insert into stock (product_number, on_hand, counted_since) select number, number % 20, now() from ${numbers}`,
    sql`insert into stock_movements (product_number, change, on_hand_after, reason, created_at)
      select number, 1 + number % 20, 1 + number % 20, 'counted', now() from ${numbers}`,
    sql`insert into checkouts (buyer_id, checkout_state, shipping_address, payment_method, total_count, expires_at, created_at, ended_at)
      select id, 'expired', '{}', 'paypal', 9.99, now() - number * interval '1 minute', now(), now() - number * interval '1 minute'
      from ${numbers} join users on email = number || '@example.com'`,
    sql`insert into checkout_lines (checkout_id, line_number, product_number, product_name, unit_price, quantity)
      select checkout_id, 1, row_number() over (), 'lamp', 9.99, 1 from checkouts`,
    sql`insert into carts (user_id, updated_at) select id, now() from users on conflict do nothing`,
    sql`insert into cart_lines (user_id, product_number, quantity, created_at)
      select id, number, 1, now() from ${numbers} join users on email = number || '@example.com'`,
    sql`vacuum analyze`,
  ]
  for (const statement of statements) await statement.execute(plain)
}

const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, as: TestAccount, body?: object) =>
  call<Checkout>(market, method, path, { as, ...(body && { body }) })
const fillCart = async () => {
  await send('DELETE', '/api/cart', buyer)
  for (const product_id of ['PRD00019', 'PRD00239']) await send('POST', '/api/cart/items', buyer, { product_id })
}
const begin = async () => (await send('POST', '/api/checkouts', buyer, buying)).body.checkout_id

/** Each with what leads to it. */
const calls: [name: string, run: () => Promise<unknown>, status?: number][] = [
  ['adding to the cart', () => send('POST', '/api/cart/items', buyer, { product_id: 'PRD00059' }), 200],
  ['adding what is sold out', () => send('POST', '/api/cart/items', buyer, { product_id: 'PRD00020' }), 409],
  ['beginning a checkout', () => send('POST', '/api/checkouts', buyer, buying), 201],
  [
    'continuing it',
    async () => {
      await begin()
      return send('POST', '/api/checkouts', buyer, buying)
    },
    200,
  ],
  [
    'beginning another one',
    () =>
      send('POST', '/api/checkouts', buyer, { ...buying, shipping_address: { ...buying.shipping_address, city: 'Y' } }),
    201,
  ],
  ['reading a checkout', async () => send('GET', `/api/checkouts/${await begin()}`, buyer), 200],
  ['giving it up', async () => send('DELETE', `/api/checkouts/${await begin()}`, buyer), 204],
  ['ordering a checkout', async () => send('POST', `/api/checkouts/${await begin()}/order`, buyer), 201],
  ['ordering in one step', () => send('POST', '/api/orders', buyer, buying), 201],
  [
    'ordering in one step beside a checkout',
    async () => {
      await begin()
      return send('POST', '/api/orders', buyer, buying)
    },
    201,
  ],
  [
    'changing a stock',
    () => send('PUT', '/api/seller/products/PRD00100/stock', seller, { counted: true, change: 5, low_at: 3 }),
    200,
  ],
  ['reading a stock', () => send('GET', '/api/seller/products/PRD00100/stock', seller), 200],
  ['listing what is low', () => send('GET', '/api/seller/stock?state=low', seller), 200],
  ['ending what is due', () => endDueCheckouts(market.deps.db, new Date())],
  ['deleting what ended long ago', () => deleteOldCheckouts(market.deps.db, new Date(), 500)],
]

test.each(calls)('%s reads by indexes', async (_, run, status) => {
  await fillCart()
  explainer.clear()
  const response = await run()
  if (status) expect(response).toMatchObject({ status })
  await explainer.explain()
  expect(explainer.plans.length).toBeGreaterThan(0)
  for (const { query, root } of explainer.plans)
    for (const node of nodesOf(root))
      if (BIG_TABLES.includes(node['Relation Name'] ?? ''))
        expect(node['Node Type'], `${query}: ${node['Relation Name']}`).not.toBe('Seq Scan')
})
