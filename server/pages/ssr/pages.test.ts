import { expect, test } from 'vitest'
import { createResponseCache } from '../../platform/data/response-cache.ts'
import { productsChange } from '../../shop/catalog/products/product-change.ts'
import { type Dependence, shownProducts, touches } from '../../shop/catalog/products/shown.ts'
import { reviewReads } from '../../shop/reviews/public-reads.ts'
import type { PageRenderer } from './page-renderer.ts'
import { createPages } from './pages.ts'

/** Pages that show one answer of the API, which a test sets. */
function setUp(policy = '') {
  const market = { body: 'a lamp', status: 200, dependsOn: [shownProducts(['PRD00001'])] as Dependence }
  const rendered: string[] = []
  let time = 0
  const renderer: PageRenderer = {
    assetsDir: null,
    describe: (url) => ({ module: '', personal: url.startsWith('/cart'), known: true, query: ['q'] }),
    async render(url, _site, fetchApi) {
      rendered.push(url)
      const { status, body } = await fetchApi('/api/lamp')
      return { status, html: String(body) }
    },
  }
  const responses = createResponseCache({
    name: 'test',
    maxBytes: 1_000_000,
    touches,
    maxAgeMs: () => 10_000,
    now: () => time,
  })
  const site = { siteUrl: 'http://shop.test', apiKey: '', timeZone: 'UTC' }
  const pages = createPages(renderer, { site, fetchApi: async () => ({ ...market }), responses, policy })
  const show = async (url: string) => String((await pages.get(url)).response.ready('identity'))
  const pass = (ms: number) => {
    time += ms
  }
  const tag = async (url: string) => (await pages.get(url)).response.etag
  return { market, rendered, responses, show, tag, pass }
}

test('a page whose time ends is not rendered again while its data is the same', async () => {
  const { market, rendered, show, pass } = setUp()
  await show('/lamp?utm=x')
  pass(10_000)
  expect(await show('/lamp')).toBe('a lamp')
  expect(rendered).toEqual(['/lamp'])
  market.body = 'another lamp'
  expect(await show('/lamp')).toBe('a lamp')
  pass(10_000)
  expect(await show('/lamp')).toBe('another lamp')
  expect(rendered).toEqual(['/lamp', '/lamp'])
})

test('a page with another policy has another validator, as a 304 brings no policy', async () => {
  const tags = await Promise.all(
    ["default-src 'self'", "default-src 'none'"].map((policy) => setUp(policy).tag('/lamp')),
  )
  expect(tags[0]).not.toBe(tags[1])
})

test('a page is rendered again when a product that it shows has changed, and not for another', async () => {
  const { rendered, responses, show } = setUp()
  await show('/lamp')
  responses.invalidate(productsChange(['PRD00002']))
  await show('/lamp')
  expect(rendered).toHaveLength(1)
  responses.invalidate(productsChange(['PRD00001']))
  await show('/lamp')
  expect(rendered).toHaveLength(2)
})

test('a page with anything unknown depends on everything', async () => {
  const { market, rendered, responses, show } = setUp()
  market.dependsOn = 'everything'
  await show('/lamp')
  responses.invalidate(productsChange(['PRD00002']))
  await show('/lamp')
  expect(rendered).toHaveLength(2)
})

test('pages of one user, and those without success, are not kept', async () => {
  const { market, rendered, show } = setUp()
  await show('/cart')
  await show('/cart')
  market.status = 503
  await show('/lamp')
  await show('/lamp')
  expect(rendered).toEqual(['/cart', '/cart', '/lamp', '/lamp'])
})

test('searches and pages of reviews that visitors make up push out no others', async () => {
  for (const made of ['/search', '/product/PRD00001']) {
    const { rendered, show } = setUp()
    await show('/product/PRD00001')
    // Much more than fits.
    for (let index = 0; index < 2_000; index++) await show(`${made}?q=${index}`)
    await show('/product/PRD00001')
    expect(rendered).toHaveLength(2_001)
  }
})

test('the API keeps reviews that visitors narrow, sort or page through with what they make up', () => {
  const [read] = reviewReads({} as never)
  const params = { product_id: 'PRD00001' }
  const isCrowd = (query: object) => read?.isCrowd?.({ params, query } as never)
  expect([{}, { after_change: true }].map(isCrowd)).toEqual([false, false])
  expect([{ stars: 1 }, { sort: 'highest' }, { page: 2 }].map(isCrowd)).toEqual([true, true, true])
})
