import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '../../shared/kernel/languages.ts'
import { readCatalogs, translationFile } from '../../tools/message-catalogs.ts'
import { makeAdmin, signUp } from '../support/accounts.ts'
import { call } from '../support/api.ts'
import { weaknessesOf } from '../support/document-policy.ts'
import { fillWithHostileTexts, injectedInto, type Watch, watch } from '../support/hostile.ts'
import { marketOfFile, type Visitor } from '../support/market.ts'
import { followLink, messageTo } from '../support/outbox.ts'
import { goWithin, quietNetwork } from '../support/shop-page.ts'
import { signedInVisitor } from '../support/signed-in.ts'
import { ROOT } from '../support/sources.ts'

const market = marketOfFile(() => ({ languages: ['en-XA', 'de'] }))
const german = JSON.parse(await readFile(translationFile('de'), 'utf8'))

/** Returns the English texts without arguments that have more than one word or letter, as pages show them. */
async function englishTexts(): Promise<string[]> {
  const textsOf = (texts: object): string[] =>
    Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : textsOf(text)))
  const texts = textsOf(await readCatalogs()).filter((text) => !text.includes('{') && /\p{L}{3}/u.test(text))
  return [...new Set(texts)]
}

/** Returns the texts of a page that are among `wanted`, a list in JSON, and pseudo-texts that are cut off. */
const faultsOf = (page: Page, wanted: string) =>
  page.evaluate((plain) => {
    const english = new Set<string>(JSON.parse(plain))
    const faults = new Set<string>()
    const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    for (const element of document.body.querySelectorAll('*')) {
      if (['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE'].includes(element.tagName) || !shown(element)) continue
      const own = Array.from(element.childNodes)
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim() ?? '')
      const named = ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? '')
      for (const text of [...own, ...named]) if (english.has(text)) faults.add(`English: ${text}`)
      // One pixel wide: only for screen readers.
      const isCut =
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).overflowX !== 'visible'
      const isScrolled = /auto|scroll/.test(getComputedStyle(element).overflowX)
      if (isCut && !isScrolled && own.some((text) => text.startsWith('\u2068['))) faults.add(`cut: ${own.join(' ')}`)
    }
    return [...faults]
  }, wanted)

/** As one text, since an argument of thousands takes longer than the page. */
const english = JSON.stringify(await englishTexts())

/** Expects that a page in the pseudo-language has no other text, cuts none, and fits desktops and phones. */
async function expectTranslated(page: Page, path: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const message = `${path} at ${width}`
    await expect.poll(() => faultsOf(page, english), { message }).toEqual([])
    const pageWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(pageWidth, { message }).toBeLessThanOrEqual(width)
  }
}

let hostile: Awaited<ReturnType<typeof fillWithHostileTexts>>

beforeAll(async () => {
  hostile = await fillWithHostileTexts(market)
})

