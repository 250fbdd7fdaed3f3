import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticRouter,
  type Location,
  type RouteMatch,
  type RouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { CategoryList, setCategories } from '../shared/catalog/categories.ts'
import { BASE_PATH } from '../shared/kernel/language.ts'
import { setFactsSource } from '../shared/kernel/market-facts.ts'
import { toScriptJson } from '../shared/kernel/script-json.ts'
import { shownMarket } from '../shared/market/footer.ts'
import type { Market, ShownMarket } from '../shared/market/schema.ts'
import { type FetchApi, readQueries } from './api/page-queries.ts'
import { PageResultsContext } from './api/page-results.ts'
import { hasFeature, type LoadedQuery, type Site } from './api/site.ts'
import { allRoutes } from './app/all-routes.ts'
import { App } from './app/app.tsx'
import { createMatcher } from './app/match-page.ts'
import type { PageHandle } from './app/page-route.ts'
import { createStaticParts, toOneByte } from './app/static-parts.tsx'
import { createPageStore, createServices } from './app/store.ts'
import { forState } from './features/catalog/page-data.ts'
import { StaticPartsContext } from './ui/static-part.tsx'

/** The facts about a URL that are known before rendering; see `server/pages/ssr/page-renderer.ts`. */
interface PageDescription {
  module: string
  personal: boolean
  known: boolean
  query: readonly string[]
  needs: string | undefined
}

const ROOT_BEGINS = '<div id="root">'

const matchPage = createMatcher(allRoutes)
const openStaticParts = createStaticParts()
const shownOf = createShownMarket()

export function describePage(url: string): PageDescription {
  const route = matchPage(new URL(`http://localhost${url}`).pathname)?.at(-1)?.route
  const { module = '', personal = false, query = [], needs } = handleOf(route)
  return { module, personal, known: isKnown(route), query, needs }
}

/** Creates a function that returns what pages show of a market, computed again for another one than before. */
function createShownMarket() {
  let last: { market: Market; shown: ShownMarket; json: string; categories: CategoryList } | undefined
  return (market: Market) => {
    if (last?.market === market) return last
    const shown = shownMarket(market)
    last = { market, shown, json: toScriptJson(shown), categories: new CategoryList(shown.categories) }
    return last
  }
}

/** Renders a page as for a visitor. Throws when a component throws. */
export async function renderPage(
  url: string,
  { market, ...settings }: Omit<Site, 'market'> & { market: Market },
  fetchApi: FetchApi,
) {
  const { shown, json, categories } = shownOf(market)
  const site: Site = { ...settings, market: shown }
  const { pathname, search, searchParams } = new URL(site.siteUrl + url)
  const matches = await withCode(matchPage(pathname) ?? [])
  const page = matches.at(-1)
  const { queries = () => [], serverQueries, redirect, needs, ...handle } = handleOf(page?.route)
  const location = { params: page?.params ?? {}, search: searchParams }
  const wanted = queries(location)
  const more = serverQueries ? (await serverQueries())(location) : []
  const { status, loaded } = await readQueries(fetchApi, [...wanted, ...more])
  const moved = redirect?.(
    location,
    loaded.map(({ data }) => data),
  )
  if (moved !== undefined) return { movedTo: moved }
  const store = createPageStore(() => createServices({ site }), loaded)
  const staticParts = openStaticParts(json)
  const address = { pathname: BASE_PATH + pathname, search, hash: '', state: null, key: 'default', mask: undefined }
  const context = contextOf(matches, address, BASE_PATH || '/')
  // Last, as other pages may be rendered while this one waits.
  setFactsSource(() => market)
  setCategories(categories)
  const rendered = renderToString(
    <div id="root">
      <StrictMode>
        <StaticPartsContext value={staticParts}>
          <PageResultsContext value={loaded}>
            <App store={store} site={site} prefetch={() => {}}>
              <StaticRouterProvider
                router={createStaticRouter(branchOf(matches), context)}
                context={context}
                hydrate={false}
              />
            </App>
          </PageResultsContext>
        </StaticPartsContext>
      </StrictMode>
    </div>,
  )
  const markup = toOneByte(rendered)
  // React writes titles, metadata and preloads before the root element.
  const rootAt = markup.indexOf(ROOT_BEGINS)
  return {
    // Pages of features that are turned off are also unknown.
    status: isKnown(page?.route) && hasFeature(needs, site) ? status : 404,
    module: handle.module ?? '',
    personal: handle.personal ?? false,
    inArea: handle.inArea ?? false,
    head: markup.slice(0, rootAt),
    body: staticParts.complete(markup.slice(rootAt)),
    state: toOneByte(stateOf(settings, json, loaded.slice(0, wanted.length).map(forState))),
  }
}

/** Returns the `PageState` as JSON. The market's is the same on every page, and is not written again for each. */
function stateOf(settings: Omit<Site, 'market'>, marketJson: string, loaded: LoadedQuery[]): string {
  const site = `${toScriptJson(settings).slice(0, -1)},"market":${marketJson}}`
  return `{"site":${site},"loaded":${toScriptJson(loaded)}}`
}

function isKnown(route: RouteObject | undefined): boolean {
  return route !== undefined && route.path !== '*'
}

function handleOf(route: RouteObject | undefined): Partial<PageHandle> {
  return route?.handle ?? {}
}

/** Loads the code of matched routes and removes their loaders, so that they render synchronously. */
function withCode(matches: RouteMatch[]): Promise<RouteMatch[]> {
  return Promise.all(matches.map(async (match) => ({ ...match, route: await loadCode(match.route) })))
}

async function loadCode({ lazy, loader, children, ...route }: RouteObject): Promise<RouteObject> {
  return { ...route, ...(typeof lazy === 'function' && (await lazy())) } as RouteObject
}

/** Returns a route table of only the matched routes. */
function branchOf(matches: RouteMatch[]): RouteObject[] {
  return matches.reduceRight<RouteObject[]>((inner, { route }) => [{ ...route, children: inner } as RouteObject], [])
}

function contextOf(matches: RouteMatch[], location: Location, basename: string): StaticHandlerContext {
  return {
    basename,
    location,
    matches: matches as StaticHandlerContext['matches'],
    loaderData: {},
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
    _match: () => null,
  }
}
