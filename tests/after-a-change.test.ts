import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '../shared/orders/schema.ts'
import { makeAdmin, signUp, type TestAccount } from './support/accounts.ts'
import { addToCart, call, checkout } from './support/api.ts'
import { busyAfterWrites } from './support/market-with-users.ts'
import { buildProducts } from './support/products.ts'
import { picture } from './support/storage.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let market: TestApp
let [buyer, seller, admin]: TestAccount[] = []
let busy: ReturnType<typeof busyAfterWrites>
let order_id: string

beforeAll(async () => {
  market = await createTestApp({
    deps: {
      install: async (app) => {
        busy = busyAfterWrites(app, () => market.db)
      },
    },
  })
  ;[buyer, seller, admin] = [await signUp(market), await signUp(market, { role: 'seller' }), await makeAdmin(market)]
  await buildProducts(market, [{ seller_id: seller.user_id }, { seller_id: seller.user_id }])
  await addToCart(market, buyer, 'PRD00001')
  order_id = (await call<Order>(market, 'POST', '/api/orders', { as: buyer, body: checkout })).body.order_id
})
afterAll(() => market.close())

const writes: Record<string, () => Promise<{ status: number }>> = {
  'an order’s state': () =>
    call(market, 'PATCH', `/api/admin/orders/${order_id}`, { as: admin, body: { order_state: 'confirmed' } }),
  'an order’s state through the tables': () =>
    call(market, 'PATCH', '/rest/v1/orders', {
      as: admin,
      headers: { apikey: market.deps.secrets.apiKey },
      body: { id: order_id, order_state: 'delivered' },
    }),
  'a cart': () => call(market, 'POST', '/api/cart/items', { as: buyer, body: { product_id: 'PRD00002', quantity: 1 } }),
  'an order': () => call(market, 'POST', '/api/orders', { as: buyer, body: checkout }),
  'a product through the tables': () =>
    call(market, 'PATCH', '/rest/v1/products', {
      as: seller,
      headers: { apikey: market.deps.secrets.apiKey },
      body: { id: 'PRD00002', product_name: 'Renamed' },
    }),
  'an account': () => signUp(market).then(() => ({ status: 200 })),
  'the data of an account': () =>
    call(market, 'PUT', '/auth/v1/user', { as: buyer, body: { data: { display_name: 'Kim' } } }),
  'a picture': async () =>
    market.app
      .inject({
        method: 'POST',
        url: `/storage/v1/object/users/${buyer?.user_id}-after.webp`,
        headers: { ...buyer?.headers, 'content-type': 'image/webp' },
        payload: await picture('webp'),
      })
      .then(({ statusCode }) => ({ status: statusCode })),
}

test.each(Object.entries(writes))(
  '%s: the response says what was done, however busy the database became',
  async (_, send) => {
    const before = busy.times()
    const { status } = await send()
    expect(busy.times()).toBeGreaterThan(before)
    expect(status).toBeLessThan(300)
  },
)

test('50 changes of one order at once: 503 means that nothing was changed', async () => {
  const states = ['confirmed', 'pending', 'returned', 'delivered'] as const
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      call(market, 'PATCH', `/api/admin/orders/${order_id}`, {
        as: admin,
        body: { order_state: states[index % 4], reason: `change ${index}` },
        once: true,
      }).then(({ status }) => ({ status, reason: `change ${index}` })),
    ),
  )
  const { rows: recorded } = await sql<{ reason: string }>`select reason from admin_actions`.execute(market.db)
  const changed = new Set(recorded.map(({ reason }) => reason))
  expect(answers.filter(({ status, reason }) => status === 503 && changed.has(reason))).toEqual([])
  expect(answers.filter(({ status }) => ![200, 409, 503].includes(status))).toEqual([])
})

test('a change that a lost connection leaves uncertain is no 503', async () => {
  await sql`create function lose_connection() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(market.db)
  await sql`create constraint trigger lose_connection after update on orders deferrable initially deferred
    for each row execute function lose_connection()`.execute(market.db)
  const { status, body } = await call(market, 'PATCH', `/api/admin/orders/${order_id}`, {
    as: admin,
    body: { order_state: 'cancelled' },
  })
  expect([status, body.code]).toEqual([504, 'unconfirmed'])
})
