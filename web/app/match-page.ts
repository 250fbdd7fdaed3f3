import { matchRoutes, type RouteMatch, type RouteObject } from 'react-router'

/** More than are rendered at once. */
const MAX_RECENT = 100

/**
 * Returns a faster `matchRoutes` for `routes`, which compiles every route at every call; this compiles only the routes whose
 * first segment may match.
 */
export function createMatcher(routes: RouteObject[]): (pathname: string) => RouteMatch[] | null {
  const byStart = new Map<string | null, RouteObject[]>()
  const beginningWith = (start: string | null) => {
    let found = byStart.get(start)
    if (!found) {
      found = filterPages(routes, (path) => firstSegmentOf(path) === start || firstSegmentOf(path) === null)
      byStart.set(start, found)
    }
    return found
  }
  const starts = new Set(routes.flatMap(({ children = [] }) => children.map(({ path = '' }) => firstSegmentOf(path))))
  const match = (pathname: string) => {
    // The first segment may be percent-encoded.
    if (pathname.includes('%')) return matchRoutes(routes, { pathname })
    const start = firstSegmentOf(pathname)
    return matchRoutes(beginningWith(starts.has(start) ? start : null), { pathname })
  }
  // Called twice for a page: to describe and to render it, with those of other requests in between.
  const recent = new Map<string, RouteMatch[] | null>()
  return (pathname) => {
    const matches = recent.get(pathname) ?? match(pathname)
    if (recent.size >= MAX_RECENT) recent.clear()
    recent.set(pathname, matches)
    return matches
  }
}

function firstSegmentOf(path: string): string | null {
  const first = path.split('/', 2)[1]?.toLowerCase()
  return first === undefined || /[:*?]/.test(first) ? null : first
}

function filterPages(layouts: RouteObject[], isIncluded: (path: string) => boolean): RouteObject[] {
  return layouts.flatMap((layout) => {
    const children = layout.children?.filter(({ path = '' }) => isIncluded(path)) ?? []
    return children.length ? [{ ...layout, children } as RouteObject] : []
  })
}
