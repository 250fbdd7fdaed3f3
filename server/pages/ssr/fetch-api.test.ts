import { expect, test } from 'vitest'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProducts } from '../../../tests/support/products.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import type { FetchApi, PageRenderer } from './page-renderer.ts'

let fetchApi: FetchApi
/** Renders empty pages. */
const renderer: PageRenderer = {
  assetsDir: null,
  describe: () => ({ module: '', personal: true, known: true, query: [], noPage: '/404' }),
  render: async (_url, _site, given) => {
    fetchApi = given
    return { status: 200, html: '' }
  },
}
const market = await openForTests({ deps: { renderer } })
const facts = Array.from({ length: 30 }, (_, index) => ({
  product_name: `Desk lamp ${index}`,
  product_price: 10.5 + index,
  product_desc: '<p onclick="x()">It <strong>shines</strong></p><script>x()</script>',
  product_category: index % 2 ? ['Home & Lighting'] : ['Toys', 'Home & Lighting'],
  flash_sale: index < 3,
}))
await buildProducts(market, facts)
await setRows(market, 'products', { visibility: 'hidden_with_seller' }, { product_number: 30 })
await market.app.inject('/')

test.each([
  ['/api/products/flash-sale', 200],
  ['/api/products?ids=PRD00003,PRD00001', 200],
  ['/api/products?ids=3', 400],
  ['/api/products/PRD00001', 200],
  ['/api/products/PRD00002?after_change=1', 200],
  ['/api/products/PRD00030', 404],
  [`/api/products/${'a'.repeat(301)}`, 404],
  ['/api/products/', 400],
  ['/api/products/PRD00001/related', 200],
  ['/api/products/PRD00030/related', 404],
  ['/api/products/PRD00001/other', 404],
  ['/api/categories/home%20%26%20lighting/products?page=2', 200],
  ['/api/categories/home%2Flighting/products', 200],
  ['/api/categories/toys/products?page=0', 400],
  ['/api/search?q=lamp&sort=price-low-high&category=toys&price=0-50&page=1', 200],
  ['/api/search?q=lamp&sort=nonsense', 400],
  ['/api/search?hasOwnProperty=1&__proto__=1', 200],
])('pages get the same response as the API sends: %s', async (path, status) => {
  const sent = await market.app.inject(path)
  const { request_id: _sent, ...body } = sent.json()
  const given = await fetchApi(path)
  // Compared as text, as the order of keys matters for the validators of pages.
  const { request_id: _given, ...givenBody } = given.body as { request_id?: string }
  expect(JSON.stringify({ status: given.status, body: givenBody })).toBe(
    JSON.stringify({ status: sent.statusCode, body }),
  )
  expect(sent.statusCode).toBe(status)
})
