import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../../tests/support/api.ts'
import { buildProduct, buildProducts, deleteProduct } from '../../../tests/support/products.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'

let market: TestApp
let buyer: TestAccount
let product_id: string

beforeAll(async () => {
  market = await createTestApp()
  buyer = await signUp(market)
  product_id = (await buildProduct(market)).product_id
})
afterAll(() => market.close())
beforeEach(() => ask('DELETE', '/api/cart'))

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, as = buyer) =>
  call<{ cart: Record<string, number>; dropped?: string[]; code?: string; message?: string }>(market, method, path, {
    as,
    body,
  })
const cart = async () => (await ask('GET', '/api/cart')).body.cart

test('an item is added, a repeat raises its quantity, and the response is the whole cart', async () => {
  expect(await ask('POST', '/api/cart/items', { product_id })).toMatchObject({
    status: 200,
    body: { cart: { [product_id]: 1 } },
  })
  expect((await ask('POST', '/api/cart/items', { product_id, quantity: 4 })).body).toEqual({
    cart: { [product_id]: 5 },
  })
  expect(await cart()).toEqual({ [product_id]: 5 })
})

test('D10: a quantity is set; 0 or less removes the line', async () => {
  for (const quantity of [7, 999, 0, 3, -1]) {
    const { status, body } = await ask('PUT', `/api/cart/items/${product_id}`, { quantity })
    expect([status, body.cart]).toEqual([200, quantity > 0 ? { [product_id]: quantity } : {}])
  }
})

test('products that left the shop are named to the buyer who has them in the cart', async () => {
  const gone = await buildProduct(market, { product_name: 'Vanished kettle' })
  await addToCart(market, buyer, product_id)
  await addToCart(market, buyer, gone.product_id)
  const named = (as?: TestAccount) => call(market, 'GET', '/api/cart/gone', as && { as })
  expect((await named(buyer)).body).toEqual({ products: [] })
  await deleteProduct(market, gone.product_id)
  expect((await named(buyer)).body).toEqual({
    products: [{ product_id: gone.product_id, product_name: 'Vanished kettle' }],
  })
  expect((await named(await signUp(market))).body).toEqual({ products: [] })
  expect((await named()).status).toBe(401)
})

test('a line is removed and the cart is cleared, also when empty', async () => {
  const other = await buildProduct(market)
  await addToCart(market, buyer, product_id)
  await addToCart(market, buyer, other.product_id, 2)
  expect((await ask('DELETE', `/api/cart/items/${product_id}`)).body.cart).toEqual({ [other.product_id]: 2 })
  expect((await ask('DELETE', `/api/cart/items/${product_id}`)).status).toBe(200)
  expect((await ask('DELETE', '/api/cart')).body.cart).toEqual({})
  expect((await ask('DELETE', '/api/cart')).body.cart).toEqual({})
})

test('D10: a line is limited to 999 and a cart to 100 lines; a request beyond that is refused as a whole', async () => {
  await addToCart(market, buyer, product_id, 999)
  expect(await ask('POST', '/api/cart/items', { product_id })).toMatchObject({
    status: 409,
    body: { code: 'quantity_too_large' },
  })
  const products = await buildProducts(
    market,
    Array.from({ length: 100 }, () => ({})),
  )
  const merged = Object.fromEntries(products.slice(1).map((product) => [product.product_id, 1]))
  await ask('POST', '/api/cart/merge', { merge_id: crypto.randomUUID(), cart: merged })
  const full = await cart()
  expect(Object.keys(full)).toHaveLength(100)
  const extra = products[0]?.product_id
  expect(await ask('POST', '/api/cart/items', { product_id: extra })).toMatchObject({
    status: 409,
    body: { code: 'cart_full' },
  })
  expect(await ask('PUT', `/api/cart/items/${extra}`, { quantity: 1 })).toMatchObject({
    status: 409,
    body: { code: 'cart_full' },
  })
  expect(await cart()).toEqual(full)
})

test('an unknown or deleted product is refused; the line of a product deleted later can be removed', async () => {
  const gone = (await buildProduct(market)).product_id
  await addToCart(market, buyer, gone)
  await deleteProduct(market, gone)
  expect(await cart()).toEqual({ [gone]: 1 })
  for (const id of [gone, 'PRD99999']) {
    expect(await ask('POST', '/api/cart/items', { product_id: id })).toMatchObject({
      status: 404,
      body: { code: 'product_not_found', message: 'Product not found' },
    })
    expect((await ask('PUT', `/api/cart/items/${id}`, { quantity: 2 })).status).toBe(404)
  }
  expect((await ask('DELETE', `/api/cart/items/${gone}`)).status).toBe(200)
  expect(await cart()).toEqual({})
})

