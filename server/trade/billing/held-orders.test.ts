import { afterAll, beforeEach, expect, test } from 'vitest'
import type { AdminSellerOrders, FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import type { AdminPayment } from '../../../shared/payments/schema.ts'
import { makeAdmin, type TestAccount } from '../../../tests/support/accounts.ts'
import { call, checkout, refusedWith } from '../../../tests/support/api.ts'
import {
  asSeller,
  cancelUnits,
  orderOf,
  readAsBuyer,
  readAsSeller,
  sending,
  sendUnits,
} from '../../../tests/support/fulfilment.ts'
import { openForTests, PAID, signUpAll, stoppedClock } from '../../../tests/support/open-for-tests.ts'
import { mailsTo, notificationsOf } from '../../../tests/support/outbox.ts'
import { actOnPayment, answerDispute, providerOf, refund as refundOf } from '../../../tests/support/payments.ts'
import { buildProduct, type TestProduct } from '../../../tests/support/products.ts'
import { paymentOf } from '../../../tests/support/returns.ts'
import { brokenRules } from '../../../tests/support/stock.ts'

const clock = stoppedClock()
const market = await openForTests({ config: PAID, deps: { clock }, listens: true })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const admin = await makeAdmin(market)
let seller: TestAccount
let rival: TestAccount
let buyer: TestAccount
let own: TestProduct
let theirs: TestProduct
beforeEach(async () => {
  ;[seller, rival, buyer] = await signUpAll(market, 'seller', 'seller', 'buyer')
  own = await buildProduct(market, { seller_id: seller.user_id, product_price: 6.5 })
  theirs = await buildProduct(market, { seller_id: rival.user_id, product_price: 30 })
})

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
  refundOf(market, admin, paymentId, { seller_id: seller.user_id, ...body })
const cancel = (who: TestAccount, orderId: string, line: number, quantity: number) =>
  cancelUnits(market, who, orderId, [[line, quantity]])

/** Sets the state of the seller's first shipment; returns the seller order. */
async function changeFirst(orderId: string, state: string): Promise<FullSellerOrder> {
  const { revision, shipments } = await readAsSeller(market, seller, orderId)
  const path = `/api/seller/orders/${orderId}/shipments/${shipments[0]?.shipment_number}`
  await call(market, 'PATCH', path, { as: seller, body: { revision, state } })
  return readAsSeller(market, seller, orderId)
}

/** Returns the subjects of a user's mails about an order, and the kinds of the user's notifications. */
const messagesTo = async (who: TestAccount, orderId: string) => ({
  mails: (await mailsTo(market, who)).map(({ subject }) => subject).filter((one) => one.includes(orderId)),
  kinds: (await notificationsOf(market, who)).map(({ kind }) => kind),
})

/** Places an order whose payment is then disputed, and returns its id and how an admin answers. */
async function disputed() {
  const { payment_id, provider_ref, order_id } = await paid()
  await providerOf(market, clock).sandbox.openDispute(provider_ref ?? '')
  const { disputes } = (await actOnPayment(market, admin, payment_id, 'look')).body
  return { order_id, answer: (body: object) => answerDispute(market, admin, disputes[0]?.dispute_number, body) }
}

test.each(['of its seller', 'of the whole order'])(
  'after a full refund %s unsent units are on hold, and their seller is notified',
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
    for (const [action, body] of [
      ['confirm', { revision }],
      ['shipments', sending(revision, [[1, 1]])],
    ] as const)
      expect(await asSeller(market, seller, order_id, action, body)).toMatchObject(refusedWith(409, 'order_refunded'))
    clock.pass(2)
    await expect
      .poll(() => messagesTo(seller, order_id))
      .toMatchObject({
        mails: expect.arrayContaining([expect.stringContaining(`${order_id}-1`)]),
        kinds: expect.arrayContaining(['order_held']),
      })
    await cancel(seller, order_id, 1, 2)
    expect(await readAsSeller(market, seller, order_id)).toMatchObject({ hold: null, state: 'cancelled' })
  },
)

test('a full refund does not put sent or cancelled orders on hold', async () => {
  const { payment_id, order_id } = await paid()
  await sendUnits(market, seller, order_id, [[1, 2]])
  await refund(payment_id, { amount: 13 })
  await cancel(rival, order_id, 2, 1)
  expect((await readAsSeller(market, seller, order_id)).hold).toBeNull()
  expect((await readAsSeller(market, rival, order_id)).hold).toBeNull()
})

test('free units are not on hold when what was paid for is cancelled', async () => {
  const gift = await buildProduct(market, { seller_id: seller.user_id, product_price: 0 })
  const sample = await buildProduct(market, { seller_id: rival.user_id, product_price: 0 })
  const { order_id } = await orderOf(market, buyer, [
    [own, 1],
    [gift, 1],
    [sample, 1],
  ])
  await cancel(seller, order_id, 1, 1)
  for (const who of [seller, rival])
    expect(await readAsSeller(market, who, order_id)).toMatchObject({ hold: null, ship_by: expect.any(String) })
})

