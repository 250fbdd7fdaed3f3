import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SellerStats } from '../../shared/stats/schema.ts'
import { signUp, type TestAccount } from '../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../tests/support/api.ts'
import { buildProduct, deleteProduct, type TestProduct } from '../../tests/support/products.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

const DAY_MS = 86_400_000
const TODAY = new Date('2026-03-10T00:30:00Z')

let now = TODAY
let market: TestApp
beforeAll(async () => {
  market = await createTestApp({ deps: { clock: () => now } })
})
afterAll(() => market.close())

const statsOf = async (as: TestAccount) => {
  now = TODAY
  // Signs in again: earlier sessions have expired.
  return (await call<SellerStats>(market, 'GET', '/api/seller/stats', { as })).body
}

/** Inserts an order of these quantities, placed `daysAgo` days before today. */
async function order(daysAgo: number, lines: [TestProduct, number][]): Promise<void> {
  now = new Date(TODAY.getTime() - daysAgo * DAY_MS)
  const buyer = await signUp(market)
  for (const [{ product_id }, quantity] of lines) await addToCart(market, buyer, product_id, quantity)
  const { status } = await call(market, 'POST', '/api/orders', { as: buyer, body: checkout })
  now = TODAY
  expect(status).toBe(201)
}

test('a seller without products has no sales on thirty days', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const stats = await statsOf(seller)
  expect(stats).toMatchObject({ product_count: 0, total_sales: 0, total_profit: 0, units_sold: 0, best_sellers: [] })
  expect(stats.last_30_days_sales).toHaveLength(30)
  expect(stats.last_30_days_sales.at(0)).toEqual({ date: '2026-02-09', sales: 0 })
  expect(stats.last_30_days_sales.at(-1)).toEqual({ date: '2026-03-10', sales: 0 })
})

test('counts own products, sums price × units at present prices, keeps 90%, and shows each day at the prices paid', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const rival = await signUp(market, { role: 'seller' })
  const own = { seller_id: seller.user_id }
  const lamp = await buildProduct(market, { ...own, product_price: 19.99, product_name: 'lamp' })
  const cup = await buildProduct(market, { ...own, product_price: 0.35, product_name: 'cup' })
  await buildProduct(market, { ...own, product_name: 'unsold' })
  const theirs = await buildProduct(market, { seller_id: rival.user_id, product_price: 500 })
  await order(30, [[lamp, 50]])
  await order(29, [[lamp, 1]])
  await order(1, [
    [lamp, 2],
    [theirs, 1],
  ])
  await order(0, [
    [cup, 3],
    [lamp, 1],
  ])
  await order(0, [[cup, 4]])
  await market.db
    .updateTable('products')
    .set({ product_price: '20.00' })
    .where('product_id', '=', lamp.product_id)
    .execute()

  const stats = await statsOf(seller)
  expect(stats).toMatchObject({ product_count: 3, units_sold: 61, total_sales: 1082.45, total_profit: 974.21 })
  const sold = stats.last_30_days_sales.filter(({ sales }) => sales > 0)
  expect(sold).toEqual([
    { date: '2026-02-09', sales: 19.99 },
    { date: '2026-03-09', sales: 39.98 },
    { date: '2026-03-10', sales: 22.44 },
  ])
  expect(
    stats.best_sellers.map(({ product_name, total_sales, sales_amount }) => [product_name, total_sales, sales_amount]),
  ).toEqual([
    ['lamp', 54, 1080],
    ['cup', 7, 2.45],
  ])

  await deleteProduct(market, cup.product_id)
  expect(await statsOf(seller)).toMatchObject({ product_count: 2, units_sold: 54, total_sales: 1080 })
  expect((await statsOf(rival)).total_sales).toBe(500)
})
