import { describe, expect, test } from 'vitest'
import type { Product } from '../../../shared/catalog/schema.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, checkout, postOrder, tableRefusal } from '../../../tests/support/api.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, buildProducts, deleteProduct, readRow } from '../../../tests/support/products.ts'
import { picture } from '../../../tests/support/storage.ts'

const market = await openForTests()
const [buyer, rival, seller, admin] = await signUpAll(market, 'buyer', 'buyer', 'seller', 'admin')
await buildProducts(market, [{ product_price: 19.99, seller_id: seller.user_id }, {}, {}])
const orders: string[] = []
for (const [as, product] of [
  [buyer, 'PRD00001'],
  [rival, 'PRD00002'],
  [buyer, 'PRD00003'],
] as const) {
  await addToCart(market, as, product)
  orders.push((await postOrder(market, as)).body.order_id)
}

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
  test('the rows in the shop are public, by number', async () => {
    const deleted = await buildProduct(market)
    await deleteProduct(market, deleted.product_id)
    const { status, body, headers } = await rest<Record<string, unknown>[]>('GET', 'products')
    expect([status, idsOf(body)]).toEqual([200, ['PRD00001', 'PRD00002', 'PRD00003']])
    expect(headers.link).toBeUndefined()
    expect(body[0]).toEqual(await readRow(market, 'PRD00001'))
    expect(
      Object.keys(body[0] ?? {})
        .sort()
        .join(' '),
    ).toBe(
      'featured_image flash_sale other_images product_category product_desc product_id product_name product_price ' +
        'seller_id total_sales',
    )
  })

  test('links lead through a long list to its end', async () => {
    const first = await rest<{ product_id: string }[]>('GET', 'products?limit=2')
    expect([idsOf(first.body), first.headers.link]).toEqual([
      ['PRD00001', 'PRD00002'],
      '</rest/v1/products?product_id=gt.PRD00002&limit=2>; rel="next"',
    ])
    const next = await rest<{ product_id: string }[]>('GET', 'products?product_id=gt.PRD00002&limit=2')
    expect([idsOf(next.body), next.headers.link]).toEqual([['PRD00003'], undefined])
  })

  test('long descriptions shorten a page of the list, and links still lead to its end', async () => {
    const other = await openForTests()
    const product_desc = `<p>${'x'.repeat(49_000)}</p>`
    await buildProducts(other, Array(25).fill({ product_desc }))
    const seen: unknown[] = []
    let next: string | undefined = '/rest/v1/products'
    let responses = 0
    while (next) {
      const { body, headers }: { body: object[]; headers: Record<string, unknown> } = await call(other, 'GET', next, {
        headers: { apikey: other.deps.secrets.apiKey },
      })
      expect(JSON.stringify(body).length).toBeLessThan(700_000)
      seen.push(...idsOf(body))
      responses++
      next = /^<(.+)>/.exec(String(headers.link ?? ''))?.[1]
    }
    expect([new Set(seen).size, seen.length, responses]).toEqual([25, 25, 3])
  })
})

