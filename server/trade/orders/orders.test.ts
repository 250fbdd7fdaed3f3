import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../db/connect.ts'
import type { TrackedOrder } from '../../../shared/fulfilment/schema.ts'
import type { LastAddress, Order, OrderList } from '../../../shared/orders/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, cartOf, checkout, postOrder } from '../../../tests/support/api.ts'
import { attemptsMade, failNext, PASSING_FAULTS } from '../../../tests/support/failing-statements.ts'
import { besideHeld, lockCart } from '../../../tests/support/lock-contention.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, deleteProduct, setPrice } from '../../../tests/support/products.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import { serviceKey } from '../../../tests/support/storage.ts'
import { expiredRows } from '../../operate/start/expired-rows.ts'
import { deleteBatches } from '../../platform/jobs/delete-expired.ts'

const market = await openForTests()
const buyer = await signUp(market)
const { product_id } = await buildProduct(market, { product_name: 'Lamp', product_price: 19.99 })

type OrderResponse = Order & { code?: string; message?: string; details?: Record<string, unknown> }
const place = (as: TestAccount, body?: unknown, key?: string) => postOrder(market, as, body, key)
const read = (as: TestAccount, id: string) => call<OrderResponse>(market, 'GET', `/api/orders/${id}`, { as })

test('D2: an order is placed at the stored prices, raises the sales and empties the cart', async () => {
  const other = await buildProduct(market, { product_name: 'Bulb', product_price: 0.1 })
  await addToCart(market, buyer, product_id, 2)
  await addToCart(market, buyer, other.product_id, 3)
  const { status, body } = await place(buyer)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    order_id: expect.stringMatching(/^ORD\d{5}$/),
    buyer_id: buyer.user_id,
    order_state: 'pending',
    total_count: 40.28,
    products_id: [product_id, other.product_id],
    ...checkout,
    lines: [
      { product_id, product_name: 'Lamp', unit_price: 19.99, quantity: 2 },
      { product_id: other.product_id, product_name: 'Bulb', unit_price: 0.1, quantity: 3 },
    ],
  })
  expect(await cartOf(market, buyer)).toEqual({})
  const { body: product } = await call<{ total_sales: number }>(market, 'GET', `/api/products/${other.product_id}`)
  expect(product.total_sales).toBe(3)
  expect((await read(buyer, body.order_id)).body).toMatchObject(body)
})

test('D3: price, total, number, buyer, state and time sent by the client are ignored', async () => {
  await addToCart(market, buyer, product_id)
  const rival = await signUp(market)
  const { status, body } = await place(buyer, {
    ...checkout,
    order_id: 'ORD00001',
    buyer_id: rival.user_id,
    order_state: 'delivered',
    total_count: 0.01,
    created_at: '2001-01-01T00:00:00Z',
    products_id: ['PRD00002'],
    lines: [{ product_id, unit_price: 0.01, quantity: 1 }],
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    buyer_id: buyer.user_id,
    order_state: 'pending',
    total_count: 19.99,
    products_id: [product_id],
  })
  expect(new Date(body.created_at).getFullYear()).toBeGreaterThan(2020)
})

test('D4: a later number has a later time, even for an order that had to wait', async () => {
  const other = await signUp(market)
  await addToCart(market, buyer, product_id)
  await addToCart(market, other, (await buildProduct(market)).product_id)
  const [{ body: second }, { body: first }] = await besideHeld(
    market.db,
    lockCart(buyer),
    () => place(buyer),
    () => place(other),
  )
  expect(Number(second.order_id.slice(3))).toBe(Number(first.order_id.slice(3)) + 1)
  expect(Date.parse(second.created_at)).toBeGreaterThanOrEqual(Date.parse(first.created_at))
})

test('D14: an order keeps its price when the product is changed or deleted', async () => {
  const { product_id: id } = await buildProduct(market, { product_name: 'Old', product_price: 5 })
  await addToCart(market, buyer, id)
  const { body } = await place(buyer)
  await setRows(market, 'products', { product_price: '7.00', product_name: 'New' }, { product_id: id })
  await deleteProduct(market, id)
  expect((await read(buyer, body.order_id)).body.lines).toMatchObject([{ product_name: 'Old', unit_price: 5 }])
})

