import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp, type TestAccount } from './support/accounts.ts'
import { call, checkout } from './support/api.ts'
import { conversationRows } from './support/conversation-permissions.ts'
import { type Caller, type CallerAccounts, openMarketWithUsers } from './support/market-with-users.ts'
import { paymentRows } from './support/payment-permissions.ts'
import { adminsOnly, buyersOnly, open, type Row, sellersOnly, signedIn } from './support/permission-rows.ts'
import { returnRows } from './support/return-permissions.ts'
import { reviewRows } from './support/review-permissions.ts'
import type { TestApp } from './support/test-app.ts'

type Method = Parameters<typeof call>[1]

const NO_USER = '/api/admin/users/9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f'
const OUTDATED = { revision: 999 }
const SENDING = {
  ...OUTDATED,
  request_id: '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f',
  carrier: 'DHL',
  lines: [{ line_number: 1, quantity: 1 }],
}
const CANCELLING = { ...OUTDATED, lines: SENDING.lines, reason: 'other' }

/** Acts on an outdated seller order: its seller, its buyer and admins get as far as that, and nothing changes. */
const fulfilmentRows: Row[] = [
  ...(['confirm', 'shipments', 'cancel', 'cancel-answer'] as const).flatMap((act): Row[] => {
    const body = {
      confirm: OUTDATED,
      shipments: SENDING,
      cancel: CANCELLING,
      'cancel-answer': { ...OUTDATED, accept: true },
    }
    const seller = `/api/seller/orders/:order_id/${act}` as const
    const admin = `/api/admin/orders/:order_id/seller-orders/:number/${act}` as const
    const at = (path: string) => path.replace(':order_id', '{order}').replace(':number', '1')
    return [
      { route: `POST ${seller}`, path: at(seller), body: body[act], expected: sellersOnly(404, 409) },
      { route: `POST ${admin}`, path: at(admin), body: body[act], expected: adminsOnly(409) },
    ]
  }),
  {
    route: 'PATCH /api/seller/orders/:order_id/shipments/:shipment_number',
    path: '/api/seller/orders/{order}/shipments/999',
    body: OUTDATED,
    expected: sellersOnly(404),
  },
  {
    route: 'PATCH /api/admin/orders/:order_id/seller-orders/:number/shipments/:shipment_number',
    path: '/api/admin/orders/{order}/seller-orders/1/shipments/999',
    body: OUTDATED,
    expected: adminsOnly(404),
  },
  {
    route: 'POST /api/seller/orders/confirm',
    body: { orders: [{ order_id: 'ORD99999', revision: 1 }] },
    expected: sellersOnly(200),
  },
  {
    route: 'POST /api/seller/orders/shipments',
    body: { shipments: [{ ...SENDING, order_id: 'ORD99999' }] },
    expected: sellersOnly(200),
  },
  {
    route: 'GET /api/admin/orders/:order_id/seller-orders',
    path: '/api/admin/orders/{order}/seller-orders',
    expected: adminsOnly(200),
  },
  {
    route: 'POST /api/orders/:order_id/seller-orders/:number/cancel',
    path: '/api/orders/{order}/seller-orders/1/cancel',
    body: OUTDATED,
    expected: buyersOnly(409, 404),
  },
  {
    route: 'PATCH /api/orders/:order_id/seller-orders/:number/address',
    path: '/api/orders/{order}/seller-orders/1/address',
    body: { ...OUTDATED, city: 'Elsewhere' },
    expected: buyersOnly(409, 404),
  },
  ...(['received', 'missing'] as const).map((word): Row => {
    const route = `/api/orders/:order_id/shipments/:shipment_number/${word}` as const
    return {
      route: `POST ${route}`,
      path: `/api/orders/{order}/shipments/999/${word}`,
      body: OUTDATED,
      expected: buyersOnly(404),
    }
  }),
]

