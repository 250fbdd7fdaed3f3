import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ActivityPage } from '../../../shared/audit/schema.ts'
import { endOfDay } from '../../../shared/kernel/calendar.ts'
import type { Order, OrderList } from '../../../shared/orders/schema.ts'
import { heldOf } from '../../../shared/payments/payment-texts.ts'
import type { AdminPayment, OrderPayment } from '../../../shared/payments/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, checkout as buying, call, postOrder, refusedWith } from '../../../tests/support/api.ts'
import { asSeller, cancelUnits, orderOf, readAsBuyer, readAsSeller } from '../../../tests/support/fulfilment.ts'
import { inSequence, pauseCommits, underContention } from '../../../tests/support/lock-contention.ts'
import { openForTests, PAID, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { actOnPayment, providerOf, refund as refundOf } from '../../../tests/support/payments.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import * as returns from '../../../tests/support/returns.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import { brokenRules, openBeside } from '../../../tests/support/stock.ts'
import { endingAwaiting } from './bank-transfers.ts'

const HOUR_MS = 3_600_000
const now = new Date()

const market = await openForTests({ config: PAID, deps: { clock: () => now }, listens: true })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const [admin, seller, rival] = await signUpAll(market, 'admin', 'seller', 'seller')
const lamp = await buildProduct(market, { seller_id: seller.user_id, product_price: 20 })
const cup = await buildProduct(market, { seller_id: rival.user_id, product_price: 7.5 })
let buyer: TestAccount
beforeEach(async () => {
  buyer = await signUp(market)
})

/** Orders two units of each seller's product: $55.00. */
async function order(payment_method = 'credit_card'): Promise<string> {
  const lines = [lamp, cup].map((product) => [product, 2] as const)
  const { order_id, total_count } = await orderOf(market, buyer, lines, { ...buying, payment_method })
  expect(total_count).toBe(55)
  return order_id
}

const bought = (id: string) => readAsBuyer(market, buyer, id)
const paymentOf = (id: string) => returns.paymentOf(market, admin, id)
const refund = (paymentId: string, body: object, as = admin) =>
  refundOf(market, as, paymentId, { seller_id: seller.user_id, ...body })
const received = (paymentId: string, body: object, as = admin) => actOnPayment(market, as, paymentId, 'received', body)
const untilSeen = (id: string, seen: object) => expect.poll(() => bought(id), { interval: 200 }).toMatchObject(seen)

test('cancelled units of a paid order are refunded', async () => {
  const id = await order()
  expect((await bought(id)).payment).toEqual({
    payment_state: 'paid',
    label: 'Paid',
    amount: 55,
    captured: 55,
    refunded: 0,
    sandbox: true,
    card_brand: 'visa',
    card_last4: '4242',
  })
  await cancelUnits(market, seller, id, [[1, 1]])
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

test('sellers see that an order is paid, but no amounts', async () => {
  const id = await order()
  expect((await readAsSeller(market, seller, id)).payment).toEqual({ payment_state: 'paid', label: 'Paid' })
  const { body } = await call<OrderList>(market, 'GET', '/api/orders', { as: buyer })
  expect(body.orders[0]?.payment).toMatchObject({ label: 'Paid', amount: 55 })
})

test('an admin refunds the rest, and a repeated request is the same refund', async () => {
  const id = await order()
  const { payment_id } = await paymentOf(id)
  const request = { refund_id: randomUUID(), amount: 12.34, note: 'scratched' }
  for (let time = 0; time < 2; time++)
    expect(await refund(payment_id, request)).toMatchObject({ status: 200, body: { refundable: 42.66 } })
  expect(await refund(payment_id, { ...request, amount: 12.35 })).toMatchObject(refusedWith(422, 'refund_reused'))
  for (const amount of [0, -1, 1.005, '1', null])
    expect((await refund(payment_id, { amount })).status, String(amount)).toBe(400)
  expect((await refund(payment_id, { amount: 1, seller_id: buyer.user_id })).status).toBe(400)
  expect((await refund('none', { amount: 1 })).status).toBe(404)
  await untilSeen(id, { payment: { refunded: 12.34 } })
})

test('fifty concurrent refunds never exceed what is left of their seller order', async () => {
  const id = await order()
  const { payment_id } = await paymentOf(id)
  const second = await openBeside(market, PAID)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => {
      const body = { seller_id: seller.user_id, amount: 3 }
      return refundOf(index % 2 ? second : market, admin, payment_id, body)
    }),
  )
  await second.close()
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(13)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(37)
  expect(await paymentOf(id)).toMatchObject({ refundable: 16, sellers: [{ left: 1 }, { left: 15 }] })
})

test('an order that awaits its bank transfer is neither accepted nor sent before the money is there', async () => {
  const id = await order('bank_transfer')
  const { payment } = await bought(id)
  expect(payment).toMatchObject({
    payment_state: 'awaiting_transfer',
    label: 'Awaiting payment',
    transfer: { reference: id, amount_left: 55, details: expect.stringContaining('account') },
  })
  expect(payment?.transfer?.pay_by).toBe(endOfDay(new Date(now.getTime() + 7 * 24 * HOUR_MS)).toISOString())
  expect(await readAsSeller(market, seller, id)).toMatchObject({
    ship_by: null,
    payment: { label: 'Awaiting payment' },
  })
  expect(await asSeller(market, seller, id, 'confirm', { revision: 1 })).toMatchObject(
    refusedWith(409, 'order_unpaid', { message: 'This order is not paid yet.' }),
  )
  const unpaid = await call<{ orders: Order[] }>(market, 'GET', '/api/admin/orders?problem=unpaid', { as: admin })
  expect(unpaid.body.orders.map(({ order_id }) => order_id)).toContain(id)
  const { payment_id } = await paymentOf(id)
  expect((await refund(payment_id, { amount: 1 })).body.code).toBe('not_paid')

  const at = now.toISOString().slice(0, 10)
  expect((await received(payment_id, { amount: 5, at: '2099-01-01' })).status).toBe(400)
  // In capitals, as some programs write ids.
  const receipt = { receipt_id: randomUUID().toUpperCase(), amount: 30, at, reference: 'DE 1' }
  for (const again of await Promise.all([1, 2].map(() => received(payment_id, receipt))))
    expect(again).toMatchObject({ status: 200, body: { captured: 30 } })
  // Another admin, who has seen none, means the same one.
  expect((await received(payment_id, { ...receipt, receipt_id: randomUUID(), seen: 0 })).body.code).toBe(
    'transfer_recorded',
  )
  expect((await refund(payment_id, { amount: 1 })).body.code).toBe('not_paid')
  expect((await bought(id)).payment).toMatchObject({
    payment_state: 'awaiting_transfer',
    transfer: { amount_left: 25 },
  })
  const paid = await received(payment_id, { amount: 26.5, at, seen: 1 })
  expect(paid.body).toMatchObject({
    payment_state: 'paid',
    captured: 55,
    surplus: 1.5,
    receipts: [{ amount: 30, reference: 'DE 1', received_on: at }, { amount: 26.5 }],
  })
  const sendBack = (body?: object) => actOnPayment(market, admin, payment_id, 'surplus-returned', body)
  // More may have come since the admin has seen it.
  expect((await sendBack({ amount: 1 })).body).toMatchObject({ surplus: 0.5, captured: 55 })
  expect((await sendBack({ amount: 1 })).body.code).toBe('refund_too_large')
  expect((await sendBack()).body).toMatchObject({ surplus: 0, captured: 55 })
  expect((await sendBack()).body.code).toBe('no_surplus')
  expect((await bought(id)).payment?.transfer).toBeUndefined()
  const sellerOrder = await readAsSeller(market, seller, id)
  expect(sellerOrder.ship_by).toMatch(/^\d{4}-\d\d-\d\d$/)
  const { revision } = sellerOrder
  expect((await asSeller(market, seller, id, 'confirm', { revision })).body).toMatchObject({ state: 'confirmed' })

  // Cancelled units of it are refunded by hand.
  await cancelUnits(market, seller, id, [[1, 1]])
  const [byHand] = (await paymentOf(id)).refunds
  expect(byHand).toMatchObject({ amount: 20, by_hand: true, refund_state: 'requested' })
  const done = () => call<AdminPayment>(market, 'POST', `/api/admin/refunds/${byHand?.refund_id}/done`, { as: admin })
  expect((await done()).body).toMatchObject({ refunded: 20, refunds: [{ refund_state: 'succeeded' }] })
  expect((await done()).body.refunded).toBe(20)
})

test('an admin retries an event that could not be applied, and is recorded', async () => {
  const id = await order()
  const { provider_ref: object_ref } = await paymentOf(id)
  const event_id = `evt_${randomUUID()}`
  const event = { provider: 'stripe', sandbox: true, event_id, event_type: 'charge.refunded', object_ref }
  await market.db
    .insertInto('payment_events')
    .values({ ...event, received_at: now, failure: 'no response' })
    .execute()
  const again = (event = event_id) => call(market, 'POST', `/api/admin/payment-events/${event}/again`, { as: admin })
  expect((await again('%00')).status).toBe(400)
  expect((await again()).status).toBe(204)
  const seen = async () => (await paymentOf(id)).events.find((one) => one.event_id === event_id)?.outcome
  await expect.poll(seen).toBe('nothing_new')
  expect((await again()).status).toBe(404)
  const { body } = await call<ActivityPage>(market, 'GET', `/api/admin/activity?q=${id}`, { as: admin })
  expect(body.activities).toMatchObject([{ action: 'payment_look', target: id, admin_id: admin.user_id }])
})

test('an event about a payment of another program is ignored', async () => {
  const { stripe } = providerOf(market, () => now)
  const { id } = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    metadata: { payment_id: '7' },
  })
  const events = market.db.selectFrom('payment_events').select('outcome').where('object_ref', '=', id)
  await expect.poll(() => events.execute()).toEqual([{ outcome: 'not_ours' }])
})