test('a disputed order is on hold for its sellers until the dispute is won', async () => {
  const { order_id, answer } = await disputed()
  for (const who of [seller, rival])
    expect(await readAsSeller(market, who, order_id)).toMatchObject({ hold: 'disputed', ship_by: null })
  clock.pass(2)
  await expect.poll(async () => (await messagesTo(rival, order_id)).kinds).toContain('order_held')
  await answer({ text: 'winning_evidence' })
  expect(await readAsSeller(market, seller, order_id)).toMatchObject({ hold: null, ship_by: expect.any(String) })
})

test('an order whose dispute is lost is on hold as refunded', async () => {
  const { order_id, answer } = await disputed()
  await answer({ accept: true })
  for (const who of [seller, rival])
    expect(await readAsSeller(market, who, order_id)).toMatchObject({ hold: 'refunded', ship_by: null })
})

test('units of a lost package that are to be sent again are on hold when they were refunded', async () => {
  const { payment_id, order_id } = await paid()
  await sendUnits(market, seller, order_id, [[1, 2]])
  await changeFirst(order_id, 'lost')
  await refund(payment_id, { amount: 13 })
  expect(await changeFirst(order_id, 'resent')).toMatchObject({ hold: 'refunded', ship_by: null, state: 'confirmed' })
})

test('units sent during a dispute can be sent anew after it was won', async () => {
  const { order_id, answer } = await disputed()
  await sendUnits(market, seller, order_id, [[1, 2]])
  await answer({ text: 'winning_evidence' })
  expect(await changeFirst(order_id, 'voided')).toMatchObject({ hold: null, ship_by: expect.any(String) })
})

test('a failed refund is shown to admins, and its buyer on the page, as a label and by mail; it can be retried', async () => {
  const { payment_id, order_id } = await paid('pm_card_refundFail')
  await refund(payment_id, { amount: 6.5 })
  const paymentSeen = async () => (await readAsBuyer(market, buyer, order_id)).payment
  await expect.poll(paymentSeen).toMatchObject({ refunded: 6.5, label: 'Partly refunded' })
  clock.pass(2)
  await expect.poll(paymentSeen).toMatchObject({ refunded: 0, label: 'Refund failed' })
  expect(await paymentOf(market, admin, order_id)).toMatchObject({
    refundable: 43,
    refunds: [{ refund_state: 'failed' }],
  })
  const { events } = await readAsBuyer(market, buyer, order_id)
  expect(events.filter(({ kind }) => kind === 'refunded')).toEqual([])
  expect(events.at(-1)).toMatchObject({ kind: 'note', facts: { mark: 'refund_failed', amount: '6.50' } })
  clock.pass(2)
  const subject = `Your refund of $6.50 failed (${order_id})`
  await expect
    .poll(() => messagesTo(buyer, order_id))
    .toMatchObject({
      mails: expect.arrayContaining([subject]),
      kinds: expect.arrayContaining(['money_not_back']),
    })
  await refund(payment_id, { amount: 6.5 })
  await expect.poll(paymentSeen).toMatchObject({ refunded: 6.5, label: 'Partly refunded' })
})

test('a fully refunded order may be sent after all when the refund fails', async () => {
  const { payment_id, order_id } = await paid('pm_card_refundFail')
  await refund(payment_id, { amount: 13 })
  await expect.poll(async () => (await readAsBuyer(market, buyer, order_id)).payment).toMatchObject({ refunded: 13 })
  expect((await readAsSeller(market, seller, order_id)).hold).toBe('refunded')
  clock.pass(2)
  await expect
    .poll(() => readAsSeller(market, seller, order_id))
    .toMatchObject({ hold: null, ship_by: expect.any(String) })
})

test('an order cancelled by an admin shows what is open, and its buyer the reason and the refund', async () => {
  const { payment_id, order_id } = await paid()
  const body = { order_state: 'cancelled', reason: 'The warehouse has burned down' }
  expect((await call(market, 'PATCH', `/api/admin/orders/${order_id}`, { as: admin, body })).status).toBe(200)
  const unsent = async () =>
    (await call<AdminSellerOrders>(market, 'GET', `/api/admin/orders/${order_id}/seller-orders`, { as: admin })).body
      .unsent
  expect(await unsent()).toEqual({ units: 3, refund: 43 })
  const seen = await readAsBuyer(market, buyer, order_id)
  expect(seen.events.at(-1)).toMatchObject({ kind: 'state_set', facts: { to: 'cancelled', note: body.reason } })
  clock.pass(2)
  const mail = async () => (await mailsTo(market, buyer)).find(({ subject }) => subject.includes('was changed'))?.text
  await expect.poll(mail).toContain(`Reason:\n  ${body.reason}`)
  expect(await mail()).toContain('$43.00 of your payment has not been refunded yet.')
  // An earlier refund for these units is deducted.
  await refund(payment_id, { amount: 10, reason: 'cancelled' })
  expect(await unsent()).toEqual({ units: 3, refund: 33 })
  await cancel(rival, order_id, 2, 1)
  expect(await unsent()).toEqual({ units: 2, refund: 3 })
  await cancel(seller, order_id, 1, 2)
  expect(await unsent()).toEqual({ units: 0, refund: 0 })
  const { refunds } = await paymentOf(market, admin, order_id)
  expect(refunds.map(({ amount }) => amount)).toEqual([10, 30, 3])
})
