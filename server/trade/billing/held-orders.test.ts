import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AdminSellerOrders } from '../../../shared/fulfilment/schema.ts'
import type { Notifications } from '../../../shared/notifications/schema.ts'
import type { AdminPayment } from '../../../shared/payments/schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call, checkout } from '../../../tests/support/api.ts'
import { asSeller, orderOf, readAsBuyer, readAsSeller, sending, unitsOf } from '../../../tests/support/fulfilment.ts'
import { providerOf } from '../../../tests/support/payment-provider.ts'
import { buildProduct, type TestProduct } from '../../../tests/support/products.ts'
import { paymentOf } from '../../../tests/support/returns.ts'
import { brokenRules } from '../../../tests/support/stock.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import type { OutboxMessage } from '../../pages/mail/outbox.ts'

const UNTIL = { timeout: 60_000, interval: 200 }

let market: TestApp
let now = new Date()
let admin: TestAccount
let seller: TestAccount
let rival: TestAccount
let buyer: TestAccount
let own: TestProduct
let theirs: TestProduct

beforeAll(async () => {
  market = await createTestApp({ config: { payments: 'sandbox', sandbox: 'calm' }, deps: { clock: () => now } })
  // Where the provider sends its events.
  await market.app.listen({ port: 0 })
  admin = await makeAdmin(market)
})
beforeEach(async () => {
  ;[seller, rival, buyer] = await Promise.all([
    signUp(market, { role: 'seller' }),
    signUp(market, { role: 'seller' }),
    signUp(market),
  ])
  own = await buildProduct(market, { seller_id: seller.user_id, product_price: 6.5 })
  theirs = await buildProduct(market, { seller_id: rival.user_id, product_price: 30 })
})
afterEach(async () => {
  expect(await brokenRules(market)).toEqual([])
})
afterAll(() => market.close())

/** Orders two units of the seller, $13, and one of the rival, $30; returns its payment. */
async function paid(payment_token = 'pm_card_visa'): Promise<AdminPayment & { order_id: string }> {
  const lines = [
    [own, 2],
    [theirs, 1],
  ] as const
  const body = { ...checkout, payment_method: 'credit_card', payment_token }
  const { order_id } = await orderOf(market, buyer, lines, body)
  return { ...(await paymentOf(market, admin, order_id)), order_id }
}

const refund = (paymentId: string, body: object) =>
  call(market, 'POST', `/api/admin/payments/${paymentId}/refunds`, {
    as: admin,
    body: { refund_id: randomUUID(), seller_id: seller.user_id, reason: 'goodwill', ...body },
  })
const look = (paymentId: string) =>
  call<AdminPayment>(market, 'POST', `/api/admin/payments/${paymentId}/look`, { as: admin })
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000)
}

/** The subjects of a user's mails about an order, and the kinds of the user's notifications. */
async function toldTo(who: TestAccount, orderId: string): Promise<{ mails: string[]; kinds: string[] }> {
  const response = await market.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })
  const mails = response
    .json<{ messages: OutboxMessage[] }>()
    .messages.flatMap(({ message }) =>
      message.channel === 'mail' && message.to === who.email && message.subject.includes(orderId)
        ? message.subject
        : [],
    )
  const { body } = await call<Notifications>(market, 'GET', '/api/notifications', { as: who })
  return { mails, kinds: body.notifications.map(({ kind }) => kind) }
}

test.each(['of its seller', 'of the whole order'])(
  'what is unsent is not to be sent after a full refund %s, and its seller is told',
  async (which) => {
    const { payment_id, order_id } = await paid()
    if (which === 'of its seller') {
      await refund(payment_id, { amount: 12.99 })
      expect(await readAsSeller(market, seller, order_id)).toMatchObject({ hold: null, ship_by: expect.any(String) })
      await refund(payment_id, { amount: 0.01, reason: 'cancelled' })
    } else await refund(payment_id, { amount: 43, seller_id: undefined })
    const held = await readAsSeller(market, seller, order_id)
    expect(held).toMatchObject({ hold: 'refunded', ship_by: null, state: 'pending' })
    expect((await readAsSeller(market, rival, order_id)).hold).toBe(which === 'of its seller' ? null : 'refunded')
    const { revision } = held
    for (const [act, body] of [
      ['confirm', { revision }],
      ['shipments', sending(revision, [[1, 1]])],
    ] as const)
      expect(await asSeller(market, seller, order_id, act, body)).toMatchObject({
        status: 409,
        body: { code: 'order_refunded' },
      })
    later(61)
    await expect
      .poll(() => toldTo(seller, order_id), UNTIL)
      .toMatchObject({
        mails: expect.arrayContaining([expect.stringContaining(`${order_id}-1`)]),
        kinds: expect.arrayContaining(['order_held']),
      })
    await asSeller(market, seller, order_id, 'cancel', { revision, lines: unitsOf([[1, 2]]), reason: 'other' })
    expect(await readAsSeller(market, seller, order_id)).toMatchObject({ hold: null, state: 'cancelled' })
  },
)

