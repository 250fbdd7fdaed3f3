import { matchRoutes, resolvePath } from 'react-router'
import type { AppStore } from '../api/app-store.ts'
import { startQueries } from '../api/page-queries.ts'
import type { Prefetch } from '../ui/prefetch.ts'
import type { PageHandle } from './page-route.ts'
import { routes } from './routes.tsx'

/** Returns a function that prefetches the code and data of a page for a later navigation. */
export function createPrefetch(store: AppStore): Prefetch {
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
