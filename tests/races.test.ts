import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactionRetries } from '../db/connect.ts'
import { MAX_CART_LINES } from '../shared/cart/constants.ts'
import type { Cart } from '../shared/cart/schema.ts'
import { toCents } from '../shared/kernel/money.ts'
import type { Order } from '../shared/orders/schema.ts'
import { signUp, type TestAccount } from './support/accounts.ts'
import { addToCart, call, checkout, untilServed } from './support/api.ts'
import { underContention } from './support/lock-contention.ts'
import { buildProduct, buildProducts, deleteProduct, type TestProduct } from './support/products.ts'
import { buildStocked, fillCarts, openBeside } from './support/stock.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let market: TestApp
/** It and others on the same database: one server writes orders one transaction after the other. */
let servers: TestApp[]

beforeAll(async () => {
  market = await createTestApp()
  servers = [market, await openBeside(market), await openBeside(market), await openBeside(market)]
})
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close()
})

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const serverOf = (index: number): TestApp => servers[index % servers.length] ?? market

let ordered = 0

const order = (as: TestAccount, key?: string) =>
  call<Order & { code?: string }>(serverOf(ordered++), 'POST', '/api/orders', {
    as,
    body: checkout,
    headers: key ? { 'idempotency-key': key } : {},
  })

const cartOf = async (as: TestAccount) => (await call<{ cart: Cart }>(market, 'GET', '/api/cart', { as })).body.cart

// catches: cart-line-written-back
test('D10: 50 parallel additions to one line keep all', async () => {
  const buyer = await signUp(market)
  const { product_id } = await buildProduct(market)
  let attempts = 0
  const add = (index: number) => {
    attempts++
    const request = { as: buyer, body: { product_id, quantity: 2 }, once: true }
    return call(serverOf(index), 'POST', '/api/cart/items', request)
  }
  await times(50, (index) => untilServed(() => add(index)))
  // Of one whose response a very busy server did not wait for, the units are there as well.
  const units = (await cartOf(buyer))[product_id]
  expect(units).toBeGreaterThanOrEqual(100)
  expect(units).toBeLessThanOrEqual(2 * attempts)
})

/** Adds products to a cart, each at another server, which all wait for it. */
const addWaiting = (as: TestAccount, productIds: string[]) =>
  underContention(
    market.db,
    (locking) => sql`select from carts where user_id = ${as.user_id} for update`.execute(locking),
    () =>
      times(productIds.length, (index) =>
        call(serverOf(index), 'POST', '/api/cart/items', { as, body: { product_id: productIds[index] } }),
      ),
  )

// catches: cart-line-written-back
test('D10: two additions to one line that wait for the cart keep both', async () => {
  const buyer = await signUp(market)
  const { product_id } = await buildProduct(market)
  await addToCart(market, buyer, product_id)
  const added = await addWaiting(buyer, [product_id, product_id])
  expect(added.map(({ status }) => status)).toEqual([200, 200])
  expect(await cartOf(buyer)).toEqual({ [product_id]: 3 })
})

// catches: cart-unlocked
test('D10: of two additions that wait for a cart with one line left, one is refused', async () => {
  const buyer = await signUp(market)
  const [one, other, ...rest] = await buildProducts(market, Array(MAX_CART_LINES + 1).fill({}))
  await fillCarts(market, [buyer], () => rest.map((product) => [product, 1] as const))
  const added = await addWaiting(buyer, [one?.product_id ?? '', other?.product_id ?? ''])
  expect(added.map(({ status, body }) => (status === 200 ? status : body.code)).toSorted()).toEqual([200, 'cart_full'])
  expect(Object.keys(await cartOf(buyer))).toHaveLength(MAX_CART_LINES)
})

test('D5: 20 parallel orders of one cart give one order, without a key', async () => {
  const buyer = await signUp(market)
  const { product_id } = await buildProduct(market)
  await addToCart(market, buyer, product_id, 3)
  const responses = await times(20, () => order(buyer))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(responses.filter(({ status, body }) => status === 409 && body.code === 'cart_empty')).toHaveLength(19)
  expect((await call<{ orders: unknown[] }>(market, 'GET', '/api/orders', { as: buyer })).body.orders).toHaveLength(1)
})

// catches: idempotency-key-unclaimed
test('D5: 20 parallel requests with one key place one order, and every successful response is the same', async () => {
  const buyer = await signUp(market)
  const { product_id } = await buildProduct(market)
  await addToCart(market, buyer, product_id)
  // None of them has seen the order of another one when it comes to the cart.
  const responses = await underContention(
    market.db,
    (locking) => sql`select from carts where user_id = ${buyer.user_id} for update`.execute(locking),
    () => times(20, () => order(buyer, 'one-attempt')),
  )
  const orders = responses.filter(({ status }) => status === 201)
  expect(new Set(orders.map(({ body }) => body.order_id)).size).toBe(1)
  expect(responses.filter(({ status, body }) => status !== 201 && body.code !== 'idempotency_key_in_use')).toEqual([])
  const retry = await order(buyer, 'one-attempt')
  expect([retry.status, retry.body]).toEqual([201, orders[0]?.body])
})

