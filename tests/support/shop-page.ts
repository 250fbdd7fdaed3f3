import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page, Request } from 'playwright-core'

const PASSWORD = 'a long enough phrase'

export const newEmail = () => `${crypto.randomUUID()}@example.com`

/** Waits until the cart in the header has this name. */
export const cartIsNamed = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).waitFor()

export const addToCart = (page: Page) => page.getByRole('button', { name: 'Add to Cart' }).click()

/** Returns the text that the browser has stored under a key. */
export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

/** Fills in and submits the sign-up form. */
export async function signUpAtForm(
  page: Page,
  email: string,
  { role = 'Buyer', confirmation = PASSWORD } = {},
): Promise<void> {
  await page.getByLabel('Display Name').fill('Sample User')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(confirmation)
  await page.getByLabel(role).check()
  await page.getByRole('button', { name: 'Sign up' }).click()
}

/** Opens the sign-up form. */
export async function openSignUp(page: Page): Promise<void> {
  await page.goto('/authentication')
  await page.getByRole('button', { name: "Don't have an account?" }).click()
  await page.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor()
}

/** Logs out through the account menu. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Logged out successfully', { exact: true }).waitFor()
}

/**
 * Waits until the page is hydrated; before, the browser itself handles links and searches. Does not wait for documents without
 * an application, or those whose code did not load.
 */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById('root')
    if (!root || document.getElementById('scripts-failed')?.hidden === false) return true
    return Object.keys(root).some((key) => key.startsWith('__reactContainer'))
  })
}

/**
 * Goes to an address inside the open document, as a link does, and waits for the heading of the next page: without a new
 * document, a page costs a third of the processor time. Another search of the same page keeps its heading: use `goto`.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    for (const heading of document.querySelectorAll('h1')) heading.setAttribute('data-left', '')
    // The router numbers its entries in this way.
    const state = { usr: null, key: address, idx: (history.state?.idx ?? 0) + 1 }
    history.pushState(state, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, path)
  await page.locator('h1:not([data-left])').first().waitFor({ state: 'attached' })
}

/** Makes the documents of a page run from right to left. */
export async function turnAround(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(' dir="ltr"', ' dir="rtl"') })
  })
}

/** Returns the banners of the home page. */
export const carousel = (page: Page): Locator => page.getByRole('region', { name: /offers|carousel|highlights/i })

type Role = Parameters<Page['getByRole']>[0]

/** Presses Tab until the element of this role and name has the focus, as a keyboard user does. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<Locator> {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab')
    const found = page.getByRole(role, { name, exact: typeof name === 'string' })
    for (const candidate of await found.all())
      if (await candidate.evaluate((element) => element === document.activeElement)) return candidate
  }
  throw new Error(`no ${role} ${name} on the way`)
}

/** The number of unchanged frames after which a page counts as settled. */
const FRAMES = 10

/**
 * Returns the result of `read` once it stays the same: what later reads are compared with must not be an intermediate state.
 */
export async function settled<Read>(page: Page, read: () => Promise<Read>): Promise<Read> {
  let last = await read()
  for (let unchanged = 0; unchanged < FRAMES; ) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    const next = await read()
    unchanged = JSON.stringify(next) === JSON.stringify(last) ? unchanged + 1 : 0
    last = next
  }
  return last
}

const QUIET_MS = 150
const CHECK_INTERVAL_MS = 25

/**
 * Resolves once there was no request for 150 ms, at the latest after `withinMs`. Playwright's own `networkidle` waits for half
 * a second, longer than most pages take here.
 */
export async function quietNetwork(page: Page, withinMs = 3_000): Promise<void> {
  const open = new Set<Request>()
  let since = performance.now()
  const began = (request: Request) => void open.add(request)
  const ended = (request: Request) => {
    open.delete(request)
    since = performance.now()
  }
  page.on('request', began).on('requestfinished', ended).on('requestfailed', ended)
  const until = since + withinMs
  while (performance.now() < until && (open.size > 0 || performance.now() - since < QUIET_MS)) {
    await sleep(CHECK_INTERVAL_MS)
  }
  page.off('request', began).off('requestfinished', ended).off('requestfailed', ended)
}

/** Delays the responses for an address, like a slow network; returns a function that releases them. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, (route) => held.then(() => route.continue()))
  return release
}

/** Records layout shifts in documents that the page opens later; returns a function that returns those of the current one. */
export async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
}

/** Returns the console errors of visitors, without those about missing pictures: test products have none. */
export const errorsOf = (...visitors: { pageErrors: string[] }[]) =>
  visitors.flatMap(({ pageErrors }) => pageErrors).filter((text) => !/status of 400/.test(text))