test('D1: the largest legal cart has its exact total', async () => {
  const rich = await signUp(market)
  const { product_id: id } = await buildProduct(market, { product_price: 9_999_999.99 })
  await addToCart(market, rich, id, 999)
  expect((await place(rich)).body.total_count).toBe(9_989_999_990.01)
})

test('D7: blank shipping fields are accepted', async () => {
  await addToCart(market, buyer, product_id)
  const { status, body } = await place(buyer, { shipping_address: {}, payment_method: 'paypal' })
  expect(status).toBe(201)
  expect(body.shipping_address).toEqual({ fullName: '', address: '', city: '', postalCode: '', country: '' })
})

test('D8: a deleted product makes the order fail with its name and leaves the cart', async () => {
  const late = await signUp(market)
  const { product_id: gone } = await buildProduct(market, { product_name: 'Rare thing' })
  await addToCart(market, late, product_id)
  await addToCart(market, late, gone)
  await deleteProduct(market, gone)
  const { status, body } = await place(late)
  expect([status, body.code, body.details?.product_ids]).toEqual([409, 'product_gone', [gone]])
  expect(body.message).toContain('Rare thing')
  expect(await cartOf(market, late)).toEqual({ [product_id]: 1, [gone]: 1 })
  await call(market, 'DELETE', `/api/cart/items/${gone}`, { as: late })
  expect((await place(late)).status).toBe(201)
})

test('D5: the same key and request return the same order; another request with that key is refused', async () => {
  const careful = await signUp(market)
  await addToCart(market, careful, product_id)
  const first = await place(careful, checkout, 'attempt-1')
  await addToCart(market, careful, product_id, 2)
  await setRows(market, 'orders', { order_state: 'confirmed' }, { order_id: first.body.order_id })
  const again = await place(careful, checkout, 'attempt-1')
  expect([again.status, again.body]).toEqual([201, first.body])
  const other = await place(careful, { ...checkout, payment_method: 'paypal' }, 'attempt-1')
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  expect(await cartOf(market, careful)).toEqual({ [product_id]: 2 })
})

test('D5: keys belong to their buyer, and a failed attempt uses up no key', async () => {
  const [one, two] = [await signUp(market), await signUp(market)]
  expect((await place(one, checkout, 'shared')).status).toBe(409)
  for (const as of [one, two]) await addToCart(market, as, product_id)
  const orders = [await place(one, checkout, 'shared'), await place(two, checkout, 'shared')]
  expect(orders.map(({ status }) => status)).toEqual([201, 201])
  expect(orders[0]?.body.order_id).not.toBe(orders[1]?.body.order_id)
})

test('D5: a key is stored for 30 days, then deleted', async () => {
  const deleteAfter = (days: number) =>
    deleteBatches({ db: market.db, clock: () => new Date(Date.now() + days * 86_400_000), expired: expiredRows })
  await addToCart(market, buyer, product_id)
  const first = await place(buyer, checkout, 'for-a-month')
  await deleteAfter(29.9)
  expect((await place(buyer, checkout, 'for-a-month')).body).toEqual(first.body)
  await deleteAfter(30.1)
  expect((await place(buyer, checkout, 'for-a-month')).body.code).toBe('cart_empty')
})

test("A7: a buyer's orders are listed newest first, without those of other buyers", async () => {
  const regular = await signUp(market)
  const placed: string[] = []
  for (let i = 0; i < 3; i++) {
    await addToCart(market, regular, product_id, i + 1)
    placed.unshift((await place(regular)).body.order_id)
  }
  const { body } = await call<{ orders: Order[] }>(market, 'GET', '/api/orders', { as: regular })
  expect(body.orders.map(({ order_id }) => order_id)).toEqual(placed)
  expect(body.orders[0]).toEqual({
    order_id: placed[0],
    created_at: expect.any(String),
    order_state: 'pending',
    total_count: 59.97,
    pictures: [expect.stringContaining('/PRD00001/')],
    packages: { sent: 0, total: 1 },
  })
})

