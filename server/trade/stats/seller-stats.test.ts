import { expect, test } from 'vitest'
import { ORDER_STATES } from '../../../shared/orders/constants.ts'
import type { OrderList } from '../../../shared/orders/schema.ts'
import type { SellerStats } from '../../../shared/stats/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { asSeller, orderOf } from '../../../tests/support/fulfilment.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import {
  buildProduct,
  buildProducts,
  deleteProduct,
  setPrice,
  type TestProduct,
} from '../../../tests/support/products.ts'
import { brokenRules } from '../../../tests/support/stock.ts'

const DAY_MS = 86_400_000
const TODAY = new Date('2026-03-10T00:30:00Z')

let now = TODAY
const market = await openForTests({ deps: { clock: () => now } })

const statsOf = async (as: TestAccount) => {
  now = TODAY
  // Signs in again, as earlier sessions have expired.
  return (await call<SellerStats>(market, 'GET', '/api/seller/stats', { as })).body
}

/** Places an order `daysAgo` days before today; its seller accepts it, so that it is not cancelled by time. */
async function order(seller: TestAccount, daysAgo: number, lines: [TestProduct, number][]): Promise<void> {
  now = new Date(TODAY.getTime() - daysAgo * DAY_MS)
  const { order_id } = await orderOf(market, await signUp(market), lines)
  now = TODAY
  expect((await asSeller(market, seller, order_id, 'confirm', { revision: 1 })).status).toBe(200)
}

test('a seller without products gets thirty days, each without sales', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const stats = await statsOf(seller)
  expect(stats).toMatchObject({ product_count: 0, total_sales: 0, total_profit: 0, units_sold: 0, best_sellers: [] })
  expect(stats.last_30_days_sales).toHaveLength(30)
  expect(stats.last_30_days_sales.at(0)).toEqual({ date: '2026-02-09', sales: 0, units: 0 })
  expect(stats.last_30_days_sales.at(-1)).toEqual({ date: '2026-03-10', sales: 0, units: 0 })
})

test('counts the seller’s products, sums price × units with a profit of 90%, and days at the prices paid', async () => {
  const [seller, rival] = await signUpAll(market, 'seller', 'seller')
  const own = { seller_id: seller.user_id }
  const lamp = await buildProduct(market, { ...own, product_price: 19.99, product_name: 'lamp' })
  const cup = await buildProduct(market, { ...own, product_price: 0.35, product_name: 'cup' })
  await buildProduct(market, { ...own, product_name: 'unsold' })
  const theirs = await buildProduct(market, { seller_id: rival.user_id, product_price: 500 })
  await order(seller, 30, [[lamp, 50]])
  await order(seller, 29, [[lamp, 1]])
  await order(seller, 1, [
    [lamp, 2],
    [theirs, 1],
  ])
  await order(seller, 0, [
    [cup, 3],
    [lamp, 1],
  ])
  await order(seller, 0, [[cup, 4]])
  await setPrice(market, lamp.product_id, 20)

  const stats = await statsOf(seller)
  expect(stats).toMatchObject({ product_count: 3, units_sold: 61, total_sales: 1082.45, total_profit: 974.21 })
  const sold = stats.last_30_days_sales.filter(({ sales }) => sales > 0)
  expect(sold).toEqual([
    { date: '2026-02-09', sales: 19.99, units: 1 },
    { date: '2026-03-09', sales: 39.98, units: 2 },
    { date: '2026-03-10', sales: 22.44, units: 8 },
  ])
  const { body: ranged } = await call<SellerStats>(market, 'GET', '/api/seller/stats?days=7', { as: seller })
  expect(ranged).toEqual({
    ...stats,
    range: { sales: stats.last_30_days_sales.slice(-7), previous: stats.last_30_days_sales.slice(-14, -7) },
  })
  expect(stats.previous_30_days_sales).toHaveLength(30)
  expect(stats.previous_30_days_sales.at(-1)).toEqual({ date: '2026-02-08', sales: 999.5, units: 50 })
  expect(
    stats.best_sellers.map(({ product_name, total_sales, sales_amount }) => [product_name, total_sales, sales_amount]),
  ).toEqual([
    ['lamp', 54, 1080],
    ['cup', 7, 2.45],
  ])

  await deleteProduct(market, cup.product_id)
  expect(await statsOf(seller)).toMatchObject({
    product_count: 2,
    units_sold: 54,
    total_sales: 1080,
    // Past sales keep their prices.
    sold: { units: 61, amount: 1081.91, reversed_units: 0, reversed_amount: 0, awaited_units: 0, awaited_amount: 0 },
  })
  expect((await statsOf(rival)).total_sales).toBe(500)
})

test("a buyer's total spend shows the cancelled and returned part", async () => {
  const [admin, buyer] = await signUpAll(market, 'admin', 'buyer')
  const lamp = await buildProduct(market, { product_price: 12.5 })
  const ids: string[] = []
  while (ids.length < 3) ids.push((await orderOf(market, buyer, [[lamp, 1]])).order_id)
  const spend = async () => (await call<OrderList>(market, 'GET', '/api/orders', { as: buyer })).body
  expect(await spend()).toMatchObject({ total_spend: 37.5, reversed_spend: 0 })
  for (const [index, order_state] of ['cancelled', 'returned'].entries())
    await call(market, 'PATCH', `/api/admin/orders/${ids[index]}`, { as: admin, body: { order_state } })
  expect(await spend()).toMatchObject({ total_spend: 37.5, reversed_spend: 25 })
})

test('figures stay exact while states change and orders are placed concurrently', async () => {
  const shop = await openForTests()
  const [one, two, ...admins] = await signUpAll(shop, 'seller', 'seller', 'admin', 'admin')
  const buyers = await signUpAll(shop, 'buyer', 'buyer', 'buyer', 'buyer')
  const sellers = [one, two, two, one].map(({ user_id: seller_id }) => ({ seller_id, product_price: 0.07 }))
  const products = await buildProducts(shop, sellers)
  const place = async (as: TestAccount, index: number) => {
    const inOrder = index % 2 ? products : products.toReversed()
    return (
      await orderOf(
        shop,
        as,
        inOrder.map((product) => [product, index + 1] as const),
      )
    ).order_id
  }
  const ids: string[] = []
  for (const [index, buyer] of buyers.entries()) ids.push(await place(buyer, index))
  const changes = Array.from({ length: 60 }, async (_, index) => {
    const order_state = ORDER_STATES[(index * 7) % ORDER_STATES.length]
    const path = `/api/admin/orders/${ids[index % ids.length]}`
    const as = admins[index % 2] as TestAccount
    return (await call(shop, 'PATCH', path, { as, body: { order_state } })).status
  })
  const placed = buyers.map((buyer, index) => place(buyer, index))
  expect(new Set(await Promise.all(changes))).toEqual(new Set([200]))
  await Promise.all(placed)
  expect(await brokenRules(shop)).toEqual([])
})
