import type { FastifyInstance } from 'fastify'
import type { CatalogChanges } from '../platform/catalog-changes.ts'
import type { FetchApi, PageRenderer, Site } from './page-renderer.ts'
import { type StoredPage, storePage } from './stored-page.ts'

/**
 * Changes of the catalogue empty the cache. What no message tells of may be this old: units sold, and the day on which a
 * former price stops to count.
 */
const MAX_AGE_MS = 10_000
/** Together these bound the cache to about 50 MB, compressed copies included. */
const MAX_PAGES = 150
const MAX_PAGE_BYTES = 256 * 1024
/** Stands for every address that is no page: they all show the same. */
const NO_PAGE = '/404'

export interface Pages {
  /** Answers the page at a path and query of this site, and whether it shows one person's things. */
  get(url: string): Promise<{ page: StoredPage; personal: boolean }>
}

/** Renders pages and keeps them for a moment; calls that come meanwhile wait for the same rendering. */
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
      const worthKeeping = page.size <= MAX_PAGE_BYTES && (page.status === 200 || key === NO_PAGE)
      if (!worthKeeping) cache.drop(key)
      return { page, personal: false }
    },
  }
}

/** The address with only those query parameters that its page reads, in one order. */
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

/** Asks our own routes without a network in between. */
export function fetchThrough(app: FastifyInstance): FetchApi {
  return async (path) => {
    const answer = await app.inject({ method: 'GET', url: path, headers: { accept: 'application/json' } })
    return { status: answer.statusCode, body: JSON.parse(answer.payload) }
  }
}
