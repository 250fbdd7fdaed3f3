import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../db/connect.ts'
import { marketChanged } from '../server/shop/market/market.ts'
import type { Product, ProductList } from '../shared/catalog/schema.ts'
import type { Seller } from '../shared/catalog/seller-schema.ts'
import type { Quote } from '../shared/delivery/schema.ts'
import type { Market } from '../shared/market/schema.ts'
import type { TestAccount } from './support/accounts.ts'
import { addToCart, call, checkout, postOrder } from './support/api.ts'
import { addMethod } from './support/delivery.ts'
import { openForTests, signUpAll } from './support/open-for-tests.ts'
import { buildProduct } from './support/products.ts'
import { setRows } from './support/set-rows.ts'
import { brokenRules } from './support/stock.ts'

const market = await openForTests()
const [seller, rival, potter, buyer] = await signUpAll(market, 'seller', 'seller', 'seller', 'buyer')
const lamp = await buildProduct(market, { seller_id: seller.user_id, product_price: 10 })
const vase = await buildProduct(market, { seller_id: rival.user_id, product_price: 30 })
const mug = await buildProduct(market, { seller_id: potter.user_id, product_price: 20 })

const germany = {
  ...checkout,
  shipping_address: { ...checkout.shipping_address, country: 'Deutschland', postalCode: '10115' },
}

test('everyone reads what delivery usually costs and takes once a seller has methods, and until when the seller is away', async () => {
  const read = async <Body>(path: string) =>
    (await call<Body>(market, 'GET', `${path}?after_change=${crypto.randomUUID()}`)).body
  const product = () => read<Product>(`/api/products/${mug.product_id}`)
  const { handle = '' } = (await product()).seller ?? {}
  const unconfigured = [await product(), await read<Seller>(`/api/sellers/${handle}`)]
  for (const body of unconfigured) expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['delivery']))
  expect((await call<Market>(market, 'GET', '/api/market')).body).not.toHaveProperty('delivery')
  const byWeight = { price_by: 'weight' as const, weight_steps: [{ up_to: 1000, price: 5 }] }
  await addMethod(market, potter, { name: 'By hand', kind: 'pickup', pickup_address: '1 High Street', price: 0 })
  expect((await product()).delivery).toMatchObject({ kind: 'pickup', price: 0 })
  await addMethod(market, potter, { name: 'Express', price: 19, days_to: 1 })
  await addMethod(market, potter, { name: 'Post', destinations: ['AT'], ...byWeight })
  await setRows(
    market,
    'seller_pages',
    { dispatch_days: 2, away_until: sql`market_day(now()) + 3` },
    { seller_id: potter.user_id },
  )
  const away_until = expect.stringMatching(/^2\d{3}-\d\d-\d\d$/)
  const usual = { kind: 'parcel', price: 5, days_from: 3, days_to: 5 }
  expect(await product()).toMatchObject({ delivery: usual, seller: { away_until } })
  expect(await read(`/api/sellers/${handle}`)).toMatchObject({ delivery: usual, away_until })
  await market.db.updateTable('products').set({ weight_grams: 1001 }).where('product_id', '=', mug.product_id).execute()
  expect((await product()).delivery).toEqual({ ...usual, price: 19, days_to: 3 })
  await setRows(market, 'products', { delivery_kind: 'none' }, { product_id: mug.product_id })
  await market.db.updateTable('seller_pages').set({ away_until: sql`market_day(now())` }).execute()
  const { delivery, delivery_kind, seller: own } = await product()
  expect([delivery, delivery_kind, own?.away_until]).toEqual([undefined, 'none', undefined])
  const { products } = (
    await call<ProductList>(market, 'GET', `/api/products?ids=${mug.product_id},${lamp.product_id}`)
  ).body
  expect(products.map((card) => card.delivery_kind)).toEqual(['none', undefined])
  await inTransaction(market.db, (tx) => marketChanged(tx))
  expect((await call<Market>(market, 'GET', '/api/market')).body.delivery).toBe(true)
})

