import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStripeClient, type Stripe } from '../server/trade/payments/stripe/client.ts'
import { underContention } from '../tests/support/lock-contention.ts'
import { openSandboxBench, type SandboxBench } from '../tests/support/sandbox.ts'
import { paymentTokenOf, SANDBOX_METHODS } from './cards.ts'
import type { Sandbox } from './sandbox.ts'

let bench: SandboxBench
let sandbox: Sandbox
let stripe: Stripe

beforeAll(async () => {
  bench = await openSandboxBench()
})
afterAll(() => bench?.close())
beforeEach(async () => {
  await bench.clear()
  ;({ sandbox, stripe } = bench.start())
})

const RETURN_URL = 'https://market.example/checkout/return?checkout=1'

function pay(payment_method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}, idempotencyKey?: string) {
  return stripe.paymentIntents.create(
    { amount: 1_000, currency: 'usd', confirm: true, payment_method, return_url: RETURN_URL, ...more },
    idempotencyKey ? { idempotencyKey } : {},
  )
}
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it was not refused'),
    (error: Stripe.errors.StripeError) => error,
  )
async function eventTypes() {
  return (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).toReversed()
}
/** The last part of the address of the page that the buyer is sent to. */
const stepOf = ({ next_action }: Stripe.PaymentIntent) => next_action?.redirect_to_url?.url?.split('/').at(-1) ?? ''

test.each([
  ['', 'pm_card_visa'],
  ['4242 4242 4242 4242', 'pm_card_visa'],
  ['5555 5555 5555 4444', 'pm_card_visa'],
  ['no number', 'pm_card_visa'],
  ['4000 0000 0000 0002', 'pm_card_visa_chargeDeclined'],
  ['4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds'],
  ['4000-0000-0000-3220', 'pm_card_threeDSecure2Required'],
  ['4000 0084 0000 1629', 'pm_card_threeDSecureRequiredChargeDeclined'],
  ['4000 0000 0000 0259', 'pm_card_createDispute'],
  ['4000 0000 0000 5126', 'pm_card_refundFail'],
  ['4000 0000 0000 7726', 'pm_card_pendingRefund'],
  ['4000 0000 0000 0119', 'pm_sandbox_card_fails_once'],
  ['4000 0000 0000 0341', 'pm_sandbox_card_silent'],
])('the typed number %j stands for %s', (cardNumber, id) => {
  expect(paymentTokenOf({ method: 'credit_card', cardNumber })).toBe(id)
})

test('PayPal addresses and bank transfers have their own ids, and every id is one that the server takes', () => {
  const paypal = (paypalEmail?: string) => paymentTokenOf({ method: 'paypal', paypalEmail })
  expect([paypal(), paypal('anna@example.com'), paypal(' Approve@example.com'), paypal('declined@x.org')]).toEqual([
    'pm_sandbox_paypal',
    'pm_sandbox_paypal',
    'pm_sandbox_paypal_approve',
    'pm_sandbox_paypal_decline',
  ])
  expect(paymentTokenOf({ method: 'bank_transfer' })).toBe('pm_sandbox_bank_transfer')
  expect(SANDBOX_METHODS.filter(({ id }) => !/^[A-Za-z0-9_]{1,255}$/.test(id))).toEqual([])
})

test.each([
  'pm_card_visa',
  'pm_card_createDispute',
  'pm_card_refundFail',
  'pm_card_pendingRefund',
  'pm_sandbox_paypal',
])('%s pays, and its event says so', async (method) => {
  const intent = await pay(method, { metadata: { checkout_id: '7' }, expand: ['latest_charge.balance_transaction'] })
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1_000, metadata: { checkout_id: '7' } })
  expect(intent.latest_charge).toMatchObject({ paid: true, captured: true, balance_transaction: { amount: 1_000 } })
  expect(await eventTypes()).toEqual(['payment_intent.succeeded'])
})

