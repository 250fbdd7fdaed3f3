import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ActivityPage } from '../../../shared/audit/schema.ts'
import type { FullSellerOrder, TrackedOrder } from '../../../shared/fulfilment/schema.ts'
import type { Order, OrderList } from '../../../shared/orders/schema.ts'
import type { AdminPayment, AdminPaymentPage } from '../../../shared/payments/schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, checkout as buying, call } from '../../../tests/support/api.ts'
import { asSeller, readAsSeller, unitsOf } from '../../../tests/support/fulfilment.ts'
import { providerOf } from '../../../tests/support/payment-provider.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { brokenRules } from '../../../tests/support/stock.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import type { OutboxMessage } from '../../pages/mail/outbox.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const config = { payments: 'sandbox', sandbox: 'calm' } as const

let market: TestApp
let admin: TestAccount
let seller: TestAccount
let rival: TestAccount
let buyer: TestAccount
let products: string[]
let now = new Date()

beforeAll(async () => {
  market = await createTestApp({ config, deps: { clock: () => now } })
  // Where the provider sends its events.
  await market.app.listen({ port: 0 })
  admin = await makeAdmin(market)
  ;[seller, rival] = await Promise.all([signUp(market, { role: 'seller' }), signUp(market, { role: 'seller' })])
  const goods = [
    { seller_id: seller.user_id, product_price: 20 },
    { seller_id: rival.user_id, product_price: 7.5 },
  ]
  products = []
  for (const facts of goods) products.push((await buildProduct(market, facts)).product_id)
})
beforeEach(async () => {
  buyer = await signUp(market)
})
afterEach(async () => {
  expect(await brokenRules(market)).toEqual([])
})
afterAll(() => market.close())

type Refusal = { code?: string; message?: string; details?: object }
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE_MS)
}

/** Orders two units of each seller's product: $55.00. */
async function order(extra: object = { payment_method: 'credit_card' }): Promise<string> {
  for (const product of products) await addToCart(market, buyer, product, 2)
  const placed = await call<Order>(market, 'POST', '/api/orders', { as: buyer, body: { ...buying, ...extra } })
  expect(placed).toMatchObject({ status: 201, body: { total_count: 55 } })
  return placed.body.order_id
}

const bought = async (id: string) => (await call<TrackedOrder>(market, 'GET', `/api/orders/${id}`, { as: buyer })).body
async function paymentOf(orderId: string): Promise<AdminPayment> {
  const { body } = await call<AdminPaymentPage>(market, 'GET', `/api/admin/payments?q=${orderId}`, { as: admin })
  return (await call<AdminPayment>(market, 'GET', `/api/admin/payments/${body.payments[0]?.payment_id}`, { as: admin }))
    .body
}
const refund = (paymentId: string, body: object, as = admin) =>
  call<AdminPayment & Refusal>(market, 'POST', `/api/admin/payments/${paymentId}/refunds`, {
    as,
    body: { refund_id: randomUUID(), seller_id: seller.user_id, reason: 'goodwill', ...body },
  })
const received = (paymentId: string, body: object, as = admin) =>
  call<AdminPayment & Refusal>(market, 'POST', `/api/admin/payments/${paymentId}/received`, { as, body })
const untilSeen = (id: string, seen: object) =>
  expect.poll(() => bought(id), { timeout: 60_000, interval: 200 }).toMatchObject(seen)

test('what is cancelled of a paid order goes back to its buyer', async () => {
  const id = await order()
  expect((await bought(id)).payment).toEqual({
    payment_state: 'paid',
    label: 'Paid',
    amount: 55,
    refunded: 0,
    sandbox: true,
  })
  await asSeller(market, seller, id, 'cancel', { revision: 1, lines: unitsOf([[1, 1]]), reason: 'out_of_stock' })
  await untilSeen(id, { payment: { refunded: 20, label: 'Partly refunded' } })
  const { body: list } = await call<OrderList>(market, 'GET', '/api/orders', { as: buyer })
  expect(list).toMatchObject({ total_spend: 55, reversed_spend: 20, orders: [{ order_state: 'pending' }] })
  for (const number of [1, 2]) {
    const revision = number === 1 ? 2 : 1
    const path = `/api/orders/${id}/seller-orders/${number}/cancel`
    expect((await call(market, 'POST', path, { as: buyer, body: { revision } })).status).toBe(200)
  }
  await untilSeen(id, { order_state: 'cancelled', payment: { refunded: 55, label: 'Refunded', payment_state: 'paid' } })
  const { refunds, refundable } = await paymentOf(id)
  expect([refundable, refunds.map(({ amount, reason, refund_state }) => [amount, reason, refund_state])]).toEqual([
    0,
    [
      [20, 'cancelled', 'succeeded'],
      [20, 'cancelled', 'succeeded'],
      [15, 'cancelled', 'succeeded'],
    ],
  ])
  expect((await bought(id)).events.filter(({ kind }) => kind === 'refunded')).toHaveLength(3)
})

