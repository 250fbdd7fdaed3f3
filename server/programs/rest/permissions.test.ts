import { describe, expect, test } from 'vitest'
import { open } from '../../../tests/permissions/rows.ts'
import { call, checkout, tableRefusal } from '../../../tests/support/api.ts'
import { type Caller, openMarketWithUsers } from '../../../tests/support/market-with-users.ts'

interface Row {
  route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  query?: string
  body?: object
  /** The status for each role. `rival` is another buyer, `owner` the seller of the products. */
  expected: Record<Caller, number>
  /** The equivalent request of the screens, whose refusals must have the same text. */
  screen?: { route: string; as?: Partial<Record<Caller, string>>; body?: object }
}

const product = {
  product_name: 'Lamp',
  product_price: 5,
  product_desc: '<p>Bright.</p>',
  featured_image: 'data:image/png;base64,AAAA',
}

/**
 * Security rules, section A, for every table and method. Changes made here are undone or may happen twice.
 */
const TABLE: Row[] = [
  { route: 'GET /products', expected: open() },
  { route: 'GET /users', query: '?email=eq.unknown@example.com', expected: open() },
  { route: 'GET /orders', expected: { visitor: 401, buyer: 200, rival: 200, seller: 403, owner: 403, admin: 200 } },
  {
    route: 'GET /orders',
    query: '?order_id=eq.{order}',
    expected: { visitor: 401, buyer: 200, rival: 403, seller: 403, owner: 403, admin: 200 },
  },
  {
    // With an empty cart: requests refused by role fail earlier.
    route: 'POST /orders',
    body: checkout,
    expected: { visitor: 401, buyer: 409, rival: 409, seller: 403, owner: 403, admin: 403 },
    screen: { route: 'POST /api/orders' },
  },
  ...(['PUT', 'PATCH'] as const).map(
    (method): Row => ({
      route: `${method} /orders`,
      body: { id: '{order}', order_state: 'confirmed' },
      expected: { visitor: 401, buyer: 403, rival: 403, seller: 403, owner: 403, admin: 200 },
      screen: { route: 'PATCH /api/admin/orders/{order}', body: { order_state: 'confirmed' } },
    }),
  ),
  {
    // With an invalid picture: requests refused by role fail earlier.
    route: 'POST /products',
    body: product,
    expected: { visitor: 401, buyer: 403, rival: 403, seller: 415, owner: 415, admin: 403 },
  },
  ...(['PUT', 'PATCH'] as const).map(
    (method): Row => ({
      route: `${method} /products`,
      body: { id: 'PRD00001', product_name: 'Renamed' },
      expected: { visitor: 401, buyer: 403, rival: 403, seller: 404, owner: 200, admin: 400 },
    }),
  ),
  ...(['PUT', 'PATCH'] as const).map(
    (method): Row => ({
      route: `${method} /products`,
      body: { id: 'PRD00001', flash_sale: true },
      expected: { visitor: 401, buyer: 403, rival: 403, seller: 404, owner: 400, admin: 200 },
    }),
  ),
  {
    route: 'DELETE /products',
    body: { id: 'PRD00002' },
    expected: { visitor: 401, buyer: 403, rival: 403, seller: 404, owner: 204, admin: 404 },
    screen: { route: 'DELETE /api/admin/products/PRD00002', as: { seller: 'DELETE /api/seller/products/PRD00002' } },
  },
]

const { market, accounts, orderId, routes } = await openMarketWithUsers()

const filled = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replaceAll('{order}', orderId))

function send(route: string, caller: Caller, body: object | undefined) {
  const [method, path = ''] = filled(route).split(' ')
  return call<{ message: string }>(market, method as 'GET', path, {
    ...(caller !== 'visitor' && { as: accounts[caller] }),
    headers: { apikey: market.deps.secrets.apiKey },
    ...(body && { body: filled(body) }),
  })
}
const sendToTable = ({ route, query = '', body }: Row, caller: Caller) =>
  send(route.replace(' /', ' /rest/v1/') + query, caller, body)

test('A5: the list covers every table and method', () => {
  const listed = new Set(TABLE.map(({ route }) => route.replace(' /', ' /rest/v1/')))
  expect([...listed].sort()).toEqual(routes.filter((route) => / \/rest\/v1\//.test(route)).sort())
})

describe.each(TABLE)('A6: $route', (row) => {
  test.each(Object.entries(row.expected) as [Caller, number][])('%s gets %d', async (caller, status) => {
    // Requested first: an allowed change would alter the result.
    const screen = row.screen && row.screen.as?.[caller] !== undefined ? row.screen.as[caller] : row.screen?.route
    const refused = status >= 400 && screen ? await send(screen, caller, row.screen?.body ?? row.body) : undefined
    const response = await sendToTable(row, caller)
    expect([response.status, response.body]).toEqual([status, status >= 400 ? tableRefusal() : response.body])
    if (refused) expect([response.status, response.body.message]).toEqual([refused.status, refused.body.message])
  })
})

test('A6: a request refused by role is refused before its body is read', async () => {
  for (const row of TABLE.filter(({ body }) => body)) {
    for (const [caller, status] of Object.entries(row.expected) as [Caller, number][]) {
      if (![401, 403].includes(status)) continue
      const response = await sendToTable({ ...row, body: {} }, caller)
      expect([row.route, caller, response.status]).toEqual([row.route, caller, status])
    }
  }
})

test('A1, A2: the caller comes from the token alone', async () => {
  const claims = { role: 'admin', buyer_id: accounts.buyer.user_id, user_metadata: { role: 'admin' }, is_admin: true }
  for (const row of TABLE.filter(({ expected }) => expected.rival === 403)) {
    const response = await sendToTable({ ...row, body: { ...row.body, ...claims } }, 'rival')
    expect([row.route, response.status]).toEqual([row.route, 403])
  }
  const headers = { apikey: market.deps.secrets.apiKey, 'x-role': 'admin', cookie: 'role=admin' }
  const guess = await call(market, 'GET', '/rest/v1/orders', { headers })
  expect(guess.status).toBe(401)
})