test.each([
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
  ['pm_sandbox_paypal_decline', 'payment_method_provider_decline', 'generic_decline'],
])('%s is declined with %s, and another card pays the same intent', async (method, code, decline_code) => {
  const error = await errorOf(pay(method))
  expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code })
  const { id } = error.payment_intent ?? {}
  const declined = await stripe.paymentIntents.retrieve(id ?? '')
  expect(declined).toMatchObject({ status: 'requires_payment_method', amount_received: 0, payment_method: null })
  expect(declined.last_payment_error).toMatchObject({ code, decline_code })
  const paid = await stripe.paymentIntents.confirm(id ?? '', { payment_method: 'pm_card_visa' })
  expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
  expect(await eventTypes()).toEqual(['payment_intent.payment_failed', 'payment_intent.succeeded'])
})

test('of 20 requests at once with one idempotency key, one pays, and the others get its response or come too early', async () => {
  const other = bench.start()
  // All connections are open before the race.
  await Promise.all(Array.from({ length: 20 }, () => stripe.balance.retrieve()))
  const params = { amount: 1_000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' }
  const paid: string[] = []
  for (const idempotencyKey of ['a', 'b', 'c', 'd', 'e']) {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? stripe : other.stripe).paymentIntents.create(params, { idempotencyKey }),
      ),
    )
    const ids = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []))
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.statusCode] : []))
    expect(ids.length).toBeGreaterThan(0)
    expect(refusals.filter((status) => status !== 409)).toEqual([])
    paid.unshift(...new Set(ids))
  }
  expect((await stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual(paid)
  expect(await stripe.balance.retrieve()).toMatchObject({ available: [{ amount: 5 * (1_000 - 59), currency: 'usd' }] })
})

// catches: sandbox-key-unlocked
test('of two refunds with one idempotency key one is made, while the other comes too early', async () => {
  const { id } = await pay('pm_card_visa')
  const refund = () => stripe.refunds.create({ payment_intent: id, amount: 300 }, { idempotencyKey: 'once' })
  // The first has begun for certain when the second comes: it waits for its payment.
  const results = await underContention(
    bench.db,
    (locking) => sql`select from sandbox.intents where intent_id = ${id} for update`.execute(locking),
    () => Promise.allSettled([refund(), refund()]),
  )
  const statuses = results.map((result) => (result.status === 'rejected' ? result.reason.statusCode : 200))
  expect(statuses.toSorted()).toEqual([200, 409])
  const again = await refund()
  expect((await stripe.refunds.list({ payment_intent: id })).data).toEqual([again])
})

test('a repeated request gets the same response, also when it was declined; with other parameters it is refused', async () => {
  const paid = await pay('pm_card_visa', {}, 'a')
  const again = await pay('pm_card_visa', {}, 'a')
  expect(again).toEqual(paid)
  expect(new Headers(again.lastResponse.headers).get('idempotent-replayed')).toBe('true')
  const declined = await errorOf(pay('pm_card_visa_chargeDeclined', {}, 'b'))
  const declinedAgain = await errorOf(pay('pm_card_visa_chargeDeclined', {}, 'b'))
  expect(declinedAgain.payment_intent).toEqual(declined.payment_intent)
  expect(await errorOf(pay('pm_card_visa', { amount: 1_001 }, 'a'))).toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
  expect(await eventTypes()).toEqual(['payment_intent.succeeded', 'payment_intent.payment_failed'])
})