test('sellers see that an order is paid, and no amounts of it', async () => {
  const id = await order()
  expect((await readAsSeller(market, seller, id)).payment).toEqual({ payment_state: 'paid', label: 'Paid' })
  const { body } = await call<OrderList>(market, 'GET', '/api/orders', { as: buyer })
  expect(body.orders[0]?.payment).toMatchObject({ label: 'Paid', amount: 55 })
})

test('an admin refunds what is left, and the same request is the same refund', async () => {
  const id = await order()
  const { payment_id } = await paymentOf(id)
  const request = { refund_id: randomUUID(), amount: 12.34, note: 'scratched' }
  for (let time = 0; time < 2; time++)
    expect(await refund(payment_id, request)).toMatchObject({ status: 200, body: { refundable: 42.66 } })
  expect(await refund(payment_id, { ...request, amount: 12.35 })).toMatchObject({
    status: 422,
    body: { code: 'refund_reused' },
  })
  expect(await refund(payment_id, { amount: 27.67 })).toMatchObject({
    status: 409,
    body: { code: 'refund_too_large', message: 'At most $27.66 can be refunded.' },
  })
  for (const amount of [0, -1, 1.005, '1', null])
    expect((await refund(payment_id, { amount })).status, String(amount)).toBe(400)
  expect((await refund(payment_id, { amount: 1, seller_id: buyer.user_id })).status).toBe(400)
  expect((await refund(randomUUID(), { amount: 1 })).status).toBe(404)
  expect((await refund('none', { amount: 1 })).status).toBe(404)
  for (const as of [buyer, seller]) expect((await refund(payment_id, { amount: 1 }, as)).status).toBe(403)
  await untilSeen(id, { payment: { refunded: 12.34 } })
})

test('fifty refunds at once never exceed what is left of their seller', async () => {
  const id = await order()
  const { payment_id } = await paymentOf(id)
  const { connection, deps } = market
  const { clock, secrets } = deps
  const database = { connection, drop: async () => {} }
  const second = await createTestApp({ config, database, deps: { clock, secrets } })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const body = { refund_id: randomUUID(), seller_id: seller.user_id, reason: 'goodwill', amount: 3 }
      const path = `/api/admin/payments/${payment_id}/refunds`
      return call(index % 2 ? second : market, 'POST', path, { as: admin, body })
    }),
  )
  await second.close()
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(13)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(37)
  expect(await paymentOf(id)).toMatchObject({ refundable: 16, sellers: [{ left: 1 }, { left: 15 }] })
})

test('a refund that fails after it had succeeded is shown to admins, and can be sent again', async () => {
  const id = await order({ payment_method: 'credit_card', payment_token: 'pm_card_refundFail' })
  const { payment_id } = await paymentOf(id)
  await refund(payment_id, { amount: 10 })
  await untilSeen(id, { payment: { refunded: 10 } })
  later(2)
  await untilSeen(id, { payment: { refunded: 0, label: 'Refund failed' } })
  const { refunds, refundable } = await paymentOf(id)
  expect([refundable, refunds[0]?.refund_state]).toEqual([55, 'failed'])
})

