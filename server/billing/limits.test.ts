import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, type TestAccount } from '../../tests/support/accounts.ts'
import { addToCart, checkout as buying, call } from '../../tests/support/api.ts'
import { buildProduct } from '../../tests/support/products.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

let market: TestApp
let product: string
beforeAll(async () => {
  market = await createTestApp({ config: { payments: 'sandbox', sandbox: 'calm', rateLimits: true } })
  const seller = await signUp(market, { role: 'seller' })
  product = (await buildProduct(market, { seller_id: seller.user_id })).product_id
})
afterAll(() => market.close())

const order = (as: TestAccount, payment_token: string, headers: Record<string, string> = {}) =>
  call<{ order_id?: string; code?: string }>(market, 'POST', '/api/orders', {
    as,
    headers,
    body: { ...buying, payment_method: 'credit_card', payment_token },
  })

test('twenty declined payments of an account end its payments for an hour, and no others', async () => {
  const buyer = await signUp(market)
  for (let cart = 0; cart < 4; cart++) {
    await addToCart(market, buyer, product)
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await order(buyer, 'pm_card_visa_chargeDeclined')).status).toBe(402)
  }
  await addToCart(market, buyer, product)
  const refused = await order(buyer, 'pm_card_visa')
  expect([refused.status, refused.body.code]).toEqual([429, 'over_request_rate_limit'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
  const other = await signUp(market)
  await addToCart(market, other, product)
  expect((await order(other, 'pm_card_visa')).status).toBe(201)
})

test('payments that run at once are no declined ones', async () => {
  const buyer = await signUp(market)
  await addToCart(market, buyer, product)
  const all = await Promise.all(
    Array.from({ length: 30 }, () => order(buyer, 'pm_card_visa', { 'idempotency-key': 'at-once' })),
  )
  expect([...new Set(all.map(({ status, body }) => `${status} ${body.order_id ?? body.code}`))]).toEqual([
    '201 ORD00002',
  ])
})
