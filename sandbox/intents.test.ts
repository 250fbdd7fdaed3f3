import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createStripeClient, type Stripe } from '../server/trade/payments/stripe/client.ts'
import { underContention } from '../tests/support/lock-contention.ts'
import { openSandboxBench, refusalOf } from '../tests/support/sandbox.ts'
import { paymentTokenOf, SANDBOX_METHODS } from './cards.ts'

const bench = await openSandboxBench()
const { sandbox, stripe } = bench.start()

const RETURN_URL = 'https://market.example/checkout/return?checkout=1'

function pay(payment_method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}, idempotencyKey?: string) {
  return stripe.paymentIntents.create(
    { amount: 1_000, currency: 'usd', confirm: true, payment_method, return_url: RETURN_URL, ...more },
    idempotencyKey ? { idempotencyKey } : {},
  )
}
const eventTypes = async () => (await bench.events()).map(({ type }) => type)
/** Returns the id of the step to which the buyer is redirected. */
const stepOf = ({ next_action }: Stripe.PaymentIntent) => next_action?.redirect_to_url?.url?.split('/').at(-1) ?? ''

test.each([
  ['', 'pm_card_visa'],
  ['4242 4242 4242 4242', 'pm_card_visa'],
  ['5555 5555 5555 4444', 'pm_card_mastercard'],
  ['4000 0000 0000 0002', 'pm_card_visa_chargeDeclined'],
  ['4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds'],
  ['4000-0000-0000-3220', 'pm_card_threeDSecure2Required'],
  ['4000 0084 0000 1629', 'pm_card_threeDSecureRequiredChargeDeclined'],
  ['4000 0000 0000 0259', 'pm_card_createDispute'],
  ['4000 0000 0000 5126', 'pm_card_refundFail'],
  ['4000 0000 0000 7726', 'pm_card_pendingRefund'],
  ['4000 0000 0000 0119', 'pm_sandbox_card_fails_once'],
  ['4000 0000 0000 0341', 'pm_sandbox_card_silent'],
])('the card number %j becomes %s', (cardNumber, id) => {
  expect(paymentTokenOf({ method: 'credit_card', cardNumber })).toBe(id)
})

test('PayPal addresses and bank transfers have their own ids, and the server accepts every id', () => {
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
  const intent = await pay(method, { metadata: { checkout_id: '7' } })
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1_000, metadata: { checkout_id: '7' } })
  expect(await eventTypes()).toEqual(['payment_intent.succeeded'])
})

test.each([
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
  ['pm_sandbox_paypal_decline', 'payment_method_provider_decline', 'generic_decline'],
])('%s is declined with %s', async (method, code, decline_code) => {
  const error = await refusalOf(pay(method))
  expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code })
  const declined = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '')
  expect(declined).toMatchObject({ status: 'requires_payment_method', amount_received: 0, payment_method: null })
  expect(declined.last_payment_error).toMatchObject({ code, decline_code })
  expect(await eventTypes()).toEqual(['payment_intent.payment_failed'])
})

test('of 20 concurrent requests with one idempotency key one pays; the others get its response or a 409', async () => {
  const other = bench.start()
  // All connections are open before the race.
  await Promise.all(Array.from({ length: 20 }, () => stripe.refunds.list()))
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
})

