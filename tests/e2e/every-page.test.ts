import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { amountsCutOff, COLOR_RULES, faultsOfLargeText, openComplete, violationsOf } from '../support/accessibility.ts'
import { callAuth } from '../support/accounts.ts'
import { addToCart, checkout } from '../support/api.ts'
import {
  fillWithHostileTexts,
  HOSTILE,
  HOSTILE_BUYER,
  HOSTILE_NAME,
  HOSTILE_SELLER,
  injectedInto,
  type Watch,
  watch,
} from '../support/hostile.ts'
import { marketOfFile, type Visitor } from '../support/market.ts'
import { messageTo } from '../support/outbox.ts'
import { buildProduct } from '../support/products.ts'
import { carousel, quietNetwork, settled, watchShifts } from '../support/shop-page.ts'
import { adminVisitor, placeOrder, type SignedIn, signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

/** Every public page, with a text that shows that it has loaded. */
const PAGES = [
  ['/', 'Just For You'],
  ['/category/all', 'Next'],
  ['/category/home%20%26%20lighting?page=2', 'Prev'],
  ['/category/nothing', 'No products found in this category.'],
  ['/product/PRD00001', 'Related Products'],
  ['/product/PRD99999', 'Product not found'],
  ['/search?q=lamp', 'Sort by'],
  ['/search?q=nothing-like-this', 'Sort by'],
  ['/cart', 'Your cart is empty'],
  ['/checkout', 'Your cart is empty'],
  ['/authentication', 'Welcome back'],
  ['/order-tracking', 'Please log in to track your order.'],
  ['/no-such-page', 'Oops! Something went wrong.'],
  ['/shop/harbor-street-tech', 'Sort by'],
  ['/wish-list', 'Your wish list is empty'],
] as const

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** Returns the faults of a page on phones: small targets, colors in dark, and texts cut off when enlarged or spaced. */
async function faultsOnPhones(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  const targets = await violationsOf(page, [...COLOR_RULES, 'target-size'])
  // On wide screens pages differ only in their content: one is enough for the layout.
  return [...targets, ...(await faultsOfLargeText(page, path === '/' ? [360, 320, 1280] : [360, 320]))]
}

test('every page fits phones and large text, has one h1 and its own title, loads without errors or shifts; axe finds nothing', async () => {
  const { page, pageErrors } = await market.visitor()
  // Chromium itself logs a page whose status is 404.
  const unexpected = () => pageErrors.filter((text) => !text.includes('status of 404'))
  const shifts = await watchShifts(page)
  const titles = new Set<string>()
  const violations: string[] = []
  for (const entry of PAGES) {
    const [path] = entry
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'light' })
    await openComplete(page, entry)
    await quietNetwork(page)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count(), { message: path }).toBe(1)
    expect(await shifts(), path).toEqual([])
    titles.add(await page.title())
    await page.emulateMedia({ reducedMotion: 'reduce' })
    violations.push(...(await violationsOf(page, 'every')).map((violation) => `${path} ${violation}`))
    await expect.poll(() => faultsOnPhones(page, path), { message: path }).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => widthOf(page), { message: path }).toBeLessThanOrEqual(320)
  }
  expect(titles.size).toBeGreaterThanOrEqual(PAGES.length - 3)
  expect(unexpected()).toEqual([])
  expect(violations).toEqual([])

  await page.goto('/')
  const overlaps = () =>
    carousel(page)
      .getByRole('button')
      .evaluateAll((buttons) => {
        const boxes = buttons.map((button) => button.getBoundingClientRect()).sort((a, b) => a.x - b.x)
        return boxes.filter(({ right }, index) => right > (boxes[index + 1]?.x ?? 320)).length
      })
  await expect.poll(overlaps, { message: 'controls of the banners lie side by side' }).toBe(0)
})

