import type { ComponentType } from 'react'
import { createContext, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { AppStore } from '../api/app-store.ts'
import { type PageQueries, type PageRedirect, startQueries } from '../api/page-queries.ts'
import { backOnline, isOnline, loadCode } from '../ui/load-code.ts'
import type { Needed } from './layout/needed.ts'

/** The store that loaders fill. */
export const storeContext = createContext<AppStore>()

/** In the browser a navigation waits this long for data before the page shows its skeleton. */
const SKELETON_AFTER_MS = 200

/** What is known about a route without its code. */
export interface PageHandle {
  queries?: PageQueries
  /** Loads queries that the server makes as well: the browser makes them when it shows their part of the page. */
  serverQueries?: () => Promise<PageQueries>
  redirect?: PageRedirect
  /** Shows data of one user: rendered in the browser, never cached. */
  personal: boolean
  /** Needs the styles of the areas, which the pages that visitors open do without. */
  inArea: boolean
  /** Without it there is no such page. */
  needs?: Needed | undefined
  /** The query parameters its HTML depends on. */
  query: readonly string[]
}

interface PageDefinition {
  path: string
  /** Path of the module from the root of the repository: the route's id, and its name in the build manifest. */
  module: string
  component: () => Promise<ComponentType>
  queries?: PageQueries
  serverQueries?: () => Promise<PageQueries>
  redirect?: PageRedirect
  personal?: boolean
  /** Has the styles of the pages that visitors open; by default those that are not personal. */
  inShop?: boolean
  needs?: Needed
  query?: readonly string[]
}

/** Returns the route of one page: its code and its data load on demand, at the same time. */
export function page(definition: PageDefinition): RouteObject {
  const { path, module, component, queries, redirect, personal = false, needs, query = [] } = definition
  const { inShop = !personal } = definition
  const handle: PageHandle = { queries, redirect, personal, inArea: !inShop, needs, query }
  if (import.meta.env.SSR) handle.serverQueries = definition.serverQueries
  return {
    id: module,
    path,
    handle,
    // The server reads the queries itself.
    loader:
      queries &&
      (({ context, params, url }: LoaderFunctionArgs) => load(queries, context.get(storeContext), params, url)),
    lazy: onceLoaded(async () => {
      // What fails is reported at the address of the page, which is what is to be loaded again.
      const [Component] = await Promise.all([loadCode(component, true), inShop || loadAreaStyles()])
      if (!needs) return { Component }
      const { whereNeeded } = await loadCode(() => import('./where-needed.tsx'), true)
      return { Component: whereNeeded(needs, Component) }
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
  // Offline the page that is shown stays, unless everything the next one needs is here already.
  if (!isOnline() && (await loading) >= 500) return backOnline().then(() => load(queries, store, params, url))
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, SKELETON_AFTER_MS))])
  return null
}

/** Returns the same function, which loads only until it has succeeded: what was loaded ahead needs no network any more. */
function onceLoaded<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Loaded | undefined
  return async () => {
    loaded ??= await load()
    return loaded
  }
}
