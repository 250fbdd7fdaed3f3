import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_CART_LINES } from '../../../shared/cart/constants.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, checkout, refusedWith } from '../../../tests/support/api.ts'
import { besideHeld, lockCart } from '../../../tests/support/lock-contention.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, buildProducts, deleteProduct } from '../../../tests/support/products.ts'
import { brokenRules, buildStocked, fillCarts } from '../../../tests/support/stock.ts'

const market = await openForTests()
const buyer = await signUp(market)
const { product_id } = await buildProduct(market)
const { product_id: second } = await buildProduct(market)
beforeEach(() => ask('DELETE', '/api/cart'))

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, as = buyer) =>
  call<{ cart: Cart; dropped?: string[]; code?: string; message?: string }>(market, method, path, { as, body })
const cart = async () => (await ask('GET', '/api/cart')).body.cart

test('adding an item again raises its quantity, and every response is the whole cart', async () => {
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

test('products that left the shop are named to buyers who have them in the cart', async () => {
  const gone = await buildProduct(market, { product_name: 'Vanished kettle' })
  await addToCart(market, buyer, product_id)
  await addToCart(market, buyer, gone.product_id)
  const named = (as: TestAccount) => call(market, 'GET', '/api/cart/gone', { as })
  expect((await named(buyer)).body).toEqual({ products: [] })
  await deleteProduct(market, gone.product_id)
  expect((await named(buyer)).body).toEqual({
    products: [{ product_id: gone.product_id, product_name: 'Vanished kettle' }],
  })
  expect((await named(await signUp(market))).body).toEqual({ products: [] })
  // Its line stays until it is removed.
  expect(await cart()).toMatchObject({ [gone.product_id]: 1 })
  expect((await ask('DELETE', `/api/cart/items/${gone.product_id}`)).body.cart).toEqual({ [product_id]: 1 })
})

test('a line can be removed and the cart cleared, even when empty', async () => {
  await addToCart(market, buyer, product_id)
  await addToCart(market, buyer, second, 2)
  expect((await ask('DELETE', `/api/cart/items/${product_id}`)).body.cart).toEqual({ [second]: 2 })
  expect((await ask('DELETE', `/api/cart/items/${product_id}`)).status).toBe(200)
  expect((await ask('DELETE', '/api/cart')).body.cart).toEqual({})
  expect((await ask('DELETE', '/api/cart')).body.cart).toEqual({})
})

test('D10: a line is limited to 999 and a cart to 100 lines; a request beyond that is refused as a whole', async () => {
  await addToCart(market, buyer, product_id, 999)
  expect(await ask('POST', '/api/cart/items', { product_id })).toMatchObject(refusedWith(409, 'quantity_too_large'))
  const products = await buildProducts(market, Array(100).fill({}))
  const merged = Object.fromEntries(products.slice(1).map((product) => [product.product_id, 1]))
  await ask('POST', '/api/cart/merge', { merge_id: crypto.randomUUID(), cart: merged })
  const full = await cart()
  expect(Object.keys(full)).toHaveLength(100)
  const extra = products[0]?.product_id
  expect(await ask('POST', '/api/cart/items', { product_id: extra })).toMatchObject(refusedWith(409, 'cart_full'))
  expect(await ask('PUT', `/api/cart/items/${extra}`, { quantity: 1 })).toMatchObject(refusedWith(409, 'cart_full'))
  expect(await cart()).toEqual(full)
})

describe('merge', () => {
  test('D11: quantities are added per product, unknown products are dropped and named', async () => {
    await addToCart(market, buyer, product_id, 2)
    const merge = { merge_id: crypto.randomUUID(), cart: { [product_id]: 998, [second]: 3, PRD99999: 1 } }
    const { status, body } = await ask('POST', '/api/cart/merge', merge)
    expect([status, body]).toEqual([200, { cart: { [product_id]: 999, [second]: 3 }, dropped: ['PRD99999'] }])
  })

  test('D11: a merge is applied once; a repeat returns the same result with the current cart', async () => {
    const merge = { merge_id: crypto.randomUUID(), cart: { [product_id]: 2, PRD99999: 1 } }
    await ask('POST', '/api/cart/merge', merge)
    await ask('PUT', `/api/cart/items/${product_id}`, { quantity: 1 })
    expect((await ask('POST', '/api/cart/merge', merge)).body).toEqual({
      cart: { [product_id]: 1 },
      dropped: ['PRD99999'],
    })
  })

  test('D11: another buyer’s merge with the same id is not a repeat', async () => {
    const rival = await signUp(market)
    const merge = { merge_id: crypto.randomUUID(), cart: { [product_id]: 2 } }
    await ask('POST', '/api/cart/merge', merge)
    expect((await ask('POST', '/api/cart/merge', merge, rival)).body.cart).toEqual({ [product_id]: 2 })
  })
})

test.each(['__proto__', 'constructor', 'prototype'])('C3: a cart with the key %s is refused', async (key) => {
  const payload = `{"merge_id":"${crypto.randomUUID()}","cart":{"${key}":1}}`
  const headers = { ...buyer.headers, 'content-type': 'application/json' }
  const { statusCode } = await market.app.inject({ method: 'POST', url: '/api/cart/merge', headers, payload })
  expect([statusCode, await cart()]).toEqual([400, {}])
})

test('D12: clearing after an order never removes lines added later, and requires the buyer’s own order', async () => {
  await addToCart(market, buyer, product_id)
  const { body: order } = await call<{ order_id: string }>(market, 'POST', '/api/orders', { as: buyer, body: checkout })
  await addToCart(market, buyer, product_id, 2)
  expect((await ask('DELETE', `/api/cart?order_id=${order.order_id}`)).body.cart).toEqual({ [product_id]: 2 })
  const rival = await signUp(market)
  await addToCart(market, rival, product_id, 5)
  expect((await ask('DELETE', `/api/cart?order_id=${order.order_id}`, undefined, rival)).status).toBe(403)
  expect((await ask('GET', '/api/cart', undefined, rival)).body.cart).toEqual({ [product_id]: 5 })
  expect(await cart()).toEqual({ [product_id]: 2 })
})

test('A6: sellers and admins are refused with a message that they cannot add items', async () => {
  for (const as of await signUpAll(market, 'seller', 'admin')) {
    const response = await ask('POST', '/api/cart/items', { product_id }, as)
    expect([response.status, response.body.message]).toEqual([403, cartMessages.notForSellersAndAdmins])
  }
})

test('a content type without a body is accepted', async () => {
  const headers = { 'content-type': 'application/json' }
  expect((await call(market, 'DELETE', '/api/cart', { as: buyer, headers })).status).toBe(200)
  expect(await call(market, 'POST', '/api/cart/items', { as: buyer, headers })).toMatchObject(
    refusedWith(400, 'invalid_request'),
  )
})

const add = (as: TestAccount, product: string, quantity = 1) =>
  ask('POST', '/api/cart/items', { product_id: product, quantity }, as)

const signUps = (count: number) => Promise.all(Array.from({ length: count }, () => signUp(market)))

test('concurrent additions of many buyers are written in fewer transactions, into the right carts', async () => {
  const buyers = await signUps(24)
  await Promise.all(buyers.map((buyer) => addToCart(market, buyer, product_id)))
  const carts = await Promise.all(buyers.map((buyer, index) => add(buyer, index % 2 ? product_id : second, 1 + index)))
  expect(carts.map(({ body }) => body.cart)).toEqual(
    buyers.map((_, index) => (index % 2 ? { [product_id]: 2 + index } : { [product_id]: 1, [second]: 1 + index })),
  )
  for (const [index, as] of buyers.entries())
    expect((await ask('GET', '/api/cart', undefined, as)).body.cart).toEqual(carts[index]?.body.cart)
  const ids = buyers.map(({ user_id }) => user_id)
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text) from carts where user_id = any(${ids}::uuid[])`.execute(market.db)
  expect(Number(rows[0]?.count)).toBeLessThan(24)
})

test('a refused addition does not affect others in its batch', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const soldOut = await buildStocked(market, seller, { set: 0 })
  const few = await buildStocked(market, seller, { set: 9, max_per_order: 2 })
  const [gone, ...many] = await buildProducts(market, Array(MAX_CART_LINES + 1).fill({}))
  await deleteProduct(market, gone?.product_id ?? '')
  const buyers = await signUps(8)
  await fillCarts(market, buyers, (index) => (index === 5 ? many.map((product) => [product, 1] as const) : []))
  const wishes: [product: string, quantity: number][] = [
    [product_id, 1],
    [soldOut.product_id, 1],
    [few.product_id, 3],
    [gone?.product_id ?? '', 1],
    [product_id, 999],
    [product_id, 1],
    [few.product_id, 2],
    [second, 2],
  ]
  const responses = await Promise.all(
    wishes.map(([product, quantity], index) => add(buyers[index] as TestAccount, product, quantity)),
  )
  expect(responses.map(({ status, body }) => (status === 200 ? body.cart : body.code))).toEqual([
    { [product_id]: 1 },
    'sold_out',
    'too_many',
    'product_not_found',
    { [product_id]: 999 },
    'cart_full',
    { [few.product_id]: 2 },
    { [second]: 2 },
  ])
  expect((await add(buyers[4] as TestAccount, product_id)).body.code).toBe('quantity_too_large')
  expect(await brokenRules(market)).toEqual([])
})

test('a cart that another transaction has locked does not block others in its batch', async () => {
  const [held, ...others] = await signUpAll(market, 'buyer', 'buyer', 'buyer', 'buyer')
  await Promise.all([held, ...others].map((one) => addToCart(market, one, second)))
  const [waited, added] = await besideHeld(
    market.db,
    lockCart(held),
    () => add(held, product_id),
    () => Promise.all(others.map((one) => add(one, product_id))),
  )
  const both = { [second]: 1, [product_id]: 1 }
  expect([waited, ...added].map(({ body }) => body.cart)).toEqual([both, both, both, both])
})
