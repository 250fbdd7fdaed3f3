import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Checkout } from '../../../shared/checkouts/schema.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, cartOf, refusedWith } from '../../../tests/support/api.ts'
import { addMethod } from '../../../tests/support/delivery.ts'
import { untilWaiting } from '../../../tests/support/lock-contention.ts'
import { openForTests, signUpAll, stoppedClock } from '../../../tests/support/open-for-tests.ts'
import { buildProduct, deleteProduct, setPrice } from '../../../tests/support/products.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import { brokenRules, buildStocked, buying, putStock, readStock } from '../../../tests/support/stock.ts'
import { expiredRows } from '../../operate/start/expired-rows.ts'
import { deleteBatches } from '../../platform/jobs/delete-expired.ts'
import { endDueCheckouts } from './release.ts'

const MINUTES = 60_000

const clock = stoppedClock()
const market = await openForTests({ deps: { clock } })
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
let seller: TestAccount
let buyer: TestAccount
// New for each test, as the tests advance the clock and tokens expire.
beforeEach(async () => {
  ;[seller, buyer] = await signUpAll(market, 'seller', 'buyer')
})

type Refusal = { code?: string; message?: string; details?: object }
const begin = (as = buyer, body: object = buying, headers: Record<string, string> = {}) =>
  call<Checkout & Refusal>(market, 'POST', '/api/checkouts', { as, body, headers })
const read = (id: string, as = buyer) => call<Checkout & Refusal>(market, 'GET', `/api/checkouts/${id}`, { as })
const place = (id: string, as = buyer) => call<Order & Refusal>(market, 'POST', `/api/checkouts/${id}/order`, { as })
const stockOf = async (id: string) => {
  const { on_hand, reserved } = await readStock(market, seller, id)
  return [on_hand, reserved]
}
test('a checkout reserves the cart at its prices, and is placed with them', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 5 }, { product_price: 2.5 })
  const free = await buildProduct(market, { product_price: 1 })
  await addToCart(market, buyer, product_id, 2)
  await addToCart(market, buyer, free.product_id)
  const begun = await begin()
  expect([begun.status, begun.body]).toEqual([
    201,
    {
      charges: [],
      checkout_id: expect.any(String),
      checkout_state: 'open',
      total_count: 6,
      lines: [
        { product_id, product_name: expect.any(String), unit_price: 2.5, quantity: 2 },
        { product_id: free.product_id, product_name: expect.any(String), unit_price: 1, quantity: 1 },
      ],
      expires_at: new Date(clock().getTime() + 15 * MINUTES).toISOString(),
    },
  ])
  expect(await stockOf(product_id)).toEqual([5, 2])
  await setPrice(market, product_id, 99)
  await addToCart(market, buyer, product_id)
  const placed = await place(begun.body.checkout_id)
  expect(placed).toMatchObject({ status: 201, body: { total_count: 6, ...buying, order_state: 'pending' } })
  expect(placed.body.lines.map(({ unit_price, quantity }) => [unit_price, quantity])).toEqual([
    [2.5, 2],
    [1, 1],
  ])
  expect(await stockOf(product_id)).toEqual([3, 0])
  // Units added meanwhile stay in the cart.
  expect(await cartOf(market, buyer)).toEqual({ [product_id]: 1 })
  expect((await readStock(market, seller, product_id)).changes[0]).toEqual(['sold', -2])
  // A retry, as after a lost response.
  expect((await place(begun.body.checkout_id)).body).toEqual(placed.body)
  const { order_id } = placed.body
  expect((await read(begun.body.checkout_id)).body).toMatchObject({ checkout_state: 'placed', order_id })
  expect(await call(market, 'DELETE', `/api/checkouts/${begun.body.checkout_id}`, { as: buyer })).toMatchObject(
    refusedWith(409, 'checkout_placed', { details: { order_id } }),
  )
})

test('reserved units are not sold to others, and are available again after the reservation expires', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 3 }, { product_name: 'Lamp' })
  const rival = await signUp(market)
  await addToCart(market, buyer, product_id, 2)
  await addToCart(market, rival, product_id, 2)
  const { body } = await begin()
  const short = { status: 409, body: { code: 'insufficient_stock', message: 'Not enough in stock: Lamp (1 left)' } }
  const order = () => call<Order>(market, 'POST', '/api/orders', { as: rival, body: buying })
  expect(await begin(rival)).toMatchObject(short)
  expect(await order()).toMatchObject(short)
  clock.pass(15)
  // The job has not run: the order itself releases expired reservations.
  expect((await order()).status).toBe(201)
  expect(await stockOf(product_id)).toEqual([1, 0])
  expect((await read(body.checkout_id)).body.checkout_state).toBe('expired')
  expect(await place(body.checkout_id)).toMatchObject(
    refusedWith(409, 'checkout_expired', { message: 'Your reservation has run out. Your cart is unchanged.' }),
  )
  expect(await cartOf(market, buyer)).toEqual({ [product_id]: 2 })
})