// catches: sandbox-key-unlocked
test('of two concurrent refunds with one idempotency key one is made, and the other is refused with a 409', async () => {
  const { id } = await pay('pm_card_visa')
  const refund = () => stripe.refunds.create({ payment_intent: id, amount: 300 }, { idempotencyKey: 'once' })
  // The first has certainly begun when the second arrives: it waits for its payment's lock.
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

test('a repeated request gets the same response, even a decline; with other parameters it is refused', async () => {
  const paid = await pay('pm_card_visa', {}, 'a')
  const again = await pay('pm_card_visa', {}, 'a')
  expect(again).toEqual(paid)
  const declined = await refusalOf(pay('pm_card_visa_chargeDeclined', {}, 'b'))
  const declinedAgain = await refusalOf(pay('pm_card_visa_chargeDeclined', {}, 'b'))
  expect(declinedAgain.payment_intent).toEqual(declined.payment_intent)
  expect(await refusalOf(pay('pm_card_visa', { amount: 1_001 }, 'a'))).toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
  expect(await eventTypes()).toEqual(['payment_intent.succeeded', 'payment_intent.payment_failed'])
})

test.each([
  ['pm_card_threeDSecure2Required', '3ds', { brand: 'visa', last4: '3220' }],
  ['pm_sandbox_paypal_approve', 'paypal', null],
] as const)('%s requires a step; concurrent approvals pay once', async (method, kind, card) => {
  const intent = await pay(method)
  const url = /^https:\/\/market\.example\/sandbox\/step\/[0-9a-f-]{36}$/
  expect(intent).toMatchObject({
    status: 'requires_action',
    next_action: {
      type: 'redirect_to_url',
      redirect_to_url: { url: expect.stringMatching(url), return_url: RETURN_URL },
    },
  })
  const step = { kind, amount: 1_000, card, returnUrl: RETURN_URL }
  expect(await sandbox.readStep(stepOf(intent))).toEqual({ ...step, state: 'waiting' })
  expect(await sandbox.answerStep(stepOf(intent), 'leave')).toEqual({ ...step, state: 'left' })
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'requires_action' })
  const answers = await Promise.all(Array.from({ length: 5 }, () => sandbox.answerStep(stepOf(intent), 'approve')))
  const approved = { ...step, state: 'approved', card: null, returnUrl: `${RETURN_URL}&redirect_status=succeeded` }
  expect(answers).toEqual(answers.map(() => approved))
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded', next_action: null })
  expect(await eventTypes()).toEqual(['payment_intent.requires_action', 'payment_intent.succeeded'])
})

test.each([
  ['pm_card_threeDSecure2Required', 'refuse', 'payment_intent_authentication_failure'],
  ['pm_sandbox_paypal_approve', 'refuse', 'payment_intent_payment_attempt_failed'],
  ['pm_card_threeDSecureRequiredChargeDeclined', 'approve', 'card_declined'],
] as const)('a step of %s that ends with %s takes no money', async (method, answer, code) => {
  const intent = await pay(method)
  const answered = await sandbox.answerStep(stepOf(intent), answer)
  expect(answered).toMatchObject({ returnUrl: `${RETURN_URL}&redirect_status=failed` })
  const declined = await stripe.paymentIntents.retrieve(intent.id)
  expect(declined).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } })
  // Later answers change nothing.
  expect(await sandbox.answerStep(stepOf(intent), 'approve')).toEqual(answered)
})

test('a step ends when its payment is cancelled, and unknown steps are not found', async () => {
  const cancelled = await pay('pm_card_threeDSecure2Required')
  await stripe.paymentIntents.cancel(cancelled.id)
  expect(await sandbox.answerStep(stepOf(cancelled), 'approve')).toMatchObject({ state: 'ended' })
  expect(await stripe.paymentIntents.retrieve(cancelled.id)).toMatchObject({ status: 'canceled', amount_received: 0 })
  expect([await sandbox.readStep('1'), await sandbox.answerStep(crypto.randomUUID(), 'approve')]).toEqual([
    undefined,
    undefined,
  ])
})

test('the card that fails once pays when the same request is repeated', async () => {
  const fail = () => pay('pm_sandbox_card_fails_once', {}, 'attempt')
  expect(await refusalOf(fail())).toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
  const paid = await fail()
  expect(paid).toMatchObject({ status: 'succeeded' })
  expect(await fail()).toEqual(paid)
})

test('the card that fails once pays at the next attempt of the checkout; failures use up no key', async () => {
  const attempt = (key: string, checkout_id: string) =>
    pay('pm_sandbox_card_fails_once', { metadata: { checkout_id } }, key)
  expect(await refusalOf(attempt('1', 'a'))).toMatchObject({ statusCode: 500 })
  const blank = await stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' }, { idempotencyKey: '1' })
  expect(blank).toMatchObject({ status: 'requires_payment_method' })
  expect(await refusalOf(attempt('1', 'a'))).toMatchObject({ type: 'StripeIdempotencyError' })
  expect(await attempt('2', 'a')).toMatchObject({ status: 'succeeded' })
  expect(await refusalOf(attempt('3', 'b'))).toMatchObject({ statusCode: 500 })
})