describe('changes of products by sellers and admins', () => {
  const written = async (background: string) =>
    `data:image/png;base64,${(await picture('png', { background })).toString('base64')}`
  const lamp = async () => ({
    product_name: 'Lamp',
    product_price: 12.5,
    product_desc: '<p>Bright.</p><script>alert(1)</script>',
    product_category: ['Home & Lighting'],
    featured_image: await written('red'),
    other_images: [await written('blue')],
  })
  /** Columns that only the server writes. */
  const claims = () => ({
    seller_id: rival.user_id,
    total_sales: 1_000_000,
    flash_sale: true,
    created_at: '2001-01-01T00:00:00Z',
    visibility: 'visible',
    deleted_at: null,
    product_number: 1,
  })
  const insert = async () => (await rest<Product>('POST', 'products', { as: seller, body: await lamp() })).body

  test('a seller’s row is inserted with its pictures decoded and stored, its text cleaned', async () => {
    const created = await rest<Product>('POST', 'products', {
      as: seller,
      body: { ...(await lamp()), ...claims(), id: 'PRD77777', product_id: 'PRD77777' },
    })
    expect(created).toMatchObject({
      status: 201,
      body: { product_name: 'Lamp', product_price: 12.5, seller_id: seller.user_id, total_sales: 0, flash_sale: false },
    })
    expect(created.body.product_id).not.toBe('PRD77777')
    expect(created.body.product_desc).not.toContain('<script')
    expect(created.body.other_images).toHaveLength(1)
    for (const url of [created.body.featured_image, ...created.body.other_images]) {
      const { statusCode, headers } = await market.app.inject({ url })
      expect([statusCode, headers['content-type']]).toEqual([200, expect.stringMatching(/^image\//)])
    }
    expect(await readRow(market, created.body.product_id)).toEqual(created.body)
  })

  test.each(['PUT', 'PATCH'] as const)(
    '%s applies the columns that a seller may write, and ignores the rest of the row',
    async (method) => {
      const created = await insert()
      const body = { ...created, ...claims(), product_id: created.product_id, product_price: 7.25 }
      const changed = await rest<Product>(method, 'products', { as: seller, body })
      expect([changed.status, changed.body]).toEqual([200, { ...created, product_price: 7.25 }])
      const images = { featured_image: created.other_images[0], other_images: [await written('green')] }
      const repictured = await rest<Product>(method, 'products', {
        as: seller,
        body: { id: created.product_id, ...images },
      })
      expect(repictured.status).toBe(200)
      expect(repictured.body).toMatchObject({ product_price: 7.25, product_name: 'Lamp' })
      expect(repictured.body.other_images).toHaveLength(1)
    },
  )

  test('of concurrent changes those with 200 are saved and the others get 409', async () => {
    const created = await insert()
    const changes = [{ product_price: 1 }, { product_name: 'Lantern' }, { product_category: ['Toys'] }]
    const responses = await Promise.all(
      changes.map((change) =>
        rest<Product>('PATCH', 'products', { as: seller, body: { id: created.product_id, ...change } }),
      ),
    )
    expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const done = changes.filter((_change, index) => responses[index]?.status === 200)
    expect(done.length).toBeGreaterThan(0)
    expect(await readRow(market, created.product_id)).toEqual(Object.assign({ ...created }, ...done))
  })

  test('an admin can only change the flash sale and delete', async () => {
    const created = await insert()
    const body = { ...created, ...claims(), product_price: 0, product_name: 'Free', flash_sale: true }
    const flashed = await rest<Product>('PATCH', 'products', { as: admin, body: { ...body, id: created.product_id } })
    expect([flashed.status, flashed.body]).toEqual([200, expect.objectContaining({ ...created, flash_sale: true })])
    const nothing = await rest('PATCH', 'products', { as: admin, body: { id: created.product_id, product_price: 0 } })
    expect([nothing.status, nothing.body.message]).toEqual([400, expect.stringContaining('nothing in this row')])
    expect((await rest('DELETE', 'products', { as: admin, body: { id: created.product_id } })).status).toBe(204)
    const actions = market.db.selectFrom('admin_actions').select(['admin_id', 'action'])
    expect(await actions.where('target', '=', created.product_id).orderBy('action_number').execute()).toEqual([
      { admin_id: admin.user_id, action: 'flash_sale' },
      { admin_id: admin.user_id, action: 'delete_product' },
    ])
  })

  test.each<[string, object, number, string]>([
    ['a missing picture', { featured_image: undefined }, 400, 'Please select a featured image.'],
    ['an empty address', { featured_image: '' }, 400, 'featured_image: Please select a featured image.'],
    ['an empty address among others', { other_images: [''] }, 400, 'other_images.0: '],
    ['four further pictures', { other_images: ['a', 'b', 'c', 'd'] }, 400, 'up to 3 additional images.'],
    ['a negative price', { product_price: -1 }, 400, 'product_price'],
    ['a picture of another site', { featured_image: 'https://example.com/x.png' }, 400, ''],
    ['a picture of this machine', { featured_image: 'file:///etc/passwd' }, 400, ''],
    ['a drawing', { featured_image: 'data:image/svg+xml;base64,PHN2Zy8+' }, 415, ''],
    ['a text that says it is a picture', { featured_image: 'data:image/png;base64,aGVsbG8=' }, 415, ''],
  ])('refuses %s; no product is added', async (_what, wrong, status, message) => {
    const stored = () => market.db.selectFrom('products').select('product_id').orderBy('product_id').execute()
    const before = await stored()
    const response = await rest('POST', 'products', { as: seller, body: { ...(await lamp()), ...wrong } })
    expect([response.status, response.body.message]).toEqual([status, expect.stringContaining(message)])
    expect(await stored()).toEqual(before)
  })

  test('E1: rows with more than four new pictures in total are refused before any is decoded', async () => {
    const rows = [await lamp(), await lamp(), await lamp()]
    const response = await rest('POST', 'products', { as: seller, body: rows })
    expect([response.status, response.body.message]).toEqual([413, expect.stringContaining('4 new pictures')])
    expect((await rest('POST', 'products', { as: seller, body: rows.slice(1) })).status).toBe(201)
  })

  test('a seller who is not approved has own hidden products; others do not', async () => {
    const body = { seller_approval: true, requirements: [], revision: 1 }
    expect((await call(market, 'PUT', '/api/admin/seller-approval', { as: admin, body })).status).toBe(200)
    const fresh = await signUp(market, { role: 'seller' })
    type Rows = { product_id: string; product_name: string }[]
    const rows = (method: Method, query: string, request: { as?: TestAccount; body?: unknown } = {}) =>
      rest<Rows>(method, `products${query}`, { ...request, headers: { prefer: 'return=representation' } })

    const [{ product_id = '' } = {}] = (await rows('POST', '', { as: fresh, body: [await lamp()] })).body
    expect((await call(market, 'GET', `/api/products/${product_id}`)).status).toBe(404)
    const byId = `?product_id=eq.${product_id}`
    for (const query of [byId, `?seller_id=eq.${fresh.user_id}`, `?seller_id=in.(${fresh.user_id})`]) {
      expect((await rows('GET', query, { as: fresh })).body).toMatchObject([{ product_id }])
      for (const as of [seller, admin]) expect((await rows('GET', query, { as })).body).toEqual([])
      expect((await rows('GET', query)).body).toEqual([])
    }
    expect(idsOf((await rows('GET', '', { as: fresh })).body)).not.toContain(product_id)
    const renamed = { product_name: 'Lantern' }
    expect((await rows('PATCH', byId, { as: seller, body: renamed })).body).toEqual([])
    expect((await rows('PATCH', byId, { as: fresh, body: renamed })).body).toMatchObject([renamed])
    expect((await rows('DELETE', byId, { as: admin })).body).toMatchObject([{ product_id }])
    expect((await rows('GET', byId, { as: fresh })).body).toEqual([])
  })
})

describe('orders', () => {
  test('a buyer gets their own orders, newest first; an admin gets all', async () => {
    const own = await rest<Order[]>('GET', 'orders', { as: buyer })
    expect([own.status, idsOf(own.body)]).toEqual([200, [orders[2], orders[0]]])
    expect(own.body.every((row) => row.buyer_id === buyer.user_id)).toBe(true)
    const tracked = await call<Order>(market, 'GET', `/api/orders/${orders[2]}`, { as: buyer })
    // The tracked order also has lines and the sellers' progress.
    expect(tracked.body).toMatchObject(own.body[0] ?? {})
    expect(idsOf((await rest<Order[]>('GET', 'orders', { as: admin })).body)).toEqual([...orders].reverse())
    expect(own.headers['cache-control']).toBe('no-store')
  })

  test('the link of a list continues it with the buyer’s own orders only', async () => {
    const first = await rest<Order[]>('GET', 'orders?limit=1', { as: buyer })
    expect(first.headers.link).toBe(`</rest/v1/orders?order_id=lt.${orders[2]}&limit=1>; rel="next"`)
    const next = await rest<Order[]>('GET', `orders?order_id=lt.${orders[2]}&limit=1`, { as: buyer })
    expect([idsOf(next.body), next.headers.link]).toEqual([[orders[0]], undefined])
  })

  test('D2, D3: inserting an order buys the cart at the stored prices, whatever the body contains', async () => {
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
    expect((await rest('POST', 'orders', { as: buyer, body })).body).toEqual(tableRefusal('Your cart is empty'))
  })
})

test('D13: an admin sets an order’s state and nothing else; the admin is recorded', async () => {
  const before = (await rest<Order[]>('GET', `orders?order_id=eq.${orders[1]}`, { as: admin })).body[0]
  const body = { ...before, id: orders[1], order_state: 'delivered', total_count: 0, buyer_id: buyer.user_id }
  const changed = await rest<Order>('PATCH', 'orders', { as: admin, body })
  expect([changed.status, changed.body]).toEqual([200, { ...before, order_state: 'delivered' }])
  const actions = market.db.selectFrom('admin_actions').select(['admin_id', 'from_value', 'to_value'])
  expect(await actions.where('target', '=', orders[1] ?? '').execute()).toEqual([
    { admin_id: admin.user_id, from_value: 'pending', to_value: 'delivered' },
  ])
  const unknown = { id: 'ORD99999', order_state: 'delivered' }
  expect((await rest('PATCH', 'orders', { as: admin, body: unknown })).status).toBe(404)
})

test('only the listed tables exist, each with its own methods', async () => {
  for (const table of ['sessions', 'carts', 'factors', 'products%20', '', 'pg_catalog.pg_user', 'rpc/x', 'users/x'])
    expect([table, (await rest('GET', table, { as: admin })).status]).toEqual([table, 404])
  for (const [method, table, allow] of [
    ['DELETE', 'orders', /PATCH/],
    ['PATCH', 'users', /^GET/],
    ['DELETE', 'users', /^GET/],
    ['POST', 'users', /^GET/],
  ] as const) {
    const response = await rest(method, table, { as: admin, body: { id: 'x', role: 'admin' } })
    expect(response).toMatchObject({ status: 405, body: { message: 'This method is not allowed here.' } })
    expect(response.headers.allow).toMatch(allow)
  }
})
