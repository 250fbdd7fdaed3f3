import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import type { Tx } from '../../db/tables.ts'
import { openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { checkRows } from '../check/check-invariants.ts'
import { startFillingSellerOrders } from './fill-seller-orders.ts'

const BEFORE = '0039-sorted-lists.sql'
const ORDERS = 1_050
const STEP = 50

let database: Awaited<ReturnType<typeof openEmptyDatabase>>
beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.drop())

const [buyer, admin, first, second] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]

/** Orders of a unit of one seller and three of another, in all five states by turns. */
async function sellAsBefore(db: Tx): Promise<void> {
  await sql`set local statement_timeout = '120s'`.execute(db)
  await sql`insert into users (id, email, role) values (${buyer}, 'buyer@example.com', 'buyer'),
    (${admin}, 'admin@example.com', 'admin'), (${first}, 'one@example.com', 'seller'),
    (${second}, 'two@example.com', 'seller')`.execute(db)
  await sql`insert into products
      (product_number, seller_id, product_name, product_price, featured_image, product_desc, product_category, total_sales)
    values (1, ${first}, 'A', 2, 'x', '', array['Toys'], ${ORDERS * 3}), (2, ${second}, 'B', 1.5, 'x', '',
      array['Toys'], ${ORDERS})`.execute(db)
  await sql`insert into orders (order_number, buyer_id, order_state, total_count, products_id, shipping_address,
      payment_method, created_at)
    select number, ${buyer}, (array['pending', 'confirmed', 'delivered', 'cancelled', 'returned'])[number % 5 + 1], 7.5,
      '["PRD00002", "PRD00001"]', '{"country": "X"}', 'paypal', timestamptz '2026-01-01' + number * interval '1 min'
    from generate_series(1, ${ORDERS}) number`.execute(db)
  await sql`insert into order_lines (order_number, line_number, product_number, product_name, unit_price, quantity)
    select number, line, case line when 1 then 2 else 1 end, 'x', case line when 1 then 1.5 else 2 end,
      case line when 1 then 1 else 3 end
    from generate_series(1, ${ORDERS}) number, generate_series(1, 2) line`.execute(db)
  await sql`insert into counters (name, last_number) values ('order', ${ORDERS}), ('product', 2)
    on conflict (name) do update set last_number = excluded.last_number`.execute(db)
}

/** As a server of the version before sets a state. */
async function setByHand(number: number, from: string, to: string): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    await sql`update orders set order_state = ${to} where order_number = ${number}`.execute(tx)
    await sql`insert into admin_actions (admin_id, action, target, from_value, to_value, created_at)
      values (${admin}, 'order_state', numbered_id('ORD', ${number}::bigint), ${from}, ${to}, '2026-02-01')`.execute(tx)
  })
}

const filledTo = async () =>
  (await database.db.selectFrom('seller_order_fill').select('last_order_number').executeTakeFirstOrThrow())
    .last_order_number

async function sellerOrdersOf(order: number) {
  const { rows } = await sql<Record<string, unknown>>`
    select seller_order.number, state, goods::float8, cancelled_goods::float8, ship_by, state_source, order_state, cancelled,
      sent, returned_units as returned
    from seller_orders seller_order join orders using (order_number)
    join order_lines line on line.order_number = seller_order.order_number and line_number = seller_order.number
    where seller_order.order_number = ${order} order by seller_order.number`.execute(database.db)
  return rows
}

test('orders from before get seller orders with their state, while servers of both versions change them', async () => {
  const { db, connection } = database
  await migrate(connection, () => {}, { upTo: BEFORE })
  await db.transaction().execute(sellAsBefore)
  await setByHand(12, 'confirmed', 'delivered')
  await migrate(connection, () => {})
  expect((await checkRows(db)).findings).toEqual([])
  // Before the job has come to it: from returned, by hand.
  await setByHand(4, 'returned', 'pending')
  expect(await sellerOrdersOf(4)).toMatchObject([
    { number: 1, state: 'returned', state_source: 'admin', order_state: 'pending', sent: 1, returned: 1 },
    { number: 2, state: 'returned', sent: 3, returned: 3 },
  ])

  const jobs = [0, 1].map(() =>
    startFillingSellerOrders({ db, step: STEP, log: { error: (event) => expect(event).toBe(null) } }),
  )
  await expect.poll(filledTo, { timeout: 60_000 }).toBeLessThan(ORDERS)
  // Stopped in between, another one goes on.
  await Promise.all(jobs.map((job) => job.close()))
  const next = startFillingSellerOrders({ db, step: STEP, log: { error: (event) => expect(event).toBe(null) } })
  await expect.poll(filledTo, { timeout: 60_000 }).toBe(0)
  await next.close()

  expect(await sellerOrdersOf(5)).toMatchObject([
    { number: 1, state: 'pending', goods: 1.5, ship_by: null, state_source: 'seller_orders', sent: 0, cancelled: 0 },
    { number: 2, state: 'pending', goods: 6 },
  ])
  expect(await sellerOrdersOf(12)).toMatchObject([{ state: 'delivered', state_source: 'admin', sent: 1 }, { sent: 3 }])
  expect(await sellerOrdersOf(8)).toMatchObject([
    { state: 'cancelled', cancelled: 1, cancelled_goods: 1.5 },
    { cancelled: 3 },
  ])
  expect(await sellerOrdersOf(4)).toMatchObject([{ state: 'returned', order_state: 'pending' }, { state: 'returned' }])
  expect((await checkRows(db)).findings).toEqual([])
  const unannounced = await db
    .selectFrom('order_events')
    .select('event_number')
    .where('announced', '=', false)
    .execute()
  expect(unannounced).toEqual([])
}, 180_000)
