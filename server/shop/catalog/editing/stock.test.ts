import { afterAll, expect, test, vi } from 'vitest'
import type { Cart } from '../../../../shared/cart/schema.ts'
import type { AdminProductPage, Product, ProductList, SellerProductPage } from '../../../../shared/catalog/schema.ts'
import type { ChangeStock, ScarceProducts, StockHistory } from '../../../../shared/stock/schema.ts'
import { callAuth, makeAdmin, signUp } from '../../../../tests/support/accounts.ts'
import { addToCart, call, cartOf, checkout, refusedWith } from '../../../../tests/support/api.ts'
import { openForTests, signUpAll } from '../../../../tests/support/open-for-tests.ts'
import { createProduct, sendProduct, wellFilled } from '../../../../tests/support/product-form.ts'
import { buildProduct } from '../../../../tests/support/products.ts'
import { brokenRules, buildStocked, openBeside, putStock, readStock } from '../../../../tests/support/stock.ts'

const market = await openForTests()
const [seller, buyer] = await signUpAll(market, 'seller', 'buyer')
afterAll(async () => expect(await brokenRules(market)).toEqual([]))

const put = (productId: string, body: unknown) => putStock(market, seller, productId, body)
const shown = async (productId: string, on = market) =>
  (await call<Product>(on, 'GET', `/api/products/${productId}`)).body
const order = (as = buyer, body: object = checkout) =>
  call<{ code?: string; message?: string; details?: object }>(market, 'POST', '/api/orders', { as, body })

test('a product without tracked stock has no stock fields, and is sold without limit', async () => {
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id })
  expect(Object.keys(await shown(product_id)).filter((key) => key.startsWith('stock'))).toEqual([])
  await addToCart(market, buyer, product_id, 999)
  expect((await order()).status).toBe(201)
  const { body } = await call<StockHistory>(market, 'GET', `/api/seller/products/${product_id}/stock`, { as: seller })
  expect(body).toEqual({ stock: { counted: false }, movements: [], total: 0, page: 1, page_size: 20 })
})

test('starting to track, changing and correcting stock is recorded, newest first', async () => {
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id })
  expect((await put(product_id, { counted: true, set: 10 })).body).toEqual({
    counted: true,
    on_hand: 10,
    reserved: 0,
    low_at: 5,
    backorder: false,
    max_per_order: null,
    stock_state: 'in',
  })
  await put(product_id, { counted: true, change: -7, low_at: 4, max_per_order: 2 })
  await put(product_id, { counted: true, set: 3 })
  await put(product_id, { counted: true, set: 8, seen: 3 })
  // An edit of an outdated number gets the current one.
  expect(await put(product_id, { counted: true, set: 9, seen: 4 })).toMatchObject(
    refusedWith(409, 'stock_changed', { details: { on_hand: 8 } }),
  )
  const stock = await readStock(market, seller, product_id)
  expect(stock).toMatchObject({ on_hand: 8, low_at: 4, max_per_order: 2, stock_state: 'in' })
  expect(stock.changes).toEqual([
    ['counted', 5],
    ['correction', -7],
    ['counted', 10],
  ])
  expect((await put(product_id, { counted: true, max_per_order: null })).body).toMatchObject({ max_per_order: null })
  expect((await put(product_id, { counted: false })).body).toEqual({ counted: false })
  expect((await put(product_id, { counted: true, set: 0 })).body).toMatchObject({ on_hand: 0, stock_state: 'out' })
})

test('A6: only the seller and admins see exact numbers', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 918273 })
  const admin = await makeAdmin(market)
  expect(await readStock(market, admin, product_id)).toMatchObject({ on_hand: 918273 })
  expect(JSON.stringify(await shown(product_id))).not.toContain('918273')
})

test('the shop shows whether a product is available, and the number left only when it is low', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 6 })
  const card = async () => {
    const { body } = await call<ProductList>(market, 'GET', `/api/products?ids=${product_id}`)
    const { stock_state, stock_left } = body.products[0] ?? {}
    return [stock_state, stock_left]
  }
  expect(await card()).toEqual(['in', undefined])
  await put(product_id, { counted: true, set: 5 })
  expect(await card()).toEqual(['low', 5])
  expect(await shown(product_id)).toMatchObject({ stock_state: 'low', stock_left: 5 })
  await put(product_id, { counted: true, set: 0 })
  expect(await card()).toEqual(['out', undefined])
  await put(product_id, { counted: true, backorder: true })
  expect(await card()).toEqual(['backorder', undefined])
})