test("a refund made at the provider's dashboard is found", async () => {
  const id = await order()
  const { payment_id, provider_ref } = await paymentOf(id)
  const { stripe } = providerOf(market, () => now)
  await stripe.refunds.create({ payment_intent: provider_ref ?? '', amount: 550 })
  const looked = await call<AdminPayment>(market, 'POST', `/api/admin/payments/${payment_id}/look`, { as: admin })
  expect(looked.body).toMatchObject({
    refunded: 5.5,
    refunds: [{ reason: 'elsewhere', amount: 5.5, refund_state: 'succeeded', seller_id: null }],
  })
  const [found] = looked.body.refunds
  const assign = (seller_id: string) =>
    call<AdminPayment & Refusal>(market, 'POST', `/api/admin/refunds/${found?.refund_id}/seller`, {
      as: admin,
      body: { seller_id },
    })
  expect((await assign(buyer.user_id)).body.code).toBe('refund_wrong_seller')
  expect((await assign(rival.user_id)).body.refunds).toMatchObject([{ seller_id: rival.user_id }])
  expect((await assign(rival.user_id)).status).toBe(200)
  expect((await assign(seller.user_id)).body.code).toBe('refund_assigned')
})

test('nothing of an order that awaits its bank transfer is accepted or sent; it begins when the money is there', async () => {
  const id = await order({ payment_method: 'bank_transfer' })
  const { payment } = await bought(id)
  expect(payment).toMatchObject({
    payment_state: 'awaiting_transfer',
    label: 'Awaiting payment',
    transfer: { reference: id, amount_left: 55, details: expect.stringContaining('account') },
  })
  expect(Date.parse(payment?.transfer?.pay_by ?? '')).toBe(now.getTime() + 7 * 24 * HOUR_MS)
  expect(await readAsSeller(market, seller, id)).toMatchObject({
    ship_by: null,
    payment: { label: 'Awaiting payment' },
  })
  expect(await asSeller(market, seller, id, 'confirm', { revision: 1 })).toMatchObject({
    status: 409,
    body: { code: 'order_unpaid', message: 'This order is not paid yet.' },
  })
  const unpaid = await call<{ orders: Order[] }>(market, 'GET', '/api/admin/orders?problem=unpaid', { as: admin })
  expect(unpaid.body.orders.map(({ order_id }) => order_id)).toContain(id)
  const { payment_id } = await paymentOf(id)
  expect((await refund(payment_id, { amount: 1 })).body.code).toBe('not_paid')

  const at = now.toISOString().slice(0, 10)
  expect((await received(payment_id, { amount: 5, at: '2099-01-01' })).status).toBe(400)
  expect((await received(payment_id, { amount: 5, at }, seller)).status).toBe(403)
  await received(payment_id, { amount: 30, at, reference: 'DE 1' })
  expect((await refund(payment_id, { amount: 1 })).body.code).toBe('not_paid')
  expect((await bought(id)).payment).toMatchObject({
    payment_state: 'awaiting_transfer',
    transfer: { amount_left: 25 },
  })
  const paid = await received(payment_id, { amount: 26.5, at })
  expect(paid.body).toMatchObject({
    payment_state: 'paid',
    captured: 55,
    surplus: 1.5,
    receipts: [{ amount: 30, reference: 'DE 1', received_on: at }, { amount: 26.5 }],
  })
  const sendBack = () =>
    call<AdminPayment & Refusal>(market, 'POST', `/api/admin/payments/${payment_id}/surplus-returned`, { as: admin })
  expect((await sendBack()).body).toMatchObject({ surplus: 0, captured: 55 })
  expect((await sendBack()).body.code).toBe('no_surplus')
  expect((await bought(id)).payment?.transfer).toBeUndefined()
  const sellerOrder = await readAsSeller(market, seller, id)
  expect(sellerOrder.ship_by).toMatch(/^\d{4}-\d\d-\d\d$/)
  const { revision } = sellerOrder
  expect((await asSeller(market, seller, id, 'confirm', { revision })).body).toMatchObject({ state: 'confirmed' })

  // What is cancelled of it goes back by hand.
  await asSeller(market, seller, id, 'cancel', { revision: revision + 1, lines: unitsOf([[1, 1]]), reason: 'other' })
  const [byHand] = (await paymentOf(id)).refunds
  expect(byHand).toMatchObject({ amount: 20, by_hand: true, refund_state: 'requested' })
  const done = () => call<AdminPayment>(market, 'POST', `/api/admin/refunds/${byHand?.refund_id}/done`, { as: admin })
  expect((await done()).body).toMatchObject({ refunded: 20, refunds: [{ refund_state: 'succeeded' }] })
  expect((await done()).body.refunded).toBe(20)
})

