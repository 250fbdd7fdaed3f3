import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ORDER_STATES } from '../../../shared/orders/constants.ts'
import type { AdminOrder, AdminOrderPage, Order } from '../../../shared/orders/schema.ts'
import { makeAdmin } from '../../../tests/support/accounts.ts'
import { call, checkout, refusedWith } from '../../../tests/support/api.ts'
import { orderOf } from '../../../tests/support/fulfilment.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProduct } from '../../../tests/support/products.ts'

const ORDERS = 25

const market = await openForTests()
const [admin, seller, buyer] = await signUpAll(market, 'admin', 'seller', 'buyer')
const lamp = await buildProduct(market, { seller_id: seller.user_id, product_name: 'Lamp', product_price: 19.99 })
for (let placed = 0; placed < ORDERS; placed++) await place()

function place(): Promise<Order> {
  return orderOf(market, buyer, [[lamp, 1]])
}
const list = (query = '') => call<AdminOrderPage>(market, 'GET', `/api/admin/orders${query}`, { as: admin })
const read = (id: string) =>
  call<AdminOrder & { code?: string }>(market, 'GET', `/api/admin/orders/${id}`, { as: admin })
const setState = (id: string, body: unknown, as = admin) =>
  call<AdminOrder & { code?: string; message?: string; details?: object }>(market, 'PATCH', `/api/admin/orders/${id}`, {
    as,
    body,
  })
const idOf = (number: number) => `ORD${String(number).padStart(5, '0')}`
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => idOf(from - index))

describe('the list', () => {
  test('shows 20 a page, newest first, with an exact count', async () => {
    const { body, headers } = await list()
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toMatchObject({ total: ORDERS, page: 1, page_size: 20 })
    expect(body.orders.map(({ order_id }) => order_id)).toEqual(down(25, 6))
    expect(body.orders[0]).toEqual({
      order_id: idOf(ORDERS),
      buyer_id: buyer.user_id,
      buyer_name: buyer.email,
      sellers: [seller.email],
      total_count: 19.99,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      order_state: 'pending',
    })
    expect((await list('?page=2')).body.orders.map(({ order_id }) => order_id)).toEqual(down(5, 1))
    expect((await list('?page=3')).body).toEqual({ orders: [], total: ORDERS, page: 3, page_size: 20 })
  })

  test.each<[string, number[]]>([
    ['ORD00024', [24]],
    ['ord00024', [24]],
    ['24', [24]],
    ['d0002', [25, 24, 23, 22, 21, 20]],
    ['02', [25, 24, 23, 22, 21, 20, 2]],
    ['26', []],
    ['lamp', []],
    ['%', []],
    [' 24 ', [24]],
  ])('a search for %j finds the orders %j', async (text, expected) => {
    const { status, body } = await list(`?q=${encodeURIComponent(text)}`)
    expect(status).toBe(200)
    expect(body.orders.map(({ order_id }) => order_id)).toEqual(expected.map(idOf))
    expect(body.total).toBe(expected.length)
  })

  test('counts and finds orders despite gaps in the numbers, and beyond five digits', async () => {
    const shop = await openForTests()
    const [boss, guest] = await signUpAll(shop, 'admin', 'buyer')
    const thing = await buildProduct(shop)
    for (const last_number of [3, 9, 99_999]) {
      await sql`select setval('order_numbers', ${last_number})`.execute(shop.db)
      await orderOf(shop, guest, [[thing, 1]])
    }
    const ids = async (query: string) => {
      const { body } = await call<AdminOrderPage>(shop, 'GET', `/api/admin/orders${query}`, { as: boss })
      return [body.total, ...body.orders.map(({ order_id }) => order_id)]
    }
    expect(await ids('')).toEqual([3, 'ORD100000', 'ORD00010', 'ORD00004'])
    expect(await ids('?q=10')).toEqual([2, 'ORD100000', 'ORD00010'])
    expect(await ids('?q=ord0')).toEqual([2, 'ORD00010', 'ORD00004'])
    expect(await ids('?page=2')).toEqual([3])
    expect(await ids('?direction=asc')).toEqual([3, 'ORD00004', 'ORD00010', 'ORD100000'])
    expect((await call(shop, 'GET', '/api/orders/ORD100000', { as: guest })).status).toBe(200)
  })
})

test('the export has the id, buyer, amount, time, state and payment method of each order', async () => {
  const url = '/api/admin/orders.csv?q=ord00025'
  const [, row] = (await market.app.inject({ url, headers: admin.headers })).body.split('\r\n')
  expect(row).toMatch(new RegExp(`^ORD00025,${buyer.user_id},19\\.99,[\\dT:.-]+Z,Pending,Credit card$`))
})