test('the card whose response never arrives has paid, although the client gives up', async () => {
  const waits: number[] = []
  const waitMs = (ms: number, signal: AbortSignal | undefined) => {
    waits.push(ms)
    return new Promise<void>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  }
  const { stripe: hasty } = bench.start({ waitMs, timeoutMs: 1_000 })
  const params = { amount: 1_000, currency: 'usd', confirm: true, payment_method: 'pm_sandbox_card_silent' }
  const error = await refusalOf(hasty.paymentIntents.create(params, { idempotencyKey: 'silent' }))
  expect(error).toMatchObject({ type: 'StripeConnectionError' })
  expect(waits).toEqual([25_000])
  expect(await stripe.paymentIntents.create(params, { idempotencyKey: 'silent' })).toMatchObject({
    status: 'succeeded',
  })
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
})

test('an authorised payment is captured once, whole or a part of it', async () => {
  const expiry = Math.floor(bench.now().getTime() / 1000) + 7 * 24 * 3600
  const intent = await pay('pm_card_visa', { capture_method: 'manual', expand: ['latest_charge'] })
  expect(intent).toMatchObject({ status: 'requires_capture', amount_capturable: 1_000, amount_received: 0 })
  expect(intent.latest_charge).toMatchObject({
    captured: false,
    payment_method_details: { card: { capture_before: expiry } },
  })
  expect(await refusalOf(stripe.paymentIntents.capture(intent.id, { amount_to_capture: 1_001 }))).toMatchObject({
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
  expect(await eventTypes()).toEqual(['payment_intent.amount_capturable_updated', 'payment_intent.succeeded'])
})

test('of a concurrent capture and cancellation one succeeds; an authorisation expires after 7 days', async () => {
  const { id } = await pay('pm_card_visa', { capture_method: 'manual' })
  expect(await pay('pm_sandbox_paypal', { capture_method: 'manual' })).toMatchObject({ status: 'requires_capture' })
  const both = await Promise.allSettled([stripe.paymentIntents.capture(id), stripe.paymentIntents.cancel(id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const forgotten = await pay('pm_card_visa', { capture_method: 'manual' })
  bench.pass(7 * 24 * 3600)
  await sandbox.advance()
  const ended = await stripe.paymentIntents.retrieve(forgotten.id)
  expect(ended).toMatchObject({ status: 'canceled', amount_capturable: 0 })
})

test('a paid intent cannot be cancelled, and the refusal contains it', async () => {
  const paid = await pay('pm_card_visa')
  const refusal = await refusalOf(stripe.paymentIntents.cancel(paid.id))
  expect(refusal).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
  expect(refusal.payment_intent).toMatchObject({ id: paid.id, status: 'succeeded' })
})

test('wrong keys, unknown objects and parameters that are missing, wrong or unknown are refused', async () => {
  const stranger = createStripeClient({ secretKey: 'sk_test_other', fetch: sandbox.fetch, timeoutMs: 1_000 })
  expect(await refusalOf(stranger.refunds.list())).toMatchObject({ statusCode: 401 })
  const refusals: [() => Promise<unknown>, number, string, string][] = [
    [() => stripe.paymentIntents.retrieve('pi_none'), 404, 'resource_missing', 'id'],
    [() => pay('pm_none'), 400, 'resource_missing', 'payment_method'],
    [() => pay('pm_sandbox_bank_transfer'), 400, 'resource_missing', 'payment_method'],
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
    expect(await refusalOf(send())).toMatchObject({ statusCode, code, param })
  }
  expect((await stripe.paymentIntents.list()).data).toEqual([])
})

test('lists go through everything since a time, page by page', async () => {
  const ids: string[] = []
  for (let number = 0; number < 5; number++) {
    ids.unshift((await pay('pm_card_visa')).id)
    bench.pass(1)
  }
  const all = await stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(ids)
  const since = { gte: all[2]?.created ?? 0 }
  const late = await stripe.paymentIntents.list({ created: since, limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(late.map(({ id }) => id)).toEqual(ids.slice(0, 3))
})
