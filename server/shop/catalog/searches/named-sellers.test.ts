import { expect, test } from 'vitest'
import { MAX_SELLERS_NAMED, MAX_SUGGESTIONS } from '../../../../shared/catalog/constants.ts'
import type { SearchResult } from '../../../../shared/catalog/schema.ts'
import type { Suggestions } from '../../../../shared/catalog/search-schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../../tests/support/accounts.ts'
import { call } from '../../../../tests/support/api.ts'
import { openForTests } from '../../../../tests/support/open-for-tests.ts'
import { buildProducts } from '../../../../tests/support/products.ts'

const market = await openForTests()
const admin = await makeAdmin(market)
await buildProducts(
  market,
  Array.from({ length: 12 }, (_, at) => ({ product_name: `Lodz Strasse mug ${at}`, product_category: ['Toys'] })),
)

async function sellerNamed(display_name: string): Promise<TestAccount> {
  const account = await signUp(market, { role: 'seller' })
  await call(market, 'PUT', '/auth/v1/user', { as: account, body: { data: { display_name } } })
  return account
}
const search = async (query: Record<string, string>) =>
  (await call<SearchResult>(market, 'GET', `/api/search?${new URLSearchParams(query)}`)).body
const suggest = async (q: string) =>
  (await call<Suggestions>(market, 'GET', `/api/suggestions?${new URLSearchParams({ q })}`)).body
const namesFor = async (q: string) => {
  const [found, suggested] = [await search({ q }), await suggest(q)]
  expect(suggested.sellers).toEqual(found.sellers)
  return (found.sellers ?? []).map(({ name }) => name)
}

test("a search for a seller's whole name also finds the seller; part of the name does not", async () => {
  await sellerNamed('Łódź Straße')
  for (const q of ['Łódź Straße', 'lodz strasse', 'LÓDZ STRASSE', ' lodz straße '])
    expect(await namesFor(q), q).toEqual(['Łódź Straße'])
  for (const q of ['lodz', 'lodz strasse mug', '%', '_odz strasse', 'lodz%'])
    expect((await search({ q })).sellers, q).toBe(undefined)
  const [{ sellers, total }, second] = [
    await search({ q: 'lodz strasse' }),
    await search({ q: 'lodz strasse', page: '2' }),
  ]
  expect(total).toBe(12)
  expect(second.products).toHaveLength(2)
  expect(second.sellers).toBe(undefined)
  const { status } = await call(market, 'GET', `/api/sellers/${sellers?.[0]?.handle}`)
  expect(status).toBe(200)
  const { texts, categories, products } = await suggest('lodz strasse')
  expect(1 + texts.length + categories.length + products.length).toBeLessThanOrEqual(MAX_SUGGESTIONS)
})

test('a seller is not shown under a former name, nor while suspended', async () => {
  const seller = await sellerNamed('Harbor')
  expect(await namesFor('harbor')).toEqual(['Harbor'])
  const renamed = { as: seller, body: { data: { display_name: 'Fjord & Sons' } } }
  expect((await call(market, 'PUT', '/auth/v1/user', renamed)).status).toBe(200)
  expect(await namesFor('harbor')).toEqual([])
  expect(await namesFor('fjord & sons')).toEqual(['Fjord & Sons'])
  const act = (name: string) => call(market, 'POST', `/api/admin/users/${seller.user_id}/${name}`, { as: admin })
  expect((await act('suspend')).status).toBe(200)
  expect(await namesFor('fjord & sons')).toEqual([])
  expect((await act('reinstate')).status).toBe(200)
  expect(await namesFor('FJORD & SONS')).toEqual(['Fjord & Sons'])
})

test('of many sellers with one name only the first are shown, and none with the default name', async () => {
  for (let at = 0; at <= MAX_SELLERS_NAMED; at++) await sellerNamed(at % 2 ? 'Twín' : 'Twin')
  expect(await namesFor('twin')).toEqual(['Twin', 'Twín', 'Twin'])
  await signUp(market, { role: 'seller' })
  await signUp(market)
  expect(await namesFor('seller')).toEqual([])
})
