import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { CATEGORIES } from '../../../shared/catalog/categories.ts'
import { ExplainPlugin, nodesOf, rowsRead } from '../../../tests/support/explain-plugin.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'

const PRODUCTS = 30_000
/** Tables that grow with the marketplace: no query may scan one of them. */
const BIG_TABLES = ['products', 'product_listings']
/** The most rows of them that a query may read, however many there are. */
const MAX_ROWS_OF_A_LIST = 2_010
const MAX_ROWS_OF_A_SEARCH = 20_000

/** Each address with every parameter that leads to a different query or plan. */
const ADDRESSES = [
  '/api/products/flash-sale',
  '/api/products/just-for-you',
  '/api/products?ids=PRD00003,PRD29999,PRD00777',
  '/api/products/PRD00777',
  '/api/products/PRD00777/related',
  '/api/products/PRD00777/reviews',
  '/api/categories/all/products',
  '/api/categories/all/products?page=6000',
  '/api/categories/all/products?page=100',
  // Far from both ends of a list.
  '/api/categories/all/products?page=1500',
  '/api/categories/all/products?page=3000',
  '/api/categories/toys/products?page=300',
  '/api/categories/home/products',
  '/api/categories/home/products?page=20',
  '/api/categories/toys/products?page=1',
  '/api/categories/e/products?page=2',
  '/api/search',
  '/api/search?sort=price-low-high',
  '/api/search?sort=price-high-low&price=50-100&page=3',
  '/api/search?category=toys',
  '/api/search?q=lamp',
  '/api/search?q=zebra+rare',
  '/api/search?q=lamp&sort=price-high-low',
  '/api/search?q=lamp&category=home',
  '/api/search?q=e',
  '/api/search?q=zz',
  '/api/search?q=zz&sort=price-low-high',
  '/api/search?q=zz&category=toys',
  '/api/search?q=---',
  '/api/search?q=лампа',
  '/api/search?q=λάμπα&sort=price-low-high',
  '/api/search?q=電気スタンド&category=home',
  '/api/search?q=lamp&flash_sale=1&in_stock=1',
  '/api/search?q=lapm+bright',
  '/api/search?rating=4',
  '/api/search?rating=3&q=lamp&sort=price-low-high',
  '/api/search?rating=4&q=e&category=toys',
  '/api/search/facets?rating=3&q=lamp',
  '/api/search/facets',
  '/api/search/facets?q=lamp&price=50-100',
  '/api/search/facets?q=zebra+rare',
  '/api/suggestions?q=la',
  '/api/suggestions?q=bright+lam',
  '/api/suggestions?q=zebr',
]

let market: TestApp
let explainer: ExplainPlugin
let plain: Db
const routes: string[] = []

beforeAll(async () => {
  const database = await createTestDatabase()
  plain = connectDatabase(database.connection, { max: 1 })
  explainer = new ExplainPlugin(plain)
  const watched = connectDatabase(database.connection, { max: 2 }).withPlugin(explainer)
  market = await createTestApp({ database, deps: { db: watched, install } })
  await buildProduct({ db: plain }, { product_name: 'Zzyzx zebra rare', product_category: ['Toys'] })
  await sql`set statement_timeout = 0`.execute(plain)
  await sql`
    insert into products (product_number, seller_id, product_name, product_price, featured_image, product_desc,
      product_category, flash_sale)
    select number, (select id from users limit 1),
      (array['Bright','Quiet','Heavy','Light','Small'])[1 + number % 5] || ' ' ||
      (array['lamp','sofa','drill','robot','speaker','jacket','console'])[1 + number % 7] || ' ' || number,
      round((5 + number * 7919 % 30000 / 100.0)::numeric, 2), '/x', '<p>x</p>',
      case number % 3 when 0 then array[${sql.lit(CATEGORIES[7])}, ${sql.lit(CATEGORIES[8])}]
        else array[(${[...CATEGORIES]}::text[])[1 + number % 15]] end, number % 200 = 0
    from generate_series(2, ${PRODUCTS}) number`.execute(plain)
  // Most of them are rated with three stars or more, so that these are not few, but the first by name are not; few with four.
  await sql`
    insert into product_ratings (product_number, stars_3, stars_4)
    select product_number, (number % 20 > 0)::integer, 1 from (
      select product_number, row_number() over (order by search_name) as number from products
    ) named where number > 9000`.execute(plain)
  // An uncounted change, which pages must take into account.
  await sql`update products set product_name = 'Bright renamed' where product_number = 2`.execute(plain)
  await sql`vacuum analyze`.execute(plain)
})
/** Records the addresses of the catalog. */
async function install(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', ({ method, url }) => {
    if (method === 'GET' && /^\/api\/(products|categories|search)/.test(url)) routes.push(url)
  })
}
afterAll(async () => {
  await market.deps.db.destroy()
  await plain.destroy()
  await market.close()
})