test('a seller lists products that are low or out', async () => {
  const own = await signUp(market, { role: 'seller' })
  const [low, out] = [await buildStocked(market, own, { set: 2 }), await buildStocked(market, own, { set: 0 })]
  await buildStocked(market, own, { set: 100 })
  await buildStocked(market, own, { set: 0, backorder: true })
  const ids = async (query: string) =>
    (await call<ScarceProducts>(market, 'GET', `/api/seller/stock${query}`, { as: own })).body.products.map(
      ({ product_id, stock_state }) => [product_id, stock_state],
    )
  expect(await ids('')).toEqual([
    [low.product_id, 'low'],
    [out.product_id, 'out'],
  ])
  expect(await ids('?state=out')).toEqual([[out.product_id, 'out']])
  expect((await call(market, 'GET', '/api/seller/stock?state=in', { as: own })).status).toBe(400)
})

test('a quantity cannot be raised above the limit of an order, but lowered towards it', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 50 })
  const as = await signUp(market)
  const set = (quantity: number) =>
    call<{ cart?: Cart; code?: string; message?: string }>(market, 'PUT', `/api/cart/items/${product_id}`, {
      as,
      body: { quantity },
    })
  const replace = (quantity: number) =>
    callAuth<{ message?: string }>(market, 'PUT', '/user', {
      headers: { authorization: as.headers.authorization },
      body: { data: { cart: { [product_id]: quantity } } },
    })
  expect((await set(9)).status).toBe(200)
  await put(product_id, { counted: true, max_per_order: 3 })
  const message = 'At most 3 of this product can be ordered at once.'
  expect(await set(10)).toMatchObject({ status: 409, body: { code: 'too_many', message } })
  expect((await set(8)).body.cart).toEqual({ [product_id]: 8 })
  expect(await replace(9)).toMatchObject({ status: 400, body: { message: `cart: ${message}` } })
  expect((await replace(7)).status).toBe(200)
  expect(await order(as)).toMatchObject({
    status: 409,
    body: { code: 'too_many', details: { product_id, max_per_order: 3 } },
  })
  const begun = await call(market, 'POST', '/api/checkouts', { as, body: checkout })
  expect(begun).toMatchObject({ status: 409, body: { code: 'too_many', message } })
  const rest = await call(market, 'POST', '/rest/v1/orders', { as, body: checkout })
  expect([rest.status, rest.body]).toMatchObject([409, { message }])
  expect((await set(3)).status).toBe(200)
  expect((await order(as)).status).toBe(201)
})

test('an order takes its units from stock; a refused one names all short products and changes nothing', async () => {
  const [plenty, few, none] = [
    await buildStocked(market, seller, { set: 9 }, { product_name: 'Plenty' }),
    await buildStocked(market, seller, { set: 2 }, { product_name: 'Few' }),
    await buildStocked(market, seller, { set: 1 }, { product_name: 'None' }),
  ]
  const as = await signUp(market)
  await addToCart(market, as, plenty.product_id, 4)
  expect((await order(as)).status).toBe(201)
  expect((await readStock(market, seller, plenty.product_id)).changes).toEqual([
    ['sold', -4],
    ['counted', 9],
  ])
  for (const [id, quantity] of [[plenty, 1] as const, [few, 3] as const, [none, 2] as const])
    await addToCart(market, as, id.product_id, quantity)
  await put(none.product_id, { counted: true, set: 0 })
  expect(await order(as)).toMatchObject({
    status: 409,
    body: {
      code: 'insufficient_stock',
      message: 'Not enough in stock: Few (2 left), None (sold out)',
      details: {
        lines: [
          { product_id: few.product_id, available: 2 },
          { product_id: none.product_id, available: 0 },
        ],
      },
    },
  })
  const rest = await call<{ message?: string }>(market, 'POST', '/rest/v1/orders', { as, body: checkout })
  expect([rest.status, rest.body.message]).toEqual([409, 'Not enough in stock: Few (2 left), None (sold out)'])
  expect(await cartOf(market, as)).toEqual({ [plenty.product_id]: 1, [few.product_id]: 3, [none.product_id]: 2 })
  expect(await readStock(market, seller, plenty.product_id)).toMatchObject({ on_hand: 5, reserved: 0 })
})

test('backorders are sold beyond the units on hand, and cannot be switched off while units are owed', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 1, backorder: true })
  const as = await signUp(market)
  await addToCart(market, as, product_id, 3)
  expect((await order(as)).status).toBe(201)
  expect(await readStock(market, seller, product_id)).toMatchObject({ on_hand: -2, stock_state: 'backorder' })
  expect((await put(product_id, { counted: true, backorder: false })).body).toMatchObject({
    code: 'stock_owed',
    message: 'Enter how many you have first.',
  })
  expect((await put(product_id, { counted: true, backorder: false, set: 0 })).status).toBe(200)
})

