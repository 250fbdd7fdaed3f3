import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { allRoutes as routes } from './all-routes.ts'
import { createMatcher } from './match-page.ts'

const match = createMatcher(routes)

const IDS = ['PRD00001', 'a', 'a-b', '100%25', '%2F', 'Ü', '…', ':x', '*', '?', 'a?b', 'ſeller', 'constructor']
const PATHS = routes
  .flatMap(({ children = [] }) => children)
  .flatMap(({ path = '' }) => {
    const plain = path.startsWith('/') ? path.replace('?', '') : `/${path}`
    return IDS.map((id) => plain.replace(/:\w+/, id))
  })

const VARIANTS: [string, (path: string) => string][] = [
  ['as it is', (path) => path],
  ['a slash at its end', (path) => `${path}/`],
  ['two slashes', (path) => `/${path}//`],
  ['capitals', (path) => path.toUpperCase()],
  ['an encoded letter', (path) => path.replace('r', '%72')],
  ['one segment more', (path) => `${path}/more`],
  ['one segment less', (path) => path.replace(/\/[^/]*$/, '') || '/'],
  ['a longer first segment', (path) => path.replace(/^\/\w+/, '$&s')],
]

/** The facts that a route match decides: the page and its parameters. */
function found(matches: ReturnType<typeof match>) {
  return matches?.map(({ route, params, pathname, pathnameBase }) => ({ id: route.id, params, pathname, pathnameBase }))
}

test.each(VARIANTS)('matches the same pages as the browser’s router: %s', (_name, variant) => {
  for (const path of new Set([...PATHS, '/', '/nothing', '/favicon.ico', '//', '/seller'].map(variant))) {
    expect.soft(found(match(path)), path).toEqual(found(matchRoutes(routes, { pathname: path })))
  }
})