describe('one order', () => {
  test('has all fields of the panel', async () => {
    const placed = await place()
    const { status, body } = await read(placed.order_id)
    expect(status).toBe(200)
    const seller = { seller_id: expect.any(String), seller_name: expect.any(String) }
    const lines = placed.lines.map((line) => ({ ...line, ...seller }))
    expect(body).toEqual({
      ...placed,
      lines,
      buyer: { name: buyer.email, email: buyer.email },
      state_source: 'seller_orders',
      derived_state: 'pending',
      history: [],
    })
    expect(body).toMatchObject({ ...checkout, lines: [{ product_name: 'Lamp', unit_price: 19.99 }] })
  })
})

describe('the state', () => {
  test('D13: changes from any of the five to any other, recorded with admin, time, from and to', async () => {
    const { order_id } = await place()
    const rename = (display_name: string) =>
      sql`update users set user_metadata = jsonb_build_object('display_name', ${display_name}::text)
        where id = ${admin.user_id}`.execute(market.db)
    await rename('Boss')
    const walk = ORDER_STATES.flatMap((from) => ORDER_STATES.filter((to) => to !== from).flatMap((to) => [from, to]))
    const expected: object[] = []
    let present = 'pending'
    for (const order_state of walk) {
      const { status, body } = await setState(order_id, { order_state })
      expect([status, body.order_state]).toEqual([200, order_state])
      if (present !== order_state) expected.unshift({ from: present, to: order_state })
      present = order_state
    }
    const { history } = (await read(order_id)).body
    expect(history.map(({ from, to }) => ({ from, to }))).toEqual(expected)
    expect(history[0]).toMatchObject({
      admin_id: admin.user_id,
      admin_name: 'Boss',
      created_at: expect.stringMatching(/Z$/),
    })
    await rename(' ')
    expect((await read(order_id)).body.history[0]?.admin_name).toBe(admin.email)
    const seen = await call<Order>(market, 'GET', `/api/orders/${order_id}`, { as: buyer })
    expect(seen.body.order_state).toBe(present)
  })

  test('D13: nothing else of an order can be changed', async () => {
    const placed = await place()
    const { body } = await setState(placed.order_id, {
      order_state: 'confirmed',
      total_count: 1,
      buyer_id: admin.user_id,
      created_at: '2001-01-01T00:00:00Z',
      shipping_address: {},
    })
    const { total_count, buyer_id, created_at, shipping_address } = placed
    expect(body).toMatchObject({ total_count, buyer_id, created_at, shipping_address, order_state: 'confirmed' })
    expect(body.history).toHaveLength(1)
  })

  test('D13: a change that is retried after a lost response is recorded once', async () => {
    const { order_id } = await place()
    for (let i = 0; i < 2; i++)
      expect(await setState(order_id, { order_state: 'confirmed', from: 'pending' })).toMatchObject({
        status: 200,
        body: { order_state: 'confirmed', history: [{ from: 'pending', to: 'confirmed' }] },
      })
    expect((await read(order_id)).body.history).toHaveLength(1)
  })

  // catches: order-state-unlocked
  test('D13: concurrent changes of two admins leave a consistent history', async () => {
    const rival = await makeAdmin(market)
    const { order_id } = await place()
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        setState(order_id, { order_state: ORDER_STATES[(index * 3) % 5] }, index % 2 ? admin : rival),
      ),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    const { order_state, history } = (await read(order_id)).body
    let present = 'pending'
    for (const change of history.toReversed()) {
      expect(change.from).toBe(present)
      expect(change.to).not.toBe(present)
      present = change.to
    }
    expect(order_state).toBe(present)
    expect(new Set(history.map(({ admin_id }) => admin_id)).size).toBe(2)
  })

  // catches: order-state-unlocked
  test('of two admins who both saw the order pending, one is refused', async () => {
    const rival = await makeAdmin(market)
    for (let round = 0; round < 5; round++) {
      const { order_id } = await place()
      const responses = await Promise.all([
        setState(order_id, { order_state: 'confirmed', from: 'pending' }),
        setState(order_id, { order_state: 'cancelled', from: 'pending' }, rival),
      ])
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
      const { history, order_state } = (await read(order_id)).body
      expect(history).toHaveLength(1)
      expect(responses.find(({ status }) => status === 409)).toMatchObject(
        refusedWith(409, 'order_changed', { details: { order_state } }),
      )
    }
  })
})
