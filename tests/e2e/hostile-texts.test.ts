import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  fillWithHostileTexts,
  HOSTILE,
  HOSTILE_BUYER,
  HOSTILE_SELLER,
  type HostileMarket,
  sendHostileMails,
} from '../support/hostile-market.ts'
import { type Market, openMarket, type Visitor } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { serviceKey, storageClient } from '../support/storage.ts'
import { injectedInto, type Watch, watch } from '../support/watched-page.ts'

let market: Market
let hostile: HostileMarket
let mails: string[]

beforeAll(async () => {
  market = await openMarket()
  hostile = await fillWithHostileTexts(market)
  mails = await sendHostileMails(market)
}, 180_000)
afterAll(() => market?.close())

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

test('E6: hostile texts in products and addresses are text on every public page', async () => {
  const { page, watched } = await watchedPage(hostile.users.visitor)
  for (const [index, text] of HOSTILE.entries()) {
    await look(page, `/product/${hostile.products[index]}`)
    expect(shown((await page.getByRole('heading', { level: 1 }).allInnerTexts()).join())).toBe(shown(text))
    const q = encodeURIComponent(text.replace(/\u2028/g, '')).slice(0, 240)
    await expect.poll(() => page.title()).toContain(text.slice(0, 20))
    await look(page, `/search?q=${q}`)
  }
  // Each kind of address gets some of the texts, and each text some of the addresses.
  for (const [index, text] of HOSTILE.entries()) {
    const encoded = encodeURIComponent(text)
    const paths = [
      `/category/${encoded}`,
      `/product/${encoded}`,
      `/order-tracking?orderId=${encoded}`,
      `/order-confirmation/${encoded}`,
      `/search?q=a&category=${encoded}&price=${encoded}&sort=${encoded}&page=${encoded}`,
      `/authentication?from=${encoded}`,
      `/authentication?step=${encoded}`,
      `/${encoded}`,
    ]
    for (const kind of [index, index + 3]) await look(page, paths[kind % paths.length] as string)
  }
  expect(watched.findings).toEqual([])
  await page.close()
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

test('E8: no cell of an export begins like a formula', async () => {
  const cells: string[] = []
  for (const path of ['/api/admin/products.csv', '/api/admin/orders.csv']) {
    const { statusCode, body } = await market.app.inject({ url: path, headers: hostile.users.admin.headers })
    expect(statusCode).toBe(200)
    cells.push(
      ...[...body.replace('\uFEFF', '').matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
        ([, a, b]) => a ?? b ?? '',
      ),
    )
  }
  expect(cells).toContain(`'${HOSTILE[9]}`)
  expect(cells.filter((cell) => /^[=+@\t\r-]/.test(cell))).toEqual([])
})

test('E3: hostile names of files and buckets are refused', async () => {
  const service = storageClient(market, market.origin, await serviceKey(market))
  for (const text of [...HOSTILE, '../../etc/passwd', 'a/../../b', '/etc/passwd', 'a\\..\\b', 'a\u0000b']) {
    expect((await service.createBucket(text)).error, text).not.toBeNull()
    const { error } = await service.from('products').upload(text, new Blob(['x'], { type: 'image/png' }))
    expect(error, text).not.toBeNull()
  }
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
