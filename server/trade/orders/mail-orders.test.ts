import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, checkout } from '../../../tests/support/api.ts'
import { orderOf } from '../../../tests/support/fulfilment.ts'
import { killWaiting } from '../../../tests/support/lock-contention.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import * as outbox from '../../../tests/support/outbox.ts'
import { untilMailed } from '../../../tests/support/outbox.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import { openBeside } from '../../../tests/support/stock.ts'

const market = await openForTests()
// Another process on the same database: both poll for new orders.
const second = await openBeside(market)
afterAll(() => second.close())
const tea = await buildProduct(market, { product_name: 'Green <Tea>', product_price: 4.5 })

const place = async (buyer: TestAccount, quantity = 1) => (await orderOf(market, buyer, [[tea, quantity]])).order_id
const mailsTo = (user: TestAccount) => outbox.mailsTo(market, user)

test('a buyer gets one mail about each order with products, total, address, payment method and a link', async () => {
  const buyer = await signUp(market)
  const order_id = await place(buyer, 3)
  await untilMailed(market, order_id)
  const [mail, ...more] = await mailsTo(buyer)
  expect(more).toEqual([])
  expect(mail?.subject).toBe(`Your order ${order_id}`)
  for (const part of [
    'Green <Tea>\n  3 × $4.50: $13.50',
    `(${order_id}-1), ships by `,
    'Total: $13.50',
    checkout.shipping_address.city,
    'Credit card',
  ])
    expect(mail?.text).toContain(part)
  expect(mail?.text).toContain(`${market.config.siteUrl}/order-tracking?orderId=${order_id}`)
  expect(mail?.html).toContain('Green &lt;Tea&gt;')
  expect(mail?.html).not.toContain('<Tea>')
})

test('concurrently placed orders get one mail each despite two processes', async () => {
  const buyers = await Promise.all(Array.from({ length: 8 }, () => signUp(market)))
  const ids = await Promise.all(buyers.map((buyer) => place(buyer)))
  await untilMailed(market, ids.toSorted().at(-1) as string)
  const subjects = await Promise.all(buyers.map(async (one) => (await mailsTo(one)).map(({ subject }) => subject)))
  expect(subjects).toEqual(ids.map((id) => [`Your order ${id}`]))
})

test('an order gets one mail even if the process that queues it is killed', async () => {
  const buyers = await Promise.all(Array.from({ length: 3 }, () => signUp(market)))
  let ids: string[] = []
  // The job waits for this lock in the middle of its work and is killed there, twice.
  await market.db.transaction().execute(async (tx) => {
    await sql`lock table outgoing_messages in access exclusive mode`.execute(tx)
    ids = await Promise.all(buyers.map((buyer) => place(buyer)))
    await killWaiting(market.db, '%insert into%outgoing_messages%', 2)
  })
  await untilMailed(market, ids.toSorted().at(-1) as string)
  for (const buyer of buyers) expect(await mailsTo(buyer)).toHaveLength(1)
})

test('orders older than a day, imported or from a restored backup, are not mailed', async () => {
  const [buyer, next] = [await signUp(market), await signUp(market)]
  const order_number = 90_000
  await market.db
    .insertInto('orders')
    .values({
      order_number,
      buyer_id: buyer.user_id,
      total_count: '4.50',
      products_id: JSON.stringify([tea.product_id]),
      shipping_address: JSON.stringify(checkout.shipping_address),
      payment_method: 'paypal',
      created_at: new Date(Date.now() - 25 * 3_600_000),
    })
    .execute()
  await sql`
    insert into order_lines (order_number, line_number, product_number, seller_id, product_name, unit_price, quantity, amount)
    select ${order_number}, 1, product_number, seller_id, product_name, 4.5, 1, 4.5 from products where product_id = ${tea.product_id}`.execute(
    market.db,
  )
  const due = market.db.selectFrom('order_events').select('mail_due').where('order_number', '=', order_number)
  expect(await due.execute()).toEqual([{ mail_due: false }])
  await setRows(market, 'order_events', { mail_due: true }, { order_number })
  await untilMailed(market, `ORD${order_number}`)
  expect(await mailsTo(buyer)).toEqual([])
  await untilMailed(market, await place(next))
  expect(await mailsTo(next)).toHaveLength(1)
})

test('an order with products of two sellers is one mail', async () => {
  const [buyer, other] = [await signUp(market), await signUp(market, { role: 'seller' })]
  const jar = await buildProduct(market, { seller_id: other.user_id, product_name: 'Jar' })
  await addToCart(market, buyer, jar.product_id)
  await untilMailed(market, await place(buyer))
  const [mail, ...more] = await mailsTo(buyer)
  expect(more).toEqual([])
  for (const part of ['Green <Tea>', 'Jar']) expect(mail?.text).toContain(part)
})
