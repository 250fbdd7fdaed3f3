import { createServer, request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { freePort } from '../db/embedded/free-port.ts'
import { launchBrowser } from '../tests/support/browser.ts'
import { openMarket } from './open-market.ts'
import { type Profile, type Visit, visitPage } from './page-visit.ts'
import { median } from './percentile.ts'

// Load times of first pages in a real browser: `npm run bench -- page`.
const SIZE = { products: 5_000, orders: 2_000 }
const ROUNDS = 5

const PROFILES: readonly (Profile & { lcpRatio: number; tbt: number })[] = [
  { name: 'desktop', viewport: { width: 1280, height: 800 }, cpu: 1, network: null, lcpRatio: 1.15, tbt: 100 },
  {
    name: 'slow phone',
    viewport: { width: 360, height: 800 },
    cpu: 4,
    network: { kilobitsPerSecond: 1600, latencyMs: 150 },
    lcpRatio: 1.25,
    tbt: 100,
  },
]

/** Budgets besides times. Sizes are compressed bytes, without headers. */
const BUDGETS = {
  scripts: 6,
  scriptBytes: 150_000,
  styles: 14_000,
  fonts: 60_000,
  html: 12_000,
  assetHeaders: 600,
  cls: 0,
}
/** A page that shows one user's data. */
const PERSONAL = '/cart'
/** One frame at 60 Hz; a shorter difference cannot be measured. */
const FRAME_MS = 17

/** Medians of a page on one profile, with and without its scripts. */
interface PageRow {
  page: string
  profile: string
  ours: Visit
  limit: Visit
  /** Rendered in the browser: without scripts it is empty, so its LCP has no limit to compare with. */
  personal: boolean
  /** Broken budgets with both figures. */
  broken: string[]
}

/** Measures first pages on a marketplace of its own and prints them; returns false when a budget is broken. */
export async function benchPages(dataDir: string): Promise<boolean> {
  const market = await openMarket(dataDir, SIZE)
  try {
    const { origin } = await market.startServer({ LOG_LEVEL: 'error' })
    const rows = await measurePages(origin)
    return rows.every(({ broken }) => broken.length === 0)
  } finally {
    await market.close()
  }
}

async function measurePages(origin: string, rounds = ROUNDS): Promise<PageRow[]> {
  const pages = await firstPages(origin)
  const ours = await startProxy(origin, (html) => html)
  const limit = await startProxy(origin, withoutScripts)
  const browser = await launchBrowser()
  try {
    const rows: PageRow[] = []
    for (const profile of PROFILES) {
      for (const path of pages) {
        const row = await measurePage(browser, { ours: ours.origin, limit: limit.origin }, path, profile, rounds)
        rows.push(row)
        print(row, rows.length === 1)
      }
    }
    return rows
  } finally {
    await browser.close()
    ours.server.close()
    limit.server.close()
  }
}

async function firstPages(origin: string): Promise<string[]> {
  const response = await fetch(`${origin}/api/categories/all/products`)
  const { products } = (await response.json()) as { products: { product_id: string }[] }
  return ['/', `/product/${products[0]?.product_id}`, '/category/all', '/search?q=lamp', PERSONAL]
}

async function measurePage(
  browser: Browser,
  sides: { ours: string; limit: string },
  path: string,
  profile: (typeof PROFILES)[number],
  rounds: number,
): Promise<PageRow> {
  const visits = { ours: [] as Visit[], limit: [] as Visit[] }
  await (await fetch(sides.ours + path)).arrayBuffer()
  for (let round = 0; round < rounds; round++) {
    visits.ours.push(await visitPage(browser, sides.ours + path, profile, true))
    visits.limit.push(await visitPage(browser, sides.limit + path, profile, false))
  }
  const personal = path === PERSONAL
  const row = { page: path, profile: profile.name, personal, ours: middle(visits.ours), limit: middle(visits.limit) }
  return { ...row, broken: brokenBudgets(row, profile) }
}

/** Returns the median of each time; counts and bytes are the same in all visits. */
function middle(visits: Visit[]): Visit {
  const last = visits.at(-1)
  if (!last) throw new Error('nothing was measured')
  const times = ['lcp', 'fcp', 'tbt', 'longestTask', 'alive'] as const
  const medians = Object.fromEntries(times.map((time) => [time, median(visits.map((visit) => visit[time]))]))
  return { ...last, ...medians, cls: Math.max(...visits.map(({ cls }) => cls)) }
}

function brokenBudgets(
  { ours, limit, personal }: Pick<PageRow, 'ours' | 'limit' | 'personal'>,
  { lcpRatio, tbt }: { lcpRatio: number; tbt: number },
): string[] {
  const checks: [name: string, value: number, highest: number][] = [
    [`LCP (${lcpRatio}× of the page without scripts)`, personal ? 0 : ours.lcp, limit.lcp * lcpRatio + FRAME_MS],
    ['TBT', ours.tbt, tbt],
    ['CLS', ours.cls, BUDGETS.cls],
    ['scripts', ours.scripts, BUDGETS.scripts],
    ['bytes of scripts', ours.bytes.Script ?? 0, BUDGETS.scriptBytes],
    ['bytes of styles', ours.bytes.Stylesheet ?? 0, BUDGETS.styles],
    ['bytes of fonts', ours.bytes.Font ?? 0, BUDGETS.fonts],
    ['bytes of HTML', ours.bytes.Document ?? 0, BUDGETS.html],
    ['header bytes of a script or style', ours.assetHeaders, BUDGETS.assetHeaders],
  ]
  return checks
    .filter(([, value, highest]) => value > highest)
    .map(([name, value, highest]) => `${name}: ${round(value)}, at most ${round(highest)}`)
}

const round = (value: number): number => (value < 1 ? Math.round(value * 1000) / 1000 : Math.round(value))

function withoutPictures({ bytes }: Visit): number {
  return Object.entries(bytes).reduce((sum, [kind, size]) => (kind === 'Image' ? sum : sum + size), 0)
}

const COLUMNS: readonly [title: string, width: number, value: (row: PageRow) => string][] = [
  ['page', -20, ({ page }) => page],
  ['profile', -11, ({ profile }) => profile],
  ['LCP ms', 7, ({ ours }) => ours.lcp.toFixed(0)],
  ['limit', 6, ({ limit, personal }) => (personal ? '–' : limit.lcp.toFixed(0))],
  ['ratio', 6, ({ ours, limit, personal }) => (personal ? '–' : (ours.lcp / limit.lcp).toFixed(2))],
  ['FCP', 6, ({ ours }) => ours.fcp.toFixed(0)],
  ['TBT', 5, ({ ours }) => ours.tbt.toFixed(0)],
  ['longest', 8, ({ ours }) => ours.longestTask.toFixed(0)],
  ['alive', 6, ({ ours }) => ours.alive.toFixed(0)],
  ['CLS', 6, ({ ours }) => ours.cls.toFixed(3)],
  ['scripts', 8, ({ ours }) => String(ours.scripts)],
  ['kB', 6, ({ ours }) => (withoutPictures(ours) / 1000).toFixed(1)],
  ['JS', 6, ({ ours }) => ((ours.bytes.Script ?? 0) / 1000).toFixed(1)],
  ['CSS', 5, ({ ours }) => ((ours.bytes.Stylesheet ?? 0) / 1000).toFixed(1)],
  ['HTML', 5, ({ ours }) => ((ours.bytes.Document ?? 0) / 1000).toFixed(1)],
  ['pictures', 9, ({ ours }) => ((ours.bytes.Image ?? 0) / 1000).toFixed(1)],
  ['headers', 8, ({ ours }) => String(ours.assetHeaders)],
  ['painted', -40, ({ ours }) => `  ${ours.lcpElement}`],
]

function print(row: PageRow, first: boolean): void {
  const line = (texts: string[]) =>
    texts
      .map((text, index) => {
        const width = COLUMNS[index]?.[1] ?? 0
        return width < 0 ? text.padEnd(-width) : text.padStart(width)
      })
      .join('')
      .trimEnd()
  if (first) console.log(`\n${line(COLUMNS.map(([title]) => title))}`)
  console.log(line(COLUMNS.map(([, , value]) => value(row))))
  for (const text of row.broken) console.log(`    over budget: ${text}`)
}

/** Removes the scripts of a page, which leaves the fastest it can be. */
function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link rel="(?:modulepreload|expect)"[^>]*>/g, '')
}

/** Starts a proxy that rewrites HTML. Both sides go through one, so that its cost cancels out. */
async function startProxy(
  origin: string,
  change: (html: string) => string,
): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const headers = { ...request.headers, host: new URL(origin).host }
    const isPage = request.headers.accept?.startsWith('text/html')
    if (isPage) headers['accept-encoding'] = 'identity'
    const passedOn = httpRequest(origin + request.url, { method: request.method, headers }, (received) => {
      if (isPage) void sendPage(received, response, change)
      else received.pipe(response.writeHead(received.statusCode ?? 502, received.rawHeaders))
    })
    passedOn.on('error', () => response.destroy())
    request.pipe(passedOn)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${port}` }
}

async function sendPage(received: IncomingMessage, response: ServerResponse, change: (html: string) => string) {
  const parts: Buffer[] = []
  for await (const part of received) parts.push(part)
  const body = brotliCompressSync(change(Buffer.concat(parts).toString()), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
  })
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = received.headers
  response.writeHead(received.statusCode ?? 502, {
    ...headers,
    'content-encoding': 'br',
    'content-length': body.length,
  })
  response.end(body)
}
