import { describe, expect, test } from 'vitest'
import type { SearchResult } from '../../../shared/catalog/schema.ts'
import type { SearchFacets } from '../../../shared/catalog/search-schema.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProducts, deleteProduct } from '../../../tests/support/products.ts'

const market = await openForTests()

const search = async (query: Record<string, string>) => {
  const { status, body } = await call<SearchResult>(market, 'GET', `/api/search?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body
}
/** Returns the names that contain a text, without matches by words. */
const found = async (q: string) => (await search({ q, exact: '1' })).products.map((card) => card.product_name)

const products = await buildProducts(market, [
  { product_name: 'Desk lamp', product_price: 50, product_category: ['Home & Lighting'] },
  { product_name: 'lamp, brass', product_price: 100, product_category: ['Home & Lighting', 'Home & Furniture'] },
  { product_name: 'Lamp oil', product_price: 49.99, product_category: ['Groceries'] },
  { product_name: 'Blamper', product_price: 100.01, product_category: ['Toys'] },
  { product_name: '100% wool_en \\ blanket', product_price: 70, product_category: ['Home & Furniture'] },
  { product_name: 'Éclair ÖL 東京', product_price: 3, product_category: ['Groceries'] },
  { product_name: 'Deleted lamp', product_category: ['Toys'] },
])
await deleteProduct(market, products[6]?.product_id as string)

describe('the text', () => {
  test('is found anywhere in the name, in any letter case; names that start with it come first', async () => {
    expect(await found('LAMP')).toEqual(['Lamp oil', 'lamp, brass', 'Blamper', 'Desk lamp'])
  })

  test.each([
    ['%', ['100% wool_en \\ blanket']],
    ['_', ['100% wool_en \\ blanket']],
    ['\\', ['100% wool_en \\ blanket']],
    ['0%', ['100% wool_en \\ blanket']],
    ['l_en', ['100% wool_en \\ blanket']],
    ['% w', ['100% wool_en \\ blanket']],
    ['%wool', []],
    ['_amp', []],
    ['l%p', []],
    [', b', ['lamp, brass']],
    ["'", []],
    ['"', []],
    ['🎈', []],
  ])('%j is literal, not a pattern', async (text, expected) => expect(await found(text)).toEqual(expected))

  test.each(['é', 'É', 'éclair', 'ÉCLAIR', 'öl', '東', '東京', 'l 東'])('%s is found beyond ASCII', async (text) =>
    expect(await found(text)).toContain('Éclair ÖL 東京'),
  )

  test.each(['b', 'bl', 'bla', 'blam', 'blamper'])('%s, of any length, is found', async (text) =>
    expect(await found(text)).toContain('Blamper'),
  )

  test('is trimmed; without it everything is listed by name, and the counts are exact', async () => {
    expect(await found('  blamper  ')).toEqual(['Blamper'])
    expect(await search({})).toMatchObject({ total: 6, total_is_exact: true, page: 1, page_size: 10 })
    expect(await search({ q: '  ' })).toEqual(await search({}))
    expect(await search({})).toMatchObject({
      categories: [
        { category: 'Groceries', count: 2 },
        { category: 'Home & Furniture', count: 2 },
        { category: 'Home & Lighting', count: 2 },
        { category: 'Toys', count: 1 },
      ],
    })
  })
})

describe('filters', () => {
  test('prices sort in both directions', async () => {
    const prices = async (sort: string) =>
      (await search({ q: 'lamp', sort })).products.map((card) => card.product_price)
    expect(await prices('price-low-high')).toEqual([49.99, 50, 100, 100.01])
    expect(await prices('price-high-low')).toEqual([100.01, 100, 50, 49.99])
  })

  test('a category narrows the result, not the counts by category', async () => {
    const all = await search({ q: 'lamp' })
    const lighting = await search({ q: 'lamp', category: 'Home & Lighting' })
    expect(lighting.products.map((card) => card.product_name)).toEqual(['lamp, brass', 'Desk lamp'])
    expect([all.total, lighting.total, lighting.total_is_exact]).toEqual([4, 2, true])
    expect(lighting.categories).toEqual(all.categories)
    expect(all.categories).toEqual([
      { category: 'Home & Lighting', count: 2 },
      { category: 'Groceries', count: 1 },
      { category: 'Home & Furniture', count: 1 },
      { category: 'Toys', count: 1 },
    ])
  })

  test('part of a category name matches every category that contains it, and each product once', async () => {
    expect((await search({ q: 'lamp', category: 'home' })).total).toBe(2)
    expect((await search({ q: 'a', category: 'home', price: '50-100' })).total).toBe(3)
    expect(await search({ q: 'lamp', category: 'no such' })).toMatchObject({ products: [], total: 0 })
  })
})

test('pages have ten products, of at most a thousand matches, and the result says when there are more', async () => {
  await buildProducts(
    market,
    Array.from({ length: 1005 }, (_, index) => ({
      product_name: `Widget ${String(index).padStart(4, '0')}`,
      product_category: index < 1000 ? ['Audio'] : ['Audio', 'Gaming'],
    })),
  )
  const first = await search({ q: 'widget' })
  expect(first).toMatchObject({ total: 1000, total_is_exact: false, categories: [{ category: 'Audio', count: 1000 }] })
  expect(first.products.map((card) => card.product_name)[9]).toBe('Widget 0009')
  const last = await search({ q: 'idge', page: '100' })
  expect(last.products.map((card) => card.product_name)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Widget ${String(990 + index).padStart(4, '0')}`),
  )
  expect((await search({ q: 'widget', category: 'gaming' })).total).toBe(5)
  expect((await search({ q: 'widget 00' })).total).toBe(100)
  expect(await search({ q: 'widget 0000', page: '2', exact: '1' })).toMatchObject({
    products: [],
    total: 1,
    total_is_exact: true,
  })
})

test.each(['50%_é', '√2 ñ', 'Ωψ', '東a', "o'neil \\ "])('names that start with %s come first', async (text) => {
  const names = [`Box of ${text} peas`, `${text.toUpperCase()} peas`, `${text} pods`]
  await buildProducts(
    market,
    names.map((product_name) => ({ product_name, product_category: ['Groceries'] })),
  )
  const [box, ...starting] = names
  expect(await found(text)).toEqual([...starting, box])
})

test('a product is found by its id, while it is in the shop and passes the filters', async () => {
  const [thing, deleted] = await buildProducts(market, [
    { product_name: 'Whistle', product_category: ['Toys'] },
    { product_name: 'Flute', product_category: ['Toys'] },
  ])
  const [id, gone] = [thing?.product_id ?? '', deleted?.product_id ?? '']
  await deleteProduct(market, gone)
  for (const q of [id, id.toLowerCase(), ` ${id} `])
    expect(await search({ q })).toMatchObject({
      total: 1,
      total_is_exact: true,
      products: [{ product_name: 'Whistle' }],
    })
  expect((await search({ q: id, category: 'Toys' })).total).toBe(1)
  expect((await call<SearchFacets>(market, 'GET', `/api/search/facets?q=${id}`)).body.in_stock).toBe(1)
  const nothing: Record<string, string>[] = [
    { q: gone },
    { q: id, category: 'Groceries' },
    { q: 'PRD99999' },
    { q: id.slice(0, -1) },
  ]
  for (const query of nothing) expect((await search(query)).total, JSON.stringify(query)).toBe(0)
})
