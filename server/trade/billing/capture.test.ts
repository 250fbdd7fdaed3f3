import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { dayAfter } from '../../../shared/delivery/promise.ts'
import { noonOf } from '../../../shared/kernel/calendar.ts'
import type { Paying } from '../../../shared/payments/schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, checkout, postOrder, refusedWith } from '../../../tests/support/api.ts'
import {
  cancelUnits,
  orderOf,
  readAsBuyer,
  readAsSeller,
  receiveFirst,
  sendUnits,
} from '../../../tests/support/fulfilment.ts'
import { inSequence } from '../../../tests/support/lock-contention.ts'
import { openForTests, PAID, signUpAll, stoppedClock } from '../../../tests/support/open-for-tests.ts'
import { actOnPayment, answerDispute, answerStep, providerOf, refund } from '../../../tests/support/payments.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import * as returns from '../../../tests/support/returns.ts'
import { brokenRules, putStock } from '../../../tests/support/stock.ts'
import { followOrders } from '../fulfilment/follow-orders.ts'
import { createProvider } from '../payments/provider.ts'
import { capture } from './capture-payments.ts'

const clock = stoppedClock()
const market = await openForTests({ config: { ...PAID, paymentCapture: 'at_shipment' }, deps: { clock } })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const [seller, rival, buyer] = await signUpAll(market, 'seller', 'seller', 'buyer')
let admin = await makeAdmin(market)
const lamp = await buildProduct(market, { seller_id: seller.user_id, product_price: 20 })
const cup = await buildProduct(market, { seller_id: rival.user_id, product_price: 7.5 })

/** Orders two units of each seller's product, $55.00, and returns the order's id. */
async function order(): Promise<string> {
  const lines = [lamp, cup].map((product) => [product, 2] as const)
  return (await orderOf(market, buyer, lines)).order_id
}

/** Advances the clock and signs the admin in again, as sessions end. */
async function later(hours: number): Promise<void> {
  clock.pass(hours * 60)
  admin = await makeAdmin(market)
}

const bought = (id: string) => readAsBuyer(market, buyer, id)
const paymentOf = (id: string) => returns.paymentOf(market, admin, id)
const cancel = (id: string, as: TestAccount, units: [number, number][]) => cancelUnits(market, as, id, units)
const send = (id: string, as: TestAccount, units: [number, number][]) => sendUnits(market, as, id, units)

test('a payment is authorised with the order, and captured, without cancelled units, at the first shipment', async () => {
  const id = await order()
  expect((await bought(id)).payment).toMatchObject({ payment_state: 'authorized', label: 'Reserved on your card' })
  await cancel(id, rival, [[2, 2]])
  await sleep(1_500)
  expect(await paymentOf(id)).toMatchObject({ payment_state: 'authorized', captured: 0, refunds: [] })
  expect((await send(id, seller, [[1, 1]])).status).toBeLessThan(300)
  await expect.poll(() => paymentOf(id)).toMatchObject({ payment_state: 'paid', captured: 40, refunds: [] })
  const { provider_ref } = await paymentOf(id)
  const { stripe } = providerOf(market, clock)
  expect((await stripe.paymentIntents.retrieve(provider_ref ?? '')).amount_received).toBe(4000)

  // Units cancelled from now on are refunded.
  await cancel(id, seller, [[1, 1]])
  await expect.poll(() => paymentOf(id)).toMatchObject({ refunded: 20, refundable: 20 })
})

test('the payment of a cancelled order is not captured', async () => {
  const id = await order()
  await cancel(id, seller, [[1, 2]])
  await cancel(id, rival, [[2, 2]])
  await expect
    .poll(() => bought(id))
    .toMatchObject({
      order_state: 'cancelled',
      payment: { payment_state: 'cancelled', label: 'Not paid' },
    })
})