describe('merge', () => {
  test('D11: quantities are added per product, unknown products are dropped and named', async () => {
    const other = (await buildProduct(market)).product_id
    await addToCart(market, buyer, product_id, 2)
    const merge = { merge_id: crypto.randomUUID(), cart: { [product_id]: 998, [other]: 3, PRD99999: 1 } }
    const { status, body } = await ask('POST', '/api/cart/merge', merge)
    expect([status, body]).toEqual([200, { cart: { [product_id]: 999, [other]: 3 }, dropped: ['PRD99999'] }])
  })

  test('D11: a merge is applied once; a repeat returns the same and the present cart', async () => {
    const merge = { merge_id: crypto.randomUUID(), cart: { [product_id]: 2, PRD99999: 1 } }
    await ask('POST', '/api/cart/merge', merge)
    await ask('PUT', `/api/cart/items/${product_id}`, { quantity: 1 })
    expect((await ask('POST', '/api/cart/merge', merge)).body).toEqual({
      cart: { [product_id]: 1 },
      dropped: ['PRD99999'],
    })
  })

  test('D11: the same id of another buyer is another merge', async () => {
    const rival = await signUp(market)
    const merge = { merge_id: crypto.randomUUID(), cart: { [product_id]: 2 } }
    await ask('POST', '/api/cart/merge', merge)
    expect((await ask('POST', '/api/cart/merge', merge, rival)).body.cart).toEqual({ [product_id]: 2 })
  })

  test.each<[string, unknown]>([
    ['a quantity as text', { PRD00001: '2' }],
    ['a fraction', { PRD00001: 1.5 }],
    ['nothing', { PRD00001: 0 }],
    ['too many', { PRD00001: 1000 }],
    ['a malformed product id', { '../../etc': 1 }],
    ['a list', [1]],
    ['over 100 lines', Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`PRD${10001 + i}`, 1]))],
  ])('D11: a malformed cart refuses the whole merge: %s', async (_, local) => {
    const body = { merge_id: crypto.randomUUID(), cart: local }
    expect((await ask('POST', '/api/cart/merge', body)).status).toBe(400)
    expect(await cart()).toEqual({})
  })

  test('C3: keys such as __proto__ are refused', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const payload = `{"merge_id":"${crypto.randomUUID()}","cart":{"${key}":1}}`
      const headers = { ...buyer.headers, 'content-type': 'application/json' }
      const response = await market.app.inject({ method: 'POST', url: '/api/cart/merge', headers, payload })
      expect(response.statusCode).toBe(400)
    }
    expect(await cart()).toEqual({})
  })
})

describe('D12: clearing after an order', () => {
  test('never removes lines added later, and requires the buyer’s own order', async () => {
    await addToCart(market, buyer, product_id)
    const { body: order } = await call<{ order_id: string }>(market, 'POST', '/api/orders', {
      as: buyer,
      body: checkout,
    })
    await addToCart(market, buyer, product_id, 2)
    expect((await ask('DELETE', `/api/cart?order_id=${order.order_id}`)).body.cart).toEqual({ [product_id]: 2 })
    const rival = await signUp(market)
    await addToCart(market, rival, product_id, 5)
    expect((await ask('DELETE', `/api/cart?order_id=${order.order_id}`, undefined, rival)).status).toBe(403)
    expect((await ask('DELETE', '/api/cart?order_id=ORD99999')).status).toBe(403)
    expect((await ask('DELETE', '/api/cart?order_id=1')).status).toBe(400)
    expect((await ask('GET', '/api/cart', undefined, rival)).body.cart).toEqual({ [product_id]: 5 })
    expect(await cart()).toEqual({ [product_id]: 2 })
  })
})

test.each<[string, unknown]>([
  ['no body', undefined],
  ['a quantity as text', { product_id: 'PRD00001', quantity: '1' }],
  ['a fraction', { product_id: 'PRD00001', quantity: 1.5 }],
  ['zero', { product_id: 'PRD00001', quantity: 0 }],
  ['a thousand', { product_id: 'PRD00001', quantity: 1000 }],
  ['beyond numbers', '{"product_id":"PRD00001","quantity":1e999}'],
  ['an id as a number', { product_id: 1 }],
  ['an id as a list', { product_id: ['PRD00001'] }],
  ['an id in lower case', { product_id: 'prd00001' }],
  ['an id with a zero byte', { product_id: 'PRD00001\u0000' }],
  ['an id with a line break', { product_id: 'PRD00001\n' }],
  ['a list', [{ product_id: 'PRD00001' }]],
  ['broken JSON', '{"product_id":'],
])('C1: adding %s is refused and changes nothing', async (_, payload) => {
  const headers = { ...buyer.headers, 'content-type': 'application/json' }
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const response = await market.app.inject({ method: 'POST', url: '/api/cart/items', headers, payload: text })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  expect(await cart()).toEqual({})
})

test('A6: sellers and admins are refused with a message that they cannot add items', async () => {
  for (const as of [await signUp(market, { role: 'seller' }), await makeAdmin(market)]) {
    const response = await ask('POST', '/api/cart/items', { product_id }, as)
    expect([response.status, response.body.message]).toEqual([403, cartMessages.notForSellersAndAdmins])
  }
})

test('E7: responses with a cart are never cached', async () => {
  const { headers } = await ask('GET', '/api/cart')
  expect(headers['cache-control']).toBe('no-store')
})

test('a content type without a body is accepted', async () => {
  const headers = { 'content-type': 'application/json' }
  expect((await call(market, 'DELETE', '/api/cart', { as: buyer, headers })).status).toBe(200)
  expect(await call(market, 'POST', '/api/cart/items', { as: buyer, headers })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  })
})
