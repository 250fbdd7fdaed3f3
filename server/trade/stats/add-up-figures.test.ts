import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../../db/tables.ts'
import type { AdminStats, SellerStats } from '../../../shared/stats/schema.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { brokenRules } from '../../../tests/support/stock.ts'
import { addUpFigures } from './queries.ts'

const market = await openForTests()
const [admin, seller, buyer] = await signUpAll(market, 'admin', 'seller', 'buyer')
const lamp = await buildProduct(market, { seller_id: seller.user_id, product_price: 5 })

async function insertOrder(db: Db, order_number: number) {
  await sql`insert into orders (order_number, buyer_id, total_count, products_id, shipping_address, payment_method)
    values (${order_number}, ${buyer.user_id}, 10, '["PRD00001"]', '{}', 'paypal')`.execute(db)
  await sql`insert into order_lines (order_number, line_number, product_number, seller_id, product_name, unit_price, quantity, amount)
    values (${order_number}, 1, ${lamp.product_number}, ${seller.user_id}, 'lamp', 5, 2, 10)`.execute(db)
}

const cancel = (db: Db, order_number: number) =>
  sql`update orders set order_state = 'cancelled' where order_number = ${order_number}`.execute(db)

async function readFigures() {
  const { body: all } = await call<AdminStats>(market, 'GET', '/api/admin/stats', { as: admin })
  const { body: own } = await call<SellerStats>(market, 'GET', '/api/seller/stats', { as: seller })
  return { all, own }
}

test('orders of one seller and day, and their cancellations, do not wait for each other’s figures', async () => {
  for (const change of [insertOrder, cancel]) {
    await market.db.transaction().execute(async (open) => {
      await change(open, 1)
      await change(market.db, 2)
    })
  }
  const { all, own } = await readFigures()
  expect([all.orderCount, all.totalSales, all.reversedCount, all.reversedSales]).toEqual([2, 20, 2, 20])
  expect(own.sold).toMatchObject({ units: 0, amount: 0, reversed_units: 4, reversed_amount: 20 })
})

test('figures are the same however many changes are added up, even by several processes', async () => {
  for (let number = 3; number < 10; number++) await insertOrder(market.db, number)
  await cancel(market.db, 3)
  await sql`update order_lines set cancelled = 1 where order_number = 4`.execute(market.db)
  const before = await readFigures()
  expect([before.all.orderCount, before.all.totalSales, before.all.reversedCount, before.all.reversedSales]).toEqual([
    9, 90, 3, 35,
  ])
  expect(before.own.sold).toMatchObject({ units: 11, amount: 55, reversed_units: 7, reversed_amount: 35 })
  for (let isMore = true; isMore; ) {
    isMore = (await Promise.all([addUpFigures(market.db, 3), addUpFigures(market.db, 3)])).some(Boolean)
    expect(await readFigures()).toEqual(before)
    expect((await brokenRules(market)).filter((rule) => rule.startsWith('the figures of'))).toEqual([])
  }
})
