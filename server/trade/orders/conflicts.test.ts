import { expect, test } from 'vitest'
import { inTransaction } from '../../../db/connect.ts'
import { signUp } from '../../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../../tests/support/api.ts'
import { attemptsMade, failNext, PASSING_FAULTS } from '../../../tests/support/failing-statements.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { serviceKey } from '../../../tests/support/storage.ts'

const market = await openForTests()
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
