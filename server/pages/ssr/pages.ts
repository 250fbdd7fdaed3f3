import { type ReadyResponse, readyResponse } from '../../platform/data/ready-response.ts'
import type { Loaded } from '../../platform/data/response-cache.ts'
import { hashOf } from '../../platform/http/etag.ts'
import type { KeptResponses } from '../../shop/catalog/products/catalog-changes.ts'
import { type Dependence, union } from '../../shop/catalog/products/shown.ts'
import type { PageRenderer, Site } from './page-renderer.ts'

/** Pages are the same for every visitor: a CDN may cache them for a moment, and longer while it fetches a new one. */
const PUBLIC_PAGE = 'public, max-age=0, s-maxage=30, stale-while-revalidate=300'
const RETRY_AFTER_SECONDS = '5'
const POLICY_HASH_LENGTH = 6
/** The key of all addresses without a page: they show the same. */
const NO_PAGE = '/404'
/** Any client can make up searches, and pages of the reviews of products. */
const CROWD = /^\/(?:search|product\/[^?]*)\?/

interface Answer {
  status: number
  body: unknown
  dependsOn: Dependence
}
export type FetchShown = (path: string) => Promise<Answer>

interface SharedPage {
  /** The address under which it may be kept. */
  address: string
  read(): Promise<ReadyResponse>
}

export interface Pages {
  /** Returns the page at a path and query; undefined where there is none, or one that shows one user's data. */
  find(url: string): SharedPage | undefined
  /** Returns the page at a path and query, ready to be sent, and the address under which it may be kept. */
  get(url: string): Promise<{ response: ReadyResponse; address?: string }>
}

interface PagesDeps {
  site: Site
  fetchApi: FetchShown
  responses: KeptResponses
  policy: string
}

/**
 * Renders pages and keeps them until something that they show changes; concurrent calls wait for the same rendering. A page
 * whose time ends is not rendered again while the API has the same responses for it.
 */
export function createPages(renderer: PageRenderer, { site, fetchApi, responses, policy }: PagesDeps): Pages {
  // A 304 has no policy: a page with another one is another page.
  const tagSuffix = `-${hashOf(policy).slice(0, POLICY_HASH_LENGTH)}`
  /** What each kept page was rendered from: hashes by the path of the API. */
  const sources = new WeakMap<ReadyResponse, ReadonlyMap<string, string>>()

  async function load(key: string, previous: ReadyResponse | undefined): Promise<Loaded<Dependence>> {
    const asked = askOnce(fetchApi)
    const before = previous && sources.get(previous)
    if (before && (await areSame(before, asked))) return { response: previous, dependsOn: await asked.dependsOn() }
    const response = await render(key, asked)
    sources.set(response, await asked.hashes())
    const isKept = response.status === 200 || key === NO_PAGE
    return { response, dependsOn: isKept ? await asked.dependsOn() : undefined }
  }

  async function render(url: string, { ask }: Asked, personal = false): Promise<ReadyResponse> {
    const page = await renderer.render(url, site, ask)
    if ('movedTo' in page) return moved(page.movedTo)
    const { status, html, link } = page
    const headers = { ...headersOf(status, personal), ...(link && { link }) }
    return readyResponse({ status, headers, body: html, tagSuffix })
  }

  const read = (key: string) => responses.get(key, (previous) => load(key, previous), { crowd: CROWD.test(key) })

  function find(url: string): SharedPage | undefined {
    const { known, personal, query } = renderer.describe(url)
    if (!known || personal) return undefined
    const address = withQuery(url, query)
    return { address, read: () => read(address) }
  }

  return {
    find,
    async get(url) {
      const page = find(url)
      if (page) return { response: await page.read(), address: page.address }
      const { personal } = renderer.describe(url)
      return { response: personal ? await render(url, askOnce(fetchApi), true) : await read(NO_PAGE) }
    },
  }
}

/** Not kept by caches without asking: an address that was left may be taken again. */
function moved(location: string): ReadyResponse {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, no-cache', location }
  return readyResponse({ status: 308, headers, body: location })
}

/** What one rendering asks the API: each path once. */
interface Asked {
  ask: FetchShown
  dependsOn(): Promise<Dependence>
  hashes(): Promise<ReadonlyMap<string, string>>
}

function askOnce(fetchApi: FetchShown): Asked {
  const answers = new Map<string, Promise<Answer>>()
  return {
    ask(path) {
      const answer = answers.get(path) ?? fetchApi(path)
      answers.set(path, answer)
      return answer
    },
    dependsOn: async () => union((await Promise.all(answers.values())).map(({ dependsOn }) => dependsOn)),
    async hashes() {
      const all = await Promise.all(Array.from(answers, async ([path, answer]) => [path, hash(await answer)] as const))
      return new Map(all)
    },
  }
}

async function areSame(before: ReadonlyMap<string, string>, { ask }: Asked): Promise<boolean> {
  const same = await Promise.all(Array.from(before, async ([path, hashBefore]) => hash(await ask(path)) === hashBefore))
  return same.every(Boolean)
}

function hash({ status, body }: Answer): string {
  return hashOf(`${status} ${JSON.stringify(body)}`)
}

function headersOf(status: number, personal: boolean): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': personal || status >= 500 ? 'no-store' : PUBLIC_PAGE,
    ...(status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
  }
}

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