/** Security rules, section A, for every route. The order matters little: the calls are independent. */
const TABLE: Row[] = [
  { route: 'GET /healthz', expected: open() },
  { route: 'GET /readyz', expected: open() },
  { route: 'GET /robots.txt', expected: open() },
  { route: 'GET /sitemap.xml', expected: open() },
  { route: 'GET /sitemaps/pages.xml', expected: open() },
  { route: 'GET /sitemaps/products-:number.xml', path: '/sitemaps/products-1.xml', expected: open() },
  { route: 'GET /sitemaps/sellers-:number.xml', path: '/sitemaps/sellers-1.xml', expected: open() },
  { route: 'GET /previews/home.jpg', expected: open() },
  { route: 'GET /previews/category/:category.jpg', path: '/previews/category/all.jpg', expected: open() },
  { route: 'GET /previews/shop/:handle.jpg', path: '/previews/shop/seller.jpg', expected: open() },
  { route: 'GET /outbox', expected: open() },
  // With an unknown id: no caller may get further.
  { route: 'GET /outbox/:id', path: '/outbox/9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f', expected: open(404) },
  { route: 'GET /outbox/:id/html', path: '/outbox/9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f/html', expected: open(404) },
  { route: 'GET /verify', page: true, expected: open(400) },
  { route: 'POST /verify', body: {}, page: true, expected: open(400) },
  { route: 'GET /docs', expected: open() },
  { route: 'GET /docs/json', expected: open() },
  { route: 'GET /docs/yaml', expected: open() },
  { route: 'GET /docs/static/swagger-initializer.js', expected: open() },
  { route: 'GET /docs/static/index.html', expected: open(302) },
  { route: 'GET /docs/static/*', path: '/docs/static/swagger-ui.css', expected: open() },
  { route: 'GET /api/products/flash-sale', expected: open() },
  { route: 'GET /api/products/just-for-you', expected: open() },
  { route: 'GET /api/products', path: '/api/products?ids=PRD00001', expected: open() },
  { route: 'GET /api/products/:product_id', path: '/api/products/PRD00001', expected: open() },
  { route: 'GET /api/products/:product_id/related', path: '/api/products/PRD00001/related', expected: open() },
  { route: 'GET /api/categories/:category/products', path: '/api/categories/all/products', expected: open() },
  { route: 'GET /api/search', path: '/api/search?q=thing', expected: open() },
  { route: 'GET /api/search/facets', path: '/api/search/facets?q=thing', expected: open() },
  { route: 'GET /api/suggestions', path: '/api/suggestions?q=thing', expected: open() },
  { route: 'GET /api/sellers/:handle', path: '/api/sellers/seller', expected: open() },
  { route: 'GET /api/sellers/:handle/products', path: '/api/sellers/seller/products', expected: open() },
  { route: 'GET /api/account/sessions', expected: { ...open(), visitor: 401 } },
  { route: 'GET /api/cart', expected: buyersOnly(200) },
  { route: 'GET /api/notifications', expected: signedIn(200) },
  { route: 'POST /api/notifications/read', body: { up_to: 1 }, expected: signedIn(200) },
  { route: 'GET /api/notification-preferences', expected: signedIn(200) },
  { route: 'PUT /api/notification-preferences', body: { preferences: [] }, expected: signedIn(200) },
  { route: 'GET /api/saved', expected: buyersOnly(200) },
  { route: 'POST /api/saved', body: { product_ids: ['PRD00001'] }, expected: buyersOnly(200) },
  { route: 'PUT /api/saved/:product_id', path: '/api/saved/PRD00001', expected: buyersOnly(200) },
  { route: 'DELETE /api/saved/:product_id', path: '/api/saved/PRD00001', expected: buyersOnly(200) },
  { route: 'GET /api/stock-alerts', expected: buyersOnly(200) },
  // It can be ordered.
  { route: 'PUT /api/stock-alerts/:product_id', path: '/api/stock-alerts/PRD00001', expected: buyersOnly(409) },
  { route: 'DELETE /api/stock-alerts/:product_id', path: '/api/stock-alerts/PRD00001', expected: buyersOnly(200) },
  { route: 'GET /api/cart/gone', expected: buyersOnly(200) },
  { route: 'POST /api/cart/items', body: { product_id: 'PRD00001' }, expected: buyersOnly(200) },
  {
    route: 'PUT /api/cart/items/:product_id',
    path: '/api/cart/items/PRD00001',
    body: { quantity: 2 },
    expected: buyersOnly(200),
  },
  { route: 'DELETE /api/cart/items/:product_id', path: '/api/cart/items/PRD00001', expected: buyersOnly(200) },
  {
    route: 'POST /api/cart/merge',
    body: { merge_id: '9b0c9a5e-58f5-4b0e-8f3a-1a2b3c4d5e6f', cart: { PRD00001: 1 } },
    expected: buyersOnly(200),
  },
  { route: 'DELETE /api/cart', expected: buyersOnly(200) },
  { route: 'DELETE /api/cart', path: '/api/cart?order_id={order}', expected: buyersOnly(200, 403) },
  // With an empty cart: callers without the right must be refused before that is checked.
  { route: 'POST /api/orders', body: checkout, expected: buyersOnly(409) },
  { route: 'GET /api/orders', expected: buyersOnly(200) },
  { route: 'POST /api/checkouts', body: checkout, expected: buyersOnly(409) },
  {
    route: 'GET /api/checkouts/:checkout_id',
    path: '/api/checkouts/{checkout}',
    expected: buyersOnly(200, 404),
  },
  {
    route: 'DELETE /api/checkouts/:checkout_id',
    path: '/api/checkouts/{checkout}',
    expected: buyersOnly(204, 404),
  },
  {
    route: 'POST /api/checkouts/:checkout_id/order',
    path: '/api/checkouts/{checkout}/order',
    expected: buyersOnly(409, 404),
  },
  { route: 'GET /api/orders/last-address', expected: buyersOnly(200) },
  // An address that was given stays.
  {
    route: 'PUT /api/orders/:order_id/shipping-address',
    path: '/api/orders/{order}/shipping-address',
    body: { city: 'Elsewhere' },
    expected: buyersOnly(409, 403),
  },
  {
    route: 'GET /api/orders/:order_id',
    path: '/api/orders/{order}',
    expected: { visitor: 401, buyer: 200, rival: 403, seller: 403, admin: 200 },
  },
  { route: 'GET /api/seller/stats', expected: sellersOnly(200) },
  { route: 'GET /api/seller/page', expected: sellersOnly(200) },
  // Of a page that was changed since.
  {
    route: 'PUT /api/seller/page',
    body: { handle: 'another', about: '', banner: '', revision: 99 },
    expected: sellersOnly(409),
  },
  { route: 'GET /api/seller/notices', expected: sellersOnly(200) },
  {
    route: 'DELETE /api/seller/notices/:notice_number',
    path: '/api/seller/notices/999999',
    expected: sellersOnly(404),
  },
  { route: 'GET /api/seller/orders', expected: sellersOnly(200) },
  {
    route: 'GET /api/seller/orders/:order_id',
    path: '/api/seller/orders/{order}',
    expected: sellersOnly(404, 200),
  },
  { route: 'GET /api/seller/orders.csv', expected: sellersOnly(200) },
  ...fulfilmentRows,
  ...conversationRows,
  ...returnRows,
  { route: 'GET /api/admin/search', expected: adminsOnly(200) },
  {
    route: 'POST /api/admin/search/synonyms',
    body: { words: 'sofa', synonym: 'Sofa', is_one_way: false },
    expected: adminsOnly(400),
  },
  {
    route: 'DELETE /api/admin/search/synonyms/:synonym_id',
    path: '/api/admin/search/synonyms/00000000-0000-4000-8000-000000000000',
    expected: adminsOnly(404),
  },
  ...paymentRows,
  ...reviewRows,
  { route: 'GET /api/seller/products', expected: sellersOnly(200) },
  { route: 'GET /api/seller/products.csv', expected: sellersOnly(200) },
  {
    route: 'GET /api/seller/products/:product_id',
    path: '/api/seller/products/PRD00001',
    expected: sellersOnly(404, 200),
  },
  // Without a form: callers without the right must be refused before that is checked.
  { route: 'POST /api/seller/products', expected: sellersOnly(415) },
  {
    route: 'PUT /api/seller/products/:product_id',
    path: '/api/seller/products/PRD00001',
    expected: sellersOnly(404, 415),
  },
  {
    route: 'DELETE /api/seller/products/:product_id',
    path: '/api/seller/products/PRD00002',
    expected: sellersOnly(404, 204),
  },
  {
    route: 'POST /api/seller/products/:product_id/restore',
    path: '/api/seller/products/PRD99999/restore',
    expected: sellersOnly(404),
  },
  {
    route: 'PUT /api/seller/products/:product_id/stock',
    path: '/api/seller/products/PRD00001/stock',
    body: { counted: false },
    expected: sellersOnly(404, 200),
  },
  {
    route: 'GET /api/seller/products/:product_id/stock',
    path: '/api/seller/products/PRD00001/stock',
    expected: { ...sellersOnly(404, 200), admin: 200 },
  },
  { route: 'GET /api/seller/stock', expected: sellersOnly(200) },
  { route: 'GET /api/admin/stats', expected: adminsOnly(200) },
  { route: 'GET /api/admin/products', expected: adminsOnly(200) },
  { route: 'GET /api/admin/products.csv', expected: adminsOnly(200) },
  {
    route: 'PATCH /api/admin/products',
    body: { product_ids: ['PRD00001'], flash_sale: true },
    expected: adminsOnly(200),
  },
  // Of products that are not there: the other rows need theirs.
  { route: 'POST /api/admin/products/delete', body: { product_ids: ['PRD99999'] }, expected: adminsOnly(200) },
  { route: 'POST /api/admin/products/restore', body: { product_ids: ['PRD99999'] }, expected: adminsOnly(200) },
  {
    route: 'PATCH /api/admin/products/:product_id',
    path: '/api/admin/products/PRD00001',
    body: { flash_sale: false },
    expected: adminsOnly(200),
  },
  { route: 'DELETE /api/admin/products/:product_id', path: '/api/admin/products/PRD99999', expected: adminsOnly(404) },
  { route: 'GET /api/admin/orders', expected: adminsOnly(200) },
  { route: 'GET /api/admin/orders.csv', expected: adminsOnly(200) },
  { route: 'GET /api/admin/users.csv', expected: adminsOnly(200) },
  { route: 'GET /api/admin/orders/:order_id', path: '/api/admin/orders/{order}', expected: adminsOnly(200) },
  {
    route: 'PATCH /api/admin/orders/:order_id',
    path: '/api/admin/orders/{order}',
    body: { order_state: 'confirmed' },
    expected: adminsOnly(200),
  },
  {
    route: 'POST /api/admin/orders/:order_id/follow-seller-orders',
    path: '/api/admin/orders/{order}/follow-seller-orders',
    expected: adminsOnly(200),
  },
  { route: 'GET /api/admin/activity', expected: adminsOnly(200) },
  { route: 'GET /api/admin/activity/:action_number', path: '/api/admin/activity/999999', expected: adminsOnly(404) },
  { route: 'GET /api/admin/activity.csv', expected: adminsOnly(200) },
  { route: 'GET /api/admin/tasks', expected: adminsOnly(200) },
  { route: 'POST /api/admin/tasks/:task_number/retry', path: '/api/admin/tasks/9999/retry', expected: adminsOnly(404) },
  { route: 'GET /api/admin/users', expected: adminsOnly(200) },
  { route: 'GET /api/admin/users/:user_id/open-orders', path: `${NO_USER}/open-orders`, expected: adminsOnly(200) },
  { route: 'POST /api/admin/users/:user_id/suspend', path: `${NO_USER}/suspend`, expected: adminsOnly(404) },
  { route: 'POST /api/admin/users/:user_id/reinstate', path: `${NO_USER}/reinstate`, expected: adminsOnly(404) },
]

