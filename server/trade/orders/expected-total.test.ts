import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../../tests/support/api.ts'
import { buildProduct, setPrice } from '../../../tests/support/products.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'

let market: TestApp
let buyer: TestAccount
let lamp: string
let bulb: string

beforeAll(async () => {
  market = await createTestApp()
  buyer = await signUp(market)
  lamp = (await buildProduct(market, { product_name: 'Lamp', product_price: 19.99 })).product_id
  bulb = (await buildProduct(market, { product_name: 'Bulb', product_price: 0.1 })).product_id
})
afterAll(() => market.close())

const place = (path: string, expected_total: unknown, key?: string) =>
  call<{ code?: string; message?: string; details?: unknown; total_count?: number; order_id?: string }>(
    market,
    'POST',
    path,
    { as: buyer, body: { ...checkout, expected_total }, headers: key === undefined ? {} : { 'idempotency-key': key } },
  )
const cart = async () => (await call<{ cart: object }>(market, 'GET', '/api/cart', { as: buyer })).body.cart

test.each(['/api/orders', '/rest/v1/orders'])(
  'D15: %s orders nothing at another total than the page showed, and orders at the new one',
  async (path) => {
    await setPrice(market, lamp, 19.99)
    await addToCart(market, buyer, lamp, 2)
    await addToCart(market, buyer, bulb, 3)
    await setPrice(market, lamp, 20.05)
    const key = `${path}-1`
    const refused = await place(path, 40.28, key)
    expect([refused.status, refused.body.message]).toEqual([409, 'The total is now $40.40.'])
    if (path === '/api/orders') {
      expect(refused.body.code).toBe('total_changed')
      expect(refused.body.details).toEqual({
        total: 40.4,
        lines: [
          { product_id: lamp, product_name: 'Lamp', product_price: 20.05, quantity: 2 },
          { product_id: bulb, product_name: 'Bulb', product_price: 0.1, quantity: 3 },
        ],
      })
    }
    expect(await cart()).toEqual({ [lamp]: 2, [bulb]: 3 })
    const placed = await place(path, 40.4, key)
    expect([placed.status, placed.body.total_count]).toEqual([201, 40.4])
    expect(await cart()).toEqual({})
    // A retry whose response was lost gets that order; another total is another request.
    expect((await place(path, 40.4, key)).body.order_id).toBe(placed.body.order_id)
    expect((await place(path, 40.28, key)).status).toBe(422)
  },
)

test('D15: a cart that grew in another tab is another total, and without the field the order is placed as before', async () => {
  await setPrice(market, lamp, 5)
  await addToCart(market, buyer, lamp)
  await addToCart(market, buyer, lamp)
  expect((await place('/api/orders', 5)).status).toBe(409)
  const placed = await place('/api/orders', undefined)
  expect([placed.status, placed.body.total_count]).toEqual([201, 10])
})

test.each([
  ['a text', '5.00'],
  ['null', null],
  ['less than nothing', -5],
  ['half a cent', 5.005],
  ['too much', 1e300],
])('C1, D15: an expected total of %s is refused', async (_, expected_total) => {
  expect([(await place('/api/orders', expected_total)).status]).toEqual([400])
})