test('the mail about an order says how it is paid, where a bank transfer goes, and that it is a test', async () => {
  const id = await order('bank_transfer')
  const mail = async () => (await mailsTo(market, buyer, `Your order ${id}`))[0]?.text
  await expect.poll(mail).toContain('Test mode: no real money moves.')
  const text = await mail()
  expect(text).toContain(`Reference: ${id}`)
  expect(text).toContain('Amount: $55.00')
  expect(text).toContain('Awaiting payment')
})

test('a repeated request announces a bank transfer that was not announced, once', async () => {
  await addToCart(market, buyer, lamp.product_id)
  const place = () => postOrder<Order>(market, buyer, { ...buying, payment_method: 'bank_transfer' }, 'transfer')
  const { order_id } = (await place()).body
  await market.db.deleteFrom('sandbox.transfers').where('reference', '=', order_id).execute()
  for (let times = 0; times < 2; times++) expect((await place()).body.order_id).toBe(order_id)
  const announced = market.db.selectFrom('sandbox.transfers').select('amount').where('reference', '=', order_id)
  expect(await announced.execute()).toEqual([{ amount: 2000 }])
})

test('units cancelled before the bank transfer arrived are refunded once it has', async () => {
  const id = await order('bank_transfer')
  await cancelUnits(market, rival, id, [[2, 2]])
  const { payment_id } = await paymentOf(id)
  await received(payment_id, { amount: 55, at: now.toISOString().slice(0, 10) })
  expect((await paymentOf(id)).refunds).toMatchObject([{ amount: 15, seller_id: rival.user_id, by_hand: true }])
})

