import { brotliDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type { SellerProduct } from '../../../shared/catalog/schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { drawPng, sendProduct, wellFilled } from '../../../tests/support/product-form.ts'
import { buildProducts } from '../../../tests/support/products.ts'

// After any change by any use case, a cached response equals the one from the database.

const CATEGORIES = ['Audio', 'Toys', 'Home & Lighting', 'TVs'] as const

const market = await openForTests()
const sellers: [TestAccount, TestAccount] = [
  await signUp(market, { role: 'seller' }),
  await signUp(market, { role: 'seller' }),
]
const admin = await makeAdmin(market)
const products = await buildProducts(
  market,
  Array.from({ length: 48 }, (_, index) => ({
    product_name: `${'mnopqrst'[index % 8]} thing ${index}`,
    product_price: 5 + ((index * 37) % 90),
    product_category: [CATEGORIES[index % 4] ?? 'Audio', ...(index % 5 ? [] : ['Gaming'])],
    flash_sale: index % 16 === 3,
    seller_id: sellers[index % 2]?.user_id ?? '',
  })),
)

const id = (index: number) => products[index]?.product_id ?? ''
const get = async (url: string) => {
  const { statusCode, body } = await market.app.inject(url)
  return statusCode === 200 ? body : String(statusCode)
}
let reads = 0
/** Returns the response without any cache. */
const fresh = (url: string) => get(`${url}${url.includes('?') ? '&' : '?'}after_change=${++reads}`)

const addresses = () => [
  '/api/products/flash-sale',
  '/api/products/just-for-you',
  `/api/products?ids=${id(1)},${id(20)},${id(47)}`,
  ...products
    .slice(0, 20)
    .flatMap(({ product_id }) => [`/api/products/${product_id}`, `/api/products/${product_id}/related`]),
  ...['all', 'audio', 'toys', 'gaming', 'home%20%26%20lighting', 'am'].flatMap((term) =>
    [1, 2, 5].map((page) => `/api/categories/${term}/products?page=${page}`),
  ),
  ...[
    '',
    'q=m',
    'q=thing',
    'q=thing&category=toys',
    'price=50-100',
    'q=thing&sort=price-low-high',
    'q=thing&page=3',
    'q=named',
  ].map((query) => `/api/search?${query}`),
  ...['seller', 'seller-2', 'taken'].flatMap((handle) => [
    `/api/sellers/${handle}`,
    `/api/sellers/${handle}/products`,
    `/api/sellers/${handle}/products?sort=price-high-low&page=2`,
  ]),
]

const edit = async (index: number, change: Partial<SellerProduct>) => {
  const product_id = id(index)
  const as = sellers[index % 2]
  const { body } = await call<SellerProduct>(market, 'GET', `/api/seller/products/${product_id}`, { as })
  const { product_name, product_price, product_desc, product_category, revision, featured_image } = body
  const product = { product_name, product_price, product_desc, product_category, revision, images: [featured_image] }
  return sendProduct(market, 'PUT', `/api/seller/products/${product_id}`, { as, product: { ...product, ...change } })
}
const asAdmin = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  call(market, method, `/api/admin/${path}`, { as: admin, ...(body && { body }) })
const rename = (as: TestAccount, display_name: string) =>
  call(market, 'PUT', '/auth/v1/user', { as, body: { data: { display_name } } })
const rest = (as: TestAccount | undefined, method: 'PATCH' | 'DELETE', filter: string, body?: object) =>
  call(market, method, `/rest/v1/products?${filter}`, {
    ...(as && { as }),
    headers: { apikey: market.deps.secrets.apiKey },
    ...(body && { body }),
  })

test.each<[string, () => Promise<{ status: number }>]>([
  ['a name that moves it to the front', () => edit(12, { product_name: '!first of all' })],
  ['a price', () => edit(13, { product_price: 41 })],
  ['a price among the neighbors of many', () => edit(14, { product_price: 50 })],
  ['the lowest price of all', () => edit(18, { product_price: 1 })],
  ['categories', () => edit(15, { product_category: ['Toys', 'Gaming'] })],
  ['a category of two words', () => edit(11, { product_category: ['Home & Lighting'] })],
  ['no categories', () => edit(16, { product_category: [] })],
  ['a description', () => edit(17, { product_desc: '<p>New.</p>' })],
  ['the start of a flash sale', () => asAdmin('PATCH', `products/${id(0)}`, { flash_sale: true })],
  ['the end of flash sales', () => asAdmin('PATCH', 'products', { product_ids: [id(3), id(0)], flash_sale: false })],
  ['a deletion by an admin', () => asAdmin('DELETE', `products/${id(4)}`)],
  ['deletions', () => asAdmin('POST', 'products/delete', { product_ids: [id(5), id(19)] })],
  ['their undoing', () => asAdmin('POST', 'products/restore', { product_ids: [id(5), id(19)] })],
  ['a deletion by the seller', () => call(market, 'DELETE', `/api/seller/products/${id(6)}`, { as: sellers[0] })],
  ['prices by the table', () => rest(sellers[1], 'PATCH', 'product_name=like.n*', { product_price: 33 })],
  ['names by the table', () => rest(sellers[1], 'PATCH', `product_id=eq.${id(7)}`, { product_name: 'zz last' })],
  ['a deletion by the table', () => rest(sellers[0], 'DELETE', `product_id=eq.${id(8)}`)],
  ['flash sales by the table', () => rest(admin, 'PATCH', `product_id=in.(${id(9)},${id(10)})`, { flash_sale: true })],
  ['the name of another seller', () => rename(sellers[1], 'Nàmed')],
  ['a suspension', () => asAdmin('POST', `users/${sellers[1]?.user_id}/suspend`)],
  ['a reinstatement', () => asAdmin('POST', `users/${sellers[1]?.user_id}/reinstate`)],
  ['the name of a seller', () => rename(sellers[0], 'Named')],
  [
    'the page of a seller',
    () =>
      call(market, 'PUT', '/api/seller/page', {
        as: sellers[0],
        body: { handle: 'taken', about: '<p>New.</p>', banner: '', revision: 1 },
      }),
  ],
  [
    'a new product',
    async () => {
      const product = { ...wellFilled, product_name: 'a thing', product_category: ['Toys'], product_price: 45 }
      const files = { featured: await drawPng('#48c') }
      return sendProduct(market, 'POST', '/api/seller/products', { as: sellers[0], product, files })
    },
  ],
])('after %s every cached response is current', async (_what, change) => {
  for (const address of addresses()) await get(address)
  expect((await change()).status).toBeLessThan(300)
  for (const address of addresses()) expect([address, await get(address)]).toEqual([address, await fresh(address)])
})

/** Writes a change without announcing it. */
const write = (index: number, product_desc: string) =>
  market.db.updateTable('products').set({ product_desc }).where('product_id', '=', id(index)).execute()
const description = async (index: number, query = '') =>
  (JSON.parse(await get(`/api/products/${id(index)}${query}`)) as { product_desc: string }).product_desc

test('a change leaves unrelated responses cached until they expire', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await write(30, '<p>Kept.</p>')
    vi.setSystemTime(Date.now() + 10_000)
    expect(await description(30)).toBe('<p>Kept.</p>')
    await write(30, '<p>By hand.</p>')
    expect((await edit(12, { product_name: '~ last of all', product_price: 7 })).status).toBe(200)
    expect(await description(30)).toBe('<p>Kept.</p>')
    // The author of a change never gets a cached response.
    expect(await description(30, '?after_change=1')).toBe('<p>By hand.</p>')
    expect(await description(30)).toBe('<p>Kept.</p>')
    vi.setSystemTime(Date.now() + 10_000)
    expect(await description(30)).toBe('<p>By hand.</p>')
  } finally {
    vi.useRealTimers()
  }
})

test('a cached response is compressed when it is sent again, with the ETag of its content', async () => {
  const url = '/api/categories/all/products?page=4'
  const send = (headers = {}) => market.app.inject({ url, headers: { 'accept-encoding': 'gzip, br', ...headers } })
  const first = await send()
  expect(first.headers['content-encoding']).toBeUndefined()
  const second = await vi.waitFor(async () => {
    const again = await send()
    expect(again.headers['content-encoding']).toBe('br')
    return again
  }, 60_000)
  expect(brotliDecompressSync(second.rawPayload).toString()).toBe(first.body)
  expect(second.headers).toMatchObject({ etag: first.headers.etag, 'cache-control': first.headers['cache-control'] })
  expect((await send({ 'if-none-match': first.headers.etag })).statusCode).toBe(304)
  expect((await send({ 'accept-encoding': 'identity' })).body).toBe(first.body)
})
