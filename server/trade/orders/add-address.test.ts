import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TrackedOrder } from '../../../shared/fulfilment/schema.ts'
import type { LastAddress, Order } from '../../../shared/orders/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../../tests/support/api.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'

let market: TestApp
let buyer: TestAccount
let product_id: string

beforeAll(async () => {
  market = await createTestApp()
  buyer = await signUp(market)
  product_id = (await buildProduct(market)).product_id
})
afterAll(() => market.close())

const { shipping_address: address } = checkout
const BLANK = { fullName: ' ', address: '', city: '', postalCode: '', country: '' }

async function order(shipping_address: object, as = buyer): Promise<string> {
  await addToCart(market, as, product_id)
  const body = { shipping_address, payment_method: 'paypal' }
  return (await call<Order>(market, 'POST', '/api/orders', { as, body })).body.order_id
}
const add = (orderId: string, body: unknown, as = buyer) =>
  call<Order & { code?: string }>(market, 'PUT', `/api/orders/${orderId}/shipping-address`, { as, body })
const lastAddress = async (as: TestAccount) =>
  (await call<LastAddress>(market, 'GET', '/api/orders/last-address', { as })).body.shipping_address

test('D13: the address that a pending order lacks is added once, and repeated without effect', async () => {
  const orderId = await order(BLANK)
  const added = await add(orderId, address)
  expect([added.status, added.body.shipping_address]).toEqual([200, address])
  const seen = await call<Order>(market, 'GET', `/api/orders/${orderId}`, { as: buyer })
  expect(seen.body).toMatchObject(added.body)
  expect((await add(orderId, address)).status).toBe(200)
  // Its sellers are notified once.
  const { events } = (await call<TrackedOrder>(market, 'GET', `/api/orders/${orderId}`, { as: buyer })).body
  expect(events.map(({ kind, by_role }) => [kind, by_role])).toEqual([
    ['placed', 'buyer'],
    ['address_changed', 'buyer'],
  ])
  const other = await add(orderId, { ...address, city: 'Elsewhere' })
  expect([other.status, other.body.code]).toEqual([409, 'address_given'])
  expect((await call<Order>(market, 'GET', `/api/orders/${orderId}`, { as: buyer })).body.shipping_address).toEqual(
    address,
  )
})

test('D13: an order that has any part of an address, or is no longer pending, keeps what it has', async () => {
  const partial = await order({ city: 'Leeds' })
  expect((await add(partial, address)).body.code).toBe('address_given')
  const confirmed = await order({})
  await market.db.updateTable('orders').set({ order_state: 'confirmed' }).where('order_id', '=', confirmed).execute()
  expect((await add(confirmed, address)).body.code).toBe('order_not_pending')
})

test("A6, A7: another buyer's order gets no address, and unknown orders are not found", async () => {
  const orderId = await order({})
  const rival = await signUp(market)
  const refused = await add(orderId, address, rival)
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
  for (const unknown of ['ORD99999', 'ORD', '%00']) expect((await add(unknown, address)).status).toBe(404)
  expect((await add(orderId, address)).status).toBe(200)
})

test.each<[string, unknown]>([
  ['nothing', {}],
  ['blanks', BLANK],
  ['a number', { city: 5 }],
  ['a line break', { city: 'a\nb' }],
  ['a field of 201 characters', { city: 'x'.repeat(201) }],
])('C1, D7: an added address of %s is refused', async (_, body) => {
  expect((await add(await order({}), body)).status).toBe(400)
})

test('the last address is that of the newest order with one', async () => {
  const regular = await signUp(market)
  expect(await lastAddress(regular)).toBeNull()
  await order({ ...address, city: 'Older' }, regular)
  await order({ ...address, city: 'Newer' }, regular)
  await order(BLANK, regular)
  expect(await lastAddress(regular)).toEqual({ ...address, city: 'Newer' })
})