test.each(['before', 'after'])('a bank transfer pays what is left of an order, cancelled %s it came', async (which) => {
  const id = await order('bank_transfer')
  await market.db.deleteFrom('sandbox.transfers').where('reference', '=', id).execute()
  const { payment_id } = await paymentOf(id)
  const receive = (amount: number) => received(payment_id, { amount, at: now.toISOString().slice(0, 10) })
  const cancel = () => cancelUnits(market, rival, id, [[2, 2]])
  if (which === 'after') await receive(40)
  await cancel()
  if (which === 'before') {
    expect((await bought(id)).payment?.transfer).toMatchObject({ amount_left: 40 })
    expect(await paymentOf(id)).toMatchObject({ awaited: 40 })
    await receive(40)
  }
  expect(await paymentOf(id)).toMatchObject({
    payment_state: 'paid',
    captured: 40,
    awaited: 0,
    refundable: 40,
    refunds: [],
  })
  expect((await readAsSeller(market, seller, id)).ship_by).toEqual(expect.any(String))
  expect((await bought(id)).payment).toSatisfy((payment: OrderPayment) => heldOf(payment) === 40)
  // More is a surplus.
  expect((await receive(15)).body).toMatchObject({ captured: 40, surplus: 15 })
})

const notesOf = (id: string) =>
  market.db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.order_number', 'order_events.order_number')
    .select('facts')
    .where('order_id', '=', id)
    .where('kind', '=', 'note')
    .execute()

