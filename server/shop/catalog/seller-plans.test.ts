import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { MAX_VIEW_COUNT } from '../../../shared/fulfilment/constants.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { ExplainPlugin, nodesOf, rowsRead } from '../../../tests/support/explain-plugin.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'

/** The seller has one in twenty of the products and is in about one in ten of the orders. */
const PRODUCTS = 20_000
const OWN_PRODUCTS = PRODUCTS / 20
const ORDERS = 10_000
/** Tables that grow with the marketplace: no query may scan one of them. */
const BIG_TABLES = ['products', 'orders', 'order_lines', 'seller_orders']
/** The most rows a list in the order of an index may read: earlier pages are skipped in the index. */
const FEW = 150

/** The most rows read of each big table. Sums, searches and sort orders that sales change read the seller's own products. */
const ADDRESSES: [address: string, rows: number][] = [
  ['/api/seller/stats', OWN_PRODUCTS],
  ['/api/seller/products', OWN_PRODUCTS],
  ['/api/seller/products?sort=name&direction=desc', OWN_PRODUCTS],
  ['/api/seller/products?sort=price&page=2', OWN_PRODUCTS],
  ['/api/seller/products?sort=orders&direction=desc', OWN_PRODUCTS],
  ['/api/seller/products?sort=sales', OWN_PRODUCTS],
  ['/api/seller/products?q=lamp+7', OWN_PRODUCTS],
  ['/api/seller/products/PRD00020', FEW],
  // The seller's page in the shop: the count is of index entries.
  ['/api/sellers/seller', FEW],
  ['/api/sellers/seller/products', OWN_PRODUCTS],
  ['/api/sellers/seller/products?page=50', OWN_PRODUCTS],
  ['/api/sellers/seller/products?page=50&sort=price-high-low', OWN_PRODUCTS],
  // The views are counted up to a bound.
  ['/api/seller/orders', MAX_VIEW_COUNT],
  ['/api/seller/orders?page=3', MAX_VIEW_COUNT],
  ['/api/seller/orders?q=ORD0099', MAX_VIEW_COUNT],
  ['/api/seller/orders/ORD00010', FEW],
]

let market: TestApp
let explainer: ExplainPlugin
let plain: Db
let seller: TestAccount

beforeAll(async () => {
  const database = await createTestDatabase()
  plain = connectDatabase(database.connection, { max: 1 })
  explainer = new ExplainPlugin(plain)
  market = await createTestApp({
    database,
    deps: { db: connectDatabase(database.connection, { max: 2 }).withPlugin(explainer) },
  })
  seller = await signUp(market, { role: 'seller' })
  const rival = await signUp(market, { role: 'seller' })
  await sql`set statement_timeout = 0`.execute(plain)
  await sql`
    insert into products (product_number, seller_id, product_name, product_price, featured_image, product_desc,
      product_category, total_sales)
    select number, case when number % 20 = 0 then ${seller.user_id}::uuid else ${rival.user_id}::uuid end,
      'lamp ' || number, 9.99, '/x', '<p>x</p>', array['Toys'], number % 77
    from generate_series(1, ${PRODUCTS}) number`.execute(plain)
  await sql`
    insert into orders (order_number, buyer_id, total_count, products_id, shipping_address, payment_method)
    select number, ${rival.user_id}, 19.98, '["PRD00001"]',
      '{"fullName":"","address":"","city":"","postalCode":"","country":""}', 'paypal'
    from generate_series(1, ${ORDERS}) number`.execute(plain)
  await sql`
    insert into order_lines (order_number, line_number, product_number, product_name, unit_price, quantity)
    select number, line, 1 + (number + line * 1009) % ${PRODUCTS}, 'lamp', 9.99, 1
    from generate_series(1, ${ORDERS}) number, generate_series(1, 2) line`.execute(plain)
  await sql`vacuum analyze`.execute(plain)
})
afterAll(async () => {
  await market.deps.db.destroy()
  await plain.destroy()
  await market.close()
})

test.each(ADDRESSES)('%s reads by an index, at most %d rows of a table', async (address, limit) => {
  explainer.clear()
  expect((await market.app.inject({ url: address, headers: seller.headers })).statusCode).toBe(200)
  await explainer.explain()
  expect(explainer.plans.length).toBeGreaterThan(0)
  for (const { query, root } of explainer.plans) {
    for (const node of nodesOf(root)) {
      if (!BIG_TABLES.includes(node['Relation Name'] ?? '')) continue
      expect(node['Node Type'], query).not.toBe('Seq Scan')
      expect(rowsRead(node), `${query}: ${node['Node Type']} on ${node['Relation Name']}`).toBeLessThanOrEqual(limit)
    }
  }
})