test('a product with the longest names fits a screen of 320 px, on its page and in a list', async () => {
  const { product_id } = await buildProduct(market, {
    product_name: `Unbreakable${'x'.repeat(120)} and then some more words up to two hundred letters in all, it says`,
    product_category: ['Toys', 'Home & Furniture', 'Tools & Hardware'],
    product_price: 9_999_999.99,
    product_desc: `<p>${'y'.repeat(300)}</p><pre>${'z'.repeat(300)}</pre>`,
  })
  const { page } = await market.visitor({ viewport: { width: 320, height: 640 } })
  for (const path of [`/product/${product_id}`, '/search?q=unbreakable']) {
    await openComplete(page, [path, 'Unbreakable'])
    await expect.poll(() => widthOf(page), { message: path }).toBeLessThanOrEqual(320)
    await expect.poll(() => amountsCutOff(page)).toEqual([])
  }
})

test('forced colors show the current page of a list', async () => {
  const { page } = await market.visitor({ forcedColors: 'active' })
  await openComplete(page, ['/category/all', 'Next'])
  const backgroundOf = (name: string) =>
    page.getByRole('link', { name, exact: true }).evaluate((link) => getComputedStyle(link).backgroundColor)
  await expect.poll(() => backgroundOf('Page 1')).not.toBe(await backgroundOf('Page 2'))
})

/** For rounding of lines and borders. */
const TOLERANCE_PX = 4

interface Place {
  /** The height of the page without the layout; on the buyer's dashboard down to the end of the orders. */
  height: number
  /** The top of the heading of the chart or the orders, where there is one. */
  heading: number | undefined
}

/** Makes a page wait for its fonts: system fonts differ and break lines elsewhere. */
async function withOurFonts(route: Route): Promise<void> {
  const response = await route.fetch()
  const styles = await response.text()
  await route.fulfill({ response, body: styles.replaceAll(/font-display:\s*optional/g, 'font-display:block') })
}

/** Returns the positions of a page's parts on wide screens and on phones. */
async function placesOf(page: Page): Promise<Place[]> {
  const places: Place[] = []
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    places.push(await settled(page, () => placeOf(page)))
  }
  return places
}

const placeOf = (page: Page): Promise<Place> =>
  page.evaluate(async () => {
    await document.fonts.ready
    const heading = document.querySelector('#sales, #all-orders')?.getBoundingClientRect().top
    const whole = document.querySelector('[aria-labelledby=all-orders]') ?? document.querySelector('main > *')
    return { height: whole?.getBoundingClientRect().height ?? 0, heading }
  })

/** Opens a page whose data is delayed; returns the positions of its parts, and a function that lets the data arrive. */
async function openSlowly(page: Page, path: string): Promise<{ before: Place[]; arrive: () => Promise<void> }> {
  const DATA = /\/api\/(?!catalog|categories)|\/auth\/v1\/user/
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(DATA, async (route) => {
    await held
    await route.continue()
  })
  const requested = page.waitForRequest(DATA)
  await page.goto(path)
  await requested
  await page.locator('main .skeleton').first().waitFor()
  const before = await placesOf(page)
  return {
    before,
    async arrive() {
      release()
      await page.waitForFunction(() => !document.querySelector('main .skeleton'))
      await page.unroute(DATA)
    },
  }
}

/** Retries once: on a busy machine the page may pause in an intermediate state, so that only a repeated difference counts. */
const isAsHigh = (visitor: SignedIn, path: string) => compare(visitor, path).catch(() => compare(visitor, path))

async function compare({ page }: SignedIn, path: string): Promise<void> {
  const { before, arrive } = await openSlowly(page, path)
  await arrive()
  // A slow machine renders the data in several frames.
  await expect
    .poll(
      async () => {
        const after = await placesOf(page)
        return after.map((place, index) => {
          const earlier = before[index] ?? place
          const isSame = Math.abs(place.height - earlier.height) < TOLERANCE_PX && place.heading === earlier.heading
          return isSame ? earlier : place
        })
      },
      { message: path },
    )
    .toEqual(before)
}