test.each([
  ['pm_card_threeDSecure2Required', '3ds'],
  ['pm_sandbox_paypal_approve', 'paypal'],
] as const)('%s asks for a step; approved by many at once it pays once', async (method, kind) => {
  const intent = await pay(method)
  const url = /^https:\/\/market\.example\/sandbox\/step\/[0-9a-f-]{36}$/
  expect(intent).toMatchObject({
    status: 'requires_action',
    next_action: {
      type: 'redirect_to_url',
      redirect_to_url: { url: expect.stringMatching(url), return_url: RETURN_URL },
    },
  })
  const step = { kind, amount: 1_000, currency: 'usd', returnUrl: RETURN_URL }
  expect(await sandbox.readStep(stepOf(intent))).toEqual({ ...step, state: 'waiting' })
  expect(await sandbox.answerStep(stepOf(intent), 'leave')).toEqual({ ...step, state: 'left' })
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'requires_action' })
  const answers = await Promise.all(Array.from({ length: 5 }, () => sandbox.answerStep(stepOf(intent), 'approve')))
  const approved = { ...step, state: 'approved', returnUrl: `${RETURN_URL}&redirect_status=succeeded` }
  expect(answers).toEqual(answers.map(() => approved))
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded', next_action: null })
  expect(await eventTypes()).toEqual(['payment_intent.requires_action', 'payment_intent.succeeded'])
})

test('a step that is refused, or approved with a card that declines, takes no money, and the next attempt may', async () => {
  const intent = await pay('pm_card_threeDSecure2Required')
  const refused = await sandbox.answerStep(stepOf(intent), 'refuse')
  expect(refused).toMatchObject({ state: 'refused', returnUrl: `${RETURN_URL}&redirect_status=failed` })
  const again = await stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_threeDSecureRequiredChargeDeclined',
  })
  await sandbox.answerStep(stepOf(again), 'approve')
  const declined = await stripe.paymentIntents.retrieve(intent.id)
  expect(declined).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
  })
  // Answers to earlier steps change nothing.
  expect(await sandbox.answerStep(stepOf(intent), 'approve')).toMatchObject({ state: 'refused' })
  expect(await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).toMatchObject({
    status: 'succeeded',
  })
})

test('a step ends when its payment is cancelled or goes on with another card; there are no others', async () => {
  const cancelled = await pay('pm_card_threeDSecure2Required')
  await stripe.paymentIntents.cancel(cancelled.id)
  expect(await sandbox.answerStep(stepOf(cancelled), 'approve')).toMatchObject({ state: 'ended' })
  expect(await stripe.paymentIntents.retrieve(cancelled.id)).toMatchObject({ status: 'canceled', amount_received: 0 })
  const other = await pay('pm_card_threeDSecure2Required')
  await stripe.paymentIntents.confirm(other.id, { payment_method: 'pm_card_visa' })
  expect(await sandbox.answerStep(stepOf(other), 'refuse')).toMatchObject({ state: 'ended' })
  expect(await stripe.paymentIntents.retrieve(other.id)).toMatchObject({ status: 'succeeded' })
  expect([await sandbox.readStep('1'), await sandbox.answerStep(crypto.randomUUID(), 'approve')]).toEqual([
    undefined,
    undefined,
  ])
})

test('a request that excludes steps is declined where one is needed', async () => {
  const error = await errorOf(pay('pm_card_threeDSecure2Required', { error_on_requires_action: true }))
  expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' })
})

test('the card that fails once pays when the same request is repeated', async () => {
  const fail = () => pay('pm_sandbox_card_fails_once', {}, 'attempt')
  expect(await errorOf(fail())).toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
  const paid = await fail()
  expect(paid).toMatchObject({ status: 'succeeded' })
  expect(await fail()).toEqual(paid)
  const { id } = await stripe.paymentIntents.create({ amount: 50, currency: 'usd' })
  const confirm = () => stripe.paymentIntents.confirm(id, { payment_method: 'pm_sandbox_card_fails_once' })
  expect(await errorOf(confirm())).toMatchObject({ statusCode: 500 })
  expect(await confirm()).toMatchObject({ status: 'succeeded' })
})

