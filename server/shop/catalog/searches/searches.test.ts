import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { MAX_SELLERS_NAMED, MAX_SUGGESTIONS } from '../../../../shared/catalog/constants.ts'
import type { SearchResult } from '../../../../shared/catalog/schema.ts'
import type { SearchOverview } from '../../../../shared/catalog/search-admin-schema.ts'
import type { Suggestions } from '../../../../shared/catalog/search-schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../../tests/support/accounts.ts'
import { call } from '../../../../tests/support/api.ts'
import { openForTests } from '../../../../tests/support/open-for-tests.ts'
import { buildProducts } from '../../../../tests/support/products.ts'
import { createSearchCounter } from './count-searches.ts'

const market = await openForTests()
const admin = await makeAdmin(market)
await buildProducts(market, [
  { product_name: 'Corner sofa' },
  { product_name: 'Sofa bed, grey' },
  { product_name: 'Television set' },
  { product_name: 'Wireless earbuds' },
])

const overview = async () => (await call<SearchOverview>(market, 'GET', '/api/admin/search', { as: admin })).body
const add = (words: string, synonym: string, is_one_way = false) =>
  call<{ synonym_id: string; code: string }>(market, 'POST', '/api/admin/search/synonyms', {
    as: admin,
    body: { words, synonym, is_one_way },
  })
async function search(q: string) {
  const { body } = await call<SearchResult>(market, 'GET', `/api/search?q=${encodeURIComponent(q)}`)
  return { names: body.products.map(({ product_name }) => product_name), widened: body.widened }
}

describe('synonyms', () => {
  test('find both ways, or one way, until they are removed', async () => {
    expect((await search('couch')).names).toEqual([])
    const { status, body } = await add('Couch', 'sofa')
    expect(status).toBe(201)
    expect(await search('couch')).toEqual({
      names: ['Corner sofa', 'Sofa bed, grey'],
      widened: { step: 'synonyms', text: 'sofa', exact: 0 },
    })
    expect((await search('grey couch')).names[0]).toBe('Sofa bed, grey')
    await add('goggle box', 'television set', true)
    expect((await search('goggle box')).names).toEqual(['Television set'])
    await add('televison set', 'earbuds', true)
    const removed = await call(market, 'DELETE', `/api/admin/search/synonyms/${body.synonym_id}`, { as: admin })
    expect(removed.status).toBe(204)
    expect((await search('couch')).names).toEqual([])
    const again = await call(market, 'DELETE', `/api/admin/search/synonyms/${body.synonym_id}`, { as: admin })
    expect(again.status).toBe(404)
  })

  test.each([
    ['television set', 'goggle  box', 201, undefined],
    ['Goggle Box', 'Television-Set', 409, 'synonym_exists'],
  ])('%s and %s: %d %s', async (words, synonym, status, code) => {
    const response = await add(words, synonym)
    expect([response.status, response.body.code]).toEqual([status, code])
  })

  test('are added once by two concurrent requests, and recorded', async () => {
    const added = await Promise.all(Array.from({ length: 6 }, () => add('settee', 'sofa')))
    expect(added.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect((await overview()).synonyms).toContainEqual(expect.objectContaining({ words: 'settee', synonym: 'sofa' }))
    const { rows } = await sql<{ action: string; to_value: string }>`
      select action, to_value from admin_actions where target = 'settee'`.execute(market.db)
    expect(rows).toEqual([{ action: 'add_synonym', to_value: 'sofa' }])
  })
})

describe('searches', () => {
  test('are counted by text, also those without results, but not texts that may identify the searcher', async () => {
    for (const q of [
      'Zzxy',
      ' zzxy ',
      'zzxy',
      'corner',
      'me@example.com',
      '+49 170 1234567',
      'zzxy&page=2',
      'corner&price_from=9999',
      '!!%3F',
      '%E2%80%8B',
    ])
      await call(market, 'GET', `/api/search?q=${q.replace('+', '%2B').replaceAll(' ', '%20')}`)
    await expect
      .poll(async () => (await overview()).most_searched)
      .toEqual(
        expect.arrayContaining([
          { text: 'zzxy', searches: 3 },
          { text: 'corner', searches: 1 },
        ]),
      )
    const { without_result, most_searched } = await overview()
    expect(without_result).toContainEqual({ text: 'zzxy', searches: 3 })
    expect(without_result.map(({ text }) => text)).not.toContain('corner')
    expect(most_searched.filter(({ text }) => /@|\d/.test(text) || !/[a-z]/.test(text))).toEqual([])
  })

  test('are counted on pages of every language', async () => {
    const counter = createSearchCounter()
    for (const path of ['/api', '', '/de', '/en-XA', '/api/admin'])
      counter.countAnswered({ url: `${path}/search?q=lamp`, method: 'GET', status: 200 })
    const counted = vi.fn(async () => {})
    await counter.flush(counted)
    expect(counted).toHaveBeenCalledWith([{ text: 'lamp', searches: 4, without_result: 0 }])
  })
})

await buildProducts(
  market,
  Array.from({ length: 12 }, (_, at) => ({ product_name: `Lodz Strasse mug ${at}`, product_category: ['Toys'] })),
)

async function sellerNamed(display_name: string): Promise<TestAccount> {
  const account = await signUp(market, { role: 'seller' })
  await call(market, 'PUT', '/auth/v1/user', { as: account, body: { data: { display_name } } })
  return account
}
const searchFor = async (query: Record<string, string>) =>
  (await call<SearchResult>(market, 'GET', `/api/search?${new URLSearchParams(query)}`)).body
const suggest = async (q: string) =>
  (await call<Suggestions>(market, 'GET', `/api/suggestions?${new URLSearchParams({ q })}`)).body
const namesFor = async (q: string) => {
  const [found, suggested] = [await searchFor({ q }), await suggest(q)]
  expect(suggested.sellers).toEqual(found.sellers)
  return (found.sellers ?? []).map(({ name }) => name)
}

test("a search for a seller's whole name also finds the seller; part of the name does not", async () => {
  await sellerNamed('Łódź Straße')
  for (const q of ['Łódź Straße', 'lodz strasse', 'LÓDZ STRASSE', ' lodz straße '])
    expect(await namesFor(q), q).toEqual(['Łódź Straße'])
  for (const q of ['lodz', 'lodz strasse mug', '%', '_odz strasse', 'lodz%'])
    expect((await searchFor({ q })).sellers, q).toBe(undefined)
  const [{ sellers, total }, second] = [
    await searchFor({ q: 'lodz strasse' }),
    await searchFor({ q: 'lodz strasse', page: '2' }),
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
