import { expect, test } from 'vitest'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, checkout as buying, call, postOrder } from '../../../tests/support/api.ts'
import { openForTests, PAID } from '../../../tests/support/open-for-tests.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { buildStocked, readStock } from '../../../tests/support/stock.ts'

const market = await openForTests({ config: { ...PAID, rateLimits: true } })
const seller = await signUp(market, { role: 'seller' })
const { product_id: product } = await buildProduct(market, { seller_id: seller.user_id })

const order = (as: TestAccount, payment_token: string, key?: string) =>
  postOrder(market, as, { ...buying, payment_token }, key)

test('twenty declined payments block those through the provider of the account, and of no other, for an hour', async () => {
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
  expect((await postOrder(market, buyer, { ...buying, payment_method: 'bank_transfer' })).status).toBe(201)
  const other = await signUp(market)
  await addToCart(market, other, product)
  expect((await order(other, 'pm_card_visa')).status).toBe(201)
})

test('concurrent payments do not count as declined', async () => {
  const buyer = await signUp(market)
  await addToCart(market, buyer, product)
  const all = await Promise.all(Array.from({ length: 30 }, () => order(buyer, 'pm_card_visa', 'at-once')))
  expect([...new Set(all.map(({ status, body }) => `${status} ${body.order_id ?? body.code}`))]).toEqual([
    '201 ORD00003',
  ])
})

const THROUGH_PROVIDER = ['credit_card', 'paypal'] as const

test.each([
  [0.01, 'amount_too_small'],
  [0.49, 'amount_too_small'],
  [1_000_000, 'amount_too_large'],
])('a payment of $%d is refused with %s, and nothing is reserved', async (price, code) => {
  const { product_id } = await buildStocked(market, seller, { set: 5 }, { product_price: price })
  const buyer = await signUp(market)
  await addToCart(market, buyer, product_id)
  const send = (path: string, payment_method: string, key: string) =>
    call<{ code?: string; total_count?: number }>(market, 'POST', path, {
      as: buyer,
      headers: { 'idempotency-key': key },
      body: { ...buying, payment_method },
    })
  for (const method of THROUGH_PROVIDER) {
    for (const path of ['/api/orders', '/api/checkouts', '/rest/v1/orders'])
      expect(await send(path, method, path)).toMatchObject({ status: 409, body: { code } })
    expect(await readStock(market, seller, product_id)).toMatchObject({ on_hand: 5, reserved: 0 })
  }
  // A checkout that was begun for a bank transfer and paid in another way.
  expect((await send('/api/checkouts', 'bank_transfer', 'reserved')).status).toBe(201)
  for (const method of THROUGH_PROVIDER)
    expect(await send('/api/orders', method, method)).toMatchObject({ status: 409, body: { code } })
  const payments = market.db.selectFrom('payments').select('amount').where('buyer_id', '=', buyer.user_id)
  expect(await payments.execute()).toEqual([])
  expect(await send('/api/orders', 'bank_transfer', 'order')).toMatchObject({
    status: 201,
    body: { total_count: price },
  })
})

test.each([0, 0.5, 999_999.99])('$%d can be paid by every payment method', async (product_price) => {
  const { product_id } = await buildProduct(market, { product_price })
  for (const payment_method of [...THROUGH_PROVIDER, 'bank_transfer']) {
    const buyer = await signUp(market)
    await addToCart(market, buyer, product_id)
    const placed = await call(market, 'POST', '/api/orders', { as: buyer, body: { ...buying, payment_method } })
    expect(placed).toMatchObject({ status: 201, body: { total_count: product_price } })
  }
})
