import { matchRoutes, type RouteMatch, type RouteObject } from 'react-router'

/**
 * Creates a function that matches a path as `matchRoutes(routes, …)` does. That compiles every route at every call; this
 * one compiles only the routes that can begin like the path.
 */
export function createMatcher(routes: RouteObject[]): (pathname: string) => RouteMatch[] | null {
  const byStart = new Map<string | null, RouteObject[]>()
  const beginningWith = (start: string | null) => {
    let found = byStart.get(start)
    if (!found) {
      found = keepPages(routes, (path) => startOf(path) === start || startOf(path) === null)
      byStart.set(start, found)
    }
    return found
  }
  const starts = new Set(routes.flatMap(({ children = [] }) => children.map(({ path = '' }) => startOf(path))))
  const match = (pathname: string) => {
    // An encoded letter is the same as the letter.
    if (pathname.includes('%')) return matchRoutes(routes, { pathname })
    const start = startOf(pathname)
    return matchRoutes(beginningWith(starts.has(start) ? start : null), { pathname })
  }
  // A page is described and then rendered.
  let last: { pathname: string; matches: RouteMatch[] | null } | undefined
  return (pathname) => {
    if (last?.pathname !== pathname) last = { pathname, matches: match(pathname) }
    return last.matches
  }
}

function startOf(path: string): string | null {
  const first = path.split('/', 2)[1]?.toLowerCase()
  return first === undefined || /[:*?]/.test(first) ? null : first
}

function keepPages(layouts: RouteObject[], isKept: (path: string) => boolean): RouteObject[] {
  return layouts.flatMap((layout) => {
    const children = layout.children?.filter(({ path = '' }) => isKept(path)) ?? []
    return children.length ? [{ ...layout, children } as RouteObject] : []
  })
}
