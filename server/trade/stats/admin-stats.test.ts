import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRandom } from '../../../demo/random.ts'
import { ORDER_STATES } from '../../../shared/orders/constants.ts'
import type { AdminStats } from '../../../shared/stats/schema.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, buildProducts, deleteProduct } from '../../../tests/support/products.ts'

const DAY_MS = 86_400_000
const STATS = '/api/admin/stats'

/** Half an hour before midnight (UTC), so that the day changes before an access token expires. */
let now = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + 23.5 * 3_600_000)
const market = await openForTests({ deps: { clock: () => now } })
const [admin, buyer] = await signUpAll(market, 'admin', 'buyer')
/** Columns of an order that figures do not depend on. */
const ordinary = {
  buyer_id: buyer.user_id,
  products_id: '["PRD00001"]',
  shipping_address: '{}',
  payment_method: 'paypal',
} as const

const stats = async () => {
  const { status, body } = await call<AdminStats>(market, 'GET', STATS, { as: admin })
  expect(status).toBe(200)
  return body
}

/** Returns the figures computed from the orders, in cents. */
async function recompute() {
  const orders = await market.db.selectFrom('orders').select(['created_at', 'total_count', 'order_state']).execute()
  const cents = (rows: typeof orders) => rows.reduce((sum, row) => sum + Math.round(Number(row.total_count) * 100), 0)
  const today = Math.floor(now.getTime() / DAY_MS)
  const total = cents(orders)
  const reversed = orders.filter(({ order_state }) => order_state === 'cancelled' || order_state === 'returned')
  const thirtyDaysFrom = (first: number) =>
    Array.from({ length: 30 }, (_, index) => {
      const own = orders.filter(({ created_at }) => Math.floor(created_at.getTime() / DAY_MS) === first + index)
      const date = new Date((first + index) * DAY_MS).toISOString().slice(0, 10)
      return { date, sales: cents(own) / 100, orders: own.length }
    })
  return {
    orderCount: orders.length,
    totalSales: total / 100,
    totalProfit: Math.round(total / 400),
    reversedCount: reversed.length,
    reversedSales: cents(reversed) / 100,
    soldSales: total / 100,
    awaitedSales: 0,
    last30DaysSales: thirtyDaysFrom(today - 29).map((day, index) => ({ day: `Day ${index + 1}`, ...day })),
    previous30DaysSales: thirtyDaysFrom(today - 59),
  }
}

test('an empty marketplace has thirty days without sales', async () => {
  const body = await stats()
  expect(body).toMatchObject({ productCount: 0, orderCount: 0, totalSales: 0, totalProfit: 0 })
  expect(body.last30DaysSales).toHaveLength(30)
  expect(body).toEqual({ productCount: 0, ...(await recompute()) })
})

test('figures match random orders over months, in all states and at the edges of days', async () => {
  const random = createRandom(7)
  await buildProduct(market)
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const edges = [0, 29, 30, 59, 60].flatMap((back) => [midnight - back * DAY_MS - 1, midnight - back * DAY_MS])
  const times = [...edges, ...Array.from({ length: 800 }, () => now.getTime() - random.next() * 150 * DAY_MS)]
  const orders = times.map((time, index) => ({
    order_number: index + 1,
    order_state: random.pick(ORDER_STATES),
    total_count: (Math.floor(random.next() * 1_000_000) / 100).toFixed(2),
    ...ordinary,
    created_at: new Date(time),
  }))
  for (const time_zone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
    const own = orders.splice(0, 300)
    await market.db.transaction().execute(async (tx) => {
      await sql`select set_config('timezone', ${time_zone}, true)`.execute(tx)
      for (let start = 0; start < own.length; start += 70)
        await tx
          .insertInto('orders')
          .values(own.slice(start, start + 70))
          .execute()
    })
  }
  const body = await stats()
  expect(body.orderCount).toBe(810)
  expect(body).toEqual({ productCount: 1, ...(await recompute()) })
  // Another period, in addition to the thirty days.
  const ranged = async (days: number) =>
    (await call<AdminStats>(market, 'GET', `${STATS}?days=${days}`, { as: admin })).body
  const sixty = [...body.previous30DaysSales, ...body.last30DaysSales.map(({ day: _day, ...rest }) => rest)]
  const week = sixty.slice(-7).map((day, index) => ({ day: `Day ${index + 1}`, ...day }))
  expect(await ranged(7)).toEqual({ ...body, range: { sales: week, previous: sixty.slice(-14, -7) } })
  const { range: quarter } = await ranged(90)
  expect(quarter?.sales.slice(-60).map(({ day: _day, ...rest }) => rest)).toEqual(sixty)
  expect([quarter?.sales.length, quarter?.previous.length, quarter?.sales.at(-1)?.day]).toEqual([90, 90, 'Day 90'])
  expect(await ranged(30)).toEqual(body)
  for (const wrong of ['31', '0', '-7', 'week'])
    expect((await call(market, 'GET', `${STATS}?days=${wrong}`, { as: admin })).status).toBe(400)
  // After midnight the chart moves by one day.
  const present = now
  now = new Date(midnight + DAY_MS - 1)
  expect(await stats()).toEqual({ productCount: 1, ...(await recompute()) })
  now = new Date(midnight + DAY_MS)
  expect(await stats()).toEqual({ productCount: 1, ...(await recompute()) })
  now = present
})

test('changes of state do not change the figures; SQL changes of time and total do', async () => {
  await market.db.updateTable('orders').set({ order_state: 'returned' }).where('order_number', '<', 100).execute()
  expect(await stats()).toMatchObject(await recompute())
  await market.db
    .updateTable('orders')
    .set({ total_count: '12.34' })
    .where('order_number', '>', 50)
    .where('order_number', '<', 90)
    .execute()
  await market.db.deleteFrom('orders').where('order_number', '<', 20).execute()
  expect(await stats()).toMatchObject(await recompute())
})

test('products are counted while they are in the shop', async () => {
  const { productCount } = await stats()
  const [first] = await buildProducts(market, [{}, { product_category: [] }, { product_category: ['TVs', 'Toys'] }])
  expect((await stats()).productCount).toBe(productCount + 3)
  await deleteProduct(market, first?.product_id ?? '')
  expect((await stats()).productCount).toBe(productCount + 2)
})

test('the profit is a quarter of the sales, rounded to whole dollars', async () => {
  for (const table of ['checkouts', 'order_lines', 'seller_orders', 'orders'] as const)
    await market.db.deleteFrom(table).execute()
  for (const [total_count, profit] of [
    ['1.99', 0],
    ['2.00', 1],
    ['6.00', 2],
    ['998999999001.00', 249749999750],
  ] as const) {
    const order = { order_number: 1, total_count, created_at: now, ...ordinary }
    await market.db.insertInto('orders').values(order).execute()
    expect(await stats()).toMatchObject({ totalSales: Number(total_count), totalProfit: profit })
    await market.db.deleteFrom('orders').execute()
  }
})