test('the quote, the checked total and the order have the same price of delivery', async () => {
  const flat = await addMethod(market, seller, { name: 'Post', destinations: ['DE'], price: 4.9 })
  const express = await addMethod(market, seller, {
    name: 'Express',
    destinations: ['DE:1'],
    price_by: 'item',
    price: 9,
    more_price: 2.5,
  })
  const lines = [
    { product_id: lamp.product_id, quantity: 3 },
    { product_id: vase.product_id, quantity: 1 },
  ]
  const ask = async (more: object = {}) =>
    (
      await call<Quote>(market, 'POST', '/api/delivery-quotes', {
        body: { lines, country: 'Allemagne', postal_code: '10 115', ...more },
      })
    ).body
  const quote = await ask()
  expect(quote).toMatchObject({ country: 'DE', needs_address: true, total: 64.9 })
  expect(quote.sellers.map(({ state, methods }) => [state, methods.map(({ price }) => price)])).toEqual([
    ['offered', [4.9, 14]],
    ['free', []],
  ])
  for (const { product_id, quantity } of lines) await addToCart(market, buyer, product_id, quantity)
  const delivery = [{ seller: seller.user_id, method: express }]
  expect((await ask({ chosen: delivery })).total).toBe(74)
  expect(await postOrder(market, buyer, { ...germany, expected_total: 64.9, delivery })).toMatchObject({
    status: 409,
    body: { code: 'total_changed', details: { total: 74, charges: [{ kind: 'delivery', amount: 14 }] } },
  })
  const { status, body } = await postOrder(market, buyer, { ...germany, expected_total: 74, delivery })
  expect([status, body.total_count, body.charges]).toEqual([
    201,
    74,
    [{ seller_id: seller.user_id, kind: 'delivery', amount: 14 }],
  ])
  expect(body.deliveries).toMatchObject([
    { seller_id: seller.user_id, method_id: express, name: 'Express', kind: 'parcel', amount: 14 },
  ])
  expect(flat).not.toBe(express)
  expect(await brokenRules(market)).toEqual([])
})

test('an order to a place without a method is refused, naming the seller and the products; one by a deleted method gets the current ones', async () => {
  await addToCart(market, buyer, lamp.product_id)
  const france = { ...checkout, shipping_address: { ...checkout.shipping_address, country: 'FR' } }
  expect(await postOrder(market, buyer, france)).toMatchObject({
    status: 409,
    body: {
      code: 'not_delivered_there',
      details: { country: 'France', sellers: [{ product_ids: [lamp.product_id] }] },
    },
  })
  const [{ method_id = '' } = {}] = await market.db.selectFrom('delivery_methods').select('method_id').execute()
  const changed = [{ seller: seller.user_id, method: method_id, revision: 2 }]
  expect((await postOrder(market, buyer, { ...germany, delivery: changed })).body.code).toBe('method_gone')
  const delivery = [{ seller: seller.user_id, method: crypto.randomUUID() }]
  expect(await postOrder(market, buyer, { ...germany, delivery })).toMatchObject({
    status: 409,
    body: {
      code: 'method_gone',
      details: {
        methods: [
          { name: 'Post', price: 4.9 },
          { name: 'Express', price: 9 },
        ],
      },
    },
  })
  await addToCart(market, buyer, vase.product_id)
  const ofNone = [{ seller: rival.user_id, method: method_id }]
  expect((await postOrder(market, buyer, { ...germany, delivery: ofNone })).body).toMatchObject({
    code: 'method_gone',
    message: 'A seller has changed their delivery methods. Please choose again.',
    details: { seller_id: rival.user_id, methods: [] },
  })
  await call(market, 'DELETE', `/api/cart/items/${vase.product_id}`, { as: buyer })
  // Without a country, the most expensive method is charged.
  const { status, body } = await postOrder(market, buyer, { shipping_address: {}, payment_method: 'credit_card' })
  expect([status, body.total_count]).toEqual([201, 19])
  expect(await brokenRules(market)).toEqual([])
})

test('while sellers change prices and remove methods, an order has the total that its page showed, or is refused', async () => {
  const buyers = await signUpAll(market, ...Array.from({ length: 10 }, () => 'buyer' as const))
  const method_id = await addMethod(market, rival, { price: 1 })
  const update = (facts: object) =>
    market.db.updateTable('delivery_methods').set(facts).where('method_id', '=', method_id).execute()
  const byPage = async (one: TestAccount, change?: object) => {
    // Also after a refusal, which leaves the cart as it is.
    const path = `/api/cart/items/${vase.product_id}`
    await call(market, 'PUT', path, { as: one, body: { quantity: 1 } })
    const body = { lines: [{ product_id: vase.product_id, quantity: 1 }] }
    const { total } = (await call<Quote>(market, 'POST', '/api/delivery-quotes', { body })).body
    const [placed] = await Promise.all([
      postOrder(market, one, {
        ...checkout,
        expected_total: total,
        delivery: [{ seller: rival.user_id, method: method_id }],
      }),
      change && update(change),
    ])
    if (placed.status === 201) expect(placed.body.total_count).toBe(total)
    else expect(['total_changed', 'not_delivered_there']).toContain(placed.body.code)
    await update({ active: true })
    return placed.status
  }
  for (let round = 0; round < 20; round++) {
    const change = round % 5 === 4 ? { active: false } : { price: (round % 7) + 0.5 }
    await Promise.all(buyers.map((one) => byPage(one, change)))
  }
  // Once nothing changes, the same steps place an order.
  expect(await byPage(buyer)).toBe(201)
  expect(await brokenRules(market)).toEqual([])
})
