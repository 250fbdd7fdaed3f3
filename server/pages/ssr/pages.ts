import { categoryPath, isCategoryTerm } from '../../../shared/catalog/categories.ts'
import { standardMarket } from '../../../shared/market/footer.ts'
import type { Market } from '../../../shared/market/schema.ts'
import { type ReadyResponse, readyResponse } from '../../platform/fast-path/ready-response.ts'
import type { PageRenderer, Site } from './page-renderer.ts'

/** Pages are the same for every visitor: a CDN may cache them for a moment, and longer while it fetches a new one. */
const PUBLIC_PAGE = 'public, max-age=0, s-maxage=30, stale-while-revalidate=300'
const RETRY_AFTER_SECONDS = '5'
/** The address of a category, or of one of its first 99 pages. */
const CATEGORY = /^((?:\/[\w-]+)?\/category\/([^/?]+))(?:\?page=[1-9]\d?)?$/i

interface Answer {
  status: number
  body: unknown
  tags: readonly string[]
}
export type FetchApi = (path: string) => Promise<Answer>

export interface Page {
  /** The cache key; undefined for a personal page. */
  key: string | undefined
  /** True for an address that any client can make up. */
  isLowPriority: boolean
  render(): Promise<ReadyResponse>
}

/** Returns a function that finds the page at a path and query. */
export function createPages(
  renderer: PageRenderer,
  {
    site,
    fetchApi,
    isSetupOpen,
  }: { site: Omit<Site, 'market'>; fetchApi: FetchApi; isSetupOpen: () => Promise<boolean> },
): (url: string) => Page {
  async function render(
    url: string,
    { isPersonal, noPage, needs }: { isPersonal: boolean; noPage: string; needs?: string | undefined },
  ): Promise<ReadyResponse> {
    const { fetch, tags } = fetchOnce(fetchApi)
    const isSetup = needs === 'setup' && (await isSetupOpen())
    const { market, isRead } = await readMarket(fetch)
    const page = await renderer.render(url, { ...site, market, ...(isSetup && { setup: true }) }, fetch)
    if ('movedTo' in page) return moved(page.movedTo)
    const { status, html, link } = page
    const headers = { ...headersOf(status, isRead && !isPersonal), ...(link && { link }) }
    const isStored = isRead && (status === 200 || url === noPage)
    return readyResponse({ status, headers, body: html, tags: isStored ? await tags() : undefined })
  }

  return (url) => {
    const { known, personal, query, noPage, needs } = renderer.describe(url)
    if (personal)
      return { key: undefined, isLowPriority: false, render: () => render(url, { isPersonal: true, noPage, needs }) }
    // All addresses without a page show the same.
    const key = known ? withQuery(url, query) : noPage
    return { key, isLowPriority: isInvented(key), render: () => render(key, { isPersonal: false, noPage }) }
  }
}

/** Clients can invent endless queries, spellings and categories; their pages get a cache of their own. */
function isInvented(key: string): boolean {
  const [, path, category] = CATEGORY.exec(key) ?? []
  if (path === undefined || category === undefined) return /[?%]/.test(key)
  const term = decodeURIComponent(category)
  return !isCategoryTerm(term) || !path.endsWith(categoryPath(term))
}

/** Without the database, pages that need no other data show the standard texts. */
export async function readMarket(fetch: FetchApi): Promise<{ market: Market; isRead: boolean }> {
  const { status, body } = await fetch('/api/market')
  if (status === 200) return { market: body as Market, isRead: true }
  return { market: standardMarket(), isRead: false }
}

/** Revalidated each time: an address that moved may be taken again. */
function moved(location: string): ReadyResponse {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, no-cache', location }
  return readyResponse({ status: 308, headers, body: location })
}

/** Returns a fetch that requests each path once for a rendering, and the tags of all its responses. */
function fetchOnce(fetchApi: FetchApi): { fetch: FetchApi; tags: () => Promise<ReadonlySet<string>> } {
  const answers = new Map<string, Promise<Answer>>()
  return {
    fetch(path) {
      const answer = answers.get(path) ?? fetchApi(path)
      answers.set(path, answer)
      return answer
    },
    tags: async () => new Set((await Promise.all(answers.values())).flatMap(({ tags }) => tags)),
  }
}

function headersOf(status: number, isShared: boolean): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': isShared && status < 500 ? PUBLIC_PAGE : 'no-store',
    ...(status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
  }
}

function withQuery(url: string, names: readonly string[]): string {
  const [path = '/'] = url.split('?', 1)
  const requested = new URLSearchParams(url.slice(path.length))
  const used = new URLSearchParams()
  for (const name of names) {
    const value = requested.get(name)
    if (value) used.set(name, value)
  }
  return used.size ? `${path}?${used}` : path
}
