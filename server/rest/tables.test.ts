import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '../../shared/orders/schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../tests/support/api.ts'
import { buildProduct, buildProducts, deleteProduct } from '../../tests/support/products.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

let market: TestApp
let buyer: TestAccount
let rival: TestAccount
let seller: TestAccount
let admin: TestAccount
let orders: string[]

beforeAll(async () => {
  market = await createTestApp()
  ;[buyer, rival, seller, admin] = await Promise.all([
    signUp(market),
    signUp(market),
    signUp(market, { role: 'seller' }),
    makeAdmin(market),
  ])
  await buildProducts(market, [{ product_price: 19.99, seller_id: seller.user_id }, {}, {}])
  orders = []
  for (const [as, product] of [
    [buyer, 'PRD00001'],
    [rival, 'PRD00002'],
    [buyer, 'PRD00003'],
  ] as const) {
    await addToCart(market, as, product)
    orders.push((await call<Order>(market, 'POST', '/api/orders', { as, body: checkout })).body.order_id)
  }
})
afterAll(() => market.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const rest = <Body = { message: string }>(
  method: Method,
  table: string,
  request: { as?: TestAccount; body?: unknown; headers?: Record<string, string> } = {},
) =>
  call<Body>(market, method, `/rest/v1/${table}`, {
    ...request,
    headers: { apikey: market.deps.secrets.apiKey, ...request.headers },
  })
const idsOf = (rows: { product_id?: string; order_id?: string }[]) => rows.map((row) => row.product_id ?? row.order_id)

describe('products', () => {
  test('everyone reads the rows that the shop shows, by number', async () => {
    const gone = await buildProduct(market)
    await deleteProduct(market, gone.product_id)
    const { status, body, headers } = await rest<Record<string, unknown>[]>('GET', 'products')
    expect([status, idsOf(body)]).toEqual([200, ['PRD00001', 'PRD00002', 'PRD00003']])
    expect(headers.link).toBeUndefined()
    const page = await call(market, 'GET', '/api/products/PRD00001')
    expect(body[0]).toEqual(page.body)
    expect(Object.keys(body[0] ?? {}).sort()).toEqual([
      'featured_image',
      'flash_sale',
      'other_images',
      'product_category',
      'product_desc',
      'product_id',
      'product_name',
      'product_price',
      'seller_id',
      'total_sales',
    ])
  })

  test('a long list is read to its end by following its links', async () => {
    const first = await rest<{ product_id: string }[]>('GET', 'products?limit=2')
    expect([idsOf(first.body), first.headers.link]).toEqual([
      ['PRD00001', 'PRD00002'],
      '</rest/v1/products?product_id=gt.PRD00002&limit=2>; rel="next"',
    ])
    const next = await rest<{ product_id: string }[]>('GET', 'products?product_id=gt.PRD00002&limit=2')
    expect([idsOf(next.body), next.headers.link]).toEqual([['PRD00003'], undefined])
  })

  test('one row by its id; none for what is not there', async () => {
    expect(idsOf((await rest<{ product_id: string }[]>('GET', 'products?product_id=eq.PRD00002')).body)).toEqual([
      'PRD00002',
    ])
    for (const id of ['PRD00004', 'PRD99999'])
      expect((await rest('GET', `products?select=*&product_id=eq.${id}`)).body).toEqual([])
  })

  test('long descriptions shorten an answer, never the list', async () => {
    const other = await createTestApp()
    const product_desc = `<p>${'x'.repeat(49_000)}</p>`
    await buildProducts(
      other,
      Array.from({ length: 25 }, () => ({ product_desc })),
    )
    const seen: unknown[] = []
    let next: string | undefined = '/rest/v1/products'
    let answers = 0
    while (next) {
      const { body, headers }: { body: object[]; headers: Record<string, unknown> } = await call(other, 'GET', next, {
        headers: { apikey: other.deps.secrets.apiKey },
      })
      expect(JSON.stringify(body).length).toBeLessThan(700_000)
      seen.push(...idsOf(body))
      answers++
      next = /^<(.+)>/.exec(String(headers.link ?? ''))?.[1]
    }
    expect([new Set(seen).size, seen.length, answers]).toEqual([25, 25, 3])
    await other.close()
  })
})

describe('orders', () => {
  test('a buyer’s are the buyer’s own, newest first; an admin’s are all', async () => {
    const own = await rest<Order[]>('GET', 'orders', { as: buyer })
    expect([own.status, idsOf(own.body)]).toEqual([200, [orders[2], orders[0]]])
    expect(own.body.every((row) => row.buyer_id === buyer.user_id)).toBe(true)
    const { lines: _, ...row } = (await call<Order>(market, 'GET', `/api/orders/${orders[2]}`, { as: buyer })).body
    expect(own.body[0]).toEqual(row)
    expect(idsOf((await rest<Order[]>('GET', 'orders', { as: admin })).body)).toEqual([...orders].reverse())
    expect(own.headers['cache-control']).toBe('no-store')
  })

  test('a list goes on where its link says, among the own ones only', async () => {
    const first = await rest<Order[]>('GET', 'orders?limit=1', { as: buyer })
    expect(first.headers.link).toBe(`</rest/v1/orders?order_id=lt.${orders[2]}&limit=1>; rel="next"`)
    const next = await rest<Order[]>('GET', `orders?order_id=lt.${orders[2]}&limit=1`, { as: buyer })
    expect([idsOf(next.body), next.headers.link]).toEqual([[orders[0]], undefined])
  })

  test('A6: one by its id, with the answers of the tracking page', async () => {
    const one = (as: TestAccount, id = orders[0]) => rest('GET', `orders?order_id=eq.${id}`, { as })
    expect((await one(buyer)).body).toEqual([expect.objectContaining({ order_id: orders[0] })])
    expect(await one(rival)).toMatchObject({
      status: 403,
      body: { message: "You don't have permission to view this order." },
    })
    expect((await one(seller)).status).toBe(403)
    expect((await one(buyer, 'ORD99999')).body).toEqual({ message: 'Enter valid order id!' })
  })

  test('D2, D3: placing one takes the cart at the stored prices, whatever the body says', async () => {
    await addToCart(market, buyer, 'PRD00001', 2)
    const body = {
      ...checkout,
      id: 'ORD77777',
      order_id: 'ORD77777',
      buyer_id: rival.user_id,
      total_count: 0.01,
      order_state: 'delivered',
      products_id: ['PRD00003'],
      created_at: '2001-01-01T00:00:00Z',
      lines: [{ product_id: 'PRD00001', unit_price: 0, quantity: 1 }],
    }
    const key = { 'idempotency-key': 'one-attempt' }
    const placed = await rest<Order>('POST', 'orders', { as: buyer, body, headers: key })
    expect(placed).toMatchObject({
      status: 201,
      body: { buyer_id: buyer.user_id, total_count: 39.98, order_state: 'pending', products_id: ['PRD00001'] },
    })
    expect(placed.body.order_id).not.toBe('ORD77777')
    expect((await rest<Order>('POST', 'orders', { as: buyer, body, headers: key })).body).toEqual(placed.body)
    expect((await rest('POST', 'orders', { as: buyer, body })).body).toEqual({ message: 'Your cart is empty' })
  })
})

describe('C1: bad input is refused with a message', () => {
  test.each([
    ['products?product_id=PRD00001', 'product_id: must be eq. or gt. and an id'],
    ['products?product_id=like.PRD*', 'product_id: must be eq. or gt. and an id'],
    ['products?product_id=eq.1%27%20or%201=1', 'product_id: must be eq. or gt. and an id'],
    ['products?product_id=eq.%00', 'product_id: must be eq. or gt. and an id'],
    ['products?limit=0', expect.stringContaining('limit')],
    ['products?limit=1001', expect.stringContaining('limit')],
    ['products?limit=1e3', expect.stringContaining('limit')],
    ['products?limit=1&limit=2', expect.stringContaining('limit')],
    ['products?select=password_hash', expect.stringContaining('select')],
    ['products?seller_id=eq.x', expect.stringContaining('seller_id')],
    ['products?order=product_price', expect.stringContaining('order')],
    ['products?__proto__=x', expect.any(String)],
  ])('GET %s', async (path, message) => {
    expect(await rest('GET', path)).toMatchObject({ status: 400, body: { message } })
  })

  test.each<[Method, string, unknown]>([
    ['POST', 'orders', {}],
    ['POST', 'orders', { ...checkout, payment_method: 'gold' }],
    ['POST', 'orders', []],
    ['PATCH', 'orders', { order_state: 'delivered' }],
    ['PATCH', 'orders', { id: 'ORD1', order_state: 'delivered' }],
    ['PATCH', 'orders', { id: 'ORD00001', order_id: 'ORD00002', order_state: 'delivered' }],
    ['PATCH', 'orders', { id: 'ORD00001', order_state: 'lost' }],
    ['PATCH', 'orders', { id: 'ORD00001' }],
    ['PUT', 'orders', { id: ['ORD00001'], order_state: 'delivered' }],
    ['DELETE', 'products', {}],
    ['DELETE', 'products', { id: 'PRD1' }],
    ['DELETE', 'products', { id: 'PRD00001', product_id: 'PRD00002' }],
    ['DELETE', 'products', undefined],
  ])('%s %s %j', async (method, table, body) => {
    const answer = await rest(method, table, { as: admin, body })
    expect([answer.status, answer.body]).toEqual([400, { message: expect.any(String) }])
  })
})

test('only the tables listed exist, each with its own methods', async () => {
  for (const table of ['sessions', 'carts', 'factors', 'products%20', '', 'pg_catalog.pg_user', 'rpc/x', 'users/x'])
    expect([table, (await rest('GET', table, { as: admin })).status]).toEqual([table, 404])
  for (const [method, table, allow] of [
    ['DELETE', 'orders', /PATCH/],
    ['PATCH', 'users', /^GET/],
    ['DELETE', 'users', /^GET/],
    ['POST', 'users', /^GET/],
  ] as const) {
    const answer = await rest(method, table, { as: admin, body: { id: 'x', role: 'admin' } })
    expect(answer).toMatchObject({ status: 405, body: { message: 'This method is not allowed here.' } })
    expect(answer.headers.allow).toMatch(allow)
  }
})

test('without the key, or with a wrong token, a message says so', async () => {
  const bare = await call(market, 'GET', '/rest/v1/products')
  expect([bare.status, bare.body]).toEqual([401, { message: 'No API key found in request' }])
  const wrong = await rest('GET', 'orders', { headers: { authorization: 'Bearer not.a.token' } })
  expect([wrong.status, wrong.body]).toEqual([401, { message: 'User not authenticated' }])
})