test.each(ADDRESSES)('%s reads by an index, a bounded number of rows', async (address) => {
  explainer.clear()
  expect((await market.app.inject(address)).statusCode).toBe(200)
  await explainer.explain()
  expect(explainer.plans.length).toBeGreaterThan(0)
  const limit = /q=|rating=/.test(address) ? MAX_ROWS_OF_A_SEARCH : MAX_ROWS_OF_A_LIST
  for (const { query, root } of explainer.plans) {
    for (const node of nodesOf(root)) {
      if (!BIG_TABLES.includes(node['Relation Name'] ?? '')) continue
      expect(node['Node Type'], query).not.toBe('Seq Scan')
      expect(rowsRead(node), `${query}: ${node['Node Type']} on ${node['Relation Name']}`).toBeLessThanOrEqual(limit)
    }
  }
})

test('pages far from the ends of a list are those of a plain offset', async () => {
  const numbers = async (list: string, start: number) =>
    (
      await sql<{ id: string }>`select numbered_id('PRD', product_number) as id from product_listings
      where category = ${list} order by search_name, product_number offset ${start} limit 5`.execute(plain)
    ).rows.map(({ id }) => id)
  for (const [slug, list, page] of [
    ['all', 'All', 1_500],
    ['all', 'All', 3_000],
    ['toys', 'Toys', 300],
  ] as const) {
    const { body } = await market.app.inject(`/api/categories/${slug}/products?page=${page}`)
    const { products } = JSON.parse(body) as { products: { product_id: string }[] }
    expect(products.map(({ product_id }) => product_id)).toEqual(await numbers(list, (page - 1) * 5))
  }
})

// Frequent texts are read in the order of a list, rare ones by an index, and some are not where their frequency lets expect
// them: every way leads to the same products.
test.each(['e', 'igh', 'bright', 'lamp 1', 'rm', 'll s', 'peaker 29', '0', '77', 'small l', 'mall s', 't'])(
  '%s finds the first products in order, and counts up to a thousand',
  async (text) => {
    const ordersOf = { relevance: '(strpos(search_name, $1) <> 1), ', 'price-low-high': 'product_price, ' }
    for (const [sort, by] of Object.entries(ordersOf)) {
      const order = sql.raw(by.replace('$1', `'${text}'`))
      const { rows } = await sql<{ id: string; total: number }>`
      select numbered_id('PRD', product_number) as id, least(1000, count(*) over ()) as total from product_listings
      where category = 'All' and strpos(search_name, ${text}) > 0
      order by ${order} ${sort === 'relevance' ? sql`search_name,` : sql``} product_number limit 1000`.execute(plain)
      for (const page of [1, 100].filter((one) => rows.length >= one * 10)) {
        const { body } = await market.app.inject(`/api/search?q=${encodeURIComponent(text)}&sort=${sort}&page=${page}`)
        const { products, total } = JSON.parse(body) as { products: { product_id: string }[]; total: number }
        expect([sort, total, products.map(({ product_id }) => product_id)]).toEqual([
          sort,
          rows[0]?.total,
          rows.slice(page * 10 - 10, page * 10).map(({ id }) => id),
        ])
      }
    }
  },
)

test('a rating that many have filters as a scan of all products would', async () => {
  for (const [query, condition] of [
    ['', sql`true`],
    ['&q=quiet', sql`strpos(search_name, 'quiet') > 0`],
    ['&q=e&price_to=6', sql`strpos(search_name, 'e') > 0 and product_price <= 6`],
  ] as const) {
    const { rows } = await sql<{ id: string; total: number }>`
      select numbered_id('PRD', product_number) as id, least(1000, count(*) over ()) as total
      from product_listings join product_ratings using (product_number)
      where category = 'All' and rating_tenths >= 30 and ${condition} order by search_name, product_number limit 10`.execute(
      plain,
    )
    const { body } = await market.app.inject(`/api/search?rating=3${query}`)
    const { products, total } = JSON.parse(body) as { products: { product_id: string }[]; total: number }
    expect([query, total, products.map(({ product_id }) => product_id)]).toEqual([
      query,
      rows[0]?.total,
      rows.map(({ id }) => id),
    ])
  }
})

test('the list covers every address of the catalog', () => {
  const covered = ADDRESSES.map((address) =>
    address
      .split('?', 1)[0]
      ?.replace(/PRD\d+/, ':product_id')
      .replace(/categories\/[^/]+/, 'categories/:category'),
  )
  expect(routes.length).toBeGreaterThan(5)
  expect(routes.filter((route) => !covered.includes(route))).toEqual([])
})
