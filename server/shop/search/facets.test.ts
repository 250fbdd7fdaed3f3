import { describe, expect, test } from 'vitest'
import { PRICE_RANGES } from '../../../shared/catalog/constants.ts'
import type { Product, SearchResult } from '../../../shared/catalog/schema.ts'
import type { SearchFacets } from '../../../shared/catalog/search-schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProducts } from '../../../tests/support/products.ts'
import { putStock } from '../../../tests/support/stock.ts'
import { boundsOf } from './filters.ts'
import { countWords } from './index-queries.ts'

interface Made {
  id: string
  name: string
  price: number
  categories: string[]
  isOnSale: boolean
  isOut: boolean
  seller: string
  /** The average in stars; 0 without a rating. */
  rating: number
}

const market = await openForTests()
const sellers = [await signUp(market, { role: 'seller' }), await signUp(market, { role: 'seller' })]
const facts = Array.from({ length: 48 }, (_, at) => ({
  product_name: `${['Oak lamp', 'Lamp of brass', 'Shade', 'Table lamp'][at % 4]} ${at}`,
  product_price: [5, 49.99, 50, 75.5, 100, 260][at % 6] ?? 0,
  product_category: [['Audio', 'Home & Furniture', 'Toys'][at % 3] ?? '', ...(at % 5 ? [] : ['Phones'])],
  flash_sale: at % 7 === 0,
  seller_id: sellers[at % 8 < 3 ? 0 : 1]?.user_id ?? '',
}))
const products = await buildProducts(market, facts)
const made: Made[] = []
for (const [at, { product_id }] of products.entries()) {
  const owner = sellers[at % 8 < 3 ? 0 : 1] as TestAccount
  if (at % 9 === 0) await putStock(market, owner, product_id, { counted: true, set: at % 2 })
  if (at % 4) await rate(Number(product_id.slice(3)), at)
  const { body } = await call<Product>(market, 'GET', `/api/products/${product_id}`)
  made.push({
    id: product_id,
    name: body.product_name,
    price: body.product_price,
    categories: body.product_category,
    isOnSale: body.flash_sale,
    isOut: body.stock_state === 'out',
    seller: body.seller?.handle ?? '',
    rating: body.rating?.average ?? 0,
  })
}
await countWords(market.db)
/** The handles of the sellers. */
const handles = [...new Set(made.map(({ seller }) => seller))]
expect(handles).toHaveLength(2)
expect(made.filter(({ isOut }) => isOut)).not.toHaveLength(0)
expect(new Set(made.map(({ rating }) => rating))).toEqual(new Set([0, 3, 3.9, 4, 4.5, 2.9, 5]))

/** Gives a product one of several averages, some of which round up to 4.0 or 3.0. */
async function rate(product_number: number, at: number): Promise<void> {
  const stars = [
    { stars_3: 1 },
    { stars_3: 3, stars_4: 19, stars_5: 1 },
    { stars_4: 1, stars_5: 1 },
    { stars_3: 21, stars_2: 1 },
    { stars_4: 20, stars_3: 1 },
    { stars_4: 8, stars_2: 8, stars_3: 16, stars_1: 2 },
    { stars_5: 2 },
  ]
  await market.db
    .insertInto('product_ratings')
    .values({ product_number, ...stars[at % stars.length] })
    .execute()
}

type Wanted = Record<string, string>

/** An independent implementation of the filters. */
function passes(one: Made, query: Wanted): boolean {
  const { from, to = Number.POSITIVE_INFINITY } = query.price
    ? boundsOf(query.price as (typeof PRICE_RANGES)[number])
    : { from: 0 }
  return (
    (!query.q || one.name.toLowerCase().includes(query.q)) &&
    (!query.category || query.category.split(',').some((name) => one.categories.includes(name))) &&
    one.price >= Math.max(from, Number(query.price_from ?? 0)) &&
    one.price <= Math.min(to, Number(query.price_to ?? Number.POSITIVE_INFINITY)) &&
    (!query.flash_sale || one.isOnSale) &&
    (!query.in_stock || !one.isOut) &&
    (!query.rating || one.rating >= Number(query.rating)) &&
    (!query.seller || query.seller.split(',').includes(one.seller))
  )
}

const without = (query: Wanted, ...names: string[]) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))
const passing = (query: Wanted) => made.filter((one) => passes(one, query))
const textOf = (query: Wanted) => new URLSearchParams(query).toString()

async function searchAll(query: Wanted): Promise<{ ids: string[]; total: number; categories: object[] }> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const { status, body } = await call<SearchResult>(market, 'GET', `/api/search?${textOf(query)}&page=${page}`)
    expect(status).toBe(200)
    ids.push(...body.products.map(({ product_id }) => product_id))
    if (ids.length >= body.total || !body.products.length)
      return { ids, total: body.total, categories: body.categories }
  }
}