test('skeletons have the height of the content that replaces them, on wide screens and on phones', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const products = []
  for (let left = 5; left > 0; left--) products.push(await buildProduct(market, { seller_id: seller.user_id }))
  const [{ product_id } = { product_id: '' }] = products
  const buyer = await signedInVisitor(market)
  const { shipping_address } = checkout
  const order = await placeOrder(market, buyer, { product_id, quantity: 2, shipping_address })
  for (const sold of products.slice(1)) await placeOrder(market, buyer, { product_id: sold.product_id })
  await addToCart(market, buyer, product_id)
  const admin = await adminVisitor(market)
  const newBuyer = await signedInVisitor(market)
  await placeOrder(market, newBuyer, { product_id })
  for (const { context } of [seller, buyer, admin, newBuyer]) await context.route('**/*.css', withOurFonts)

  await isAsHigh(seller, '/seller')
  await isAsHigh(seller, `/seller/edit-product/${product_id}`)
  await isAsHigh(admin, '/admin')
  await isAsHigh(admin, '/admin/settings')
  await isAsHigh(newBuyer, '/dashboard')
  await isAsHigh(buyer, '/cart')
  await isAsHigh(buyer, '/checkout')
  await isAsHigh(buyer, `/order-tracking?orderId=${order}`)
  await isAsHigh(buyer, `/order-confirmation/${order}`)
})

/** Sends mails to addresses with a hostile local part; returns the accepted addresses. */
async function sendHostileMails(): Promise<string[]> {
  const sent: string[] = []
  const parts = [...HOSTILE.map((text) => text.replace(/[\s@]/g, '')), "o'neil&{{7*7}}", '"<script>"', '<b>x</b>']
  for (const part of parts) {
    const email = `${part.slice(0, 60)}@example.com`
    const { status } = await callAuth(market, 'POST', '/signup', {
      body: { email, password: 'a long enough phrase', data: { display_name: HOSTILE_NAME } },
    })
    expect([200, 400]).toContain(status)
    if (status !== 200) continue
    await callAuth(market, 'POST', '/recover', { body: { email } })
    sent.push(email.toLowerCase())
  }
  return sent
}

let hostile: Awaited<ReturnType<typeof fillWithHostileTexts>>
let mails: string[]

beforeAll(async () => {
  hostile = await fillWithHostileTexts(market)
  mails = await sendHostileMails()
})

/** Returns the text of a page as shown. */
const textOn = async (page: Page) => (await page.locator('body').allInnerTexts()).join()

