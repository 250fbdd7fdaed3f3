import { describe, expect, test } from 'vitest'
import { call, checkout } from '../../../tests/support/api.ts'
import { openMarketWithUsers } from '../../../tests/support/market-with-users.ts'

const users = await openMarketWithUsers()

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const rest = (method: Method, table: string, as: 'buyer' | 'admin', body?: unknown, headers = {}) =>
  call<{ message: string }>(users.market, method, `/rest/v1/${table}`, {
    as: users.accounts[as],
    headers: { apikey: users.market.deps.secrets.apiKey, ...headers },
    ...(body !== undefined && { body }),
  })
const rows = async () => [(await rest('GET', 'products', 'admin')).body, (await rest('GET', 'orders', 'admin')).body]

describe('C1: a write obeys its filters, or is refused', () => {
  test.each<[Method, string, object, number, string]>([
    ['PATCH', 'orders?order_state=eq.confirmed', { id: 'ORD00001', order_state: 'cancelled' }, 204, ''],
    ['PUT', 'orders?order_state=eq.confirmed', { id: 'ORD00001', order_state: 'cancelled' }, 204, ''],
    ['PATCH', 'orders?order_id=eq.ORD00099', { id: 'ORD00001', order_state: 'cancelled' }, 204, ''],
    ['PATCH', 'orders?order_id=eq.ORD00001', { id: 'ORD00002', order_state: 'cancelled' }, 400, 'id'],
    ['PATCH', 'orders?order_id=eq.ORD00001&limit=1', { order_state: 'cancelled' }, 400, 'limit'],
    ['PATCH', 'orders?select=secret&order_id=eq.ORD00001', { order_state: 'cancelled' }, 400, 'secret'],
    ['POST', 'orders?order_state=eq.confirmed', checkout, 400, 'order_state'],
    ['PATCH', 'products?seller_id=neq.x', { id: 'PRD00001', flash_sale: true }, 400, 'seller_id'],
    ['PATCH', 'products?unknown=eq.x', { id: 'PRD00001', flash_sale: true }, 400, 'unknown'],
    ['PATCH', 'products?columns=flash_sale', { id: 'PRD00001', flash_sale: true }, 400, 'columns'],
    ['PUT', 'products?product_price=gt.1000', { flash_sale: true }, 204, ''],
    ['DELETE', 'products?product_id=eq.PRD00002', { id: 'PRD00001' }, 400, 'id'],
    ['DELETE', 'products?product_id=eq.PRD00003', { id: 'PRD00001' }, 204, ''],
    ['DELETE', 'products?on_conflict=product_id', { id: 'PRD00001' }, 400, 'on_conflict'],
  ])('%s %s %j gets %d and changes nothing', async (method, table, body, status, name) => {
    const before = await rows()
    const response = await rest(method, table, method === 'POST' ? 'buyer' : 'admin', body)
    expect(response.status).toBe(status)
    if (status === 400) expect(response.body.message).toContain(name)
    expect(await rows()).toEqual(before)
  })

  test.each(['resolution=merge-duplicates', 'tx=rollback', 'return=all', 'handling=strict,unheard=of'])(
    'a preference that would not be met is refused: %s',
    async (prefer) => {
      const before = await rows()
      const response = await rest('PATCH', 'products?product_id=eq.PRD00001', 'admin', { flash_sale: true }, { prefer })
      expect([response.status, response.body.message]).toEqual([400, expect.stringContaining('prefer')])
      expect(await rows()).toEqual(before)
    },
  )
})

test('sellers get a notice when an order is cancelled by a filter, as by the screens', async () => {
  const notices = () => users.market.db.selectFrom('seller_notices').select('subject').execute()
  const before = await notices()
  const cancel = () =>
    rest('PATCH', 'orders?order_id=eq.ORD00001&order_state=neq.cancelled', 'admin', { order_state: 'cancelled' })
  expect((await cancel()).status).toBe(204)
  expect(await notices()).toEqual([...before, { subject: 'ORD00001' }])
  // It is cancelled already: no row matches.
  expect((await cancel()).status).toBe(204)
  expect(await notices()).toHaveLength(before.length + 1)
})