/** Every address of the route table, with hostile and with ordinary parameters. */
function routesWithParameters(): string[] {
  const source = ['web/app/routes.tsx', 'web/app/area-routes.tsx', 'sandbox/web/pages.ts']
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

/**
 * Opens the addresses, those of a user's own pages inside the document that is open, as the browser renders them; returns every
 * fault.
 */
async function openAll({ context, page }: Visitor, role: string, paths: string[]): Promise<Watch> {
  const watched = await watch(market, context, page)
  const translated = translatedOf(role)
  for (const path of paths) {
    if (isOwn(role, path)) {
      await goWithin(page, path)
      const { headers } = await market.app.inject(path)
      watched.findings.push(...weaknessesOf(headers).map((weakness) => `${path}: ${weakness}`))
    } else await page.goto(path, { waitUntil: 'load' })
    await quietNetwork(page)
    const injected = await injectedInto(page)
    watched.findings.push(...injected.map((what) => `${path}: injected ${what}`))
    if (translated.includes(path)) await expectTranslated(page, path)
  }
  watched.findings.push(...(await context.cookies()).map(({ name }) => `the cookie ${name}`))
  return watched
}

/** Pages that do not depend on the user: only the visitor opens them. */
const SAME_FOR_ALL = /^\/(?:category|search|shop|authentication|auth|setup|sandbox|no-such-page|docs)/

/** Pages that are not in the route table, and further pages of a list. */
const OF_VISITORS = ['/docs', '/outbox', '/verify', '/search?q=a&sort=price-low-high&page=2', '/category/all?page=2']
const LISTS = [
  '/seller/products?page=2',
  '/seller/orders?view=accept',
  '/admin/products?q=a&page=2',
  '/admin/users?role=buyer',
]

/** Pages for buyers only, from which other users are redirected home. */
const OF_BUYERS = /^\/(?:cart|checkout|order-|dashboard|wish-list)/

const isOwn = (role: string, path: string) => (role === 'buyer' ? OF_BUYERS.test(path) : path.startsWith(`/${role}/`))

/**
 * The visitor opens all pages that do not depend on the user; areas of other roles redirect, for which one page of each is
 * enough.
 */
function pathsOf(role: string): string[] {
  const isForeign = (path: string) =>
    (/^\/(?:admin|seller)\/./.test(path) && !path.startsWith(`/${role}/`)) ||
    (['seller', 'admin'].includes(role) && OF_BUYERS.test(path))
  const own = routesWithParameters().filter((path) => !isForeign(path))
  const lists = LISTS.filter((path) => path.startsWith(`/${role}/`))
  const more = role === 'visitor' ? OF_VISITORS : lists
  const all = role === 'visitor' ? own : own.filter((path) => !SAME_FOR_ALL.test(path))
  return [...new Set([...all, ...more, ...translatedOf(role)])]
}

/** Pages of each role that together show the texts of all kinds of pages. */
function translatedOf(role: string): string[] {
  const below = (...pages: string[]) => pages.map((page) => `/${role}${page}`)
  const edit = `/edit-product/${hostile.products[1]}`
  const shop = ['/', '/category/all', '/category/audio', '/product/PRD00001', '/shop/harbor-street-tech']
  const rest = [
    '/search?q=lamp',
    '/cart',
    '/checkout',
    '/authentication',
    '/order-tracking',
    '/wish-list',
    '/no-such-page',
  ]
  const desk = ['/dashboard', '/orders', '/products', edit, '/add-product', '/messages', '/notifications', '/settings']
  const office = ['/orders', '/products', '/users', '/payments', '/reviews', '/activity', '/search', '/settings']
  const paths: Record<string, string[]> = {
    visitor: [...shop, ...rest],
    buyer: ['/dashboard', `/order-tracking?orderId=${hostile.order_id}`, '/cart', '/checkout', '/notifications'],
    seller: below(...desk),
    admin: below('', ...office),
  }
  return paths[role] ?? []
}

test('E7: in all roles no page violates its policy, logs errors, contacts another origin, sets a cookie, or cuts or forgets to translate a text', async () => {
  const visits = Object.entries(hostile.users).map(async ([role, person]) => {
    const paths = pathsOf(role)
    const { findings, documents } = await openAll({ ...person, page: await person.context.newPage() }, role, paths)
    return { role, findings, complete: documents.length >= paths.filter((path) => !isOwn(role, path)).length }
  })
  const done = await Promise.all(visits)
  // A busy server may refuse a page when many are requested at once.
  const wrong = done.flatMap(({ role, findings }) =>
    findings.filter((finding) => !/status (of )?503/.test(finding)).map((finding) => `${role} ${finding}`),
  )
  expect(wrong).toEqual([])
  expect(done.filter(({ complete }) => !complete)).toEqual([])
})

test('a buyer buys a product with all texts in German', async () => {
  const buyer = await signedInVisitor(market)
  const { page, pageErrors } = buyer
  await page.goto('/de/product/PRD00001')
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await page.getByRole('button', { name: 'In den Warenkorb' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Warenkorb, 1 Artikel' }).click()
  await page.waitForURL('**/de/cart')
  await page
    .getByRole('main')
    .getByText(/^\d+,\d\d\s\$$/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: german.cart.checkOut }).click()
  await page.waitForURL('**/de/checkout')
  await page.getByRole('button', { name: 'Jetzt kaufen' }).click()
  await page.waitForURL('**/de/order-confirmation/*')
  await page.getByRole('heading', { level: 1, name: german.order.confirmed }).waitFor()
  expect(pageErrors).toEqual([])
})

test('a search without scripts and the link in a mail stay in German', async () => {
  const { body } = await market.app.inject('/de/')
  expect(body.match(/ action="[^"]*"/g)).toEqual([' action="/de/search"'])
  const { page } = await market.visitor()
  const { email } = await signUp(market)
  await page.goto('/de/authentication?from=%2Fwish-list')
  await page.getByRole('link', { name: german.signIn.emailCode }).click()
  await page.getByRole('button', { name: german.signIn.sendEmail }).waitFor()
  await page.getByLabel(german.signIn.email).fill(email)
  await page.getByRole('button', { name: german.signIn.sendEmail }).click()
  await followLink(page, await messageTo(market, email))
  await page.waitForURL('**/de/wish-list')
})

test("the footer links to the same page in another language, in which the account's mails then come", async () => {
  const buyer = await signedInVisitor(market)
  const { page } = buyer
  await page.goto('/search?q=lamp')
  const alternates = page.locator('link[rel=alternate][hreflang]')
  const pairs = await alternates.evaluateAll((links) =>
    links.map((link) => `${link.getAttribute('hreflang')} ${link.getAttribute('href')}`),
  )
  expect(pairs).toContain(`de ${market.origin}/de/search?q=lamp`)
  expect(pairs).toContain(`x-default ${market.origin}/search?q=lamp`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }).click()
  await page.waitForURL('**/de/search?q=lamp')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const account = market.db.selectFrom('users').select('user_metadata').where('id', '=', buyer.user_id)
  await expect.poll(async () => (await account.executeTakeFirst())?.user_metadata.language).toBe('de')
  await page.getByRole('contentinfo').getByRole('link', { name: LANGUAGES['en-XA'].name, exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/search')
})

test('a preview shows the pages of each language, and their links stay in it', async () => {
  const banner = { title: 'Winter sale', text: '', action: 'Look', path: '/', shown_from: '', shown_to: '' }
  const { body } = await call<{ address: string }>(market, 'POST', '/api/admin/banners/preview', {
    as: await makeAdmin(market),
    body: { ...banner, focus_x: 50, focus_y: 50 },
  })
  const { body: html } = await market.app.inject(`${body.address}de`)
  for (const part of ['<html lang="de"', 'Winter sale', 'Vorschau.', `href="${body.address}de/category/audio"`])
    expect(html).toContain(part)
})