/** Surfaces with tables or tests of their own: sign-in, the generic tables, pictures, events of payment providers. */
const ELSEWHERE = /^\S+ \/(auth\/v1|rest\/v1|avatars|storage\/v1|webhooks)/

let market: TestApp
let accounts: CallerAccounts
let orderId: string
let checkoutId: string
let routes: readonly string[]

beforeAll(async () => {
  ;({ market, accounts, orderId, checkoutId, routes } = await openMarketWithUsers())
})
afterAll(() => market.close())

function addressOf(row: Row): [Method, string] {
  const [method, route] = row.route.split(' ') as [Method, string]
  return [method, (row.path ?? route).replace('{order}', orderId).replace('{checkout}', checkoutId)]
}

const send = (
  row: Row,
  caller: Caller,
  more: { headers?: Record<string, string>; query?: string; body?: object } = {},
) => {
  const [method, path] = addressOf(row)
  const body = row.body === undefined ? undefined : { ...(row.body as object), ...more.body }
  return call(market, method, path + (more.query ?? ''), {
    ...(caller !== 'visitor' && { as: accounts[caller] }),
    ...(more.headers && { headers: more.headers }),
    body,
  })
}

test('A5: every route of the product is in the table', () => {
  const listed = new Set<string>(TABLE.map(({ route }) => route))
  expect(routes.filter((route) => !listed.has(route) && !ELSEWHERE.test(route))).toEqual([])
  expect([...listed].filter((route) => !routes.includes(route))).toEqual([])
})

