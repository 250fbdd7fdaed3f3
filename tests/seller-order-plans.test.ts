import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import type { Db } from '../db/tables.ts'
import { signUp, type TestAccount } from './support/accounts.ts'
import { call, checkout } from './support/api.ts'
import { ExplainPlugin, nodesOf, rowsRead } from './support/explain-plugin.ts'
import { buildProduct } from './support/products.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { createTestDatabase } from './support/test-database.ts'

/** What is read by an index of these is read by it of a million, too: `PLAN_ROWS=1000000` shows it. */
const ORDERS = Number(process.env.PLAN_ROWS ?? 30_000)
/** Each of the views, with the highest number of rows that a query of it may read. */
const ADDRESSES: [string, number][] = [
  ['/api/seller/orders?view=accept', 10_100],
  ['/api/seller/orders?view=accept&page=400', 10_100],
  ['/api/seller/orders?view=send', 10_100],
  ['/api/seller/orders?view=sent', 10_100],
  ['/api/seller/orders?view=done', 10_100],
  ['/api/seller/orders?view=problem', 25_000],
  ['/api/seller/orders', 5_100],
  // By names and products the newest 10,000 are searched: every other order is another seller's.
  ['/api/seller/orders?q=kim', 20_100],
  ['/api/seller/orders?q=prd00001', 20_100],
  ['/api/seller/orders?q=nothing&view=accept', 10_100],
  ['/api/seller/orders?q=ORD00042', 1_100],
  ['/api/seller/conversations?q=kim', 100],
]

let market: TestApp
let seller: TestAccount
let explainer: ExplainPlugin
let plain: Db

beforeAll(async () => {
  const database = await createTestDatabase()
  plain = connectDatabase(database.connection, { max: 1 })
  explainer = new ExplainPlugin(plain)
  const watched = connectDatabase(database.connection, { max: 4 }).withPlugin(explainer)
  market = await createTestApp({ database, deps: { db: watched } })
  seller = await signUp(market, { role: 'seller' })
  const other = await signUp(market, { role: 'seller' })
  for (const { user_id } of [seller, other]) await buildProduct({ db: plain }, { seller_id: user_id })
  await sql`set statement_timeout = 0`.execute(plain)
  await sql`
    insert into orders (order_number, buyer_id, total_count, products_id, shipping_address, payment_method, created_at)
    select number, ${other.user_id}, 1, '["PRD00001"]', ${JSON.stringify(checkout.shipping_address)}, 'paypal', now()
    from generate_series(1, ${ORDERS}) number`.execute(plain)
  await sql`
    insert into order_lines (order_number, line_number, product_number, product_name, unit_price, quantity)
    select number, 1, 1 + number % 2, 'Thing', 1, 1 from generate_series(1, ${ORDERS}) number`.execute(plain)
  // Half of the orders are the seller's; all that are open are late.
  await sql`
    update seller_orders set ship_by = '2020-01-01',
      state = (array['pending', 'confirmed', 'shipped', 'delivered'])[1 + order_number / 2 % 4]`.execute(plain)
  await sql`
    insert into shipments (order_number, seller_id, state, carrier, sent_at, missing_at, request_id)
    select order_number, seller_id, 'sent', 'DHL', now(), case when order_number % 200 < 2 then now() end,
      gen_random_uuid()
    from seller_orders where state = 'shipped'`.execute(plain)
  await sql`
    insert into shipment_lines (shipment_number, order_number, line_number, quantity)
    select shipment_number, order_number, 1, 1 from shipments`.execute(plain)
  await sql`vacuum analyze`.execute(plain)
}, 180_000 + ORDERS)
afterAll(async () => {
  await market.deps.db.destroy()
  await plain.destroy()
  await market.close()
})

test('views of a seller with many orders are read by indexes', async () => {
  const wrong: string[] = []
  for (const [address, limit] of ADDRESSES) {
    explainer.clear()
    expect((await call(market, 'GET', address, { as: seller })).status, address).toBe(200)
    await explainer.explain()
    for (const { query, root } of explainer.plans)
      for (const node of nodesOf(root)) {
        const table = node['Relation Name'] ?? ''
        if (!['orders', 'order_lines', 'seller_orders', 'shipments'].includes(table)) continue
        if (node['Node Type'] === 'Seq Scan') wrong.push(`${address}: scans ${table}: ${query}`)
        if (rowsRead(node) > limit) wrong.push(`${address}: reads ${rowsRead(node)} of ${table}: ${query}`)
      }
  }
  expect(wrong).toEqual([])
})