test('an authorisation that the bank has ended prevents shipping, and admins see it', async () => {
  const id = await order()
  const { provider_ref, payment_id } = await paymentOf(id)
  await providerOf(market, clock).stripe.paymentIntents.cancel(provider_ref ?? '')
  await actOnPayment(market, admin, payment_id, 'look')
  expect(await paymentOf(id)).toMatchObject({ payment_state: 'cancelled', label: 'Not paid' })
  expect(await send(id, seller, [[1, 1]])).toMatchObject(refusedWith(409, 'order_unpaid'))
  const { ship_by } = await readAsSeller(market, seller, id)
  await followOrders({ db: market.db, clock: () => noonOf(dayAfter(ship_by ?? '', -1)) })
  const notes = market.db.selectFrom('order_events').select('facts').where('kind', '=', 'note')
  expect(await notes.where('order_number', '=', Number(id.slice(3))).execute()).toMatchObject([
    { facts: { mark: 'not_captured' } },
  ])
})

test('an authorisation that arrives when the product is sold out is cancelled, not captured', async () => {
  const last = await buildProduct(market, { seller_id: seller.user_id, product_price: 12 })
  const late = await signUp(market)
  await addToCart(market, late, last.product_id)
  const paying = await postOrder<Paying>(market, late, { ...checkout, payment_token: 'pm_card_threeDSecure2Required' })
  // The stock was not tracked when the checkout began.
  expect((await putStock(market, seller, last.product_id, { counted: true, set: 0 })).status).toBe(200)
  await answerStep(market, paying, 'approve')
  const again = `/api/checkouts/${paying.body.checkout_id}/payment`
  expect(await call(market, 'POST', again, { as: late, body: {} })).toMatchObject(refusedWith(409, 'checkout_expired'))
  const payment = () =>
    market.db
      .selectFrom('payments')
      .select(['payment_state', 'captured', 'provider_ref'])
      .where('buyer_id', '=', late.user_id)
      .executeTakeFirst()
  await expect.poll(payment).toMatchObject({ payment_state: 'cancelled', captured: '0.00' })
  const { stripe } = providerOf(market, clock)
  expect((await stripe.paymentIntents.retrieve((await payment())?.provider_ref ?? '')).status).toBe('canceled')
})

test('units that are cancelled during the capture are refunded', async () => {
  const id = await order()
  const { provider_ref, payment_id } = await paymentOf(id)
  // The provider has captured the full amount, and its response is lost.
  await providerOf(market, clock).stripe.paymentIntents.capture(provider_ref ?? '')
  await cancel(id, rival, [[2, 1]])
  await actOnPayment(market, admin, payment_id, 'look')
  expect(await paymentOf(id)).toMatchObject({ payment_state: 'paid', captured: 55 })
  await expect.poll(() => paymentOf(id)).toMatchObject({ refunded: 7.5 })
})

test('units that are cancelled just before the capture are not captured', async () => {
  const id = await order()
  const { payment_id } = await paymentOf(id)
  const provider = createProvider(async () => providerOf(market, clock).stripe)
  await inSequence(
    market.db,
    (locking) => locking.selectFrom('orders').select('order_id').where('order_id', '=', id).forUpdate().execute(),
    () => cancel(id, rival, [[2, 2]]),
    () => capture({ db: market.db, clock, provider }, payment_id),
  )
  expect(await paymentOf(id)).toMatchObject({ payment_state: 'paid', captured: 40, refunds: [] })
})

test('units cancelled during a dispute about what was captured are refunded once it is won', async () => {
  const id = await order()
  await cancel(id, seller, [[1, 1]])
  await send(id, seller, [[1, 1]])
  await expect.poll(() => paymentOf(id)).toMatchObject({ payment_state: 'paid', captured: 35 })
  const { provider_ref, payment_id } = await paymentOf(id)
  await providerOf(market, clock).sandbox.openDispute(provider_ref ?? '')
  const { disputes } = (await actOnPayment(market, admin, payment_id, 'look')).body
  await cancel(id, rival, [[2, 2]])
  expect(await brokenRules(market)).toEqual([])
  await answerDispute(market, admin, disputes[0]?.dispute_number, { text: 'winning_evidence' })
  await expect.poll(() => paymentOf(id)).toMatchObject({ refunded: 15, refundable: 20 })
})