test('the card that fails once pays at the next attempt of the same checkout, whatever its key; a failure uses up none', async () => {
  const attempt = (key: string, checkout_id: string) =>
    pay('pm_sandbox_card_fails_once', { metadata: { checkout_id } }, key)
  expect(await errorOf(attempt('1', 'a'))).toMatchObject({ statusCode: 500 })
  const blank = await stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' }, { idempotencyKey: '1' })
  expect(blank).toMatchObject({ status: 'requires_payment_method' })
  expect(await errorOf(attempt('1', 'a'))).toMatchObject({ type: 'StripeIdempotencyError' })
  expect(await attempt('2', 'a')).toMatchObject({ status: 'succeeded' })
  expect(await errorOf(attempt('3', 'b'))).toMatchObject({ statusCode: 500 })
})

test('the card without an answer has paid although the client gives up', async () => {
  const waits: number[] = []
  const waitMs = (ms: number, signal: AbortSignal | undefined) => {
    waits.push(ms)
    return new Promise<void>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  }
  const { stripe: hasty } = bench.start({ waitMs, timeoutMs: 1_000 })
  const params = { amount: 1_000, currency: 'usd', confirm: true, payment_method: 'pm_sandbox_card_silent' }
  const error = await errorOf(hasty.paymentIntents.create(params, { idempotencyKey: 'silent' }))
  expect(error).toMatchObject({ type: 'StripeConnectionError' })
  expect(waits).toEqual([25_000])
  expect(await stripe.paymentIntents.create(params, { idempotencyKey: 'silent' })).toMatchObject({
    status: 'succeeded',
  })
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
})

test('a transfer through the provider is on its way for a minute', async () => {
  const intent = await pay('pm_sandbox_bank_transfer')
  expect(intent).toMatchObject({ status: 'processing', amount_received: 0 })
  bench.pass(59)
  expect(await sandbox.advance()).toBe(0)
  bench.pass(1)
  const twice = await Promise.all([sandbox.advance(), bench.start().sandbox.advance()])
  expect(twice.toSorted()).toEqual([0, 1])
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded', amount_received: 1_000 })
  expect(await eventTypes()).toEqual(['payment_intent.processing', 'payment_intent.succeeded'])
})

