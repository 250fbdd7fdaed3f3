import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signUp } from './support/accounts.ts'
import { call, checkout } from './support/api.ts'
import { orderOf } from './support/fulfilment.ts'
import { busyAfterWrites } from './support/market-with-users.ts'
import { openForTests, signUpAll } from './support/open-for-tests.ts'
import { buildProducts } from './support/products.ts'
import { storeAvatar } from './support/storage.ts'
import type { TestApp } from './support/test-app.ts'

let busy: ReturnType<typeof busyAfterWrites> | undefined
const market: TestApp = await openForTests({
  deps: {
    install: async (app) => {
      busy = busyAfterWrites(app, () => market.db)
    },
  },
})
const [buyer, seller, admin] = await signUpAll(market, 'buyer', 'seller', 'admin')
const { user_id: seller_id } = seller
const [lamp, cup] = await buildProducts(market, [{ seller_id }, { seller_id }])
if (!lamp || !cup) throw new Error('no products')
const { order_id } = await orderOf(market, buyer, [[lamp, 1]])
const apikey = market.deps.secrets.apiKey

const writes: Record<string, () => Promise<{ status: number }>> = {
  'an order’s state': () =>
    call(market, 'PATCH', `/api/admin/orders/${order_id}`, { as: admin, body: { order_state: 'confirmed' } }),
  'an order’s state through the tables': () =>
    call(market, 'PATCH', '/rest/v1/orders', {
      as: admin,
      headers: { apikey },
      body: { id: order_id, order_state: 'delivered' },
    }),
  'a cart': () => call(market, 'POST', '/api/cart/items', { as: buyer, body: { product_id: cup.product_id } }),
  'an order': () => call(market, 'POST', '/api/orders', { as: buyer, body: checkout }),
  'a product through the tables': () =>
    call(market, 'PATCH', '/rest/v1/products', {
      as: seller,
      headers: { apikey },
      body: { id: cup.product_id, product_name: 'Renamed' },
    }),
  'an account': () => signUp(market).then(() => ({ status: 200 })),
  'the data of an account': () =>
    call(market, 'PUT', '/auth/v1/user', { as: buyer, body: { data: { display_name: 'Kim' } } }),
  'a picture': async () => ({ status: (await storeAvatar(market, buyer)).statusCode }),
}

test.each(Object.entries(writes))(
  '%s: once a change is written, its response needs no free database connection',
  async (_, send) => {
    const before = busy?.times() ?? 0
    const { status } = await send()
    expect(busy?.times()).toBeGreaterThan(before)
    expect(status).toBeLessThan(300)
  },
)

test('of 50 concurrent changes of one order, none that was made is answered with 503', async () => {
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

test('a change whose commit lost its connection is answered with 504 unconfirmed, not with 503', async () => {
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
