import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createContext, runInContext } from '../../../db/request-context.ts'
import { type EndedStatement, statements } from '../../../db/watch-client.ts'
import { buildProducts, type TestProduct } from '../../../tests/support/products.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { createReadTogether } from './read-together.ts'

let market: TestApp
let products: TestProduct[]

beforeAll(async () => {
  market = await createTestApp()
  products = await buildProducts(
    market,
    Array.from({ length: 40 }, (_, index) => ({ product_name: `Thing ${index}` })),
  )
})
afterAll(() => market.close())

test('visitors who come at the same time read their own products, in fewer statements than they are', async () => {
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

test('a read that fails for one of several fails for that one alone, and each waits within its own budget', async () => {
  const batches: number[] = []
  const read = createReadTogether<string, string>({
    limit: 10,
    read: async (_, keys) => {
      batches.push(keys.length)
      await new Promise(setImmediate)
      if (keys.includes('bad')) throw new Error('no such key')
      return new Map(keys.map((key) => [key, `the value of ${key}`]))
    },
  })
  const context = createContext('request', 'second', 1_000)
  const results = await Promise.allSettled([
    read(market.deps.db, 'a'),
    runInContext(context, () => read(market.deps.db, 'bad')),
    read(market.deps.db, 'c'),
  ])
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message))).toEqual([
    'the value of a',
    'no such key',
    'the value of c',
  ])
  expect(batches).toEqual([3, 1, 1, 1])
  expect(context.waitBudgetMs).toBeLessThan(1_000)
  // What comes together a second time is read together again.
  expect(await Promise.all([read(market.deps.db, 'd'), read(market.deps.db, 'e')])).toEqual([
    'the value of d',
    'the value of e',
  ])
  expect(batches.at(-1)).toBe(2)
})
