import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../db/connect.ts'
import { signUp, type TestAccount } from '../../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../../tests/support/api.ts'
import { buildProduct } from '../../tests/support/products.ts'
import { serviceKey } from '../../tests/support/storage.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

let market: TestApp
let buyer: TestAccount
let product_id: string
beforeAll(async () => {
  market = await createTestApp()
  buyer = await signUp(market)
  product_id = (await buildProduct(market)).product_id
  // A sequence is not rolled back: it counts the attempts, and the first ones fail as PostgreSQL would let them fail.
  await sql`create sequence attempts`.execute(market.db)
  await sql`create table failing (attempts int, code text)`.execute(market.db)
  await sql`create function fail_first() returns trigger language plpgsql as $$
    declare it failing;
    begin
      select * into it from failing;
      if nextval('attempts') <= it.attempts then raise exception 'as asked' using errcode = it.code; end if;
      return new;
    end $$`.execute(market.db)
  await sql`create trigger fail_first before insert on orders for each row execute function fail_first()`.execute(
    market.db,
  )
})
afterAll(() => market.close())

/** Lets the next attempts to insert an order fail. */
async function failing(attempts: number, code: string): Promise<void> {
  await sql`alter sequence attempts restart`.execute(market.db)
  await sql`delete from failing`.execute(market.db)
  await sql`insert into failing values (${attempts}, ${code})`.execute(market.db)
}

const attemptsMade = async () =>
  Number((await sql<{ last_value: number }>`select last_value from attempts`.execute(market.db)).rows[0]?.last_value)

const order = () => call(market, 'POST', '/api/orders', { as: buyer, body: checkout })
const ordersOf = async () =>
  (await call<{ orders: unknown[] }>(market, 'GET', '/api/orders', { as: buyer })).body.orders.length

test.each([
  ['deadlocks', '40P01'],
  ['serialization failures', '40001'],
])('D6: an order is tried again after three %s, and made once', async (_name, code) => {
  await addToCart(market, buyer, product_id)
  const before = await ordersOf()
  await failing(3, code)
  const { status } = await order()
  expect([status, await attemptsMade(), await ordersOf()]).toEqual([201, 4, before + 1])
})

test('D6: after the fourth failure it is 503, and nothing has changed', async () => {
  await addToCart(market, buyer, product_id, 2)
  const before = await ordersOf()
  await failing(4, '40P01')
  const { status, body } = await order()
  expect([status, body.code, await attemptsMade()]).toEqual([503, expect.any(String), 4])
  expect(JSON.stringify(body)).not.toContain('as asked')
  expect(await ordersOf()).toBe(before)
  expect((await call(market, 'GET', '/api/cart', { as: buyer })).body).toEqual({ cart: { [product_id]: 2 } })
})

test.each(['55P03', '40P01', '40001'])('D6: what fails by %s outside of a transaction is 503, too', async (code) => {
  await sql`create or replace trigger fail_first before insert on storage_buckets
    for each row execute function fail_first()`.execute(market.db)
  await failing(1, code)
  const answer = await market.app.inject({
    method: 'POST',
    url: '/storage/v1/bucket',
    headers: { authorization: `Bearer ${await serviceKey(market)}` },
    payload: { id: 'papers', name: 'papers' },
  })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
})

test('F3: inside a transaction the pool refuses at once, also when it has free connections', async () => {
  const pool = market.db
  const inside = inTransaction(pool, async () => pool.selectFrom('users').select('id').execute())
  await expect(inside).rejects.toThrow('the pool was used inside a transaction')
  const nested = inTransaction(pool, async () => inTransaction(pool, async (tx) => tx.selectFrom('users').execute()))
  await expect(nested).rejects.toThrow('the pool was used inside a transaction')
  const own = await inTransaction(pool, async (tx) => tx.selectFrom('users').select('id').execute())
  expect(own.length).toBeGreaterThan(0)
})