test('an authorised payment is captured once, whole or a part of it', async () => {
  const expiry = Math.floor(bench.now().getTime() / 1000) + 7 * 24 * 3600
  const intent = await pay('pm_card_visa', { capture_method: 'manual', expand: ['latest_charge'] })
  expect(intent).toMatchObject({ status: 'requires_capture', amount_capturable: 1_000, amount_received: 0 })
  expect(intent.latest_charge).toMatchObject({
    captured: false,
    payment_method_details: { card: { capture_before: expiry } },
  })
  expect(await errorOf(stripe.paymentIntents.capture(intent.id, { amount_to_capture: 1_001 }))).toMatchObject({
    statusCode: 400,
    code: 'amount_too_large',
  })
  const captures = await Promise.allSettled([
    stripe.paymentIntents.capture(intent.id, { amount_to_capture: 700 }),
    stripe.paymentIntents.capture(intent.id, { amount_to_capture: 700 }),
  ])
  expect(captures.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const captured = await stripe.paymentIntents.retrieve(intent.id)
  expect(captured).toMatchObject({ status: 'succeeded', amount_received: 700, amount_capturable: 0 })
  const { data } = await stripe.balanceTransactions.list()
  expect(data.map(({ amount, fee, net }) => [amount, fee, net])).toEqual([[700, 50, 650]])
  expect(await eventTypes()).toEqual(['payment_intent.amount_capturable_updated', 'payment_intent.succeeded'])
})

test('capturing and cancelling at once, one of them happens; an authorisation ends by itself after 7 days', async () => {
  const { id } = await pay('pm_card_visa', { capture_method: 'manual' })
  expect(await pay('pm_sandbox_paypal', { capture_method: 'manual' })).toMatchObject({ status: 'requires_capture' })
  const both = await Promise.allSettled([stripe.paymentIntents.capture(id), stripe.paymentIntents.cancel(id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const forgotten = await pay('pm_card_visa', { capture_method: 'manual' })
  bench.pass(7 * 24 * 3600)
  await sandbox.advance()
  const ended = await stripe.paymentIntents.retrieve(forgotten.id)
  expect(ended).toMatchObject({ status: 'canceled', cancellation_reason: 'automatic', amount_capturable: 0 })
})

test('a paid or cancelled intent is neither confirmed nor cancelled again', async () => {
  const paid = await pay('pm_card_visa')
  const refusals = [
    await errorOf(stripe.paymentIntents.cancel(paid.id)),
    await errorOf(stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' })),
  ]
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    expect(refusal.payment_intent).toMatchObject({ id: paid.id, status: 'succeeded' })
  }
})

test('wrong keys, unknown objects and parameters that are missing, wrong or unknown are refused', async () => {
  const stranger = createStripeClient({ secretKey: 'sk_test_other', fetch: sandbox.fetch, timeoutMs: 1_000 })
  expect(await errorOf(stranger.balance.retrieve())).toMatchObject({ statusCode: 401 })
  const refusals: [() => Promise<unknown>, number, string, string][] = [
    [() => stripe.paymentIntents.retrieve('pi_none'), 404, 'resource_missing', 'id'],
    [() => pay('pm_none'), 400, 'resource_missing', 'payment_method'],
    [() => stripe.paymentIntents.create({ currency: 'usd' } as never), 400, 'parameter_missing', 'amount'],
    [() => pay('pm_card_visa', { amount: -5 }), 400, 'parameter_invalid', 'amount'],
    [() => pay('pm_card_visa', { amount: 1 }), 400, 'amount_too_small', 'amount'],
    [() => pay('pm_sandbox_paypal', { amount: 49 }), 400, 'amount_too_small', 'amount'],
    [() => pay('pm_card_threeDSecure2Required', { amount: 100_000_000 }), 400, 'amount_too_large', 'amount'],
    [() => stripe.paymentIntents.create({ amount: 49, currency: 'usd' }), 400, 'amount_too_small', 'amount'],
    [() => pay('pm_card_visa', { amuont: 5 } as never), 400, 'parameter_unknown', 'amuont'],
    [() => stripe.paymentIntents.list({ starting_after: 'pi_none' }), 400, 'resource_missing', 'starting_after'],
  ]
  for (const [send, statusCode, code, param] of refusals) {
    expect(await errorOf(send())).toMatchObject({ statusCode, code, param })
  }
  expect((await stripe.paymentIntents.list()).data).toEqual([])
})

test('lists go through everything, page by page and in both directions, and by time', async () => {
  const ids: string[] = []
  for (let number = 0; number < 5; number++) {
    ids.unshift((await pay('pm_card_visa')).id)
    bench.pass(1)
  }
  const all = await stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(ids)
  const expanded = await stripe.paymentIntents.list({ limit: 1, expand: ['data.latest_charge'] })
  expect(expanded.data[0]?.latest_charge).toMatchObject({ object: 'charge', payment_intent: ids[0] })
  const back = await stripe.paymentIntents.list({ limit: 2, ending_before: ids[3] })
  expect([back.data.map(({ id }) => id), back.has_more]).toEqual([[ids[1], ids[2]], true])
  const created = { gt: all[3]?.created, lte: all[1]?.created }
  const between = await stripe.events.list({ created, type: 'payment_intent.succeeded' })
  expect(between.data.map(({ data }) => (data.object as Stripe.PaymentIntent).id)).toEqual([ids[1], ids[2]])
  expect((await stripe.events.list({ types: ['refund.created'] })).data).toEqual([])
})

test('what is noted with an intent can be changed', async () => {
  const { id } = await pay('pm_card_visa', { metadata: { checkout_id: '7', old: 'x' } })
  await stripe.paymentIntents.update(id, { metadata: { order_id: 'ORD00001', old: '' } })
  expect((await stripe.paymentIntents.retrieve(id)).metadata).toEqual({ checkout_id: '7', order_id: 'ORD00001' })
})
