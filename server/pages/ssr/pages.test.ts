import { expect, test } from 'vitest'
import { CategoryList, setCategories } from '../../../shared/catalog/categories.ts'
import { STANDARD_CATEGORIES } from '../../../shared/catalog/standard-categories.ts'
import { reviewRead } from '../../shop/reviews/public-reads.ts'
import type { PageRenderer } from './page-renderer.ts'
import { createPages } from './pages.ts'

/** Returns pages that show one response of the API, which a test sets. */
function setUp() {
  const answer = { body: 'a lamp', status: 200, tags: ['product:1'] }
  const market = { ...answer }
  const renderer: PageRenderer = {
    assetsDir: null,
    describe: (url) => ({
      module: '',
      personal: url.startsWith('/cart'),
      known: url !== '/none',
      query: ['q', 'page'],
      noPage: '/404',
    }),
    async render(_url, _site, fetchApi) {
      const { status, body } = await fetchApi('/api/lamp')
      return { status, html: String(body) }
    },
  }
  const site = { siteUrl: 'http://shop.test', apiKey: '' }
  const fetchApi = async (path: string) => ({ ...(path === '/api/market' ? market : answer) })
  return { answer, market, pageAt: createPages(renderer, { site, fetchApi, isSetupOpen: async () => false }) }
}

test('addresses that differ only in parameters that the page ignores are one page', () => {
  const { pageAt } = setUp()
  expect(pageAt('/lamp?utm=x&q=a').key).toBe(pageAt('/lamp?q=a&other').key)
  expect(pageAt('/lamp?q=b').key).not.toBe(pageAt('/lamp?q=a').key)
})

test('a page depends on all responses that it was rendered from; a failed page is not cached', async () => {
  const { answer, pageAt } = setUp()
  expect((await pageAt('/lamp').render()).tags).toEqual(new Set(['product:1']))
  answer.status = 503
  expect((await pageAt('/lamp').render()).tags).toBeUndefined()
})

test('a page without the name of the marketplace is cached nowhere', async () => {
  const { market, pageAt } = setUp()
  expect((await pageAt('/lamp').render()).headers['cache-control']).toContain('public')
  market.status = 503
  const { tags, headers } = await pageAt('/lamp').render()
  expect([tags, headers['cache-control']]).toEqual([undefined, 'no-store'])
})

test('a personal page has no key, and no shared cache may store it', async () => {
  const page = setUp().pageAt('/cart')
  expect(page.key).toBeUndefined()
  expect((await page.render()).headers['cache-control']).toBe('no-store')
})

test('addresses that anyone can invent have low priority in the cache', () => {
  setCategories(new CategoryList(STANDARD_CATEGORIES))
  const { pageAt } = setUp()
  const invented = ['/search?q=a', '/product/PRD00001?q=a', '/product/%50RD00001']
  const categories = ['/de/category/invented', '/category/%61udio', '/Category/audio', '/category/audio?q=0']
  const pages = ['/category/audio?page=100', '/category/audio?page=02', '/category/invented?page=2']
  for (const url of [...invented, ...categories, ...pages])
    expect([url, pageAt(url).isLowPriority]).toEqual([url, true])
  const usual = ['/category/audio', '/category/home%20%26%20lighting', '/de/category/audio?page=99']
  for (const url of ['/', '/product/PRD00001', '/none', ...usual])
    expect([url, pageAt(url).isLowPriority]).toEqual([url, false])
})

test('filtered, sorted and paged reviews of the API have low priority in the cache', () => {
  const params = { product_id: 'PRD00001' }
  const isLowPriority = (query: object) => reviewRead.isLowPriority?.({ params, query } as never)
  expect([{}, { after_change: true }].map(isLowPriority)).toEqual([false, false])
  expect([{ stars: 1 }, { sort: 'highest' }, { page: 2 }].map(isLowPriority)).toEqual([true, true, true])
})
