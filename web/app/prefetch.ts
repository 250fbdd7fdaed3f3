import { matchRoutes, resolvePath } from 'react-router'
import type { Prefetch } from '../ui/prefetch.ts'
import type { PageHandle } from './page-route.ts'
import { routes } from './routes.tsx'
import type { AppStore } from './store.ts'

/** Fetches code and data of pages ahead of a navigation; the router finds both ready. */
export function createPrefetch(store: AppStore): Prefetch {
  return (path) => {
    const location = resolvePath(path)
    const matches = matchRoutes(routes, location) ?? []
    const match = matches.at(-1)
    if (!match) return
    for (const { route } of matches) {
      // A failure is not told here: the navigation itself will try again and say so.
      if (typeof route.lazy === 'function') void route.lazy().catch(() => {})
    }
    const { load } = (match.route.handle ?? {}) as Partial<PageHandle>
    void load?.(store.dispatch, { params: match.params, search: new URLSearchParams(location.search) })
  }
}
