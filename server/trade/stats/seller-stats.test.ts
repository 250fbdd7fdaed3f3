import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_STATES } from '../../../shared/orders/constants.ts'
import type { Order, OrderList } from '../../../shared/orders/schema.ts'
import type { AdminStats, SellerStats } from '../../../shared/stats/schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../../tests/support/api.ts'
import { buildProduct, deleteProduct, type TestProduct } from '../../../tests/support/products.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { checkRows } from '../../operate/check/check-invariants.ts'

const DAY_MS = 86_400_000
const NOTHING_AWAITED = { awaited_units: 0, awaited_amount: 0 }
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
async function order(daysAgo: number, lines: [TestProduct, number][]): Promise<string> {
  now = new Date(TODAY.getTime() - daysAgo * DAY_MS)
  const buyer = await signUp(market)
  for (const [{ product_id }, quantity] of lines) await addToCart(market, buyer, product_id, quantity)
  const { status, body } = await call<Order>(market, 'POST', '/api/orders', { as: buyer, body: checkout })
  now = TODAY
  expect(status).toBe(201)
  return body.order_id
}

test('a seller without products has no sales on thirty days', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const stats = await statsOf(seller)
  expect(stats).toMatchObject({ product_count: 0, total_sales: 0, total_profit: 0, units_sold: 0, best_sellers: [] })
  expect(stats.last_30_days_sales).toHaveLength(30)
  expect(stats.last_30_days_sales.at(0)).toEqual({ date: '2026-02-09', sales: 0, units: 0 })
  expect(stats.last_30_days_sales.at(-1)).toEqual({ date: '2026-03-10', sales: 0, units: 0 })
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
  expect(await statsOf(seller)).toMatchObject({ product_count: 2, units_sold: 54, total_sales: 1080 })
  expect((await statsOf(rival)).total_sales).toBe(500)
})

test('what was really sold are the lines at their prices, without cancelled and returned orders, whatever became of the product', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const rival = await signUp(market, { role: 'seller' })
  const admin = await makeAdmin(market)
  const setState = (id: string, order_state: string) =>
    call(market, 'PATCH', `/api/admin/orders/${id}`, { as: admin, body: { order_state } })
  const adminStats = async () => (await call<AdminStats>(market, 'GET', '/api/admin/stats', { as: admin })).body
  const before = await adminStats()
  const lamp = await buildProduct(market, { seller_id: seller.user_id, product_price: 19.99 })
  const theirs = await buildProduct(market, { seller_id: rival.user_id, product_price: 500 })
  await order(1, [[lamp, 3]])
  const mixed = await order(0, [
    [lamp, 2],
    [theirs, 1],
  ])
  const soldBy = async (as: TestAccount) => (await statsOf(as)).sold
  expect(await soldBy(seller)).toEqual({
    units: 5,
    amount: 99.95,
    reversed_units: 0,
    reversed_amount: 0,
    ...NOTHING_AWAITED,
  })
  for (const state of ['cancelled', 'returned']) {
    await setState(mixed, state)
    expect(await soldBy(seller)).toEqual({
      units: 3,
      amount: 59.97,
      reversed_units: 2,
      reversed_amount: 39.98,
      ...NOTHING_AWAITED,
    })
    expect(await soldBy(rival)).toEqual({
      units: 0,
      amount: 0,
      reversed_units: 1,
      reversed_amount: 500,
      ...NOTHING_AWAITED,
    })
  }
  // Neither a new price nor a deletion changes the past.
  await market.db
    .updateTable('products')
    .set({ product_price: '1.00' })
    .where('product_id', '=', lamp.product_id)
    .execute()
  await deleteProduct(market, lamp.product_id)
  expect(await statsOf(seller)).toMatchObject({
    total_sales: 0,
    sold: { units: 3, amount: 59.97, reversed_units: 2, reversed_amount: 39.98, ...NOTHING_AWAITED },
  })
  const after = await adminStats()
  expect([after.reversedCount - before.reversedCount, after.totalSales - before.totalSales]).toEqual([
    1,
    expect.closeTo(599.95, 5),
  ])
  expect(after.reversedSales - before.reversedSales).toBeCloseTo(539.98, 5)
  await setState(mixed, 'delivered')
  expect(await soldBy(seller)).toEqual({
    units: 5,
    amount: 99.95,
    reversed_units: 0,
    reversed_amount: 0,
    ...NOTHING_AWAITED,
  })
})

test("a buyer's total spend says how much of it was cancelled or returned", async () => {
  const admin = await makeAdmin(market)
  const buyer = await signUp(market)
  const { product_id } = await buildProduct(market, { product_price: 12.5 })
  const ids: string[] = []
  for (let index = 0; index < 3; index++) {
    await addToCart(market, buyer, product_id)
    ids.push((await call<Order>(market, 'POST', '/api/orders', { as: buyer, body: checkout })).body.order_id)
  }
  const spend = async () => (await call<OrderList>(market, 'GET', '/api/orders', { as: buyer })).body
  expect(await spend()).toMatchObject({ total_spend: 37.5, reversed_spend: 0 })
  for (const [index, order_state] of ['cancelled', 'returned'].entries())
    await call(market, 'PATCH', `/api/admin/orders/${ids[index]}`, { as: admin, body: { order_state } })
  expect(await spend()).toMatchObject({ total_spend: 37.5, reversed_spend: 25 })
})

test('the figures stay exact while states change and orders are placed at the same time', async () => {
  const shop = await createTestApp()
  const admins = [await makeAdmin(shop), await makeAdmin(shop)]
  const sellers = [await signUp(shop, { role: 'seller' }), await signUp(shop, { role: 'seller' })]
  const products = await Promise.all(
    [...sellers, ...sellers.toReversed()].map(({ user_id: seller_id }) =>
      buildProduct(shop, { seller_id, product_price: 0.07 }),
    ),
  )
  const buyers = await Promise.all(Array.from({ length: 4 }, () => signUp(shop)))
  const place = async (as: TestAccount, index: number) => {
    for (const product of index % 2 ? products : products.toReversed())
      await addToCart(shop, as, product.product_id, index + 1)
    return (await call<Order>(shop, 'POST', '/api/orders', { as, body: checkout })).body.order_id
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
  expect((await checkRows(shop.db)).findings).toEqual([])
  await shop.close()
})
