import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_CART_LINES } from '../../../shared/cart/constants.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { addToCart, call } from '../../../tests/support/api.ts'
import { buildProducts, deleteProduct } from '../../../tests/support/products.ts'
import { brokenRules, buildStocked, fillCarts } from '../../../tests/support/stock.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'

let market: TestApp
let first: string
let second: string
beforeAll(async () => {
  market = await createTestApp()
  ;[first = '', second = ''] = (await buildProducts(market, [{}, {}])).map(({ product_id }) => product_id)
})
afterAll(() => market.close())

type Answered = { cart: Cart; code?: string }

const add = (as: TestAccount, product_id: string, quantity = 1) =>
  call<Answered>(market, 'POST', '/api/cart/items', { as, body: { product_id, quantity } })

const signUps = (count: number) => Promise.all(Array.from({ length: count }, () => signUp(market)))

test('what many buyers add at once is written in fewer transactions, into the right carts', async () => {
  const buyers = await signUps(24)
  await Promise.all(buyers.map((buyer) => addToCart(market, buyer, first)))
  const carts = await Promise.all(buyers.map((buyer, index) => add(buyer, index % 2 ? first : second, 1 + index)))
  expect(carts.map(({ body }) => body.cart)).toEqual(
    buyers.map((_, index) => (index % 2 ? { [first]: 2 + index } : { [first]: 1, [second]: 1 + index })),
  )
  for (const [index, as] of buyers.entries())
    expect((await call<Answered>(market, 'GET', '/api/cart', { as })).body.cart).toEqual(carts[index]?.body.cart)
  const ids = buyers.map(({ user_id }) => user_id)
  const { rows } = await sql<{ count: number }>`
    select count(distinct xmin::text) from carts where user_id = any(${ids}::uuid[])`.execute(market.db)
  expect(Number(rows[0]?.count)).toBeLessThan(24)
})

test('what is refused does not keep others from adding', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const soldOut = await buildStocked(market, seller, { set: 0 })
  const few = await buildStocked(market, seller, { set: 9, max_per_order: 2 })
  const [gone, ...many] = await buildProducts(market, Array(MAX_CART_LINES + 1).fill({}))
  await deleteProduct(market, gone?.product_id ?? '')
  const buyers = await signUps(8)
  await fillCarts(market, buyers, (index) => (index === 5 ? many.map((product) => [product, 1] as const) : []))
  const wishes: [product: string, quantity: number][] = [
    [first, 1],
    [soldOut.product_id, 1],
    [few.product_id, 3],
    [gone?.product_id ?? '', 1],
    [first, 999],
    [first, 1],
    [few.product_id, 2],
    [second, 2],
  ]
  const responses = await Promise.all(
    wishes.map(([product, quantity], index) => add(buyers[index] as TestAccount, product, quantity)),
  )
  expect(responses.map(({ status, body }) => (status === 200 ? body.cart : body.code))).toEqual([
    { [first]: 1 },
    'sold_out',
    'too_many',
    'product_not_found',
    { [first]: 999 },
    'cart_full',
    { [few.product_id]: 2 },
    { [second]: 2 },
  ])
  expect((await add(buyers[4] as TestAccount, first)).body.code).toBe('quantity_too_large')
  expect(await brokenRules(market)).toEqual([])
})

test('a cart that another transaction has locked does not keep others from adding', async () => {
  const buyers = await signUps(4)
  const [held, ...others] = buyers
  await Promise.all(buyers.map((buyer) => addToCart(market, buyer, second)))
  const locking = await market.db.startTransaction().execute()
  try {
    await locking
      .selectFrom('carts')
      .select('user_id')
      .where('user_id', '=', held?.user_id ?? '')
      .forUpdate()
      .execute()
    let isHeld = true
    const waiting = add(held as TestAccount, first).finally(() => {
      isHeld = false
    })
    const added = await Promise.all(others.map((buyer) => add(buyer, first)))
    expect([added.map(({ body }) => body.cart), isHeld]).toEqual([Array(3).fill({ [second]: 1, [first]: 1 }), true])
    await locking.rollback().execute()
    expect((await waiting).body.cart).toEqual({ [second]: 1, [first]: 1 })
  } finally {
    if (!locking.isRolledBack) await locking.rollback().execute()
  }
})
