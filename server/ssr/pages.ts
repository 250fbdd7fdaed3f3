import type { KeptResponses } from '../catalog/catalog-changes.ts'
import { type ReadyResponse, readyResponse } from '../data/ready-response.ts'
import type { FetchApi, PageRenderer, Site } from './page-renderer.ts'

/** Pages are the same for every visitor: a CDN may cache them for a moment, and longer while it fetches a new one. */
const PUBLIC_PAGE = 'public, max-age=0, s-maxage=30, stale-while-revalidate=300'
const RETRY_AFTER_SECONDS = '5'
/** The key of all addresses without a page: they show the same. */
const NO_PAGE = '/404'
/** Anybody can make up searches. */
const CROWD = '/search?'

export interface Pages {
  /** Returns the page at a path and query, ready to be sent, and the address under which it may be kept. */
  get(url: string): Promise<{ response: ReadyResponse; address?: string }>
}

/** Renders pages and keeps them; concurrent calls wait for the same rendering. */
export function createPages(
  renderer: PageRenderer,
  { site, fetchApi, responses }: { site: Site; fetchApi: FetchApi; responses: KeptResponses },
): Pages {
  async function render(url: string, personal: boolean): Promise<ReadyResponse> {
    const { status, html } = await renderer.render(url, site, fetchApi)
    return readyResponse({ status, headers: headersOf(status, personal), body: html })
  }

  return {
    async get(url) {
      const description = renderer.describe(url)
      if (description.personal) return { response: await render(url, true) }
      const key = description.known ? withQuery(url, description.query) : NO_PAGE
      const load = async () => {
        const response = await render(key, false)
        const isKept = response.status === 200 || key === NO_PAGE
        return { response, dependsOn: isKept ? ('everything' as const) : undefined }
      }
      const response = await responses.get(key, load, { crowd: key.startsWith(CROWD) })
      return description.known ? { response, address: key } : { response }
    },
  }
}

function headersOf(status: number, personal: boolean): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': personal || status >= 500 ? 'no-store' : PUBLIC_PAGE,
    ...(status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
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