test('F1: the newest 1,000 orders are listed; count and sum include all', async () => {
  const regular = await signUp(market)
  const older = Array.from({ length: 1_003 }, (_, index) => ({
    order_number: 500_000 + index,
    buyer_id: regular.user_id,
    total_count: '0.01',
    products_id: '["PRD00001"]',
    shipping_address: '{}',
    payment_method: 'paypal' as const,
    created_at: new Date(),
  }))
  await market.db.insertInto('orders').values(older).execute()
  const { body } = await call<OrderList>(market, 'GET', '/api/orders', { as: regular })
  expect(body).toMatchObject({ order_count: 1_003, total_spend: 10.03 })
  expect(body.orders).toHaveLength(1_000)
  expect(body.orders[0]?.order_id).toBe('ORD501002')
  await market.db.deleteFrom('orders').where('buyer_id', '=', regular.user_id).execute()
})

test('D9: payment details in a request are dropped before anything is stored', async () => {
  const secret = '4111-1111-SECRET'
  await addToCart(market, buyer, product_id)
  const details = { cardNumber: secret, cardName: secret, expiryDate: secret, cvv: secret, accountNumber: secret }
  const shipping_address = { ...checkout.shipping_address, ...details }
  const body = { ...checkout, ...details, payment: details, shipping_address }
  const response = await place(buyer, body, 'with-card')
  expect(response.status).toBe(201)
  expect(JSON.stringify(response.body)).not.toContain(secret)
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema in ('public', 'sandbox')`.execute(market.db)
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.raw(name)} as row where row::text like ${`%${secret}%`}`.execute(
      market.db,
    )
    expect([name, rows]).toEqual([name, []])
  }
})

test.each(['/api/orders', '/rest/v1/orders'])(
  'D15: %s refuses an order if the total differs from the page, and accepts the new total',
  async (path) => {
    const expecting = (expected_total: number) =>
      call<OrderResponse>(market, 'POST', path, {
        as: careful,
        body: { ...checkout, expected_total },
        headers: { 'idempotency-key': 'of-a-total' },
      })
    const careful = await signUp(market)
    const { product_id: bulb } = await buildProduct(market, { product_name: 'Bulb', product_price: 0.1 })
    await setPrice(market, product_id, 19.99)
    await addToCart(market, careful, product_id, 2)
    await addToCart(market, careful, bulb, 3)
    await setPrice(market, product_id, 20.05)
    const refused = await expecting(40.28)
    expect([refused.status, refused.body.message]).toEqual([409, 'The total is now $40.40.'])
    if (path === '/api/orders')
      expect(refused.body).toMatchObject({
        code: 'total_changed',
        details: {
          total: 40.4,
          lines: [
            { product_id, product_name: 'Lamp', product_price: 20.05, quantity: 2 },
            { product_id: bulb, product_name: 'Bulb', product_price: 0.1, quantity: 3 },
          ],
        },
      })
    expect(await cartOf(market, careful)).toEqual({ [product_id]: 2, [bulb]: 3 })
    const placed = await expecting(40.4)
    expect([placed.status, placed.body.total_count]).toEqual([201, 40.4])
    expect(await cartOf(market, careful)).toEqual({})
    // A retry after a lost response gets that order; another total is another request.
    expect((await expecting(40.4)).body.order_id).toBe(placed.body.order_id)
    expect((await expecting(40.28)).status).toBe(422)
  },
)

const { shipping_address: address } = checkout
const BLANK = { fullName: ' ', address: '', city: '', postalCode: '', country: '' }
const placeTo = async (shipping_address: object, as = buyer) => {
  await addToCart(market, as, product_id)
  return (await place(as, { ...checkout, shipping_address })).body.order_id
}
const addAddress = (orderId: string, body: unknown, as = buyer) =>
  call<OrderResponse>(market, 'PUT', `/api/orders/${orderId}/shipping-address`, { as, body })

