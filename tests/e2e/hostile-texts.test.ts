import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callAuth } from '../support/accounts.ts'
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
import { buildProduct } from '../support/products.ts'

const market = marketOfFile()

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
