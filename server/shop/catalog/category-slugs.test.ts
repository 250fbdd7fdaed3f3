import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Product, ProductPage, SearchResult, SellerProduct } from '../../../shared/catalog/schema.ts'
import type { Suggestions } from '../../../shared/catalog/search-schema.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { createProduct, sendProduct } from '../../../tests/support/product-form.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { picture } from '../../../tests/support/storage.ts'

// The database has `home-furniture`; pages and programs use the specified name in every call.

const market = await openForTests()
const [seller] = await signUpAll(market, 'seller')
const names = ['Home & Furniture', 'TVs']
const sofa = await createProduct(market, seller, { product_name: 'Walnut sofa', product_category: names })
await buildProduct(market, { product_name: 'Drill', product_category: ['Tools & Hardware'] })

const get = async <Body>(path: string) => (await call<Body>(market, 'GET', path)).body
const rest = <Body = { product_name: string; product_category: string[] }[]>(
  method: 'GET' | 'POST' | 'PATCH',
  query: string,
  body?: object,
) => {
  const headers = { apikey: market.deps.secrets.apiKey, prefer: 'return=representation' }
  return call<Body>(market, method, `/rest/v1/products?${query}`, { as: seller, headers, ...(body && { body }) })
}
const stored = async (product_id: string) => {
  const row = market.db.selectFrom('products').select('product_category').where('product_id', '=', product_id)
  return (await row.executeTakeFirstOrThrow()).product_category
}

test('a product is stored with slugs, and every call of the API returns names', async () => {
  expect(await stored(sofa.product_id)).toEqual(['home-furniture', 'tvs'])
  expect(sofa.product_category).toEqual(names)
  expect((await get<Product>(`/api/products/${sofa.product_id}`)).product_category).toEqual(names)
  const own = await call<SellerProduct>(market, 'GET', `/api/seller/products/${sofa.product_id}`, { as: seller })
  expect(own.body.product_category).toEqual(names)
  for (const path of ['/just-for-you', `?ids=${sofa.product_id}`])
    expect((await get<ProductPage>(`/api/products${path}`)).products[0]?.product_category).toEqual(names)
})

test('slugs are not accepted as names in addresses, searches and forms', async () => {
  expect((await get<ProductPage>('/api/categories/home-furniture/products')).total).toBe(0)
  expect((await get<SearchResult>('/api/search?category=home-furniture')).total).toBe(0)
  const product = { ...sofa, product_category: ['home-furniture'], images: [sofa.featured_image] }
  const path = `/api/seller/products/${sofa.product_id}`
  expect(await sendProduct(market, 'PUT', path, { as: seller, product })).toMatchObject({ status: 400 })
})

test('the words of a category find its products, its slug does not', async () => {
  const find = async (q: string) => {
    const { products } = await get<SearchResult>(`/api/search?q=${q}`)
    return products.map((one) => one.product_name)
  }
  expect(await find('furniture')).toEqual(['Walnut sofa'])
  expect(await find('hardware')).toEqual(['Drill'])
  expect(await find('toolshardware')).toEqual([])
  expect((await get<Suggestions>('/api/suggestions?q=furn')).categories).toEqual(['Home & Furniture'])
})

test.each([
  'product_category=cs.{"Home %26 Furniture"}',
  'product_category=cs.["tvs","home %26 furniture"]',
  'product_category=like.*%26 Furn*',
  'product_category=ilike.*%26 furn*',
  'and=(product_category.not.cs.{"Tools %26 Hardware"},product_category.cs.{TVs})',
])('the table is filtered by names: %s', async (filter) => {
  const { body } = await rest('GET', `${filter}&select=product_name,product_category`)
  expect(body).toEqual([{ product_name: 'Walnut sofa', product_category: names }])
})

test.each(['cs.{home-furniture}', 'cs.{tools-hardware,TVs}', 'like.home-*', 'cs.{constructor}'])(
  'a filter by anything but a name finds nothing: %s',
  async (filter) => expect((await rest('GET', `product_category=${filter}`)).body).toEqual([]),
)

test('programs write rows with names, which are stored as slugs', async () => {
  const featured_image = `data:image/png;base64,${(await picture('png')).toString('base64')}`
  const row = { product_name: 'Lamp', product_price: 5, product_desc: 'x', featured_image }
  const made = await rest<{ product_id: string; product_category: string[] }[]>('POST', '', {
    ...row,
    product_category: ['Home & Lighting'],
  })
  const product_id = made.body[0]?.product_id ?? ''
  expect([made.status, made.body[0]?.product_category]).toEqual([201, ['Home & Lighting']])
  expect(await stored(product_id)).toEqual(['home-lighting'])
  const changed = await rest('PATCH', `product_id=eq.${product_id}`, { product_category: ['Tools & Hardware'] })
  expect(changed.body[0]?.product_category).toEqual(['Tools & Hardware'])
  expect(await stored(product_id)).toEqual(['tools-hardware'])
  const refused = await rest('PATCH', `product_id=eq.${product_id}`, { product_category: ['toys'] })
  expect(refused.status).toBe(400)
})

test.each(['Home & Furniture', 'TVs', 'a_b', ''])('the database refuses a name in place of a slug: %j', async (name) =>
  expect(sql`update products set product_category = ${[name]}::text[]`.execute(market.db)).rejects.toThrow(
    'products_product_category_check',
  ),
)
