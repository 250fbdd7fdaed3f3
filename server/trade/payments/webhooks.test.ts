import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { signUp } from '../../../tests/support/accounts.ts'
import { addToCart, call, untilServed } from '../../../tests/support/api.ts'
import { openForTests, PAID } from '../../../tests/support/open-for-tests.ts'
import { providerOf } from '../../../tests/support/payments.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { buying } from '../../../tests/support/stock.ts'
import { deriveKey } from '../../platform/keys/secrets.ts'
import { signEvent } from './stripe/client.ts'

const market = await openForTests({ config: PAID })
const secret = `whsec_${deriveKey(market.deps.secrets, 'sandbox webhooks').toString('hex')}`

const payload = (id: string, more: object = {}) =>
  JSON.stringify({ id, object: 'event', type: 'payment_intent.succeeded', data: { object: {} }, ...more })
const send = (body: string, headers: Record<string, string>, provider = 'stripe') =>
  market.app.inject({
    method: 'POST',
    url: `/webhooks/payments/${provider}`,
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
  })
const signed = (body: string, at = new Date(), by = secret) => ({
  'stripe-signature': signEvent({ payload: body, secret: by, at }),
})
/** Sends an event until it is accepted, as a provider does after a refusal by a busy server. */
const sendUntilServed = async (body: string) =>
  (await untilServed(async () => ({ status: (await send(body, signed(body))).statusCode }))).status
const events = () =>
  market.db.selectFrom('payment_events').select(['event_id', 'times_received', 'outcome']).orderBy('event_id').execute()

test('events that are forged, old, ahead, changed or unsigned are refused and leave nothing behind', async () => {
  const body = payload('evt_forged')
  const past = new Date(Date.now() - 301_000)
  // Far enough in the future that the test's own duration does not matter.
  const [ahead, farAhead] = [new Date(Date.now() + 360_000), new Date(Date.now() + 86_400_000)]
  const attempts: [string, Record<string, string>][] = [
    [body, {}],
    [body, { 'stripe-signature': '' }],
    [body, { 'stripe-signature': 't=1,v1=00' }],
    [body, signed(body, past)],
    [body, signed(body, ahead)],
    [body, signed(body, farAhead)],
    // The last timestamp counts, as for the signature.
    [body, { 'stripe-signature': `t=1,${signed(body, ahead)['stripe-signature']}` }],
    [body, signed(body, new Date(), 'whsec_of_another_marketplace')],
    [body.slice(0, -1), signed(body)],
    [`${body} `, signed(body)],
    ['', signed(body)],
    ['not json', signed('not json')],
  ]
  for (const [sent, headers] of attempts) {
    const response = await send(sent, headers)
    expect([response.statusCode, response.body]).toEqual([400, ''])
  }
  const large = payload('evt_large', { filling: 'x'.repeat(300_000) })
  expect((await send(large, signed(large))).statusCode).toBe(413)
  expect((await send(body, signed(body), 'paypal')).statusCode).toBe(404)
  expect(await events()).toEqual([])
  const nearlyAhead = payload('evt_ahead')
  expect((await send(nearlyAhead, signed(nearlyAhead, new Date(Date.now() + 240_000)))).statusCode).toBe(200)
  await market.db.deleteFrom('payment_events').execute()
})

