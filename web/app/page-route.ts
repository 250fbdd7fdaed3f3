import type { ComponentType } from 'react'
import { createContext, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { AppStore } from '../api/app-store.ts'
import { type PageQueries, type PageRedirect, startQueries } from '../api/page-queries.ts'
import type { OptionalFeature } from '../api/site.ts'
import { backOnline, isOnline, loadCode } from '../ui/load-code.ts'

/** Gives loaders access to the store. */
export const storeContext = createContext<AppStore>()

/** The wait for data before a navigation shows the page's skeleton. */
const SKELETON_AFTER_MS = 200

/** The facts about a route that do not need its code. */
export interface PageHandle {
  module: string | undefined
  queries?: PageQueries
  /** Loads additional queries for the server; the browser starts them when their part of the page comes into view. */
  serverQueries?: () => Promise<PageQueries>
  redirect?: PageRedirect
  /** Shows one user's data, so it is rendered in the browser and never cached. */
  personal: boolean
  /** Needs the styles of the seller and admin areas. */
  inArea: boolean
  /** The page returns 404 without this feature. */
  needs?: OptionalFeature | undefined
  /** The query parameters its HTML depends on. */
  query: readonly string[]
}

interface PageDefinition {
  path: string
  component: () => Promise<ComponentType>
  queries?: PageQueries
  serverQueries?: () => Promise<PageQueries>
  redirect?: PageRedirect
  /** False for pages that are the same for everyone. */
  personal?: boolean
  /** Needs only the shop's styles. Default: pages that are not personal. */
  inShop?: boolean
  needs?: OptionalFeature
  query?: readonly string[]
  /** The key of the component's module in the build manifest, which the build of the server adds. */
  module?: string
}

/** Returns the route of a page, which loads code and data in parallel on demand. */
export function page(definition: PageDefinition): RouteObject {
  const { path, module, component, queries, redirect, personal = true, needs, query = [] } = definition
  const { inShop = !personal } = definition
  const handle: PageHandle = { module, queries, redirect, personal, inArea: !inShop, needs, query }
  const { serverQueries } = definition
  if (import.meta.env.SSR && serverQueries) handle.serverQueries = cachedLoad(serverQueries)
  return {
    id: path,
    path,
    handle,
    loader:
      queries &&
      (({ context, params, url }: LoaderFunctionArgs) => load(queries, context.get(storeContext), params, url)),
    lazy: cachedLoad(async () => {
      // Optional, so that a failure is reported at the page's address, which the user can reload.
      const [Component] = await Promise.all([loadCode(component, true), inShop || loadAreaStyles()])
      if (!needs) return { Component }
      const { withFeature } = await loadCode(() => import('./not-found-page.tsx'), true)
      return { Component: withFeature(needs, Component) }
    }),
  }
}

const loadAreaStyles = () => loadCode(() => import('./area-styles.ts'), true)

async function load(
  queries: PageQueries,
  store: AppStore,
  params: LoaderFunctionArgs['params'],
  url: URL,
): Promise<unknown> {
  const loading = startQueries(store.dispatch, queries({ params, search: url.searchParams }))
  // Offline, stay on the current page unless all data of the next one is cached.
  if (!isOnline() && (await loading) >= 500) return backOnline().then(() => load(queries, store, params, url))
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, SKELETON_AFTER_MS))])
  return null
}

/** Caches the first success of `load`, so that prefetched code needs no network. */
function cachedLoad<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Loaded | undefined
  return async () => {
    loaded ??= await load()
    return loaded
  }
}