// catches: products-locked-in-cart-order, sales-written-back
test('D4: 200 orders of 20 buyers in parallel have dense numbers and right totals, without a deadlock', async () => {
  const products = await buildProducts(market, [
    { product_price: 0.1 },
    { product_price: 19.99 },
    { product_price: 333.33 },
  ])
  const buyers = await times(20, () => signUp(market))
  const before = await lastOrderNumber()
  const retried: unknown[] = []
  const note = (message: unknown) => void retried.push(message)
  transactionRetries.subscribe(note)
  const placed = (await times(20, (index) => buyTenTimes(buyers[index] as TestAccount, products, index))).flat()
  transactionRetries.unsubscribe(note)
  expect(retried).toEqual([])
  const numbers = placed.map(({ order_id }) => Number(order_id.slice(3))).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 200 }, (_, index) => before + 1 + index))
  for (const { lines, total_count } of placed) {
    expect(toCents(total_count)).toBe(lines.reduce((sum, line) => sum + toCents(line.unit_price) * line.quantity, 0))
  }
  expect(await unitsSold(products)).toEqual(await unitsOrdered(products))
})

// catches: order-number-from-maximum
test('D4: orders of different products at the same moment have dense numbers, also when some are refused', async () => {
  const buyers = await times(16, () => signUp(market))
  const products = await buildProducts(market, Array(16).fill({}))
  await times(16, (index) => addToCart(market, buyers[index] as TestAccount, products[index]?.product_id ?? ''))
  for (const gone of [3, 7, 11, 15]) await deleteProduct(market, products[gone]?.product_id ?? '')
  const before = await lastOrderNumber()
  const responses = await times(16, (index) => order(buyers[index] as TestAccount))
  const placed = responses.filter(({ status }) => status === 201).map(({ body }) => Number(body.order_id.slice(3)))
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(4)
  expect(placed.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => before + 1 + index))
})

// catches: lone-order-number-from-maximum
test('D4: orders at the same moment that are each placed by themselves have dense numbers', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const buyers = await times(3, () => signUp(market))
  // Orders of counted products are not placed together with others.
  const products = await times(3, () => buildStocked(market, seller, { set: 1 }))
  await times(3, (index) => addToCart(market, buyers[index] as TestAccount, products[index]?.product_id ?? ''))
  const [first, ...others] = buyers
  const before = await order(first as TestAccount)
  // Each has taken its number when it waits for the figures of the day, or waits for the other's number.
  const responses = await underContention(
    market.db,
    (locking) => sql`select from order_days for update`.execute(locking),
    () => Promise.all(others.map((buyer) => order(buyer))),
  )
  expect(responses.map(({ status }) => status)).toEqual([201, 201])
  const numbers = [before, ...responses].map(({ body }) => Number(body.order_id.slice(3)))
  const [lowest = 0] = numbers
  expect(numbers.toSorted((a, b) => a - b)).toEqual([lowest, lowest + 1, lowest + 2])
})

/** Every second buyer fills the cart in the opposite order, which would be a deadlock if locks followed it. */
async function buyTenTimes(buyer: TestAccount, products: TestProduct[], index: number): Promise<Order[]> {
  const inOrder = index % 2 ? products : products.toReversed()
  const placed: Order[] = []
  for (let round = 0; round < 10; round++) {
    for (const { product_id } of inOrder) await addToCart(market, buyer, product_id, 1 + ((index + round) % 4))
    placed.push(await orderAtLast(buyer, `round-${round}`))
  }
  return placed
}

/** Retries also while an abandoned attempt still holds the key. */
async function orderAtLast(buyer: TestAccount, key: string): Promise<Order> {
  for (;;) {
    const { status, body } = await order(buyer, key)
    if (body.code === 'idempotency_key_in_use') continue
    expect(status).toBe(201)
    return body
  }
}

// catches: cart-unlocked
test('D2: a unit added while an order is placed is in the order or in the cart, never in both or lost', async () => {
  const buyer = await signUp(market)
  const { product_id } = await buildProduct(market)
  await addToCart(market, buyer, product_id)
  const [responses] = await Promise.all([
    times(5, () => order(buyer)),
    times(30, (index) => addToCart(serverOf(index), buyer, product_id)),
  ])
  const ordered = responses.flatMap(({ status, body }) => (status === 201 ? body.lines : []))
  const units = ordered.reduce((sum, line) => sum + line.quantity, 0)
  expect(units + ((await cartOf(buyer))[product_id] ?? 0)).toBe(31)
})

// catches: cart-unlocked
test('D11: a merge sent ten times at once is applied once', async () => {
  const buyer = await signUp(market)
  const { product_id } = await buildProduct(market)
  await addToCart(market, buyer, product_id, 1)
  const merge = { merge_id: crypto.randomUUID(), cart: { [product_id]: 2 } }
  const responses = await times(10, () => call(market, 'POST', '/api/cart/merge', { as: buyer, body: merge }))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await cartOf(buyer)).toEqual({ [product_id]: 3 })
})

async function lastOrderNumber(): Promise<number> {
  const counter = await market.db
    .selectFrom('counters')
    .select('last_number')
    .where('name', '=', 'order')
    .executeTakeFirstOrThrow()
  return counter.last_number
}

async function unitsSold(products: TestProduct[]): Promise<Record<string, number>> {
  const ids = products.map(({ product_id }) => product_id)
  const rows = await market.db
    .selectFrom('products')
    .select(['product_id', 'total_sales'])
    .where('product_id', 'in', ids)
    .execute()
  return Object.fromEntries(rows.map((row) => [row.product_id, row.total_sales]))
}

async function unitsOrdered(products: TestProduct[]): Promise<Record<string, number>> {
  const ids = products.map(({ product_number }) => product_number)
  const rows = await market.db
    .selectFrom('order_lines')
    .innerJoin('products', 'products.product_number', 'order_lines.product_number')
    .select('products.product_id')
    .select((line) => line.fn.sum<string>('order_lines.quantity').as('units'))
    .where('order_lines.product_number', 'in', ids)
    .groupBy('products.product_id')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.product_id, Number(row.units)]))
}
