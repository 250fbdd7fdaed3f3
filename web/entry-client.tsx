import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider, resolvePath } from 'react-router'
import type { AppStore } from './api/app-store.ts'
import { startQueries } from './api/page-queries.ts'
import { type PageHandle, storeContext } from './app/page-route.ts'
import { routes } from './app/routes.tsx'
import type { Prefetch } from './ui/link.tsx'
import './app/without-eval.ts'
import { StrictMode, startTransition } from 'react'
import { RouterProvider } from 'react-router/dom'
import { setTimeZone } from '../shared/kernel/locale.ts'
import { readPageState } from './api/site.ts'
import { App } from './app/app.tsx'
import { takeEarlyInput } from './app/early-input.ts'
import { createBrowserStore, createServices } from './app/store.ts'
import type { MissingCode } from './ui/load-code.ts'

/** Takes over the page that the server rendered, in steps, so that slow devices react to input in between. */
async function start(root: HTMLElement): Promise<void> {
  await nextTask()
  const { site, loaded } = readPageState()
  setTimeZone(site.timeZone)
  const store = createBrowserStore(createServices({ site }), loaded)
  const shown = matchRoutes(routes, location) ?? []
  const failure = await loadCode(shown)
  await nextTask()
  const { hydrateRoot } = await import('react-dom/client')
  await nextTask()
  const router = createBrowserRouter(routes, {
    hydrationData: {
      // The server has run the loaders; their data is in the store.
      loaderData: Object.fromEntries(shown.map(({ route }) => [route.id, null])),
      // The outermost route shows failures.
      errors: failure === undefined ? null : { [shown[0]?.route.id ?? '']: failure },
    },
    getContext: () => new RouterContextProvider(new Map([[storeContext, store]])),
  })
  await nextTask()
  const repeatEarlyInput = takeEarlyInput()
  // A transition is rendered in slices.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <App store={store} site={site} prefetch={createPrefetch(store)}>
          <RouterProvider router={router} />
        </App>
      </StrictMode>,
    )
  })
  await repeatEarlyInput(store)
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/**
 * Loads the code of a page, which React needs before it compares the page with the HTML.
 * Returns the failure for a personal page, which has nothing to show without its code; throws it for a public page, which
 * stays as the server rendered it.
 */
async function loadCode(shown: readonly { route: RouteObject }[]): Promise<unknown> {
  for (const { route } of shown) {
    const { lazy, handle } = route
    if (typeof lazy !== 'function') continue
    try {
      Object.assign(route, await lazy(), { lazy: undefined })
    } catch (error) {
      if (handle && !(handle as PageHandle).personal) throw error
      // The router would wait for code that it has not requested yet.
      for (const { route: matched } of shown) Object.assign(matched, { lazy: undefined })
      return error
    }
  }
}

const root = document.getElementById('root')
// Not awaited: the code of a page imports this file, and would wait for itself.
if (root) {
  void start(root).catch((error: MissingCode) => {
    if (error.missingCode === 'gone' && window.reloadOnce()) return
    window.earlyInput?.end()
    document.getElementById('scripts-failed')?.removeAttribute('hidden')
    throw error
  })
}

function createPrefetch(store: AppStore): Prefetch {
  return (path) => {
    const location = resolvePath(path)
    const matches = matchRoutes(routes, location) ?? []
    const match = matches.at(-1)
    if (!match) return
    for (const { route } of matches) {
      // A failure is ignored: the navigation itself tries again and reports it.
      if (typeof route.lazy === 'function') void route.lazy().catch(() => {})
    }
    const { queries = () => [] } = (match.route.handle ?? {}) as Partial<PageHandle>
    void startQueries(store.dispatch, queries({ params: match.params, search: new URLSearchParams(location.search) }))
  }
}
