import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillWithHostileTexts, type HostileMarket, sendHostileMails } from '../support/hostile-market.ts'
import { type Market, openMarket, type Visitor } from '../support/market.ts'
import { quietNetwork } from '../support/quiet-network.ts'
import { ROOT } from '../support/sources.ts'
import { injectedInto, type Watch, watch } from '../support/watched-page.ts'

let market: Market
let hostile: HostileMarket
beforeAll(async () => {
  market = await openMarket()
  hostile = await fillWithHostileTexts(market)
  await sendHostileMails(market)
}, 180_000)
afterAll(() => market?.close())

/** Every address of the route table, with hostile and with ordinary parameters. */
function routesWithParameters(): string[] {
  const source = ['web/app/routes.tsx', 'sandbox/web/pages.ts']
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
  const paths = [...source.matchAll(/path: '([^']+)'/g)].map(([, path]) => path ?? '')
  expect(paths.length).toBeGreaterThan(20)
  const parameters: Record<string, string> = {
    ':categoryName': 'all',
    ':productId': hostile.products[1] ?? '',
    ':orderId': hostile.order_id,
  }
  return paths.map((path) =>
    path === '*' ? '/no-such-page' : path.replace('?', '').replace(/:\w+/g, (name) => parameters[name] ?? name),
  )
}

/** Links of one kind are alike: so many of each are followed in each role. */
const LINKS_OF_ONE_KIND = 1
const kindOf = (path: string) =>
  path
    .replace(/\?.*$/, '?')
    .replace(/^\/category\/.+/, '/category')
    .replace(/(PRD|ORD)\d+/g, '#')

/** Opens the given addresses and those that pages link to; returns everything that was wrong. */
async function crawl({ context, page }: Visitor, starts: string[]): Promise<Watch> {
  const watched = await watch(context, page, market.origin)
  const queue = [...starts]
  const seen = new Set(queue)
  const kinds = new Map<string, number>()
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    await page.goto(path, { waitUntil: 'load' })
    // Late responses only add links: the wait for them may end without them.
    await quietNetwork(page)
    const injected = await injectedInto(page)
    watched.findings.push(...injected.map((what) => `${path}: injected ${what}`))
    const links = await page.evaluate(() =>
      [...document.querySelectorAll('a[href]')].map((link) => (link as HTMLAnchorElement).href),
    )
    for (const link of links) {
      const { origin, pathname, search } = new URL(link)
      const next = pathname + search
      const kind = kindOf(next)
      const followed = kinds.get(kind) ?? 0
      if (origin !== market.origin || seen.has(next) || followed >= LINKS_OF_ONE_KIND) continue
      if (pathname.startsWith('/storage/')) continue
      kinds.set(kind, followed + 1)
      seen.add(next)
      queue.push(next)
    }
  }
  watched.findings.push(...(await context.cookies()).map(({ name }) => `the cookie ${name}`))
  return watched
}

/** Pages that are the same for who is signed in; links still lead to one of each kind. */
const SAME_FOR_ALL = /^\/(?:category|search|shop|authentication|auth|no-such-page|docs)/

/** The visitor opens everything that all share; areas of other roles redirect, for which one page of each is enough. */
function startsOf(role: string): string[] {
  const isForeign = (path: string) => /^\/(?:admin|seller)\/./.test(path) && !path.startsWith(`/${role}/`)
  const own = routesWithParameters().filter((path) => !isForeign(path))
  return role === 'visitor' ? [...own, '/docs', '/outbox', '/verify'] : own.filter((path) => !SAME_FOR_ALL.test(path))
}

test('E7: in all roles no page violates its policy, logs errors, contacts another origin or gets a cookie', {
  timeout: 300_000,
}, async () => {
  const crawls = Object.entries(hostile.users).map(async ([role, person]) => {
    const starts = startsOf(role)
    const { page, context } = person
    const fresh = await context.newPage()
    const { findings, documents } = await crawl({ ...person, page: fresh }, starts)
    await fresh.close()
    expect(page.isClosed()).toBe(false)
    return { role, findings, complete: documents.length >= starts.length }
  })
  const done = await Promise.all(crawls)
  expect(done.flatMap(({ role, findings }) => findings.map((finding) => `${role} ${finding}`))).toEqual([])
  expect(done.filter(({ complete }) => !complete)).toEqual([])
})
