import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../shared/kernel/languages.ts'
import { readCatalogs, translationFile } from '../../tools/message-catalogs.ts'
import { makeAdmin } from '../support/accounts.ts'
import { call } from '../support/api.ts'
import { marketOfFile, type Visitor } from '../support/market.ts'
import { followLink, messageTo } from '../support/outbox.ts'
import { goWithin, quietNetwork } from '../support/shop-page.ts'
import { adminVisitor, openTrade, signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile(() => ({ languages: ['en-XA', 'de'] }))
const german = JSON.parse(await readFile(translationFile('de'), 'utf8'))

/** Returns the English texts without arguments that have more than one word or letter, as pages show them. */
async function englishTexts(): Promise<string[]> {
  const textsOf = (texts: object): string[] =>
    Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : textsOf(text)))
  const texts = textsOf(await readCatalogs()).filter((text) => !text.includes('{') && /\p{L}{3}/u.test(text))
  return [...new Set(texts)]
}

/** Returns the texts of a page that are among `wanted`, and pseudo-texts that are cut off. */
const faultsOf = (page: Page, wanted: string[]) =>
  page.evaluate((plain) => {
    const english = new Set(plain)
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

const english = await englishTexts()

/** Opens each page by `open`: as a document, which the server renders, or inside the one that is open. */
async function expectTranslated(
  { page, pageErrors }: Visitor,
  paths: readonly string[],
  open = (path: string): Promise<unknown> => page.goto(path),
): Promise<void> {
  for (const path of paths) {
    await open(path)
    await quietNetwork(page)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      const message = `${path} at ${width}`
      await expect.poll(() => faultsOf(page, english), { message }).toEqual([])
      const pageWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
      await expect.poll(pageWidth, { message }).toBeLessThanOrEqual(width)
    }
  }
  // Test products have no pictures; Chromium logs those itself.
  expect(pageErrors.filter((text) => !/status of 40\d/.test(text))).toEqual([])
}

test('in the pseudo-language no page of visitors has an English or truncated text', async () => {
  const visitor = await market.visitor()
  const shop = [
    '/',
    '/category/all',
    '/category/audio',
    '/product/PRD00001',
    '/shop/harbor-street-tech',
    '/search?q=lamp',
  ]
  const rest = ['/cart', '/checkout', '/authentication', '/order-tracking', '/wish-list', '/no-such-page']
  await expectTranslated(visitor, [...shop, ...rest])
})

test('in the pseudo-language no page of buyers, sellers and admins has an English or truncated text', async () => {
  const { buyer, seller, product_id, order_id } = await openTrade(market, { quantity: 2, cart: { PRD00002: 1 } })
  const own = ['/dashboard', `/order-tracking?orderId=${order_id}`, '/cart', '/checkout', '/notifications']
  const desk = [
    '/dashboard',
    '/orders',
    '/products',
    `/edit-product/${product_id}`,
    '/add-product',
    '/messages',
    '/notifications',
    '/settings',
  ]
  const admins = ['', '/orders', '/products', '/users', '/payments', '/reviews', '/activity', '/search', '/settings']
  const below = (area: string, paths: readonly string[]) => paths.map((path) => `/${area}${path}`)
  // The browser renders these pages: one document is enough for each user.
  const walk = async (person: Visitor, paths: readonly string[]) => {
    const { page } = person
    await page.goto('/wish-list')
    await expectTranslated(person, paths, (path) => goWithin(page, path))
  }
  await walk(buyer, own)
  await walk(seller, below('seller', desk))
  await walk(await adminVisitor(market), below('admin', admins))
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
  const { email } = await signedInVisitor(market)
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
  expect((await account.executeTakeFirstOrThrow()).user_metadata.language).toBe('de')
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