test('a repeated event, even many concurrent ones, is stored once and counted', async () => {
  const body = payload('evt_again')
  const statuses = await Promise.all(Array.from({ length: 30 }, () => sendUntilServed(body)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  const kept = await events()
  expect(kept).toEqual([{ event_id: 'evt_again', times_received: expect.any(Number), outcome: 'ignored' }])
  // More if a busy server refused a request after counting it.
  expect(kept[0]?.times_received).toBeGreaterThanOrEqual(30)
})

test('repeating all events in reverse order, a hundred times at once, changes nothing', async () => {
  await market.app.listen({ port: 0 })
  const buyer = await signUp(market)
  for (const token of ['pm_card_visa', 'pm_card_visa_chargeDeclined', 'pm_card_visa']) {
    await addToCart(market, buyer, (await buildProduct(market)).product_id)
    const body = { ...buying, payment_method: 'credit_card', payment_token: token }
    await call(market, 'POST', '/api/orders', { as: buyer, body })
  }
  const { stripe, sandbox } = providerOf(market, () => new Date())
  const [intent] = (await stripe.paymentIntents.list({ limit: 1 })).data
  await sandbox.refundOutside(intent?.id ?? '', 100)
  const waiting = async () => (await events()).filter(({ outcome }) => outcome === null).length
  const sent = () => market.db.selectFrom('sandbox.events').select('content').orderBy('event_number', 'desc').execute()
  await expect.poll(async () => (await events()).length).toBeGreaterThanOrEqual((await sent()).length)
  await expect.poll(waiting).toBe(0)
  const rows = () =>
    Promise.all([
      ...[market.db.selectFrom('payments').selectAll().orderBy('payment_number').execute()],
      ...[market.db.selectFrom('refunds').selectAll().orderBy('refund_number').execute()],
      ...[market.db.selectFrom('orders').selectAll().orderBy('order_number').execute()],
      ...[market.db.selectFrom('checkouts').selectAll().orderBy('checkout_id').execute()],
    ])
  const before = await rows()
  const again = (await sent()).map(({ content }) => JSON.stringify(content))
  for (const body of again) expect((await send(body, signed(body))).statusCode).toBe(200)
  const [last = ''] = again
  const statuses = await Promise.all(Array.from({ length: 100 }, () => sendUntilServed(last)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  // With new ids, so that the events are applied again.
  const renamed = again.map((body, index) => JSON.stringify({ ...JSON.parse(body), id: `evt_renamed_${index}` }))
  await Promise.all(renamed.map(sendUntilServed))
  await expect.poll(waiting).toBe(0)
  expect(await rows()).toEqual(before)
})

/** Returns a buyer whose payment waits for a step of the bank, and that step. */
async function waitingForStep() {
  const buyer = await signUp(market)
  await addToCart(market, buyer, (await buildProduct(market)).product_id)
  const body = { ...buying, payment_token: 'pm_card_threeDSecure2Required' }
  const paying = await call<{ next: { url: string } }>(market, 'POST', '/api/orders', { as: buyer, body })
  expect(paying.status).toBe(202)
  return { buyer, step: paying.body.next.url.split('/').at(-1) }
}

test('the content of an event is not trusted: the payment is read from the provider', async () => {
  const { buyer } = await waitingForStep()
  const [payment] = await market.db
    .selectFrom('payments')
    .select(['provider_ref', 'payment_id'])
    .where('buyer_id', '=', buyer.user_id)
    .execute()
  const said = payload('evt_believed', {
    data: { object: { id: payment?.provider_ref, object: 'payment_intent', status: 'succeeded' } },
  })
  expect((await send(said, signed(said))).statusCode).toBe(200)
  const outcomeOf = async () => (await events()).find(({ event_id }) => event_id === 'evt_believed')?.outcome
  await expect.poll(outcomeOf).toBe('nothing_new')
  const { payment_id = '' } = payment ?? {}
  const state = market.db.selectFrom('payments').select('payment_state').where('payment_id', '=', payment_id)
  expect(await state.execute()).toEqual([{ payment_state: 'requires_action' }])
})

test('the provider’s events alone place the order, without a request of the buyer', async () => {
  const { buyer, step } = await waitingForStep()
  await call(market, 'POST', `/api/sandbox/steps/${step}`, { body: { answer: 'approve' } })
  const orders = async () =>
    (await call<{ orders: unknown[] }>(market, 'GET', '/api/orders', { as: buyer })).body.orders.length
  await expect.poll(orders).toBe(1)
  // Nothing is repeated.
  await sleep(500)
  expect(await orders()).toBe(1)
})
