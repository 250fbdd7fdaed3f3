import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, checkout } from '../../tests/support/api.ts'
import { type MarketWithUsers, openMarketWithUsers } from '../../tests/support/market-with-users.ts'

let users: MarketWithUsers

beforeAll(async () => {
  users = await openMarketWithUsers()
})
afterAll(() => users.market.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const rest = (method: Method, table: string, as: 'buyer' | 'admin', body?: unknown) =>
  call<{ message: string }>(users.market, method, `/rest/v1/${table}`, {
    as: users.accounts[as],
    headers: { apikey: users.market.deps.secrets.apiKey },
    ...(body !== undefined && { body }),
  })
const rows = async () => [(await rest('GET', 'products', 'admin')).body, (await rest('GET', 'orders', 'admin')).body]

describe('C1: a write is never wider than its filters', () => {
  test.each<[Method, string, object]>([
    ['PATCH', 'orders?order_state=eq.confirmed', { id: 'ORD00001', order_state: 'cancelled' }],
    ['PUT', 'orders?order_state=eq.confirmed', { id: 'ORD00001', order_state: 'cancelled' }],
    ['POST', 'orders?order_state=eq.confirmed', checkout],
    ['PATCH', 'products?seller_id=neq.x', { id: 'PRD00001', flash_sale: true }],
    ['DELETE', 'products?product_id=eq.PRD00003', { id: 'PRD00001' }],
    ['DELETE', 'products?on_conflict=product_id', { id: 'PRD00001' }],
  ])('%s %s is refused and changes nothing', async (method, table, body) => {
    const before = await rows()
    const response = await rest(method, table, method === 'POST' ? 'buyer' : 'admin', body)
    const [, name = ''] = /[?](\w+)=/.exec(table) ?? []
    expect([response.status, response.body.message]).toEqual([400, expect.stringContaining(name)])
    expect(await rows()).toEqual(before)
  })
})
