import type { CatalogChanges } from '../catalog/catalog-changes.ts'
import type { FetchApi, PageRenderer, Site } from './page-renderer.ts'
import { type StoredPage, storePage } from './stored-page.ts'

/**
 * Changes of the catalog invalidate the cache. Other data may be this old: units sold, and the day on which a former
 * price expires.
 */
const MAX_AGE_MS = 10_000
/** Together these bound the cache to about 50 MB, compressed copies included. */
const MAX_PAGES = 150
const MAX_PAGE_BYTES = 256 * 1024
/** The key of all addresses without a page: they show the same. */
const NO_PAGE = '/404'

export interface Pages {
  /** Returns the page at a path and query, and whether it shows one user's data. */
  get(url: string): Promise<{ page: StoredPage; personal: boolean }>
}

/** Renders pages and caches them for a moment; concurrent calls wait for the same rendering. */
export function createPages(renderer: PageRenderer, site: Site, fetchApi: FetchApi, changes: CatalogChanges): Pages {
  const cache = changes.createCache<StoredPage>({ name: 'pages', maxEntries: MAX_PAGES, maxAgeMs: MAX_AGE_MS })

  async function render(url: string): Promise<StoredPage> {
    const { status, html } = await renderer.render(url, site, fetchApi)
    return storePage(status, html)
  }

  return {
    async get(url) {
      const description = renderer.describe(url)
      if (description.personal) return { page: await render(url), personal: true }
      const key = description.known ? withQuery(url, description.query) : NO_PAGE
      const page = await cache.get(key, () => render(key))
      const isCacheable = page.size <= MAX_PAGE_BYTES && (page.status === 200 || key === NO_PAGE)
      if (!isCacheable) cache.drop(key)
      return { page, personal: false }
    },
  }
}

/** Returns the address with only the query parameters that its page reads, in one order. */
function withQuery(url: string, names: readonly string[]): string {
  const [path = '/'] = url.split('?', 1)
  const given = new URLSearchParams(url.slice(path.length))
  const kept = new URLSearchParams()
  for (const name of names) {
    const value = given.get(name)
    if (value) kept.set(name, value)
  }
  return kept.size ? `${path}?${kept}` : path
}
