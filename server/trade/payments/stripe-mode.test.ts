import { Stripe } from 'stripe'
import { expect, test, vi } from 'vitest'
import { createContext, runInContext } from '../../../db/request-context.ts'
import type { Checkout } from '../../../shared/checkouts/schema.ts'
import { signUp } from '../../../tests/support/accounts.ts'
import { addToCart, checkout as buying, call, refusedWith } from '../../../tests/support/api.ts'
import { openBeside, openForTests } from '../../../tests/support/open-for-tests.ts'
import { providerOf } from '../../../tests/support/payments.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { providerCases } from '../../../tests/support/provider-cases.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import { brokenRules } from '../../../tests/support/stock.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'
import { createProvider, PAYPAL_TOKEN } from './provider.ts'
import { createStripeClient, signEvent } from './stripe/client.ts'

const webhookSecrets = ['whsec_0123456789abcdef', 'whsec_fedcba9876543210']
const stripe = {
  secretKey: 'sk_test_0123456789abcdef',
  publishableKey: 'pk_test_0123456789abcdef',
  webhookSecrets,
  isTest: true,
}

const market = await openForTests({ config: { payments: 'stripe', stripe } })

test('only tokens of Stripe’s own fields are accepted, and a refusal reserves nothing', async () => {
  const buyer = await signUp(market)
  const product = await buildProduct(market)
  await addToCart(market, buyer, product.product_id, 2)
  const order = (more: object, path = '/api/orders') =>
    call<{ code: string }>(market, 'POST', path, { as: buyer, body: { ...buying, ...more } })
  const card = { payment_method: 'credit_card' }
  expect(await order(card)).toMatchObject(refusedWith(402, 'payment_step_needed'))
  expect(await order(card, '/rest/v1/orders')).toMatchObject(refusedWith(402, 'payment_step_needed'))
  for (const payment_token of ['pm_card_visa', 'pm_1OfAnotherBuyer', 'tok_visa'])
    expect(await order({ ...card, payment_token })).toMatchObject(refusedWith(400, 'payment_token_unknown'))
  expect(await order({ payment_method: 'bank_transfer' })).toMatchObject(refusedWith(400, 'payment_method_not_offered'))
  expect(await market.db.selectFrom('checkouts').select('checkout_id').execute()).toEqual([])
  expect(await market.db.selectFrom('payments').select('payment_id').execute()).toEqual([])
  expect(await brokenRules(market)).toEqual([])
})

test('pages may load Stripe’s script; without Stripe only their own', async () => {
  const policyOf = async ({ app }: TestApp) =>
    String((await app.inject('/api/categories')).headers['content-security-policy'])
  const policy = await policyOf(market)
  expect(policy).toContain("script-src 'self' https://js.stripe.com;")
  expect(policy).toContain("frame-src 'self' https://js.stripe.com https://hooks.stripe.com")
  expect(policy).toContain("connect-src 'self' https://api.stripe.com")
  const off = await openForTests()
  expect(await policyOf(off)).not.toContain('stripe')
})

test('events signed with any of the secrets are accepted, and the sandbox has no pages', async () => {
  const send = (secret: string) => {
    const id = `evt_${secret.slice(6, 10)}`
    const payload = JSON.stringify({ id, object: 'event', type: 'x', data: { object: {} } })
    const signature = signEvent({ payload, secret, at: new Date() })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return market.app.inject({ method: 'POST', url: '/webhooks/payments/stripe', payload, headers })
  }
  for (const secret of webhookSecrets) expect((await send(secret)).statusCode).toBe(200)
  expect((await send('whsec_of_another_endpoint')).statusCode).toBe(400)
  const step = '/api/sandbox/steps/9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f'
  expect((await market.app.inject(step)).json()).toMatchObject({ code: 'not_found' })
})

