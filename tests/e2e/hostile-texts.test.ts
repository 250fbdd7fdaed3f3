import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  fillWithHostileTexts,
  HOSTILE,
  HOSTILE_BUYER,
  HOSTILE_SELLER,
  type HostileMarket,
  injectedInto,
  sendHostileMails,
  type Watch,
  watch,
} from '../support/hostile-market.ts'
import { marketOfFile, type Visitor } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { quietNetwork } from '../support/shop-page.ts'
import { ROOT } from '../support/sources.ts'

const market = marketOfFile()
let hostile: HostileMarket
let mails: string[]

beforeAll(async () => {
  hostile = await fillWithHostileTexts(market)
  mails = await sendHostileMails(market)
})

/** Returns the text of a page as shown. */
const textOn = async (page: Page) => (await page.locator('body').allInnerTexts()).join()

/** Opens an address and returns its text; hostile texts must not have become anything else. */
async function look(page: Page, path: string): Promise<string> {
  await page.goto(path, { waitUntil: 'load' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await injectedInto(page), path).toEqual([])
  return textOn(page)
}

/** As a browser shows it: bidirectional marks and line separators are there, runs of blanks are one. */
const shown = (text: string) => text.replace(/\s+/g, ' ')

/** Returns a new, watched page in a visitor's browser. */
async function watchedPage({ context }: Visitor): Promise<{ page: Page; watched: Watch }> {
  const page = await context.newPage()
  return { page, watched: await watch(context, page, market.origin) }
}

/** Addresses that carry a text, of each kind. */
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

test('E6: hostile texts in products and addresses are text on every public page', async () => {
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

test('E6: hostile texts in searches and addresses are text in the HTML of the server', async () => {
  const { page, watched } = await watchedPage(await market.visitor({ javaScriptEnabled: false }))
  for (const [index, text] of HOSTILE.entries()) {
    await look(page, `/search?q=${encodeURIComponent(text.replace(/\u2028/g, '')).slice(0, 240)}`)
    // Each text gets one of the addresses.
    const paths = addressesWith(text)
    await look(page, paths[index % paths.length] ?? '')
  }
  expect(watched.findings).toEqual([])
})

test('E6: a hostile address of an order is text for buyer, seller and admin; so are the names of users', async () => {
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

test('E6: hostile addresses are text in the outbox and in the mails', async () => {
  expect(mails).not.toEqual([])
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

test('a name that runs from right to left turns no word around it, in sentences, labels and titles', async () => {
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

/** Opens the given addresses; returns everything that was wrong. */
async function openAll({ context, page }: Visitor, paths: string[]): Promise<Watch> {
  const watched = await watch(context, page, market.origin)
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'load' })
    await quietNetwork(page)
    const injected = await injectedInto(page)
    watched.findings.push(...injected.map((what) => `${path}: injected ${what}`))
  }
  watched.findings.push(...(await context.cookies()).map(({ name }) => `the cookie ${name}`))
  return watched
}

/** Pages that are the same for who is signed in: the visitor opens them. */
const SAME_FOR_ALL = /^\/(?:category|search|shop|authentication|auth|no-such-page|docs)/

/** Pages that the route table does not name, and pages of a list. */
const OF_VISITORS = ['/docs', '/outbox', '/verify', '/search?q=a&sort=price-low-high&page=2', '/category/all?page=2']
const LISTS = [
  '/seller/products?page=2',
  '/seller/orders?view=accept',
  '/admin/products?q=a&page=2',
  '/admin/users?role=buyer',
]

/** Pages for buyers only, from which others are led home. */
const OF_BUYERS = /^\/(?:cart|checkout|order-|dashboard|wish-list)/

/** The visitor opens everything that all share; areas of other roles redirect, for which one page of each is enough. */
function pathsOf(role: string): string[] {
  const isForeign = (path: string) =>
    (/^\/(?:admin|seller)\/./.test(path) && !path.startsWith(`/${role}/`)) ||
    (['seller', 'admin'].includes(role) && OF_BUYERS.test(path))
  const own = routesWithParameters().filter((path) => !isForeign(path))
  const lists = LISTS.filter((path) => path.startsWith(`/${role}/`))
  return role === 'visitor' ? [...own, ...OF_VISITORS] : [...own.filter((path) => !SAME_FOR_ALL.test(path)), ...lists]
}

test('E7: in all roles no page violates its policy, logs errors, contacts another origin or gets a cookie', async () => {
  const visits = Object.entries(hostile.users).map(async ([role, person]) => {
    const paths = pathsOf(role)
    const { findings, documents } = await openAll({ ...person, page: await person.context.newPage() }, paths)
    return { role, findings, complete: documents.length >= paths.length }
  })
  const done = await Promise.all(visits)
  // A busy server may refuse a page that asks at the same time as the others.
  const wrong = done.flatMap(({ role, findings }) =>
    findings.filter((finding) => !/status (of )?503/.test(finding)).map((finding) => `${role} ${finding}`),
  )
  expect(wrong).toEqual([])
  expect(done.filter(({ complete }) => !complete)).toEqual([])
})
