import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { AdminPayment } from '../../../shared/payments/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { checkout, refusedWith } from '../../../tests/support/api.ts'
import { addMethod } from '../../../tests/support/delivery.ts'
import { cancelUnits, orderOf, readAsSeller, receiveFirst, sendUnits } from '../../../tests/support/fulfilment.ts'
import { openForTests, PAID, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { actOnPayment, assignRefund, providerOf, refund as refundOf } from '../../../tests/support/payments.ts'
import { buildProduct, type TestProduct } from '../../../tests/support/products.ts'
import { asBuyer, paymentOf, takenBack } from '../../../tests/support/returns.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import { brokenRules, openBeside } from '../../../tests/support/stock.ts'

const market = await openForTests({ config: PAID })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const [seller, rival, admin] = await signUpAll(market, 'seller', 'seller', 'admin')
const own = await buildProduct(market, { seller_id: seller.user_id, product_price: 10 })
const theirs = await buildProduct(market, { seller_id: rival.user_id, product_price: 30 })
let buyer: TestAccount
beforeEach(async () => {
  buyer = await signUp(market)
})

/** Orders two units of the seller, $20, and one of the rival, $30; returns its payment. */
async function paid(
  in_ = market,
  lines: readonly (readonly [TestProduct, number])[] = [
    [own, 2],
    [theirs, 1],
  ],
): Promise<AdminPayment & { order_id: string }> {
  const { order_id } = await orderOf(in_, buyer, lines, { ...checkout, payment_method: 'credit_card' })
  return { ...(await paymentOf(market, admin, order_id)), order_id }
}

const refund = (paymentId: string, body: object) =>
  refundOf(market, admin, paymentId, { seller_id: seller.user_id, reason: 'cancelled', ...body })

async function backFor(orderId: string): Promise<[seller: number, rival: number]> {
  const { refunds, releases } = await paymentOf(market, admin, orderId)
  const sumOf = ({ user_id }: TestAccount) =>
    [...refunds, ...releases].reduce((sum, { amount, seller_id }) => sum + (seller_id === user_id ? amount : 0), 0)
  return [sumOf(seller), sumOf(rival)]
}

const cancelOf = (who: TestAccount, orderId: string, line: number, quantity: number) =>
  cancelUnits(market, who, orderId, [[line, quantity]])

async function comesBack(id: string, quantity: number): Promise<void> {
  await sendUnits(market, seller, id, [[1, quantity]])
  await receiveFirst(market, { buyer, seller }, id)
  await takenBack(market, { buyer, seller }, id, [[1, quantity, quantity]])
}

/** Ways to cancel or return the two units of the seller. */
const WAYS: [how: string, (orderId: string) => Promise<unknown>][] = [
  ['the seller cancels them', (id) => cancelOf(seller, id, 1, 2)],
  [
    'the buyer cancels them',
    async (id) => {
      const { revision } = await readAsSeller(market, seller, id)
      await asBuyer(market, buyer, id, 'cancel', { revision })
    },
  ],
  [
    'one is cancelled, the other comes back',
    async (id) => {
      await cancelOf(seller, id, 1, 1)
      expect(await backFor(id)).toEqual([12, 0])
      await comesBack(id, 1)
    },
  ],
  ['they come back', (id) => comesBack(id, 2)],
]

test.each(WAYS)('when %s, earlier refunds by hand as cancelled and as returned are deducted', async (_how, go) => {
  const { payment_id, order_id } = await paid()
  for (const [reason, amount] of [
    ['cancelled', 4.5],
    ['returned', 7.5],
  ])
    expect(await refund(payment_id, { amount, reason })).toMatchObject({ status: 200 })
  await go(order_id)
  await cancelOf(rival, order_id, 2, 1)
  expect(await backFor(order_id)).toEqual([20, 30])
})

test('goodwill is not deducted from refunds of units while enough is left of their seller order', async () => {
  const { payment_id, order_id } = await paid()
  await refund(payment_id, { amount: 7.5, reason: 'goodwill' })
  await cancelOf(seller, order_id, 1, 1)
  expect(await backFor(order_id)).toEqual([17.5, 0])
  await cancelOf(seller, order_id, 1, 1)
  await cancelOf(rival, order_id, 2, 1)
  expect(await backFor(order_id)).toEqual([20, 30])
})

test("a refund made in the provider's dashboard counts once it is assigned, or at once with a single seller", async () => {
  const [several, large, one] = [await paid(), await paid(), await paid(market, [[own, 2]])]
  const { sandbox } = providerOf(market, () => new Date())
  for (const { payment_id, provider_ref } of [several, large, one]) {
    await sandbox.refundOutside(provider_ref ?? '', payment_id === large.payment_id ? 2_500 : 1_500)
    await actOnPayment(market, admin, payment_id, 'look')
  }
  const [[found], [tooMuch]] = [
    (await paymentOf(market, admin, several.order_id)).refunds,
    (await paymentOf(market, admin, large.order_id)).refunds,
  ]
  expect(found).toMatchObject({ reason: 'elsewhere', amount: 15, refund_state: 'succeeded', seller_id: null })
  const assign = async (refundId: string | undefined, who: TestAccount) =>
    (await assignRefund(market, admin, refundId, who)).body
  expect(await assign(found?.refund_id, buyer)).toMatchObject({ code: 'refund_wrong_seller' })
  for (let time = 0; time < 2; time++)
    expect((await assign(found?.refund_id, seller)).refunds).toMatchObject([{ seller_id: seller.user_id }])
  expect(await assign(found?.refund_id, rival)).toMatchObject({ code: 'refund_assigned' })
  // Nor to a seller with less left.
  expect(await assign(tooMuch?.refund_id, seller)).toMatchObject({ code: 'refund_too_large', details: { left: 20 } })
  expect((await assign(tooMuch?.refund_id, rival)).refunds).toMatchObject([{ seller_id: rival.user_id }])

  for (const { order_id } of [several, one]) await cancelOf(seller, order_id, 1, 2)
  await cancelOf(rival, several.order_id, 2, 1)
  expect(await backFor(several.order_id)).toEqual([20, 30])
  expect(await backFor(one.order_id)).toEqual([20, 0])
})

test('a refund after a failed one is found together with the failure', async () => {
  const { payment_id, provider_ref } = await paid()
  const { sandbox } = providerOf(market, () => new Date())
  const look = async () => (await actOnPayment(market, admin, payment_id, 'look')).body.refunded
  await sandbox.refundOutside(provider_ref ?? '', 5_000)
  expect(await look()).toBe(50)
  const found = (await sandbox.listPayments()).find(({ intent_id }) => intent_id === provider_ref)
  await sandbox.failRefund(found?.refunds[0]?.refund_id ?? '')
  await sandbox.refundOutside(provider_ref ?? '', 2_000)
  expect(await look()).toBe(20)
})

test("a refund made in the provider's dashboard before ours arrived there has the parts that ours had", async () => {
  const [sender] = await signUpAll(market, 'seller')
  await addMethod(market, sender, { price: 5 })
  const sent = await buildProduct(market, { seller_id: sender.user_id, product_price: 10 })
  const { payment_id, provider_ref, order_id } = await paid(market, [[sent, 1]])
  await providerOf(market, () => new Date()).sandbox.refundOutside(provider_ref ?? '', 1_500)
  await cancelOf(sender, order_id, 1, 1)
  const [ours] = (await paymentOf(market, admin, order_id)).refunds
  // The job may have sent it already, and been refused.
  const waiting = { refund_state: 'requested' as const, failure: null, ended_at: null, next_attempt_at: null }
  await setRows(market, 'refunds', waiting, { refund_id: ours?.refund_id })
  expect((await actOnPayment(market, admin, payment_id, 'look')).body.refunds).toMatchObject([
    { amount: 15, delivery: 5, reason: 'cancelled' },
    { amount: 15, delivery: 5, reason: 'elsewhere', refund_state: 'succeeded' },
  ])
})

test('released parts of an authorised payment count like refunds, and are shown by seller', async () => {
  const reserving = await openBeside(market, { ...PAID, paymentCapture: 'at_shipment' })
  const { payment_id, order_id } = await paid(reserving)
  expect(await refund(payment_id, { amount: 15 })).toMatchObject({ status: 200, body: { released: 15 } })
  await cancelOf(seller, order_id, 1, 2)
  expect(await paymentOf(market, admin, order_id)).toMatchObject({ released: 20, refundable: 30, refunds: [] })
  await cancelOf(rival, order_id, 2, 1)
  expect(await backFor(order_id)).toEqual([20, 30])
  await reserving.close()
})

test('a refund of a seller order is at most what is left of it, whatever is left of the order', async () => {
  const { payment_id, order_id } = await paid()
  const tooLarge = (left: number) => ({ status: 409, body: { code: 'refund_too_large', details: { left } } })
  expect(await refund(payment_id, { amount: 45 })).toMatchObject(tooLarge(20))
  await refund(payment_id, { amount: 6.5, reason: 'goodwill' })
  expect(await refund(payment_id, { amount: 13.51 })).toMatchObject(tooLarge(13.5))
  await cancelOf(seller, order_id, 1, 1)
  expect(await refund(payment_id, { amount: 3.51, reason: 'returned' })).toMatchObject(tooLarge(3.5))
  expect(await paymentOf(market, admin, order_id)).toMatchObject({
    refundable: 33.5,
    sellers: [{ left: 3.5 }, { left: 30 }],
  })
  expect(await refund(payment_id, { amount: 3.5 })).toMatchObject({ status: 200 })
  expect(await refund(payment_id, { amount: 0.01 })).toMatchObject(tooLarge(0))
  await cancelOf(rival, order_id, 2, 1)
  expect(await backFor(order_id)).toEqual([20, 30])
})

test('a refund of the whole order is split once, by what is left of each seller order', async () => {
  const { payment_id, order_id } = await paid()
  await refund(payment_id, { amount: 10, reason: 'goodwill' })
  // In capitals, as some programs write ids.
  const request = { refund_id: randomUUID().toUpperCase(), seller_id: undefined, amount: 10.03, reason: 'goodwill' }
  for (let time = 0; time < 2; time++) {
    expect(await refund(payment_id, request)).toMatchObject({ status: 200 })
    expect(await backFor(order_id)).toEqual([12.51, 7.52])
  }
  for (const other of [{ amount: 10.02 }, { seller_id: seller.user_id }, { note: 'late' }])
    expect(await refund(payment_id, { ...request, ...other })).toMatchObject({ status: 422 })
  expect(await refund(payment_id, { seller_id: undefined, amount: 29.98 })).toMatchObject(
    refusedWith(409, 'refund_too_large', { details: { left: 29.97 } }),
  )
  expect(await refund(payment_id, { seller_id: undefined, amount: 29.97 })).toMatchObject({ status: 200 })
  expect(await backFor(order_id)).toEqual([20, 30])
})