test('a product that only expired reservations made sold out can be added to the cart', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 1 })
  await addToCart(market, buyer, product_id)
  await begin()
  const rival = await signUp(market)
  const add = () => call(market, 'POST', '/api/cart/items', { as: rival, body: { product_id } })
  expect((await add()).body.code).toBe('sold_out')
  clock.pass(16)
  expect((await add()).status).toBe(200)
})

test('the same cart and address continue the checkout and extend it, at most four times', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 5 })
  await addToCart(market, buyer, product_id)
  const first = await begin()
  const ends: string[] = []
  for (let press = 0; press < 5; press++) {
    clock.pass(1)
    const again = await begin(buyer, { ...buying, payment_method: 'paypal' })
    expect([again.status, again.body.checkout_id]).toEqual([200, first.body.checkout_id])
    ends.push(again.body.expires_at)
  }
  const extended = Date.parse(first.body.expires_at)
  expect(ends.map((end) => (Date.parse(end) - extended) / MINUTES)).toEqual([1, 2, 3, 4, 4])
  expect(await stockOf(product_id)).toEqual([5, 1])
  expect((await place(first.body.checkout_id)).body.payment_method).toBe('paypal')
})

test('another address ends the checkout and releases its reservations', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 1 })
  await addToCart(market, buyer, product_id)
  const first = await begin()
  const second = await begin(buyer, { ...buying, shipping_address: { ...buying.shipping_address, city: 'Leeds' } })
  expect([second.status, second.body.checkout_id === first.body.checkout_id]).toEqual([201, false])
  expect((await read(first.body.checkout_id)).body.checkout_state).toBe('abandoned')
  expect(await stockOf(product_id)).toEqual([1, 1])
  expect((await place(first.body.checkout_id)).body.code).toBe('checkout_expired')
})

test('another choice of delivery ends the checkout, and none means the first method', async () => {
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_price: 10 })
  const first = await addMethod(market, seller, { price: 1 })
  const other = await addMethod(market, seller, { price: 5 })
  await addToCart(market, buyer, product_id)
  const by = async (...methods: string[]) => {
    const delivery = methods.map((method) => ({ seller: seller.user_id, method }))
    const { status, body } = await begin(buyer, { ...buying, ...(methods.length && { delivery }) })
    return [status, body.total_count]
  }
  expect(await by(other)).toEqual([201, 15])
  expect(await by()).toEqual([201, 11])
  // The checkout keeps what was first when it began.
  await setRows(market, 'delivery_methods', { place: 9 }, { method_id: first })
  expect(await by()).toEqual([200, 11])
  expect(await by(first)).toEqual([200, 11])
  expect(await by(other)).toEqual([201, 15])
  expect(await by()).toEqual([200, 15])
})

test('an order in one step places the running checkout of the same cart with its reservations', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 1 })
  await addToCart(market, buyer, product_id)
  const { body } = await begin()
  expect((await call(market, 'POST', '/api/orders', { as: buyer, body: buying })).status).toBe(201)
  expect(await stockOf(product_id)).toEqual([0, 0])
  expect((await read(body.checkout_id)).body.checkout_state).toBe('placed')
})

test('an order in one step that is refused for stock does not change the buyer’s checkout', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 2 })
  await addToCart(market, buyer, product_id)
  const { body } = await begin()
  await addToCart(market, buyer, product_id, 2)
  const refused = await call<Refusal>(market, 'POST', '/api/orders', { as: buyer, body: buying })
  expect(refused).toMatchObject(refusedWith(409, 'insufficient_stock'))
  expect(await stockOf(product_id)).toEqual([2, 1])
  expect((await read(body.checkout_id)).body.checkout_state).toBe('open')
  expect((await place(body.checkout_id)).status).toBe(201)
  expect(await stockOf(product_id)).toEqual([1, 0])
})

test('D5: a repeated key extends a running checkout or returns the ended one; another request is refused', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 5 })
  await addToCart(market, buyer, product_id)
  const keyed = (key: string, body: object = buying) => begin(buyer, body, { 'idempotency-key': key })
  const first = await keyed('first')
  expect(await keyed('first')).toMatchObject({ status: 200, body: first.body })
  const other = await keyed('first', { ...buying, payment_method: 'paypal' })
  expect(other).toMatchObject(refusedWith(422, 'idempotency_key_reused'))
  clock.pass(10)
  const extended = await keyed('first')
  expect(extended.body).toMatchObject({ checkout_id: first.body.checkout_id, checkout_state: 'open' })
  expect(Date.parse(extended.body.expires_at)).toBe(clock().getTime() + 15 * MINUTES)
  clock.pass(15)
  // The job has not run, but the checkout has expired all the same.
  expect(await keyed('first')).toMatchObject({ status: 200, body: { checkout_state: 'expired' } })
  expect(await stockOf(product_id)).toEqual([5, 0])
  const second = await keyed('second')
  expect([second.status, second.body.checkout_id === first.body.checkout_id]).toEqual([201, false])
  const placed = await place(second.body.checkout_id)
  expect(placed.status).toBe(201)
  // After a lost response the same two calls return the same order.
  const repeated = await keyed('second')
  expect(repeated).toMatchObject({ status: 200, body: { checkout_state: 'placed' } })
  expect((await place(repeated.body.checkout_id)).body).toEqual(placed.body)
  expect(await stockOf(product_id)).toEqual([4, 0])
})