/** Opens an address and returns its text; expects that hostile texts stayed text. */
async function look(page: Page, path: string): Promise<string> {
  await page.goto(path, { waitUntil: 'load' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await injectedInto(page), path).toEqual([])
  return textOn(page)
}

/** As a browser shows it: bidirectional marks and line separators stay, runs of blanks collapse. */
const shown = (text: string) => text.replace(/\s+/g, ' ')

/** Returns a new, watched page in a visitor's browser. */
async function watchedPage({ context }: Visitor): Promise<{ page: Page; watched: Watch }> {
  const page = await context.newPage()
  return { page, watched: await watch(market, context, page) }
}

/** One address of each kind, with a text in it. */
const addressesWith = (text: string) => {
  const encoded = encodeURIComponent(text)
  return [
    `/category/${encoded}`,
    `/product/${encoded}`,
    `/order-tracking?orderId=${encoded}`,
    `/order-confirmation/${encoded}`,
    `/search?q=a&category=${encoded}&price=${encoded}&sort=${encoded}&page=${encoded}`,
    `/authentication?from=${encoded}`,
    `/authentication?step=${encoded}`,
    `/${encoded}`,
  ]
}

test('E6: hostile texts in products and addresses appear as text on every public page', async () => {
  const { page, watched } = await watchedPage(hostile.users.visitor)
  for (const [index, text] of HOSTILE.entries()) {
    await look(page, `/product/${hostile.products[index]}`)
    expect(shown((await page.getByRole('heading', { level: 1 }).allInnerTexts()).join())).toBe(shown(text))
    await expect.poll(() => page.title()).toContain(text.slice(0, 20))
  }
  // Each kind of address gets one of the texts.
  for (const kind of addressesWith('').keys()) await look(page, addressesWith(HOSTILE[kind] ?? '')[kind] ?? '')
  expect(watched.findings).toEqual([])
  await page.close()
})

test('E6: hostile texts in searches and addresses appear as text in the server’s HTML', async () => {
  const { page, watched } = await watchedPage(await market.visitor({ javaScriptEnabled: false }))
  for (const [index, text] of HOSTILE.entries()) {
    await look(page, `/search?q=${encodeURIComponent(text.replace(/\u2028/g, '')).slice(0, 240)}`)
    // Each text gets one of the addresses.
    const paths = addressesWith(text)
    await look(page, paths[index % paths.length] ?? '')
  }
  expect(watched.findings).toEqual([])
})

test('E6: a hostile shipping address appears as text to buyer, seller and admin; so do hostile user names', async () => {
  const { buyer, seller, admin } = hostile.users
  const lines = HOSTILE.slice(0, 5).map(shown)
  const pages = await Promise.all([buyer, seller, admin].map(watchedPage))
  const [ofBuyer, ofSeller, ofAdmin] = pages.map(({ page }) => page) as [Page, Page, Page]
  const expectLines = async (page: Page) => {
    for (const line of lines) {
      await expect.poll(async () => shown(await textOn(page))).toContain(line)
    }
    expect(await injectedInto(page)).toEqual([])
  }
  await look(ofBuyer, `/order-tracking?orderId=${hostile.order_id}`)
  await expectLines(ofBuyer)
  await look(ofBuyer, '/dashboard')
  await expect.poll(async () => textOn(ofBuyer)).toContain(HOSTILE_BUYER)
  await look(ofSeller, `/seller/orders/${hostile.order_id}`)
  await expectLines(ofSeller)
  await ofSeller.emulateMedia({ media: 'print' })
  await expectLines(ofSeller)
  await ofSeller.emulateMedia({ media: 'screen' })
  await look(ofSeller, `/seller/edit-product/${hostile.products[1]}`)
  await expect.poll(() => ofSeller.getByLabel('Name', { exact: true }).inputValue()).toBe(HOSTILE[1])
  expect(await injectedInto(ofSeller)).toEqual([])
  await look(ofSeller, '/seller/settings')
  await ofSeller.getByText(HOSTILE_SELLER).first().waitFor()
  await look(ofAdmin, '/admin/orders')
  await ofAdmin
    .getByRole('button', { name: `Track order ${hostile.order_id}` })
    .first()
    .click()
  await expectLines(ofAdmin)
  for (const path of ['/admin/products', '/admin/users', '/admin/orders'])
    await look(ofAdmin, `${path}?q=${encodeURIComponent(HOSTILE_BUYER)}`)
  await look(ofAdmin, '/admin/users')
  await expect.poll(async () => textOn(ofAdmin)).toContain(HOSTILE_SELLER)
  expect(await injectedInto(ofAdmin)).toEqual([])
  expect(pages.flatMap(({ watched }) => watched.findings)).toEqual([])
  await Promise.all(pages.map(({ page }) => page.close()))
})

test('E6: hostile email addresses appear as text in the outbox and in the mails', async () => {
  expect(mails).not.toEqual([])
  await messageTo(market, mails.at(-1) ?? '')
  const { page, watched } = await watchedPage(hostile.users.visitor)
  expect(await look(page, '/outbox')).toContain(mails.at(-1))
  const links = await page.evaluate(() =>
    [...document.querySelectorAll('a[href^="/outbox/"]')].map((link) => link.getAttribute('href') ?? ''),
  )
  expect(links).not.toEqual([])
  for (const link of links) {
    await look(page, link)
    await page.goto(`${link}/html`)
    expect(await injectedInto(page), link).toEqual([])
  }
  expect(watched.findings).toEqual([])
  await page.close()
})

test('a right-to-left name does not reorder the words around it, in sentences, labels and titles', async () => {
  const { seller, buyer } = hostile.users
  const name = 'מנורה (2)'
  const isolated = `\u2068${name}\u2069`
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_name: name })
  const { page } = await watchedPage(buyer)
  await page.goto(`/product/${product_id}`)
  await expect.poll(() => page.title()).toBe(`${isolated} · Openstall`)
  for (const label of [`Quantity of ${isolated}`, `Save ${isolated} to the wish list`])
    await page.locator(`[aria-label="${label}"]`).first().waitFor()
  expect(await page.locator('meta[name=description]').getAttribute('content')).not.toBe('')
  await page.close()
})
