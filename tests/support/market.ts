import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished, TestRunner } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import { openRenderer } from '../../server/pages/ssr/open-renderer.ts'
import type { Config } from '../../server/platform/config/config.ts'
import type { LanguageCode } from '../../shared/kernel/languages.ts'
import { launchBrowser } from './browser.ts'
import { untilAlive } from './shop-page.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { createMarketDatabase } from './test-database.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface Market extends TestApp {
  /** `http://127.0.0.1:{port}` */
  origin: string
  browser: Browser
  /**
   * A visitor with a separate browser, which is closed after the test, as open pages go on working. `pageErrors` has every
   * error and warning that the page logs.
   */
  visitor(options?: BrowserContextOptions): Promise<Visitor>
}

export interface Visitor {
  context: BrowserContext
  page: Page
  /** Console errors and warnings, uncaught exceptions, policy violations; not refusals of a busy server. */
  pageErrors: string[]
}

/**
 * Opens the whole product: demo marketplace, pictures, built pages, listening server, browser. `settings` gets the server's
 * address, which is then used in mails and for providers.
 */
async function openMarket(settings?: (siteUrl: string) => Promise<Partial<Config>> | Partial<Config>): Promise<Market> {
  const port = settings ? await freePort() : 0
  const siteUrl = `http://127.0.0.1:${port}`
  const config = settings && { siteUrl, ...(await settings(siteUrl)) }
  const { filesDir, ...database } = await createMarketDatabase()
  const { renderer, close: closeRenderer } = await openRenderer({
    dev: false,
    ...(config?.languages && { languages: config.languages, dist: await builtIn(config.languages) }),
  })
  const testApp = await createTestApp({ config, database, deps: { renderer }, filesDir })
  const origin = await testApp.app.listen({ port, host: '127.0.0.1' })
  const browser = await browserOfWorker()
  const contexts = new Set<BrowserContext>()
  return {
    ...testApp,
    origin,
    browser,
    visitor: async (options) => {
      const visitor = await openVisitor(browser, { baseURL: origin, ...options })
      contexts.add(visitor.context)
      return visitor
    },
    close: async () => {
      await Promise.all(Array.from(contexts, closeContext))
      await testApp.close()
      await closeRenderer()
    },
  }
}

/** Returns the folder with the pages built in several languages. */
async function builtIn(languages: readonly LanguageCode[]): Promise<string> {
  const dist = join(ROOT, 'node_modules/.cache/dist-in-languages')
  const env = { ...process.env, LANGUAGES: languages.join(), BUILD_COMPRESSED: 'off' }
  await promisify(execFile)(process.execPath, [join(ROOT, 'tools/build-if-stale.ts'), dist], { env })
  return dist
}

/** Returns what `openMarket` opens before the tests of a file, and closes it after them. */
export function marketOfFile(settings?: Parameters<typeof openMarket>[0]): Market {
  const market = {} as Market
  beforeAll(async () => {
    Object.assign(market, await openMarket(settings))
  })
  // There is nothing to close when opening it failed.
  afterAll(() => (market as Partial<Market>).close?.())
  return market
}

let launched: Promise<Browser> | undefined

/** Returns the browser shared by all files of a worker, which ends with it: visitors have separate contexts. */
async function browserOfWorker(): Promise<Browser> {
  const known = await launched
  if (known?.isConnected()) return known
  launched = launchBrowser()
  return launched
}

/** A server on a busy machine refuses requests, which pages send again by themselves. */
const BUSY = /^Failed to load resource: .* status of 503 /

async function openVisitor(browser: Browser, options: BrowserContextOptions): Promise<Visitor> {
  // Tests of motion ask for it: frames of animations are a sixth of a browser's processor time.
  const still = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const
  const context = await browser.newContext({ ...still, ...options })
  context.setDefaultTimeout(30_000)
  if (TestRunner.getCurrentTest()) onTestFinished(() => closeContext(context))
  if (options.javaScriptEnabled !== false) context.on('page', openAlive)
  const page = await context.newPage()
  const pageErrors: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !BUSY.test(message.text())) pageErrors.push(message.text())
  })
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  return { context, page, pageErrors }
}

/** Closes a context; handlers of its requests may still be running, and must not fail the run when they end so. */
async function closeContext(context: BrowserContext): Promise<void> {
  const routing = [context, ...context.pages()]
  // A closed page has no running handlers.
  await Promise.all(routing.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {})))
  await context.close()
}

/**
 * Makes `goto` and `reload` of a page wait for hydration, which comes some time after the load. Tests of what comes before pass
 * an option, such as `{ waitUntil: 'commit' }`.
 */
function openAlive(page: Page): void {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (!options?.waitUntil) await untilAlive(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (!options?.waitUntil) await untilAlive(page)
    return response
  }
}