test('a buyer who repeats a request while expired checkouts are ended gets their own', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 5 })
  const buyers = [buyer, await signUp(market)]
  for (const as of buyers) await addToCart(market, as, product_id)
  const keyed = () => Promise.all(buyers.map((as) => begin(as, buying, { 'idempotency-key': 'key' })))
  const begun = await keyed()
  clock.pass(15)
  const ending = await market.db.startTransaction().execute()
  const ids = begun.map(({ body }) => body.checkout_id)
  await sql`select end_checkouts(${ids}::uuid[], ${clock()})`.execute(ending)
  const repeating = keyed()
  await untilWaiting(market.db, 2)
  await ending.commit().execute()
  const expired = ids.map((checkout_id) => ({ status: 200, body: { checkout_id, checkout_state: 'expired' } }))
  expect(await repeating).toMatchObject(expired)
})

test('a checkout can be abandoned once, unless its payment is running', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 5 })
  await addToCart(market, buyer, product_id, 2)
  const { checkout_id } = (await begin()).body
  // As after PAYMENTS=off.
  await setRows(market, 'checkouts', { checkout_state: 'paying' }, { checkout_id })
  expect(await call(market, 'DELETE', `/api/checkouts/${checkout_id}`, { as: buyer })).toMatchObject(
    refusedWith(409, 'payment_running'),
  )
  await setRows(market, 'checkouts', { checkout_state: 'open' }, { checkout_id })
  for (let times = 0; times < 2; times++)
    expect((await call(market, 'DELETE', `/api/checkouts/${checkout_id}`, { as: buyer })).status).toBe(204)
  expect(await stockOf(product_id)).toEqual([5, 0])
  expect(await cartOf(market, buyer)).toEqual({ [product_id]: 2 })
})

test('a checkout is refused for the same reasons as an order', async () => {
  expect((await begin()).body.code).toBe('cart_empty')
  const { product_id } = await buildStocked(market, seller, { set: 5 }, { product_price: 2 })
  await addToCart(market, buyer, product_id)
  expect((await begin(buyer, { ...buying, expected_total: 3 })).body.code).toBe('total_changed')
  const { checkout_id } = (await begin(buyer, { ...buying, expected_total: 2 })).body
  await deleteProduct(market, product_id)
  expect((await place(checkout_id)).body.code).toBe('product_gone')
  expect((await begin(buyer, { ...buying, shipping_address: {} })).body.code).toBe('product_gone')
})

test('a seller can neither remove reserved stock nor stop tracking it', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 5 })
  await addToCart(market, buyer, product_id, 3)
  await begin()
  const put = (body: object) => putStock(market, seller, product_id, body)
  const refusal = {
    status: 409,
    body: { code: 'stock_reserved', message: '3 are being paid for right now. Try again in a few minutes.' },
  }
  expect(await put({ counted: false })).toMatchObject(refusal)
  expect(await put({ counted: true, set: 2 })).toMatchObject(refusal)
  clock.pass(15)
  expect((await put({ counted: false })).status).toBe(200)
})

test('reserved products of a suspended seller can still be ordered', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 2 })
  await addToCart(market, buyer, product_id)
  const { checkout_id } = (await begin()).body
  const show = (visibility: 'visible' | 'hidden_with_seller') =>
    setRows(market, 'products', { visibility }, { product_id })
  await show('hidden_with_seller')
  expect((await place(checkout_id)).status).toBe(201)
  await show('visible')
})

test('the job ends expired checkouts, and old ones are deleted with their lines', async () => {
  const { product_id } = await buildStocked(market, seller, { set: 5 })
  await addToCart(market, buyer, product_id)
  const { checkout_id } = (await begin()).body
  await endDueCheckouts(market.db, clock())
  expect((await read(checkout_id)).body.checkout_state).toBe('open')
  clock.pass(15)
  await endDueCheckouts(market.db, clock())
  expect((await read(checkout_id)).body.checkout_state).toBe('expired')
  expect(await stockOf(product_id)).toEqual([5, 0])
  const isKept = async () =>
    (await market.db.selectFrom('checkouts').select('checkout_id').where('checkout_id', '=', checkout_id).execute())
      .length
  clock.pass(29 * 24 * 60)
  await deleteBatches({ db: market.db, clock, expired: expiredRows })
  expect(await isKept()).toBe(1)
  clock.pass(24 * 60 + 1)
  await deleteBatches({ db: market.db, clock, expired: expiredRows })
  expect(await isKept()).toBe(0)
})
