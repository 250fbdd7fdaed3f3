import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createContext, type RequestContext, runInContext } from '../../../db/request-context.ts'
import { type EndedStatement, statements } from '../../../db/watch-client.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProducts } from '../../../tests/support/products.ts'
import { createBatchedRead, createBatchedWrite } from './batched.ts'

const market = await openForTests()
const products = await buildProducts(
  market,
  Array.from({ length: 40 }, (_, index) => ({ product_name: `Thing ${index}` })),
)

test('concurrent visitors read their own products, in fewer statements than requests', async () => {
  let reads = 0
  const count = (ended: unknown) => {
    if ((ended as EndedStatement).text.includes('"products"')) reads++
  }
  subscribe(statements.name, count)
  const asked = [...products.map(({ product_id }) => product_id), 'PRD99998', 'PRD99999']
  const responses = await Promise.all(asked.map((id) => market.app.inject(`/api/products/${id}`)))
  unsubscribe(statements.name, count)
  expect(
    responses.map(({ statusCode, body }) => (statusCode === 200 ? JSON.parse(body).product_id : statusCode)),
  ).toEqual([...products.map(({ product_id }) => product_id), 404, 404])
  expect(reads).toBeGreaterThan(0)
  expect(reads).toBeLessThan(asked.length / 2)
})

test('a batched read waits as long as its most patient request may, and each spends its own wait budget', async () => {
  const read = createBatchedRead<number>(10, async (db, keys) => {
    await sql`select pg_sleep(0.01)`.execute(db)
    return new Map(keys.map((key) => [key, keys.length]))
  })
  const budgets = [0, 5_000, 200]
  const contexts = budgets.map((budget, index) => createContext('request', `reader-${index}`, budget))
  const values = contexts.map((context) => runInContext(context, () => read(market.deps.db, context.id)))
  expect(await Promise.all(values)).toEqual([3, 3, 3])
  for (const [index, { waitBudgetMs }] of contexts.entries()) expect(waitBudgetMs).toBeLessThan(budgets[index] ?? 0)
  await expect(runInContext(contexts[0] as RequestContext, () => read(market.deps.db, 'alone'))).rejects.toThrow()
})

test('an item whose batch was rolled back is written by itself, even if it was the only one', async () => {
  const write = createBatchedWrite<object, string, string>({
    limit: 2,
    keyOf: String,
    batch: async () => {
      throw Object.assign(new Error('another transaction was first'), { code: '23505' })
    },
    single: async (_deps, item) => item,
  })
  expect(await write({}, 'one')).toBe('one')
})