test('a flash-sale card shows the remaining share of the initial stock', async () => {
  const admin = await makeAdmin(market)
  const { product_id } = await buildStocked(market, seller, { set: 8 })
  const flash = (flash_sale: boolean) =>
    call(market, 'PATCH', `/api/admin/products/${product_id}`, { as: admin, body: { flash_sale } })
  await flash(true)
  expect((await shown(product_id)).stock_share).toBe(100)
  await put(product_id, { counted: true, set: 5, low_at: 5 })
  expect((await shown(product_id)).stock_share).toBe(62)
  await flash(false)
  expect((await shown(product_id)).stock_share).toBeUndefined()
})

test('an order invalidates cached responses, on every server, only if it makes a product scarce', async () => {
  const beside = await openBeside(market)
  try {
    const { product_id } = await buildStocked(market, seller, { set: 1000, low_at: 5 })
    const marker = await buildStocked(market, seller, { set: 100, low_at: 5 })
    const as = await signUp(market)
    const buy = async () => {
      await addToCart(market, as, product_id)
      expect((await order(as)).status).toBe(201)
    }
    const sales = async () => (await shown(product_id, beside)).total_sales
    const stateOfMarker = async () => (await shown(marker.product_id, beside)).stock_state
    /** Returns whether the cached response survives an order. Changes arrive in order, the marker's last. */
    const isCached = async () => {
      await put(marker.product_id, { counted: true, set: 100 })
      await expect.poll(stateOfMarker).toBe('in')
      const before = await sales()
      await buy()
      await put(marker.product_id, { counted: true, set: 0 })
      await expect.poll(stateOfMarker).toBe('out')
      return (await sales()) === before
    }
    // At first, the announcement of the new product may still be under way.
    await expect.poll(isCached, { timeout: 60_000 }).toBe(true)
    await put(product_id, { counted: true, set: 6 })
    const both = async () => [(await shown(product_id)).stock_left, (await shown(product_id, beside)).stock_left]
    // No cached response expires by age.
    vi.useFakeTimers({ toFake: ['Date'] })
    await expect.poll(() => shown(product_id, beside)).toMatchObject({ stock_state: 'in' })
    await buy()
    await expect.poll(both).toEqual([5, 5])
  } finally {
    vi.useRealTimers()
    await beside.close()
  }
})

test('a form saves the product and its stock, or neither', async () => {
  const stock: ChangeStock = { counted: true, set: 12, low_at: 3, max_per_order: 2 }
  const made = await createProduct(market, seller, { stock })
  const { product_id, revision } = made
  expect(await readStock(market, seller, product_id)).toMatchObject({
    on_hand: 12,
    low_at: 3,
    max_per_order: 2,
    backorder: false,
    changes: [['counted', 12]],
  })
  const edit = (facts: object) =>
    sendProduct(market, 'PUT', `/api/seller/products/${product_id}`, {
      as: seller,
      product: { ...wellFilled, images: [made.featured_image], revision, ...facts },
    })
  const refused = await edit({ product_name: 'Renamed', stock: { counted: true, set: 5, seen: 11 } })
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    'stock_changed',
    'The stock is now 12.',
  ])
  const list = async () => {
    const { body } = await call<SellerProductPage>(market, 'GET', '/api/seller/products?page_size=100', { as: seller })
    return body.products.find((one) => one.product_id === product_id)
  }
  expect(await list()).toMatchObject({
    product_name: wellFilled.product_name,
    stock: { on_hand: 12, reserved: 0, stock_state: 'in' },
  })
  expect((await edit({ product_name: 'Renamed', stock: { counted: true, set: 2, seen: 12 } })).status).toBe(200)
  expect(await list()).toMatchObject({ product_name: 'Renamed', stock: { on_hand: 2, stock_state: 'low' } })
  const admin = await makeAdmin(market)
  const listed = async () => {
    const { body } = await call<AdminProductPage>(market, 'GET', '/api/admin/products?q=renamed', { as: admin })
    return body.products[0]
  }
  expect((await listed())?.stock).toEqual({ on_hand: 2, reserved: 0, stock_state: 'low' })
  expect((await edit({ product_name: 'Renamed', revision: revision + 1, stock: { counted: false } })).status).toBe(200)
  expect(await list()).not.toHaveProperty('stock')
  expect(await listed()).not.toHaveProperty('stock')
  const unsound = await edit({ revision: revision + 2, stock: { counted: true } })
  expect([unsound.status, unsound.body.code]).toEqual([400, 'invalid_request'])
})
