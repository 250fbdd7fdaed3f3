import { afterAll, expect, test } from 'vitest'
import type { ActivityPage } from '../../../shared/audit/schema.ts'
import type { AdminOrderPage } from '../../../shared/orders/schema.ts'
import type { AdminPayment } from '../../../shared/payments/schema.ts'
import { call, checkout } from '../../../tests/support/api.ts'
import { cancelUnits, orderOf, receiveFirst, sendUnits } from '../../../tests/support/fulfilment.ts'
import { openForTests, PAID, signUpAll, stoppedClock } from '../../../tests/support/open-for-tests.ts'
import { mailsTo } from '../../../tests/support/outbox.ts'
import { actOnPayment, answerDispute, providerOf, refund as refundOf } from '../../../tests/support/payments.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { paymentOf, takenBack } from '../../../tests/support/returns.ts'
import { brokenRules, openBeside } from '../../../tests/support/stock.ts'

const clock = stoppedClock()
const market = await openForTests({ config: PAID, deps: { clock } })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const { sandbox } = providerOf(market, clock)
const [admin, seller, buyer] = await signUpAll(market, 'admin', 'seller', 'buyer')
const product = await buildProduct(market, { seller_id: seller.user_id, product_price: 20 })

/** Orders two units, $40.00, and returns the payment. */
async function paidOrder(): Promise<AdminPayment> {
  const { order_id } = await orderOf(market, buyer, [[product, 2]])
  return paymentOf(market, admin, order_id)
}

const read = async (id: string) =>
  (await call<AdminPayment>(market, 'GET', `/api/admin/payments/${id}`, { as: admin })).body
const look = async (id: string) => (await actOnPayment(market, admin, id, 'look')).body
const answer = (dispute: number | undefined, body: object, as = admin) => answerDispute(market, as, dispute, body)
/** Returns the admins' list of disputed orders. */
async function disputedOrders() {
  const path = '/api/admin/orders?problem=disputed'
  const { body } = await call<AdminOrderPage>(market, 'GET', path, { as: admin })
  return body.orders.map(({ order_id, payment }) => ({ order_id, label: payment?.label }))
}
const refund = ({ payment_id }: AdminPayment, amount: number) =>
  refundOf(market, admin, payment_id, { amount, seller_id: seller.user_id })