test('what was sent is not marked by a full refund, and what is cancelled in full is not either', async () => {
  const { payment_id, order_id } = await paid()
  await asSeller(market, seller, order_id, 'shipments', sending(1, [[1, 2]]))
  await refund(payment_id, { amount: 13 })
  await asSeller(market, rival, order_id, 'cancel', { revision: 1, lines: unitsOf([[2, 1]]), reason: 'other' })
  expect((await readAsSeller(market, seller, order_id)).hold).toBeNull()
  expect((await readAsSeller(market, rival, order_id)).hold).toBeNull()
})

test('a disputed order is marked for its sellers, who wait until the dispute is won', async () => {
  const { payment_id, provider_ref, order_id } = await paid()
  await providerOf(market, () => now).sandbox.openDispute(provider_ref ?? '')
  const { disputes } = (await look(payment_id)).body
  for (const who of [seller, rival])
    expect(await readAsSeller(market, who, order_id)).toMatchObject({ hold: 'disputed', ship_by: null })
  later(61)
  await expect.poll(async () => (await toldTo(rival, order_id)).kinds, UNTIL).toContain('order_held')
  const body = { text: 'winning_evidence' }
  await call(market, 'POST', `/api/admin/disputes/${disputes[0]?.dispute_number}/answer`, { as: admin, body })
  expect(await readAsSeller(market, seller, order_id)).toMatchObject({ hold: null, ship_by: expect.any(String) })
})

test('a refund that fails is told to its buyer: page, label and mail; it is no more than a failure until it is sent again', async () => {
  const { payment_id, order_id } = await paid('pm_card_refundFail')
  await refund(payment_id, { amount: 6.5 })
  const paymentSeen = async () => (await readAsBuyer(market, buyer, order_id)).payment
  await expect.poll(paymentSeen, UNTIL).toMatchObject({ refunded: 6.5, label: 'Partly refunded' })
  later(120)
  await expect.poll(paymentSeen, UNTIL).toMatchObject({ refunded: 0, label: 'Refund failed' })
  const { events } = await readAsBuyer(market, buyer, order_id)
  expect(events.filter(({ kind }) => kind === 'refunded')).toEqual([])
  expect(events.at(-1)).toMatchObject({ kind: 'note', facts: { mark: 'refund_failed', amount: '6.50' } })
  later(61)
  const subject = `Your refund of $6.50 failed (${order_id})`
  await expect
    .poll(() => toldTo(buyer, order_id), UNTIL)
    .toMatchObject({
      mails: expect.arrayContaining([subject]),
      kinds: expect.arrayContaining(['money_not_back']),
    })
  await refund(payment_id, { amount: 6.5 })
  await expect.poll(paymentSeen, UNTIL).toMatchObject({ refunded: 6.5, label: 'Partly refunded' })
})

test('what was refunded in full is sent after all when the refund fails', async () => {
  const { payment_id, order_id } = await paid('pm_card_refundFail')
  await refund(payment_id, { amount: 13 })
  await expect
    .poll(async () => (await readAsBuyer(market, buyer, order_id)).payment, UNTIL)
    .toMatchObject({ refunded: 13 })
  expect((await readAsSeller(market, seller, order_id)).hold).toBe('refunded')
  later(120)
  await expect
    .poll(() => readAsSeller(market, seller, order_id), UNTIL)
    .toMatchObject({ hold: null, ship_by: expect.any(String) })
})

test('an order that an admin has cancelled says what is still open, and its buyer why and what becomes of the money', async () => {
  const { payment_id, order_id } = await paid()
  const body = { order_state: 'cancelled', reason: 'The warehouse has burned down' }
  expect((await call(market, 'PATCH', `/api/admin/orders/${order_id}`, { as: admin, body })).status).toBe(200)
  const unsent = async () =>
    (await call<AdminSellerOrders>(market, 'GET', `/api/admin/orders/${order_id}/seller-orders`, { as: admin })).body
      .unsent
  expect(await unsent()).toEqual({ units: 3, refund: 43 })
  const seen = await readAsBuyer(market, buyer, order_id)
  expect(seen.events.at(-1)).toMatchObject({ kind: 'state_set', facts: { to: 'cancelled', note: body.reason } })
  later(61)
  const mail = async () => {
    const response = await market.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })
    const mails = response.json<{ messages: OutboxMessage[] }>().messages.map(({ message }) => message)
    return mails.find((one) => one.channel === 'mail' && one.to === buyer.email && one.subject.includes('was changed'))
  }
  await expect.poll(mail, UNTIL).toMatchObject({ text: expect.stringContaining(`Reason:\n  ${body.reason}`) })
  expect(await mail()).toMatchObject({
    text: expect.stringContaining('$43.00 of your payment has not been refunded yet.'),
  })
  // What was refunded for them before does not go back again.
  await refund(payment_id, { amount: 10, reason: 'cancelled' })
  expect(await unsent()).toEqual({ units: 3, refund: 33 })
  await asSeller(market, rival, order_id, 'cancel', { revision: 1, lines: unitsOf([[2, 1]]), reason: 'other' })
  expect(await unsent()).toEqual({ units: 2, refund: 3 })
  await asSeller(market, seller, order_id, 'cancel', { revision: 1, lines: unitsOf([[1, 2]]), reason: 'other' })
  expect(await unsent()).toEqual({ units: 0, refund: 0 })
  const { refunds } = await paymentOf(market, admin, order_id)
  expect(refunds.map(({ amount }) => amount)).toEqual([10, 30, 3])
})
