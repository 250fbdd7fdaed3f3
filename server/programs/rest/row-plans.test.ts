import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { CATEGORIES } from '../../../shared/catalog/categories.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { ExplainPlugin, nodesOf, rowsRead } from '../../../tests/support/explain-plugin.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'

const PRODUCTS = 12_000
const ORDERS = 12_000
const BIG_TABLES = ['products', 'product_listings', 'orders']
/** What a filter is applied to at most, and the row that shows that there are more. */
const MAX_ROWS_READ = 10_001
/** An index of pieces of names also finds names that only look alike. */
const MAX_NAMES_READ = 20_000

let market: TestApp
let explainer: ExplainPlugin
let plain: Db
let admin: TestAccount
let buyer: TestAccount
let seller: TestAccount

beforeAll(async () => {
  const database = await createTestDatabase()
  plain = connectDatabase(database.connection, { max: 1 })
  explainer = new ExplainPlugin(plain)
  const watched = connectDatabase(database.connection, { max: 2 }).withPlugin(explainer)
  market = await createTestApp({ database, deps: { db: watched } })
  ;[buyer, seller, admin] = await Promise.all([signUp(market), signUp(market, { role: 'seller' }), makeAdmin(market)])
  await sql`set statement_timeout = 0`.execute(plain)
  await sql`
    insert into products (product_number, seller_id, product_name, product_price, featured_image, product_desc,
      product_category, flash_sale)
    select number, case when number % 400 = 0 then ${seller.user_id}::uuid else ${admin.user_id}::uuid end,
      (array['lamp','sofa','drill','robot','speaker','jacket','console'])[1 + number % 7] || ' ' || number,
      round((5 + number * 7919 % 30000 / 100.0)::numeric, 2), '/x', '<p>x</p>',
      array[(${[...CATEGORIES]}::text[])[1 + number % 15]], number % 200 = 0
    from generate_series(1, ${PRODUCTS}) number`.execute(plain)
  await sql`
    insert into orders (order_number, buyer_id, total_count, products_id, shipping_address, payment_method, created_at)
    select number, case when number % 200 = 0 then ${buyer.user_id}::uuid else ${admin.user_id}::uuid end,
      number % 100, '["PRD00001"]', '{}', 'paypal', now() - make_interval(mins => ${ORDERS} - number)
    from generate_series(1, ${ORDERS}) number`.execute(plain)
  await sql`vacuum analyze`.execute(plain)
})
afterAll(async () => {
  await market.deps.db.destroy()
  await plain.destroy()
  await market.close()
})

/** Each filter and order with the status that it gets; `exact` counts the rows too. */
const READS: [address: string, status: number, exact: number][] = [
  ['products', 200, 206],
  ['products?order=product_id.desc&limit=5', 200, 206],
  ['products?offset=9000&limit=10', 200, 206],
  ['products?product_id=gt.PRD11000&limit=10', 200, 206],
  ['products?product_id=in.(PRD00001,PRD11999)&order=total_sales', 200, 200],
  ['products?seller_id=eq.{seller}&order=total_sales.desc,product_price', 200, 200],
  ['products?seller_id=eq.{seller}&product_name=ilike.*lamp*&product_price=gt.50', 200, 200],
  ['products?flash_sale=is.true&order=product_name', 200, 200],
  ['products?product_category=cs.{Toys}&order=product_name&limit=5', 200, 206],
  ['products?product_category=cs.{Toys}&order=total_sales.desc&limit=5', 200, 206],
  ['products?product_category=cs.{Toys}&product_price=lt.100&limit=5', 200, 206],
  ['products?product_price=gte.100&product_price=lt.120&order=product_price.desc&limit=5', 200, 206],
  ['products?product_price=lt.0', 200, 200],
  ['products?order=product_price.desc&limit=5', 200, 206],
  ['products?order=product_price,product_id&limit=5', 200, 206],
  ['products?product_name=ilike.*robot+1*&limit=5', 200, 206],
  ['products?product_name=ilike.*robot*&order=product_price&limit=5', 200, 206],
  ['products?product_name=ilike.*zebra*', 200, 200],
  ['products?product_name=ilike.*zz*', 200, 200],
  ['products?product_name=ilike.*+*&limit=5', 200, 400],
  ['products?or=(flash_sale.is.true,product_price.lt.6)&limit=5', 200, 400],
  ['products?total_sales=gt.0', 400, 400],
  ['products?order=total_sales.desc', 400, 400],
  ['products?order=product_price,product_name', 400, 400],
  ['products?product_name=not.ilike.*o*&order=total_sales', 400, 400],
  ['products?product_id=not.is.null&order=total_sales', 400, 400],
  ['orders?limit=5', 200, 206],
  ['orders?order_id=lt.ORD01000&limit=5', 200, 206],
  ['orders?buyer_id=eq.{buyer}&order=total_count.desc', 200, 200],
  ['orders?order=created_at&limit=5', 200, 206],
  ['orders?created_at=gte.{yesterday}&order=created_at&limit=5', 200, 206],
  ['orders?created_at=gte.{yesterday}&order_state=eq.delivered', 200, 200],
  ['orders?order_id=ilike.*11*&limit=5', 200, 400],
  ['orders?order_state=eq.delivered', 400, 400],
  ['orders?order=total_count.desc', 400, 400],
  ['orders?products_id=cs.{PRD00002}', 400, 400],
]
const sent = (address: string) =>
  `/rest/v1/${address}`
    .replace('{seller}', seller.user_id)
    .replace('{buyer}', buyer.user_id)
    .replace('{yesterday}', new Date(Date.now() - 86_400_000).toISOString())

test.each(READS)('%s reads a bounded number of rows, or is refused', async (address, status, exact) => {
  for (const [count, expected] of [
    [undefined, status],
    ['exact', exact],
    ['estimated', undefined],
    ['planned', undefined],
  ] as const) {
    explainer.clear()
    const headers = { apikey: market.deps.secrets.apiKey, ...(count && { prefer: `count=${count}` }) }
    const response = await call(market, 'GET', sent(address), { as: admin, headers })
    const wanted = expected ?? (status === 400 ? 400 : expect.toBeOneOf([200, 206]))
    expect([count, response.status, response.body]).toEqual([count, wanted, expect.anything()])
    await explainer.explain()
    const most = address.includes('product_name=') ? MAX_NAMES_READ : MAX_ROWS_READ
    for (const { query, root } of explainer.plans) {
      for (const node of nodesOf(root)) {
        if (!BIG_TABLES.includes(node['Relation Name'] ?? '')) continue
        expect(
          rowsRead(node),
          `${count} ${query}: ${node['Node Type']} on ${node['Relation Name']}`,
        ).toBeLessThanOrEqual(most)
      }
    }
  }
})

test('a buyer’s own orders are read by their index', async () => {
  const headers = { apikey: market.deps.secrets.apiKey, prefer: 'count=exact' }
  const response = await call<object[]>(market, 'GET', '/rest/v1/orders?order=total_count&limit=5', {
    as: buyer,
    headers,
  })
  expect([response.status, response.headers['content-range']]).toEqual([206, `0-4/${ORDERS / 200}`])
})
