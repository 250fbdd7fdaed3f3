import { afterAll, expect, test } from 'vitest'
import { checkout as buying, call } from '../tests/support/api.ts'
import { orderOf } from '../tests/support/fulfilment.ts'
import { openForTests, PAID, signUpAll } from '../tests/support/open-for-tests.ts'
import { buildProduct } from '../tests/support/products.ts'
import * as returns from '../tests/support/returns.ts'
import { brokenRules } from '../tests/support/stock.ts'
import type { SandboxBooks } from './schema.ts'

const UNTIL = { timeout: 60_000, interval: 200 }

// It listens, as the provider sends its events over HTTP.
const market = await openForTests({ config: PAID, listens: true })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const [admin, buyer] = await signUpAll(market, 'admin', 'buyer')
const product = await buildProduct(market, { product_price: 20 })

const order = async (payment_method = 'credit_card') =>
  (await orderOf(market, buyer, [[product, 2]], { ...buying, payment_method })).order_id
const play = async (body: object, as = admin) =>
  (await call(market, 'POST', '/api/admin/sandbox/plays', { as, body })).status
const books = async () => (await call<SandboxBooks>(market, 'GET', '/api/admin/sandbox', { as: admin })).body
const bookOf = async (orderId: string) => (await books()).payments.find(({ order_id }) => order_id === orderId)
const paymentOf = (orderId: string) => returns.paymentOf(market, admin, orderId)

test('events that an admin triggers at the provider reach the payment', async () => {
  const id = await order()
  const { intent_id = '' } = (await bookOf(id)) ?? {}
  expect(await bookOf(id)).toMatchObject({ amount: 40, received: 40, status: 'succeeded', dispute: null })
  expect(await play({ play: 'refund', intent_id, amount: 10 })).toBe(204)
  await expect.poll(() => paymentOf(id), UNTIL).toMatchObject({ refunded: 10, refunds: [{ reason: 'elsewhere' }] })
  const [refund_id] = (await bookOf(id))?.refund_ids ?? []
  expect(await play({ play: 'fail_refund', refund_id })).toBe(204)
  await expect.poll(() => paymentOf(id), UNTIL).toMatchObject({ refunded: 0, refunds: [{ refund_state: 'failed' }] })
  expect(await play({ play: 'dispute', intent_id })).toBe(204)
  await expect.poll(() => paymentOf(id), UNTIL).toMatchObject({ disputed: 40 })
  const { dispute_id } = (await bookOf(id))?.dispute ?? {}
  expect(await play({ play: 'end_dispute', dispute_id, end: 'won' })).toBe(204)
  await expect.poll(() => paymentOf(id), UNTIL).toMatchObject({ disputed: 0, disputes: [{ dispute_state: 'won' }] })
  const times = async () => (await paymentOf(id)).events.map(({ times_received }) => times_received)
  expect(await play({ play: 'events_again', intent_id })).toBe(204)
  expect(await play({ play: 'hour_again' })).toBe(204)
  await expect.poll(async () => Math.min(...(await times())), UNTIL).toBeGreaterThanOrEqual(3)
})

test('a simulated bank transfer is too small, too large, or never arrives, as the admin chooses', async () => {
  const [short, never] = [await order('bank_transfer'), await order('bank_transfer')]
  expect(await play({ play: 'drop_transfer', reference: never })).toBe(204)
  expect(await play({ play: 'drop_transfer', reference: never })).toBe(409)
  expect(await play({ play: 'transfer', reference: short, amount: 15 })).toBe(204)
  await expect.poll(() => paymentOf(short), UNTIL).toMatchObject({ payment_state: 'awaiting_transfer', captured: 15 })
  expect(await play({ play: 'transfer', reference: short, amount: 30 })).toBe(204)
  await expect.poll(() => paymentOf(short), UNTIL).toMatchObject({ payment_state: 'paid', surplus: 5 })
  expect((await books()).transfers.map(({ reference }) => reference)).toEqual([short, short])
})

test('an impossible event is refused and changes nothing', async () => {
  const id = await order()
  const { intent_id = '' } = (await bookOf(id)) ?? {}
  const before = await bookOf(id)
  for (const body of [
    { play: 'dispute', intent_id: 'pi_none' },
    { play: 'refund', intent_id, amount: 40.01 },
    { play: 'transfer', reference: 'x', amount: 1 },
  ])
    expect(await play(body)).toBe(409)
  for (const body of [{}, { play: 'refund', intent_id, amount: -1 }, { play: 'dispute', intent_id: '\0' }])
    expect(await play(body)).toBe(400)
  expect(await play({ play: 'dispute', intent_id }, buyer)).toBe(403)
  expect(await bookOf(id)).toEqual(before)
})

test('without the sandbox its API does not exist', async () => {
  const plain = await openForTests()
  const [as] = await signUpAll(plain, 'admin')
  const body = { play: 'hour_again' }
  expect((await call(plain, 'GET', '/api/admin/sandbox', { as })).status).toBe(404)
  expect((await call(plain, 'POST', '/api/admin/sandbox/plays', { as, body })).status).toBe(404)
})