/** Returns the request to Stripe for a token, and the outcome for a response. */
async function start(token: string, intent: object) {
  let sent = new URLSearchParams()
  const fetch = async (_url: unknown, init?: { body?: unknown }) => {
    sent = new URLSearchParams(String(init?.body))
    return Response.json({ id: 'pi_1', object: 'payment_intent', amount_received: 0, metadata: {}, ...intent })
  }
  const client = createStripeClient({
    secretKey: stripe.secretKey,
    fetch: fetch as typeof globalThis.fetch,
    timeoutMs: 1_000,
  })
  const outcome = await createProvider(async () => client).start({
    payment: { payment_id: 'p', attempts: 1, checkout_id: 'c', amount: '12.34', currency: 'usd' },
    token,
    isReserved: false,
    returnUrl: 'https://market.example/checkout/return?checkout=c',
  })
  return { sent: Object.fromEntries(sent), outcome }
}

test('Stripe gets the token of its fields for a card, and redirects to PayPal without one', async () => {
  const secret = { client_secret: 'pi_1_secret_2', status: 'requires_action' }
  const card = await start('ctoken_1', { ...secret, next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} } })
  expect(card.sent).toMatchObject({
    amount: '1234',
    currency: 'usd',
    confirm: 'true',
    confirmation_token: 'ctoken_1',
    'payment_method_types[0]': 'card',
    'metadata[checkout_id]': 'c',
  })
  expect(card.outcome).toMatchObject({
    intent: { status: 'requires_action', clientSecret: 'pi_1_secret_2', nextUrl: null },
  })
  const url = 'https://www.paypal.com/checkoutnow'
  const paypal = await start(PAYPAL_TOKEN, {
    ...secret,
    next_action: { type: 'redirect_to_url', redirect_to_url: { url } },
  })
  expect(paypal.sent).toMatchObject({ 'payment_method_types[0]': 'paypal', 'payment_method_data[type]': 'paypal' })
  expect(paypal.outcome).toMatchObject({ intent: { nextUrl: url, clientSecret: null } })
})

test.each(Object.entries(providerCases))('the sandbox behaves like Stripe in test mode: %s', async (_name, run) => {
  const provider = createProvider(async () => providerOf(market, () => new Date()).stripe)
  await expect(run(provider)).resolves.toBeUndefined()
})

test('a request waits 20 seconds in total for the provider; its calls then continue in the background', async () => {
  let now = 0
  let answer: (intent: object) => void = () => {}
  const responses = [
    () => Promise.reject(new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'no response' })),
    () => new Promise((resolve) => (answer = resolve)),
  ]
  const retrieve = vi.fn(() => responses.shift()?.())
  const provider = createProvider(
    async () => ({ paymentIntents: { retrieve } }) as unknown as Stripe,
    () => now,
  )
  await runInContext(createContext('request', 'one'), async () => {
    provider.beginWaiting()
    now += 9_900
    expect(await provider.read('pi_1')).toEqual({ kind: 'unknown' })
    now += 10_000
    expect(await provider.read('pi_1')).toEqual({ kind: 'unknown' })
    now += 200
    await expect(provider.read('pi_1')).rejects.toMatchObject({ status: 503, code: 'payments_busy' })
  })
  expect(retrieve).toHaveBeenCalledTimes(2)
  // The late response must not cause an unhandled rejection.
  answer({ metadata: {} })
})

test('an attempt with play money ends once the marketplace takes real money', async () => {
  const buyer = await signUp(market)
  await addToCart(market, buyer, (await buildProduct(market)).product_id, 2)
  const { body } = await call<Checkout>(market, 'POST', '/api/checkouts', { as: buyer, body: buying })
  const { checkout_id, total_count } = body
  await setRows(market, 'checkouts', { checkout_state: 'paying' }, { checkout_id })
  const [amount, later] = [String(total_count), new Date('2100-01-01')]
  const of = { checkout_id, buyer_id: buyer.user_id, provider: 'stripe', payment_method: 'credit_card' } as const
  const attempt = { payment_state: 'requires_action', provider_ref: 'pi_played', attempts: 1, check_at: later } as const
  await market.db
    .insertInto('payments')
    .values({ ...of, ...attempt, sandbox: true, amount, created_at: later })
    .execute()
  const live = await openBeside(market, { config: { payments: 'stripe', stripe: { ...stripe, isTest: false } } })
  expect((await call(live, 'DELETE', `/api/checkouts/${checkout_id}`, { as: buyer })).status).toBe(204)
  expect(await brokenRules(market)).toEqual([])
})
