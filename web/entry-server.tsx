import './styles.css'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  RouterContextProvider,
  resolvePath,
  StaticRouterProvider,
} from 'react-router'
import { api, type FetchApi } from './api/api.ts'
import type { PageState, Site } from './api/site.ts'
import { App } from './app/app.tsx'
import { type PageHandle, storeContext } from './app/page-route.ts'
import { routes } from './app/routes.tsx'
import { createServices } from './app/services.ts'
import { createPageStore, serverStateOf } from './app/store.ts'

const ROOT_BEGINS = '<div id="root">'

const handler = createStaticHandler(routes)

/** Returns what is known of an address before it is rendered. */
export function describePage(url: string): {
  module: string
  personal: boolean
  known: boolean
  query: readonly string[]
} {
  const route = matchRoutes(routes, resolvePath(url))?.at(-1)?.route
  const { personal = false, query = [] } = (route?.handle ?? {}) as Partial<PageHandle>
  return { module: route?.id ?? '', personal, known: route !== undefined && route.path !== '*', query }
}

/** Renders a page as every visitor first sees it. Throws when a component does. */
export async function renderPage(url: string, site: Site, fetchApi: FetchApi) {
  const store = createPageStore(createServices({ site, fetchApi }))
  try {
    const context = await handler.query(new Request(site.siteUrl + url), {
      requestContext: new RouterContextProvider(new Map([[storeContext, store]])),
    })
    if (context instanceof Response) throw new Error(`a loader returned a response with status ${context.status}`)
    const broken = Object.values(context.errors ?? {})[0]
    if (broken !== undefined) throw broken
    const html = renderToString(
      <div id="root">
        <StrictMode>
          <App store={store} site={site} prefetch={() => {}}>
            <StaticRouterProvider
              router={createStaticRouter(handler.dataRoutes, context)}
              context={context}
              hydrate={false}
            />
          </App>
        </StrictMode>
      </div>,
    )
    // React writes titles, metadata and preloads in front of the root element.
    const rootAt = html.indexOf(ROOT_BEGINS)
    const state: PageState = { site, store: serverStateOf(store) }
    return { status: context.statusCode, head: html.slice(0, rootAt), body: html.slice(rootAt), state }
  } finally {
    // Stops timers that would keep the store in memory.
    store.dispatch(api.util.resetApiState())
  }
}
