import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../../tests/support/api.ts'
import { untilMailed } from '../../../tests/support/order-mails.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import type { OutboxMessage } from '../../pages/mail/outbox.ts'

let market: TestApp
let second: TestApp
let tea: string

beforeAll(async () => {
  market = await createTestApp()
  // Another process on the same database: both look for new orders.
  const { connection, deps } = market
  second = await createTestApp({ database: { connection, drop: async () => {} }, deps: { secrets: deps.secrets } })
  tea = (await buildProduct(market, { product_name: 'Green <Tea>', product_price: 4.5 })).product_id
})
afterAll(async () => {
  await second.close()
  await market.close()
})

async function place(buyer: TestAccount, quantity = 1): Promise<string> {
  await addToCart(market, buyer, tea, quantity)
  const { status, body } = await call<{ order_id: string }>(market, 'POST', '/api/orders', {
    as: buyer,
    body: checkout,
  })
  expect(status).toBe(201)
  return body.order_id
}

async function mailsTo(email: string) {
  const response = await market.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })
  const { messages } = response.json<{ messages: OutboxMessage[] }>()
  return messages.flatMap(({ message }) => (message.channel === 'mail' && message.to === email ? [message] : []))
}

test('a buyer gets one mail about each order: what was ordered, total, address, payment method and a link', async () => {
  const buyer = await signUp(market)
  const order_id = await place(buyer, 3)
  await untilMailed(market, order_id)
  const [mail, ...more] = await mailsTo(buyer.email)
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

test('orders placed at once, with two processes that look for them, get one mail each', async () => {
  const buyers = await Promise.all(Array.from({ length: 8 }, () => signUp(market)))
  const ids = await Promise.all(buyers.map((buyer) => place(buyer)))
  await untilMailed(market, ids.toSorted().at(-1) as string)
  const subjects = await Promise.all(
    buyers.map(async ({ email }) => (await mailsTo(email)).map(({ subject }) => subject)),
  )
  expect(subjects).toEqual(ids.map((id) => [`Your order ${id}`]))
})

test('orders that are older than a day, as after a restore, are passed over', async () => {
  const [buyer, next] = [await signUp(market), await signUp(market)]
  // The job waits while another transaction has the row that it takes.
  const old = await market.db.transaction().execute(async (tx) => {
    await sql`select from order_mails for update`.execute(tx)
    const id = await place(buyer)
    await sql`update orders set created_at = created_at - interval '25 hours' where order_id = ${id}`.execute(market.db)
    return id
  })
  await untilMailed(market, await place(next))
  expect(await mailsTo(buyer.email)).toEqual([])
  expect(await mailsTo(next.email)).toHaveLength(1)
  expect(old).toMatch(/^ORD/)
})
