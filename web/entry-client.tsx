import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider, resolvePath } from 'react-router'
import type { AppStore } from './api/app-store.ts'
import { startQueries } from './api/page-queries.ts'
import { type PageHandle, storeContext } from './app/page-route.ts'
import { areasOf, routes } from './app/routes.tsx'
import type { Prefetch } from './ui/link.tsx'
import './app/without-eval.ts'
import { StrictMode, startTransition } from 'react'
import { RouterProvider } from 'react-router/dom'
import { CategoryList, setCategories } from '../shared/catalog/categories.ts'
import { BASE_PATH } from '../shared/kernel/language.ts'
import { setFactsSource } from '../shared/kernel/market-facts.ts'
import { readPageState } from './api/site.ts'
import { App } from './app/app.tsx'
import { takeEarlyInput } from './app/early-input.ts'
import { createBrowserStore, createServices } from './app/store.ts'
import type { MissingCode } from './ui/load-code.ts'

/** Hydrates the page in steps, so that slow devices can respond to input in between. */
async function start(root: HTMLElement): Promise<void> {
  await nextTask()
  const { site, loaded } = readPageState()
  setFactsSource(() => site.market)
  setCategories(new CategoryList(site.market.categories))
  const store = createBrowserStore(createServices({ site }), loaded)
  const missingAreas = await addAreas(location.pathname)
  const matches = matchRoutes(routes, location, BASE_PATH) ?? []
  const failure = missingAreas === undefined ? await loadCode(matches) : withoutCode(matches, missingAreas)
  await nextTask()
  const { hydrateRoot } = await import('react-dom/client')
  await nextTask()
  const router = createBrowserRouter(routes, {
    basename: BASE_PATH || '/',
    hydrationData: {
      // The loaders' data is already in the store.
      loaderData: Object.fromEntries(matches.map(({ route }) => [route.id, null])),
      // The root route shows failures.
      errors: failure === undefined ? null : { [matches[0]?.route.id ?? '']: failure },
    },
    getContext: () => new RouterContextProvider(new Map([[storeContext, store]])),
    patchRoutesOnNavigation: async ({ path, patch }) => {
      for (const [id, children] of await areasOf(path)) patch(id, children)
    },
  })
  await nextTask()
  const repeatEarlyInput = takeEarlyInput()
  // Transitions render in time slices.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <App store={store} site={site} prefetch={createPrefetch(store, router)}>
          <RouterProvider router={router} />
        </App>
      </StrictMode>,
    )
  })
  await repeatEarlyInput(store)
}

/** Adds the pages of the areas to the route table when the address is one of theirs; returns the failure to load them. */
async function addAreas(pathname: string): Promise<unknown> {
  try {
    for (const [id, children] of await areasOf(pathname))
      for (const route of routes) if (route.id === id) Object.assign(route, { children })
  } catch (error) {
    return error
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/**
 * Loads the page's code before hydration. A failure is returned for personal pages, which are empty without code, and thrown
 * for public pages, which stay as the server rendered them.
 */
async function loadCode(matches: readonly { route: RouteObject }[]): Promise<unknown> {
  for (const { route } of matches) {
    const { lazy, handle } = route
    if (typeof lazy !== 'function') continue
    try {
      Object.assign(route, await lazy(), { lazy: undefined })
    } catch (error) {
      if (handle && !(handle as PageHandle).personal) throw error
      return withoutCode(matches, error)
    }
  }
}

/** Returns the failure; otherwise the router would wait for code that is never requested. */
function withoutCode(matches: readonly { route: RouteObject }[], failure: unknown): unknown {
  for (const { route } of matches) Object.assign(route, { lazy: undefined })
  return failure
}

const root = document.getElementById('root')
// Top-level await would deadlock: pages import this module.
if (root) {
  void start(root).catch((error: MissingCode) => {
    if (error.missingCode === 'gone' && window.reloadOnce()) return
    window.earlyInput?.end()
    document.getElementById('scripts-failed')?.removeAttribute('hidden')
    throw error
  })
}

function createPrefetch(store: AppStore, router: ReturnType<typeof createBrowserRouter>): Prefetch {
  return async (path) => {
    const location = resolvePath(path)
    if (router.routes.some(({ children }) => !children))
      // The navigation reports a failure.
      for (const [id, children] of await areasOf(BASE_PATH + location.pathname).catch(() => []))
        router.patchRoutes(id, children)
    const matches = matchRoutes(router.routes, location) ?? []
    const match = matches.at(-1)
    if (!match) return
    for (const { route } of matches) {
      // The navigation retries and reports the failure.
      if (typeof route.lazy === 'function') void route.lazy().catch(() => {})
    }
    const { queries = () => [] } = (match.route.handle ?? {}) as Partial<PageHandle>
    void startQueries(store.dispatch, queries({ params: match.params, search: new URLSearchParams(location.search) }))
  }
}
