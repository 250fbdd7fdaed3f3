import { beforeAll, describe, expect, test } from 'vitest'
import type { Method, Row } from './permissions/rows.ts'
import { TABLE } from './permissions/table.ts'
import { signUp, type TestAccount } from './support/accounts.ts'
import { call } from './support/api.ts'
import { type Caller, openMarketWithUsers } from './support/market-with-users.ts'

/** Surfaces with their own tables or tests: sign-in, the generic tables, pictures, payment provider events. */
const ELSEWHERE = /^\S+ \/(auth\/v1|rest\/v1|avatars|storage\/v1|webhooks)/

const { market, accounts, orderId, checkoutId, routes } = await openMarketWithUsers()

function addressOf(row: Row): [Method, string] {
  const [method] = row.route.split(' ') as [Method]
  return [method, row.path.replace('{order}', orderId).replace('{checkout}', checkoutId)]
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
  test.each(Object.entries(row.expected) as [Caller, number][])('%s gets %d', async (caller, status) => {
    const response = await send(row, caller)
    expect([response.status, response.headers['referrer-policy']]).toEqual([status, expect.any(String)])
    if (status >= 400 && !row.page)
      expect(response.body).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    // No browser or proxy caches private responses, including refusals.
    if (row.expected.visitor === 401) expect(response.headers['cache-control']).toBe('no-store')
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
      const query = row.path.includes('?') ? '&role=buyer' : '?role=buyer'
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