test('a disputed amount cannot be refunded until the dispute is won', async () => {
  const payment = await paidOrder()
  const { payment_id, order_id } = payment
  await sandbox.openDispute(payment.provider_ref ?? '')
  const disputed = await look(payment_id)
  expect(disputed).toMatchObject({
    label: 'Disputed',
    disputed: 40,
    refundable: 0,
    payment_state: 'paid',
    disputes: [{ amount: 40, fee: 15, dispute_state: 'needs_response', answered_at: null, reason: 'fraudulent' }],
  })
  expect(await disputedOrders()).toEqual([{ order_id, label: 'Disputed' }])
  const number = disputed.disputes[0]?.dispute_number
  expect((await refund(payment, 1)).body.code).toBe('refund_too_large')

  // Only admins answer, once, with some text.
  for (const body of [{}, { text: ' ' }, { text: 'x'.repeat(10_001) }, { text: 'a', accept: true }, { accept: false }])
    expect((await answer(number, body)).status).toBe(400)
  for (const unknown of [999, 1.5]) expect((await answer(unknown, { accept: true })).status).toBe(404)
  const answers = await Promise.all([1, 2, 3].map(() => answer(number, { text: 'winning_evidence' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await answer(number, { text: 'More.' })).body.code).toBe('dispute_answered')

  const won = await read(payment_id)
  expect(await disputedOrders()).toEqual([])
  expect(won).toMatchObject({ label: 'Paid', disputed: 0, refundable: 40, disputes: [{ dispute_state: 'won' }] })
  const { body } = await call<ActivityPage>(market, 'GET', `/api/admin/activity?q=${order_id}`, { as: admin })
  expect(body.activities.filter(({ action }) => action === 'dispute_answer')).toMatchObject([
    { target: order_id, to: 'answered', admin_id: admin.user_id },
  ])
})

test('units cancelled or returned during a dispute are refunded once it is won', async () => {
  const payment = await paidOrder()
  const order_id = payment.order_id ?? ''
  await sendUnits(market, seller, order_id, [[1, 1]])
  await receiveFirst(market, { buyer, seller }, order_id)
  await sandbox.openDispute(payment.provider_ref ?? '')
  const { disputes } = await look(payment.payment_id)
  await cancelUnits(market, seller, order_id, [[1, 1]])
  await takenBack(market, { buyer, seller }, order_id, [[1, 1, 1]])
  expect((await read(payment.payment_id)).refunds).toEqual([])
  await answer(disputes[0]?.dispute_number, { text: 'winning_evidence' })
  expect((await read(payment.payment_id)).refunds).toMatchObject([{ amount: 40, seller_id: seller.user_id }])
})

test('a refund that failed during a dispute is made once that is won, and does not stay failed', async () => {
  const payment = await paidOrder()
  await sandbox.openDispute(payment.provider_ref ?? '')
  // The marketplace does not know of the dispute yet.
  await cancelUnits(market, seller, payment.order_id ?? '', [[1, 1]])
  const { payment_id } = payment
  await expect.poll(() => read(payment_id)).toMatchObject({ label: 'Refund failed' })
  const { disputes } = await look(payment_id)
  await answer(disputes[0]?.dispute_number, { text: 'winning_evidence' })
  await expect.poll(() => read(payment_id)).toMatchObject({ label: 'Partly refunded', refunded: 20, refundable: 20 })
})

test('an accepted dispute is lost, with its money', async () => {
  const payment = await paidOrder()
  await refund(payment, 10)
  await expect.poll(async () => (await read(payment.payment_id)).refunded).toBe(10)
  await sandbox.openDispute(payment.provider_ref ?? '')
  const { disputes } = await look(payment.payment_id)
  expect((await answer(disputes[0]?.dispute_number, { accept: true })).body).toMatchObject({
    label: 'Disputed',
    disputed: 30,
    refundable: 0,
    disputes: [{ dispute_state: 'lost', ended_at: expect.any(String) }],
  })
})

test.each(['constructor', '__proto__'])('the answer %s is sent like any other', async (text) => {
  const payment = await paidOrder()
  await sandbox.openDispute(payment.provider_ref ?? '')
  const { disputes } = await look(payment.payment_id)
  const { status, body } = await answer(disputes[0]?.dispute_number, { text })
  expect([status, body.disputes]).toMatchObject([200, [{ dispute_state: 'under_review', ended_at: null }]])
})

test('a refund that the provider refuses fails, and its money can be refunded later', async () => {
  const payment = await paidOrder()
  await sandbox.openDispute(payment.provider_ref ?? '')
  // The marketplace does not know of the dispute yet.
  await refund(payment, 5)
  const { payment_id } = payment
  await expect.poll(async () => (await read(payment_id)).refunds[0]?.refund_state).toBe('failed')
  const { disputes } = await look(payment_id)
  await answer(disputes[0]?.dispute_number, { text: 'winning_evidence' })
  expect(await read(payment_id)).toMatchObject({ refundable: 40, refunded: 0 })
})

test('a refund that is pending for more than a day is made once', async () => {
  const { order_id } = await orderOf(market, buyer, [[product, 2]], {
    ...checkout,
    payment_token: 'pm_card_pendingRefund',
  })
  const payment = await paymentOf(market, admin, order_id)
  await refund(payment, 5)
  const states = async () => (await read(payment.payment_id)).refunds.map(({ refund_state }) => refund_state)
  await expect.poll(states).toEqual(['pending'])
  // The provider forgets the keys of requests.
  await market.db.deleteFrom('sandbox.keys').execute()
  clock.pass(2)
  await sandbox.advance()
  // A check that runs meanwhile sets the time of the next one.
  const laterStates = () => {
    clock.pass(2)
    return states()
  }
  await expect.poll(laterStates, { interval: 500 }).toEqual(['succeeded'])
  const made = (await sandbox.listPayments()).find(({ intent_id }) => intent_id === payment.provider_ref)
  expect(made?.refunds).toMatchObject([{ amount: 500, status: 'succeeded' }])
})

test('disputes and refunds without an event are found when a process starts, and admins get a mail', async () => {
  const [disputed, refunded] = [await paidOrder(), await paidOrder()]
  await sandbox.openDispute(disputed.provider_ref ?? '')
  await sandbox.refundOutside(refunded.provider_ref ?? '', 700)
  // This market does not listen, so that no event arrives.
  const second = await openBeside(market, PAID)
  await expect.poll(() => read(disputed.payment_id)).toMatchObject({ disputed: 40 })
  await expect.poll(() => read(refunded.payment_id)).toMatchObject({ refunded: 7 })
  await second.close()
  // A mail collects the events of a minute.
  clock.pass(2)
  const subjects = async () => (await mailsTo(market, admin, disputed.order_id ?? '?')).map(({ subject }) => subject)
  await expect.poll(subjects).toContain(`A payment was disputed (${disputed.order_id})`)
})
