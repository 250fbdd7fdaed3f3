import { expect, test } from 'vitest'
import type { SellerProductPage } from '../../../shared/catalog/schema.ts'
import { signUp } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProducts, deleteProduct } from '../../../tests/support/products.ts'
import { buildStocked } from '../../../tests/support/stock.ts'

const market = await openForTests()
const seller = await signUp(market, { role: 'seller' })
const rival = await signUp(market, { role: 'seller' })
const facts = [
  { product_name: 'banana', product_price: 3 },
  { product_name: 'Cherry', product_price: 1 },
  { product_name: 'apple', product_price: 2 },
  { product_name: '100% Date', product_price: 2 },
  { product_name: 'deleted', product_price: 9 },
]
const own = await buildProducts(
  market,
  facts.map((one) => ({ ...one, seller_id: seller.user_id })),
)
await buildProducts(market, [{ product_name: 'rival’s apple', seller_id: rival.user_id }])
await deleteProduct(market, own[4]?.product_id as string)
for (const [index, total_sales] of [2, 7, 4, 0].entries())
  await market.db
    .updateTable('products')
    .set({ total_sales })
    .where('product_number', '=', own[index]?.product_number as number)
    .execute()

const list = (query = '', as = seller) => call<SellerProductPage>(market, 'GET', `/api/seller/products${query}`, { as })
const names = ({ body }: { body: SellerProductPage }) => body.products.map((product) => product.product_name)

test('shows the seller’s own products that are in the shop, in the order of creation', async () => {
  const { status, body, headers } = await list()
  expect([status, body.total, body.page, body.page_size]).toEqual([200, 4, 1, 20])
  expect(names({ body })).toEqual(['banana', 'Cherry', 'apple', '100% Date'])
  expect(body.products[1]).toEqual({
    product_id: expect.stringMatching(/^PRD\d{5}$/),
    product_name: 'Cherry',
    product_price: 1,
    featured_image: expect.any(String),
    total_sales: 7,
    flash_sale: false,
    sales_amount: 7,
    reversed_units: 0,
  })
  expect(headers['cache-control']).toBe('no-store')
  expect(names(await list(`?q=${own[1]?.product_id.toLowerCase()}`))).toEqual(['Cherry'])
})

test.each([
  ['number', ['banana', 'Cherry', 'apple', '100% Date']],
  ['name', ['100% Date', 'apple', 'banana', 'Cherry']],
  ['price', ['Cherry', 'apple', '100% Date', 'banana']],
  ['orders', ['100% Date', 'banana', 'apple', 'Cherry']],
  ['sales', ['100% Date', 'banana', 'Cherry', 'apple']],
])('sorts by %s in both directions', async (sort, rising) => {
  expect(names(await list(`?sort=${sort}`))).toEqual(rising)
  expect(names(await list(`?sort=${sort}&direction=desc`))).toEqual(rising.toReversed())
})

test('is exported as CSV, with names that a spreadsheet does not evaluate', async () => {
  const shop = await signUp(market, { role: 'seller' })
  const stocked = await buildStocked(market, shop, { set: 5 }, { product_name: '=1+1', product_price: 2.5 })
  await market.db
    .updateTable('products')
    .set({ weight_grams: 1_500, delivery_kind: 'none' })
    .where('product_id', '=', stocked.product_id)
    .execute()
  await buildProducts(
    market,
    Array.from({ length: 1_001 }, (_, index) => ({ seller_id: shop.user_id, product_name: `Part ${index}` })),
  )
  const { body } = await market.app.inject({ url: '/api/seller/products.csv', headers: shop.headers })
  const lines = body.trimEnd().split('\r\n')
  expect(lines[1]).toBe(`${stocked.product_id},'=1+1,2.50,0,0.00,5,0,0,1500,Digital or a service`)
  expect(lines[2]).toMatch(/^PRD\d{5},Part 0,9\.99,0,0\.00,,,0,,Needs delivery$/)
  expect(new Set(lines.slice(1).map((line) => line.slice(0, 8))).size).toBe(1_002)
})

test('has pages of twenty', async () => {
  const big = await signUp(market, { role: 'seller' })
  await buildProducts(
    market,
    Array.from({ length: 45 }, (_, index) => ({ seller_id: big.user_id, product_name: `No. ${index + 1}` })),
  )
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?page=${page}&direction=desc`, big)))
  expect(pages.map(({ body }) => body.total)).toEqual([45, 45, 45, 45])
  const all = pages.flatMap(names)
  expect(pages.map(({ body }) => body.products.length)).toEqual([20, 20, 5, 0])
  expect(all).toEqual(Array.from({ length: 45 }, (_, index) => `No. ${45 - index}`))
})