describe('a refund of an authorised payment', () => {
  const requestRefund = (paymentId: string, body: object, as = admin) =>
    refund(market, as, paymentId, { seller_id: seller.user_id, ...body })

  test('reduces the capture at the first shipment, once for each id', async () => {
    const id = await order()
    const { payment_id } = await paymentOf(id)
    const body = { refund_id: crypto.randomUUID(), amount: 12.5 }
    for (const again of [body, body]) {
      const { status, body: seen } = await requestRefund(payment_id, again)
      expect(status).toBe(200)
      expect(seen).toMatchObject({ payment_state: 'authorized', released: 12.5, refundable: 42.5, refunds: [] })
      expect(seen.releases).toMatchObject([{ amount: 12.5, seller_id: seller.user_id, reason: 'goodwill' }])
    }
    expect(await requestRefund(payment_id, { ...body, amount: 12 })).toMatchObject(refusedWith(422, 'refund_reused'))
    expect(await requestRefund(payment_id, { amount: 27.51 })).toMatchObject(
      refusedWith(409, 'refund_too_large', { details: { left: 27.5 } }),
    )
    expect(await requestRefund(payment_id, { amount: 1, seller_id: buyer.user_id })).toMatchObject({ status: 400 })
    expect((await send(id, seller, [[1, 1]])).status).toBeLessThan(300)
    await expect.poll(() => paymentOf(id)).toMatchObject({ payment_state: 'paid', captured: 42.5, refunds: [] })
    // The repeated request is still the earlier one, and the next is a refund.
    expect(await requestRefund(payment_id, body)).toMatchObject({ status: 200, body: { released: 12.5, refunds: [] } })
    await requestRefund(payment_id, { amount: 2 })
    await expect.poll(() => paymentOf(id)).toMatchObject({ refunded: 2, refundable: 40.5 })
  })

  test('cancels the payment when nothing is left; of ten concurrent ones only as many succeed as it covers', async () => {
    const id = await order()
    const { payment_id } = await paymentOf(id)
    const statuses = (
      await Promise.all(
        Array.from({ length: 10 }, () => requestRefund(payment_id, { amount: 11, seller_id: undefined })),
      )
    ).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array(5).fill(200), ...Array(5).fill(409)])
    await expect
      .poll(() => paymentOf(id))
      .toMatchObject({ payment_state: 'cancelled', released: 55, captured: 0, label: 'Not paid' })
    expect(await send(id, seller, [[1, 1]])).toMatchObject(refusedWith(409, 'order_unpaid'))
    expect(await requestRefund(payment_id, { amount: 1 })).toMatchObject(refusedWith(409, 'not_paid'))
  })
})

test('a return releases no more than is authorised and not yet released', async () => {
  const id = await order()
  const { payment_id } = await paymentOf(id)
  // Delays the capture.
  await sql`
    create function not_yet() returns trigger language plpgsql as
      $$ begin new.capture_at := now() + interval '1 day'; return new; end $$;
    create trigger not_yet before update on payments for each row execute function not_yet()`.execute(market.db)
  await refund(market, admin, payment_id, { seller_id: seller.user_id, amount: 35 })
  await refund(market, admin, payment_id, { seller_id: rival.user_id, amount: 15 })
  await send(id, seller, [[1, 2]])
  await receiveFirst(market, { buyer, seller }, id)
  expect(await returns.takenBack(market, { buyer, seller }, id, [[1, 2, 2]])).toMatchObject({
    state: 'received',
    refunded: 5,
  })
  expect(await paymentOf(id)).toMatchObject({ payment_state: 'authorized', released: 55 })
  await sql`drop function not_yet cascade`.execute(market.db)
  await sql`update payments set capture_at = now() - interval '1 hour' where payment_id = ${payment_id}`.execute(
    market.db,
  )
  await expect.poll(() => paymentOf(id)).toMatchObject({ payment_state: 'cancelled', captured: 0, refunds: [] })
})

test('a payment of unsent units is captured a day before the authorisation ends', async () => {
  const id = await order()
  await later(5 * 24)
  await sleep(1_500)
  expect((await paymentOf(id)).payment_state).toBe('authorized')
  await later(25)
  await expect.poll(() => paymentOf(id)).toMatchObject({ payment_state: 'paid', captured: 55 })
})