describe.each(TABLE)('A6, E7: $route', (row) => {
  const expected = { ...row.expected, owner: row.expected.owner ?? row.expected.seller }
  test.each(Object.entries(expected) as [Caller, number][])('%s gets %d', async (caller, status) => {
    const response = await send(row, caller)
    expect([response.status, response.headers['referrer-policy']]).toEqual([status, expect.any(String)])
    if (status >= 400 && !row.page)
      expect(response.body).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    // No browser or proxy caches what is not public, refusals included.
    if (expected.visitor === 401) expect(response.headers['cache-control']).toBe('no-store')
  })
})

describe('A1: the caller’s identity comes from the token alone', () => {
  const claims = { role: 'buyer', user_metadata: { role: 'buyer' }, app_metadata: { role: 'admin' }, buyer_id: 'x' }

  test.each(TABLE.filter(({ expected }) => expected.seller === 403))(
    '$route: claims in headers, query and body change nothing',
    async (row) => {
      const headers = {
        'x-role': 'buyer',
        'x-user-role': 'admin',
        'x-user-id': accounts.buyer.user_id,
        cookie: 'role=buyer',
      }
      const query = row.path?.includes('?') ? '&role=buyer' : '?role=buyer'
      for (const caller of ['seller', 'admin', 'visitor'] as const) {
        const response = await send(row, caller, { headers, query, body: claims })
        expect([caller, response.status]).toEqual([caller, row.expected[caller]])
      }
    },
  )
})

describe('B12: an account whose second factor was not used', () => {
  let caller: TestAccount
  beforeAll(async () => {
    caller = await signUp(market)
    const factor = { user_id: caller.user_id, factor_type: 'phone', phone: '1234567890', status: 'verified' } as const
    await market.db.insertInto('factors').values(factor).execute()
  })

  test.each(TABLE.filter(({ expected }) => expected.visitor === 401))('$route refuses it', async (row) => {
    const response = await call(market, ...addressOf(row), { as: caller, body: row.body })
    expect([response.status, response.body.code]).toEqual([403, 'insufficient_aal'])
  })
})

test('A4: a change of role counts from the next call, though the token is still valid', async () => {
  const caller = await signUp(market)
  const cart = () => call(market, 'GET', '/api/cart', { as: caller })
  expect((await cart()).status).toBe(200)
  await market.db.updateTable('users').set({ role: 'seller' }).where('id', '=', caller.user_id).execute()
  await expect.poll(async () => (await cart()).status, { interval: 5 }).toBe(403)
})
