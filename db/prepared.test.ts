import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { readCart } from '../server/trade/cart/queries.ts'
import { signUp } from '../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../tests/support/api.ts'
import { openDatabaseForTests, openForTests } from '../tests/support/open-for-tests.ts'
import { buildProduct } from '../tests/support/products.ts'
import { connectDatabase, inTransaction } from './connect.ts'
import { prepared } from './prepared.ts'

const { connection, db: operator } = await openDatabaseForTests({ max: 1 })
// One connection, so that each request uses what the one before has prepared.
const db = connectDatabase(connection, { max: 1 })
afterAll(() => db.destroy())
const market = await openForTests({ database: { connection, drop: async () => {} }, deps: { db } })
const buyer = await signUp(market)
const { product_id } = await buildProduct(market)

const cart = async () => (await call<{ cart: object }>(market, 'GET', '/api/cart', { as: buyer })).body.cart
const statementsHeld = async () => {
  const { rows } = await sql<{ name: string; plans: number; runs: number }>`
    select name, custom_plans as plans, generic_plans + custom_plans as runs from pg_prepared_statements`.execute(
    market.deps.db,
  )
  return new Map(rows.map(({ name, plans, runs }) => [name, { plans, runs }]))
}

test('a frequent statement is prepared once on a connection and gets one plan; such statements are few', async () => {
  for (let times = 0; times < 8; times++) {
    await addToCart(market, buyer, product_id)
    await cart()
    await call(market, 'POST', '/api/orders', { as: buyer, body: checkout })
    await call(market, 'GET', `/api/products/PRD9000${times}`)
    await call(market, 'GET', `/api/products?ids=PRD9000${times},${product_id}`)
  }
  const held = await statementsHeld()
  // PostgreSQL plans five times for the values given, then once for all.
  for (const name of ['cart', 'carts_add', 'purchase_place', 'products_by_number', 'whole_products'])
    expect.soft([name, held.get(name)]).toEqual([name, { plans: 5, runs: 8 }])
  expect(() => prepared('cart', (db) => db.selectFrom('carts').select('user_id').compile())).toThrow('two statements')
  // A module of its own: other files of this process register their statements in the other one.
  const own: typeof import('./prepared.ts') = await import('./prepared.ts?own' as string)
  expect(() => {
    for (let count = 0; ; count++)
      own.prepared(`many-${count}`, (db) => db.selectFrom('carts').select('user_id').compile())
  }).toThrow('more than 60 prepared statements')
})

test('a running server works on after a migration changes its tables, in transactions and outside', async () => {
  await addToCart(market, buyer, product_id, 2)
  const present = { [product_id]: 2 }
  expect(await cart()).toEqual(present)
  for (const type of ['bigint', 'integer', 'bigint']) {
    await sql`alter table cart_lines alter column quantity type ${sql.raw(type)}`.execute(operator)
    expect(await cart()).toEqual(present)
  }
  await sql`alter table cart_lines alter column quantity type integer`.execute(operator)
  expect(await inTransaction(market.deps.db, (tx) => readCart(tx, buyer.user_id))).toEqual(present)
  await sql`alter table carts add column noted text`.execute(operator)
  await addToCart(market, buyer, product_id, 1)
  expect((await call(market, 'POST', '/api/orders', { as: buyer, body: checkout })).status).toBe(201)
})

test('a connection whose statements were dropped by someone else works on', async () => {
  expect(await cart()).toEqual({})
  await sql`deallocate all`.execute(market.deps.db)
  expect(await cart()).toEqual({})
  await sql`deallocate all`.execute(market.deps.db)
  expect(await inTransaction(market.deps.db, (tx) => readCart(tx, buyer.user_id))).toEqual({})
})
