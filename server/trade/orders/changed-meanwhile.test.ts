import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Cart } from '../../../shared/cart/schema.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../../tests/support/api.ts'
import { untilWaiting } from '../../../tests/support/lock-contention.ts'
import { buildProduct, deleteProduct, setPrice } from '../../../tests/support/products.ts'
import { brokenRules, putStock, readStock } from '../../../tests/support/stock.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'

// The statement that places orders together sees carts and products as they are when it begins, and locks them later. Here
// something happens in between.

/** Of requests that stop before they lock anything, until the lock below is free. */
const STOPPING_KEY = 'stopping'
const STOP = 7_465_100

let market: TestApp
let seller: TestAccount
beforeAll(async () => {
  market = await createTestApp()
  seller = await signUp(market, { role: 'seller' })
  // Where keys are hashed, it fits better than PostgreSQL's own, whose seed is a bigint.
  await sql`create function hashtextextended(key text, seed integer) returns bigint language plpgsql as ${sql.lit(`
    begin
      if key like '% ${STOPPING_KEY}' then perform pg_advisory_xact_lock_shared(${STOP}); end if;
      return hashtextextended(key, seed::bigint);
    end`)}`.execute(market.db)
})
afterEach(async () => {
  expect(await brokenRules(market)).toEqual([])
})
afterAll(() => market.close())

/** Orders, and does `meanwhile` between the beginning of the statement and its locks. */
async function orderWhile(as: TestAccount, meanwhile: () => Promise<unknown>, body: object = {}) {
  const stopping = await market.db.startTransaction().execute()
  try {
    await sql`select pg_advisory_xact_lock(${STOP})`.execute(stopping)
    const ordering = call<Order & { code?: string }>(market, 'POST', '/api/orders', {
      as,
      body: { ...checkout, ...body },
      headers: { 'idempotency-key': STOPPING_KEY },
    })
    await untilWaiting(market.db, 1)
    await meanwhile()
    await stopping.rollback().execute()
    return await ordering
  } finally {
    if (!stopping.isRolledBack) await stopping.rollback().execute()
  }
}

/** Returns a buyer who has two units of a new product in the cart, for $5. */
async function buyerWithCart() {
  const buyer = await signUp(market)
  const { product_id } = await buildProduct(market, { product_price: 2.5, seller_id: seller.user_id })
  await addToCart(market, buyer, product_id, 2)
  return { buyer, product_id }
}

const cartOf = async (as: TestAccount) => (await call<{ cart: Cart }>(market, 'GET', '/api/cart', { as })).body.cart

// catches: counting-unseen
test('D12: a product that its seller begins to count is sold from the stock', async () => {
  const { buyer, product_id } = await buyerWithCart()
  const { status } = await orderWhile(buyer, () => putStock(market, seller, product_id, { counted: true, set: 5 }))
  const { on_hand, changes } = await readStock(market, seller, product_id)
  expect([status, on_hand, changes[0]]).toEqual([201, 3, ['sold', -2]])
})

// catches: counting-unseen
test('D12: a product that its seller begins to count is not sold when there is too little of it', async () => {
  const { buyer, product_id } = await buyerWithCart()
  const { status, body } = await orderWhile(buyer, () =>
    putStock(market, seller, product_id, { counted: true, set: 1 }),
  )
  expect([status, body.code]).toEqual([409, 'insufficient_stock'])
  expect(await cartOf(buyer)).toEqual({ [product_id]: 2 })
})

test('a product is sold at its new price, unless the buyer expects another total', async () => {
  const { buyer, product_id } = await buyerWithCart()
  const refused = await orderWhile(buyer, () => setPrice(market, product_id, 3), { expected_total: 5 })
  expect([refused.status, refused.body.code]).toEqual([409, 'total_changed'])
  const { body } = await orderWhile(buyer, () => setPrice(market, product_id, 3.1))
  expect([body.total_count, body.lines[0]?.unit_price]).toEqual([6.2, 3.1])
})

test('a product that is deleted is not sold', async () => {
  const { buyer, product_id } = await buyerWithCart()
  const { status, body } = await orderWhile(buyer, () => deleteProduct(market, product_id))
  expect([status, body.code]).toEqual([409, 'product_gone'])
})

// catches: carts-unlocked
test('D2: what is put into the cart is ordered with the rest of it', async () => {
  const { buyer, product_id } = await buyerWithCart()
  const { body } = await orderWhile(buyer, () => addToCart(market, buyer, product_id, 3))
  expect([body.total_count, body.lines[0]?.quantity]).toEqual([12.5, 5])
  expect(await cartOf(buyer)).toEqual({})
})