test('an event that could not be applied is tried again, and the admin is recorded', async () => {
  const id = await order()
  const { provider_ref: object_ref } = await paymentOf(id)
  const event_id = `evt_${randomUUID()}`
  const event = { provider: 'stripe', sandbox: true, event_id, event_type: 'charge.refunded', object_ref }
  await market.db
    .insertInto('payment_events')
    .values({ ...event, received_at: now, failure: 'no response' })
    .execute()
  const again = () => call(market, 'POST', `/api/admin/payment-events/${event_id}/again`, { as: admin })
  expect((await again()).status).toBe(204)
  const seen = async () => (await paymentOf(id)).events.find((one) => one.event_id === event_id)?.outcome
  await expect.poll(seen, { timeout: 60_000 }).toBe('nothing_new')
  expect((await again()).status).toBe(404)
  const { body } = await call<ActivityPage>(market, 'GET', `/api/admin/activity?q=${id}`, { as: admin })
  expect(body.activities).toMatchObject([{ action: 'payment_look', target: id, admin_id: admin.user_id }])
})

test('the mail about an order says how it is paid, where a bank transfer goes, and that it is a test', async () => {
  const id = await order({ payment_method: 'bank_transfer' })
  const mail = async () => {
    const response = await market.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })
    const { messages } = response.json<{ messages: OutboxMessage[] }>()
    const mails = messages.flatMap(({ message }) => (message.channel === 'mail' ? [message] : []))
    return mails.find(({ to, subject }) => to === buyer.email && subject === `Your order ${id}`)?.text
  }
  await expect.poll(mail, { timeout: 60_000 }).toContain('Test mode: no real money moves.')
  const text = await mail()
  expect(text).toContain(`Reference: ${id}`)
  expect(text).toContain('Amount: $55.00')
  expect(text).toContain('Awaiting payment')
})

test('units cancelled before the bank transfer came go back once it is there', async () => {
  const id = await order({ payment_method: 'bank_transfer' })
  const { revision } = (await readAsSeller(market, rival, id)) as FullSellerOrder
  await asSeller(market, rival, id, 'cancel', { revision, lines: unitsOf([[2, 2]]), reason: 'out_of_stock' })
  const { payment_id } = await paymentOf(id)
  await received(payment_id, { amount: 55, at: now.toISOString().slice(0, 10) })
  expect((await paymentOf(id)).refunds).toMatchObject([{ amount: 15, seller_id: rival.user_id, by_hand: true }])
})

test('an order whose bank transfer does not come in time is cancelled, and a part that came goes back', async () => {
  const id = await order({ payment_method: 'bank_transfer' })
  const { payment_id } = await paymentOf(id)
  await market.db.deleteFrom('sandbox.transfers').where('reference', '=', id).execute()
  await received(payment_id, { amount: 5, at: now.toISOString().slice(0, 10) })
  const awaitUntil = (hours: number) =>
    market.db
      .updateTable('payments')
      .set({ pay_by: new Date(now.getTime() + hours * HOUR_MS), created_at: new Date(now.getTime() - 25 * HOUR_MS) })
      .where('payment_id', '=', payment_id)
      .execute()
  await awaitUntil(47)
  const marks = () =>
    market.db
      .selectFrom('order_events')
      .innerJoin('orders', 'orders.order_number', 'order_events.order_number')
      .select('facts')
      .where('order_id', '=', id)
      .where('kind', '=', 'note')
      .execute()
  await expect.poll(marks, { timeout: 60_000 }).toMatchObject([{ facts: { mark: 'please_pay' } }])
  await awaitUntil(0)
  await untilSeen(id, { order_state: 'cancelled', payment: { payment_state: 'expired', label: 'Not paid' } })
  expect((await paymentOf(id)).refunds).toMatchObject([{ amount: 5, by_hand: true, refund_state: 'requested' }])
  // It comes after all.
  await received(payment_id, { amount: 50, at: now.toISOString().slice(0, 10) })
  expect(await paymentOf(id)).toMatchObject({ payment_state: 'expired', refunds: [{ amount: 5 }, { amount: 50 }] })
})
