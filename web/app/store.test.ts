import { afterEach, expect, test, vi } from 'vitest'
import { shownMarket, standardMarket } from '../../shared/market/footer.ts'
import { type FetchApi, type PageQuery, readQueries, startQueries } from '../api/page-queries.ts'
import { categoryQueries, homeQueries, productQueries, searchQueries } from '../features/catalog/page-data.ts'
import { createBrowserStore, createServices } from './store.ts'

const site = { siteUrl: 'http://shop.test', apiKey: 'key', market: shownMarket(standardMarket()) }

afterEach(() => vi.unstubAllGlobals())

const search = new URLSearchParams('q=desk lamp&sort=price-low-high&page=2')
const PAGES: [string, PageQuery[]][] = [
  ['home', homeQueries({ params: {}, search })],
  ['a category', categoryQueries({ params: { categoryName: 'Home & Lighting' }, search })],
  ['a product', productQueries({ params: { productId: 'PRD00001' }, search })],
  ['a product with the name of a method', productQueries({ params: { productId: 'hasOwnProperty' }, search })],
  ['a search', searchQueries({ params: {}, search })],
]

test.each(PAGES.flatMap(([name, queries]) => [200, 400, 404, 500, 503].map((status) => ({ name, queries, status }))))(
  '$name with $status: the browser’s cache starts as if it had fetched the page’s data',
  async ({ queries, status }) => {
    const body = status === 200 ? { products: [], total: 0 } : { code: 'x', message: 'y' }
    const requested: string[] = []
    const fetchApi: FetchApi = async (path) => {
      requested.push(path)
      return { status, body }
    }
    const rendered = await readQueries(fetchApi, queries)
    // Serialized, as in the page.
    const begun = createBrowserStore(createServices({ site }), JSON.parse(JSON.stringify(rendered.loaded)))

    const fetched: string[] = []
    vi.stubGlobal('fetch', async (request: Request) => {
      fetched.push(request.url.replace(site.siteUrl, ''))
      return Response.json(body, { status })
    })
    vi.stubGlobal('Request', withOrigin())
    const store = createBrowserStore(createServices({ site }), [])
    const startedStatus = await startQueries(store.dispatch, queries)

    expect(fetched.toSorted()).toEqual(requested.toSorted())
    expect(rendered.status).toBe(startedStatus)
    expect(cacheOf(begun)).toEqual(cacheOf(store))
  },
)

/** Node has no base URL for relative paths. */
function withOrigin() {
  return class extends Request {
    constructor(path: string, init: RequestInit) {
      super(new URL(path, site.siteUrl), init)
    }
  }
}

/** The contents of the cache without times and ids. */
function cacheOf({ getState }: ReturnType<typeof createBrowserStore>) {
  const { queries, provided } = getState().api
  const held = Object.entries(queries).map(([key, query]) => {
    const { requestId, startedTimeStamp, fulfilledTimeStamp, ...rest } = query ?? {}
    return [key, rest]
  })
  return { queries: Object.fromEntries(held), provided }
}