describe('filters', () => {
  const prices: Wanted[] = [{}, { price: '50-100' }, { price_from: '49.99', price_to: '75.5' }, { price_from: '100' }]
  const categories: Wanted[] = [{}, { category: 'Toys' }, { category: 'Toys,Phones' }, { category: 'Home & Furniture' }]
  const others: Wanted[] = [{}, { rating: '4' }, { in_stock: '1', rating: '3' }, { flash_sale: '1', in_stock: '1' }]
  const cases = ['lamp', 'a', ''].flatMap((q) =>
    prices.flatMap((price) =>
      categories.flatMap((category) => others.map((other) => ({ ...(q && { q }), ...price, ...category, ...other }))),
    ),
  )

  test.each([undefined, 0, 1, 'both'])(
    'find the products that pass all filters, and count those of each further choice: seller %s',
    async (seller) => {
      const chosen =
        seller === undefined ? {} : { seller: seller === 'both' ? handles.join() : (handles[seller as number] ?? '') }
      // Every third combination, which includes each pair of filters; fewer for a seller.
      for (const query of cases
        .filter((_, at) => at % (seller === undefined ? 3 : 9) === 0)
        .map((one) => ({ ...one, ...chosen }) as Wanted)) {
        const { ids, total } = await searchAll({ ...query, exact: '1' })
        const expected = passing(query).map(({ id }) => id)
        expect([textOf(query), total, ids.toSorted()]).toEqual([textOf(query), expected.length, expected.toSorted()])
        const { body } = await call<SearchFacets>(market, 'GET', `/api/search/facets?${textOf(query)}&exact=1`)
        const atAnyPrice = passing(without(query, 'price', 'price_from', 'price_to'))
        expect([textOf(query), body]).toMatchObject([
          textOf(query),
          {
            total_is_exact: true,
            price_ranges: PRICE_RANGES.map((range) => ({
              range,
              count: atAnyPrice.filter((one) => passes(one, { price: range })).length,
            })),
            flash_sale: passing({ ...query, flash_sale: '1' }).length,
            in_stock: passing({ ...query, in_stock: '1' }).length,
            ratings: ['4', '3'].map((rating) => ({ rating, count: passing({ ...query, rating }).length })),
          },
        ])
        expect(body.price_bars.reduce((sum, { count }) => sum + count, 0)).toBe(atAnyPrice.length)
        expect(body.price_bars.length).toBeLessThanOrEqual(12)
        for (const { handle, count } of body.sellers)
          expect(count).toBe(passing({ ...without(query, 'seller'), seller: handle }).length)
      }
    },
  )

  test('are in the requested order', async () => {
    const query = { q: 'lamp', seller: handles[0] ?? '' }
    const byName = passing(query).toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
    const isFirst = ({ name }: Made) => name.toLowerCase().startsWith('lamp')
    const { ids } = await searchAll(query)
    expect(ids).toEqual([...byName.filter(isFirst), ...byName.filter((one) => !isFirst(one))].map(({ id }) => id))
    const cheapest = await searchAll({ ...query, sort: 'price-low-high' })
    const pricesOf = (all: string[]) => all.map((id) => made.find((one) => one.id === id)?.price)
    expect(pricesOf(cheapest.ids)).toEqual(pricesOf(ids).toSorted((a, b) => (a ?? 0) - (b ?? 0)))
  })

  test('also apply to products that are found by words', async () => {
    const { body } = await call<SearchResult>(market, 'GET', '/api/search?q=brass+lmap&in_stock=1&price_to=60')
    const ids = body.products.map(({ product_id }) => product_id)
    expect(body.widened?.step).toBe('corrected')
    expect(ids.toSorted()).toEqual(
      made
        .filter((one) => /brass/.test(one.name) && passes(one, { in_stock: '1', price_to: '60' }))
        .map(({ id }) => id)
        .toSorted(),
    )
    const facets = await call<SearchFacets>(market, 'GET', '/api/search/facets?q=brass+lmap&in_stock=1&price_to=60')
    expect(facets.body.in_stock).toBe(ids.length)
  })

  test('of an unknown seller find nothing', async () => {
    expect((await searchAll({ q: 'lamp', seller: 'no-such-seller' })).total).toBe(0)
  })

  test.each(['', 'q=lamp&', 'q=lampp&', 'q=lamp&price_from=10&'])(
    'of an unknown category find nothing: %j',
    async (search) => {
      const query = `${search}category=No+such+category`
      const { status, body } = await call<SearchFacets>(market, 'GET', `/api/search/facets?${query}`)
      expect([status, body.in_stock, body.sellers, body.price_bars]).toEqual([200, 0, [], []])
      const found = await call<SearchResult>(market, 'GET', `/api/search?${query}`)
      expect([found.status, found.body.total]).toEqual([200, 0])
    },
  )
})

test('filters also find matches beyond the first thousand products', async () => {
  const rare = Array.from({ length: 6 }, (_, at) => ({
    product_name: `Widget zz ${at}`,
    product_price: 700,
    seller_id: sellers[0]?.user_id ?? '',
    flash_sale: at < 2,
  }))
  await buildProducts(market, [
    ...Array.from({ length: 1100 }, (_, at) => ({
      product_name: `Widget ${at}`,
      seller_id: sellers[1]?.user_id ?? '',
    })),
    ...rare,
  ])
  const [first = ''] = handles
  expect((await searchAll({ q: 'widget', seller: first })).total).toBe(6)
  expect((await searchAll({ q: 'widget', flash_sale: '1' })).total).toBe(2)
  const facets = async (query: string) =>
    (await call<SearchFacets>(market, 'GET', `/api/search/facets?q=widget&${query}`)).body
  expect(await facets('price_from=700')).toMatchObject({ total_is_exact: false, flash_sale: 2, in_stock: 6 })
  // Counts of fewer products than the limit are exact.
  expect(await facets('flash_sale=1')).toMatchObject({ total_is_exact: true, flash_sale: 2, in_stock: 2 })
  expect((await facets(`seller=${first}`)).price_ranges).toContainEqual({ range: '100-', count: 6 })
})
