import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MAX_SAVED_PRODUCTS } from '../../../shared/saved/constants.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProducts, deleteProduct } from '../../../tests/support/products.ts'

const market = await openForTests()
const buyer = await signUp(market)
const rival = await signUp(market)
const products = await buildProducts(market, Array(MAX_SAVED_PRODUCTS + 2).fill({}))
const ids: string[] = products.map(({ product_id }) => product_id)

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, as: TestAccount, body?: unknown) =>
  call<{ product_ids: string[] }>(market, method, path, { as, body })
const saved = async (as: TestAccount) => (await ask('GET', '/api/saved', as)).body.product_ids

test('products are saved once, newest first, and can be removed; each buyer has their own list', async () => {
  const [first, second, third] = ids as [string, string, string]
  await ask('PUT', `/api/saved/${first}`, buyer)
  await ask('PUT', `/api/saved/${second}`, buyer)
  expect((await ask('PUT', `/api/saved/${first}`, buyer)).body).toEqual({ product_ids: [second, first] })
  expect(await saved(rival)).toEqual([])
  await ask('PUT', `/api/saved/${first}`, rival)
  expect((await ask('DELETE', `/api/saved/${first}`, buyer)).body).toEqual({ product_ids: [second] })
  expect(await saved(rival)).toEqual([first])
  // A visitor's products are merged at the top in their order; a repeated merge changes nothing.
  for (let attempt = 0; attempt < 2; attempt++) {
    const { status, body } = await ask('POST', '/api/saved', buyer, { product_ids: [third, first, 'PRD99999'] })
    expect({ status, body }).toEqual({ status: 200, body: { product_ids: [third, first, second] } })
  }
})

test('products that left the shop are not shown, and cannot be saved', async () => {
  const [, second] = ids as [string, string]
  await deleteProduct(market, second)
  expect(await saved(buyer)).not.toContain(second)
  for (const product_id of [second, 'PRD99999']) {
    expect((await ask('PUT', `/api/saved/${product_id}`, rival)).status).toBe(404)
  }
  expect((await ask('PUT', '/api/saved/nonsense', rival)).status).toBe(400)
})

test('a full wish list drops its oldest products', async () => {
  const last = ids.at(-1) ?? ''
  const full = ids.slice(2, -1)
  expect((await ask('POST', '/api/saved', rival, { product_ids: ids.slice(0, MAX_SAVED_PRODUCTS + 1) })).status).toBe(
    400,
  )
  await ask('POST', '/api/saved', rival, { product_ids: full })
  expect((await ask('PUT', `/api/saved/${last}`, rival)).body.product_ids).toContain(last)
  const { rows } = await sql<{ saved: number }>`
    select count(*)::int as saved from saved_products where user_id = ${rival.user_id}`.execute(market.db)
  expect(rows).toEqual([{ saved: MAX_SAVED_PRODUCTS }])
})
