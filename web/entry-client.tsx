import './app/without-eval.ts'
import './styles.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { readPageState } from './api/site.ts'
import { App } from './app/app.tsx'
import { storeContext } from './app/page-route.ts'
import { createPrefetch } from './app/prefetch.ts'
import { routes } from './app/routes.tsx'
import { createStore, type ServerState } from './app/store.ts'

/** Takes over the page that the server rendered. */
async function start(root: HTMLElement): Promise<void> {
  const { site, store: serverState } = readPageState()
  const store = createStore({}, serverState as ServerState)
  const shown = matchRoutes(routes, location) ?? []
  // The page's code must be there before React compares it with the HTML.
  for (const { route } of shown) {
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
  }
  const router = createBrowserRouter(routes, {
    // The server has run the loaders; what they brought is in the store.
    hydrationData: { loaderData: Object.fromEntries(shown.map(({ route }) => [route.id, null])) },
    getContext: () => new RouterContextProvider(new Map([[storeContext, store]])),
  })
  hydrateRoot(
    root,
    <StrictMode>
      <App store={store} site={site} prefetch={createPrefetch(store)}>
        <RouterProvider router={router} />
      </App>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) await start(root)