test('D13: a pending order’s missing address is added once, and a repeat has no effect', async () => {
  const orderId = await placeTo(BLANK)
  const added = await addAddress(orderId, address)
  expect(added).toMatchObject({ status: 200, body: { shipping_address: address } })
  expect((await read(buyer, orderId)).body).toMatchObject(added.body)
  expect((await addAddress(orderId, address)).status).toBe(200)
  // The address is recorded once.
  const { events } = (await call<TrackedOrder>(market, 'GET', `/api/orders/${orderId}`, { as: buyer })).body
  expect(events.map(({ kind, by_role }) => `${kind} by ${by_role}`)).toEqual([
    'placed by buyer',
    'address_changed by buyer',
  ])
  const other = await addAddress(orderId, { ...address, city: 'Elsewhere' })
  expect(other).toMatchObject({ status: 409, body: { code: 'address_given' } })
  expect((await read(buyer, orderId)).body.shipping_address).toEqual(address)
})

test('D13: an order with any part of an address, or no longer pending, cannot get one', async () => {
  expect((await addAddress(await placeTo({ city: 'Leeds' }), address)).body.code).toBe('address_given')
  const confirmed = await placeTo({})
  await setRows(market, 'orders', { order_state: 'confirmed' }, { order_id: confirmed })
  expect((await addAddress(confirmed, address)).body.code).toBe('order_not_pending')
})

test('the last address is that of the newest order with one', async () => {
  const regular = await signUp(market)
  const lastAddress = async () =>
    (await call<LastAddress>(market, 'GET', '/api/orders/last-address', { as: regular })).body.shipping_address
  expect(await lastAddress()).toBeNull()
  await placeTo({ ...address, city: 'Older' }, regular)
  await placeTo({ ...address, city: 'Newer' }, regular)
  await placeTo(BLANK, regular)
  expect(await lastAddress()).toEqual({ ...address, city: 'Newer' })
})

describe('orders that the database refuses', async () => {
  const buyer = await signUp(market)
  const { product_id } = await buildProduct(market)

  /** Makes the next attempts to insert an order fail. */
  const failing = (attempts: number, code: string) =>
    failNext(market.db, { event: 'insert', table: 'orders', attempts, code })

  const order = () => call(market, 'POST', '/api/orders', { as: buyer, body: checkout, once: true })
  const ordersOf = async () =>
    (await call<{ orders: unknown[] }>(market, 'GET', '/api/orders', { as: buyer })).body.orders.length

  test.each([
    ['deadlocks', PASSING_FAULTS.deadlock],
    ['serialization failures', PASSING_FAULTS.serialization],
  ])('D6: an order is retried after three %s, and placed once', async (_name, code) => {
    await addToCart(market, buyer, product_id)
    const before = await ordersOf()
    await failing(3, code)
    const { status } = await order()
    expect([status, await attemptsMade(market.db), await ordersOf()]).toEqual([201, 4, before + 1])
  })

  test('D6: after the fourth failure the response is 503, and nothing has changed', async () => {
    await addToCart(market, buyer, product_id, 2)
    const before = await ordersOf()
    await failing(4, PASSING_FAULTS.deadlock)
    const { status, body } = await order()
    expect([status, body.code, await attemptsMade(market.db)]).toEqual([503, expect.any(String), 4])
    expect(JSON.stringify(body)).not.toContain('simulated failure')
    expect(await ordersOf()).toBe(before)
    expect((await call(market, 'GET', '/api/cart', { as: buyer })).body).toEqual({ cart: { [product_id]: 2 } })
  })

  test.each(Object.values(PASSING_FAULTS))('D6: a failure by %s outside a transaction is a 503, too', async (code) => {
    await failNext(market.db, { event: 'insert', table: 'storage_buckets', attempts: 1, code })
    const response = await market.app.inject({
      method: 'POST',
      url: '/storage/v1/bucket',
      headers: { authorization: `Bearer ${await serviceKey(market)}` },
      payload: { id: 'papers', name: 'papers' },
    })
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1'])
  })

  test('F3: inside a transaction the pool refuses immediately, even with free connections', async () => {
    const pool = market.db
    const inside = inTransaction(pool, async () => pool.selectFrom('users').select('id').execute())
    await expect(inside).rejects.toThrow('the pool was used inside a transaction')
    const nested = inTransaction(pool, async () => inTransaction(pool, async (tx) => tx.selectFrom('users').execute()))
    await expect(nested).rejects.toThrow('the pool was used inside a transaction')
    const own = await inTransaction(pool, async (tx) => tx.selectFrom('users').select('id').execute())
    expect(own.length).toBeGreaterThan(0)
  })
})
