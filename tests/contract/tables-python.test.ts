import { expect, test } from 'vitest'
import { signUp } from '../support/accounts.ts'
import { call } from '../support/api.ts'
import { openForTests } from '../support/open-for-tests.ts'
import { buildProducts } from '../support/products.ts'

const market = await openForTests()
const seller = await signUp(market, { role: 'seller' })
const own = { seller_id: seller.user_id, product_price: 5 }
await buildProducts(market, [own, own, { ...own, product_price: 200 }])

/** A call as supabase-py 2.31 sends it. */
const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', query: string, headers = {}, body?: unknown) =>
  call<unknown>(market, method, `/rest/v1/products?${query}`, {
    as: seller,
    headers: {
      'x-client-info': 'supabase-py/supabase-py v2.31.0',
      accept: 'application/json',
      'content-type': 'application/json',
      'accept-profile': 'public',
      'content-profile': 'public',
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
const ROWS = { prefer: 'return=representation' }

test('the calls of supabase-py read, count, update and delete by filters', async () => {
  const counted = await send('GET', 'select=product_id&product_price=lt.100&order=product_id.desc&limit=1', {
    prefer: 'count=exact',
  })
  expect([counted.status, counted.headers['content-range'], counted.body]).toEqual([
    206,
    '0-0/2',
    [{ product_id: 'PRD00002' }],
  ])
  const single = { accept: 'application/vnd.pgrst.object+json' }
  expect((await send('GET', 'select=product_id&product_id=eq.PRD00001', single)).body).toEqual({
    product_id: 'PRD00001',
  })
  expect(await send('GET', 'select=product_id&product_id=eq.PRD00099', single)).toMatchObject({
    status: 406,
    body: { code: 'PGRST116', details: 'The result contains 0 rows' },
  })
  const update = (price: number) =>
    send('PATCH', `product_id=eq.PRD00001&product_price=eq.${price}`, ROWS, { product_price: 6 })
  expect((await update(7)).body).toEqual([])
  expect((await update(5)).body).toMatchObject([{ product_id: 'PRD00001', product_price: 6 }])
  expect((await send('DELETE', 'product_price=gt.100', ROWS)).body).toMatchObject([{ product_id: 'PRD00003' }])
  const upsert = await send('POST', '', { prefer: 'return=representation,resolution=merge-duplicates' }, {})
  expect(upsert.status).toBe(400)
})