test('the buyer of a stopped order sees no account to pay to, and is not reminded', async () => {
  const id = await order('bank_transfer')
  await market.db.deleteFrom('sandbox.transfers').where('reference', '=', id).execute()
  const { payment_id } = await paymentOf(id)
  const body = { order_state: 'cancelled' }
  expect((await call(market, 'PATCH', `/api/admin/orders/${id}`, { as: admin, body })).status).toBe(200)
  expect((await bought(id)).payment).not.toHaveProperty('transfer')
  const times = { pay_by: new Date(now.getTime() + HOUR_MS), created_at: new Date(now.getTime() - 25 * HOUR_MS) }
  await setRows(market, 'payments', times, { payment_id })
  const reminded = () =>
    market.db.selectFrom('payments').select('reminded_at').where('payment_id', '=', payment_id).executeTakeFirst()
  await expect.poll(reminded).toEqual({ reminded_at: now })
  expect(await notesOf(id)).toEqual([])
})

test('a buyer whose bank transfer is recorded at that moment is not reminded', async () => {
  const id = await order('bank_transfer')
  const { payment_id, pay_by } = await paymentOf(id)
  const clock = () => new Date(Date.parse(pay_by ?? '') - HOUR_MS)
  const reminding = endingAwaiting({ db: market.db, clock }).find(({ name }) => name === 'transfer-reminders')
  const paused = await pauseCommits(market.db, 'payment_receipts')
  await inSequence(
    market.db,
    paused.hold,
    () => received(payment_id, { amount: 55, at: now.toISOString().slice(0, 10) }),
    async () => reminding?.run(AbortSignal.timeout(60_000)),
  )
  await paused.end()
  expect((await paymentOf(id)).payment_state).toBe('paid')
  expect(await notesOf(id)).not.toContainEqual({ facts: expect.objectContaining({ mark: 'please_pay' }) })
})

test('an order whose bank transfer is overdue is cancelled, and a partial transfer is refunded', async () => {
  const id = await order('bank_transfer')
  const { payment_id } = await paymentOf(id)
  await market.db.deleteFrom('sandbox.transfers').where('reference', '=', id).execute()
  await received(payment_id, { amount: 5, at: now.toISOString().slice(0, 10) })
  const awaitUntil = (hours: number) =>
    setRows(
      market,
      'payments',
      { pay_by: new Date(now.getTime() + hours * HOUR_MS), created_at: new Date(now.getTime() - 25 * HOUR_MS) },
      { payment_id },
    )
  await awaitUntil(47)
  await expect.poll(() => notesOf(id)).toMatchObject([{ facts: { mark: 'please_pay' } }])
  await awaitUntil(0)
  await untilSeen(id, { order_state: 'cancelled', payment: { payment_state: 'expired', label: 'Not paid' } })
  expect((await paymentOf(id)).refunds).toMatchObject([{ amount: 5, by_hand: true, refund_state: 'requested' }])
  // The transfer arrives after all.
  await received(payment_id, { amount: 50, at: now.toISOString().slice(0, 10) })
  expect(await paymentOf(id)).toMatchObject({ payment_state: 'expired', refunds: [{ amount: 5 }, { amount: 50 }] })
})

// catches: refund-id-unlocked
test.each([
  ['refund', 'credit_card', 'refunds', 'refund_id', 'refund_reused'],
  ['refund of a whole order', 'credit_card', 'refunds', 'request_id', 'refund_reused'],
  ['receipt', 'bank_transfer', 'payment_receipts', 'receipt_id', 'transfer_recorded'],
])('the id of a %s is refused for another payment, also at once', async (_what, method, table, column, code) => {
  const id = randomUUID()
  const send = ({ payment_id }: AdminPayment) =>
    table === 'refunds'
      ? refund(payment_id, { refund_id: id, amount: 1, ...(column === 'request_id' && { seller_id: undefined }) })
      : received(payment_id, { receipt_id: id, amount: 1, at: now.toISOString().slice(0, 10) })
  const [one, other] = [await paymentOf(await order(method)), await paymentOf(await order(method))]
  // Other refunds are sent meanwhile.
  const paused = await pauseCommits(market.db, table, sql`${sql.ref(`new.${column}`)} = ${sql.lit(id)}`)
  const both = await underContention(market.db, paused.hold, () => Promise.all([send(one), send(other)]))
  await paused.end()
  const again = [await send(one), await send(other)]
  for (const answers of [both, again]) expect(answers.flatMap(({ body }) => body.code ?? [])).toEqual([code])
})
