import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { allRoutes as routes } from '../web/app/all-routes.ts'
import type { PageHandle } from '../web/app/page-route.ts'
import { openForTests } from './support/open-for-tests.ts'
import { sourcesBelow } from './support/sources.ts'

const market = await openForTests()

const pages = routes
  .flatMap(({ children = [] }) => children)
  .map(({ path = '', handle }) => ({ path: path.replace('?', ''), handle: handle as PageHandle }))

test('robots.txt excludes every page with one user’s data, and of the public pages only the search', async () => {
  const { body } = await market.app.inject('/robots.txt')
  const disallowed = Array.from(body.matchAll(/^Disallow: (\S+)$/gm), ([, start = '']) => start)
  const kept = pages.filter(({ path }) => disallowed.some((start) => path.startsWith(start)))
  expect(pages.filter((page) => page.handle.personal && !kept.includes(page)).map(({ path }) => path)).toEqual([])
  expect(kept.filter(({ handle }) => !handle.personal).map(({ path }) => path)).toEqual(['/search'])
})

/** The first path segments of pages. */
const STARTS = new Set(pages.flatMap(({ path }) => /^\/([a-z-]+)/.exec(path)?.[1] ?? []))
/** Prefixes of addresses that are not pages themselves. */
const BEGINNINGS = ['/search?', '/order-confirmation/', '/order-receipt/', '/sandbox/', '/sandbox/step', '/seller']

test('every address that the server writes into mails, notifications and responses belongs to a page', () => {
  const sources = sourcesBelow(['server', 'sandbox', 'shared'])
    .filter(({ file }) => !file.endsWith('.test.ts'))
    .map(({ file, text }) => ({ file, text: text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, '') }))
  const written = sources.flatMap(({ file, text }) =>
    Array.from(
      text.matchAll(/(['`])(?:\$\{(?:[\w.]+\.)?siteUrl\})?(\/[a-z][^'`\n]*)\1/g),
      ([, , address = '']) => address,
    )
      .filter((address) => STARTS.has(/^\/([a-z-]+)/.exec(address)?.[1] ?? '') && !BEGINNINGS.includes(address))
      .map((address) => ({ file, path: address.replaceAll(/\$\{[^}]*\}/g, 'x').replace(/[?#].*$/, '') })),
  )
  expect(written.length).toBeGreaterThan(10)
  const found = ({ path }: { path: string }) => matchRoutes(routes, path)?.at(-1)?.route.path
  expect(written.filter((one) => [undefined, '*'].includes(found(one)))).toEqual([])
})
