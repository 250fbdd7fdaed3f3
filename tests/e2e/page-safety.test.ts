import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAuth } from '../support/accounts.ts'
import { adminVisitor, placeOrder } from '../support/admin.ts'
import { type SignedIn, signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket, type Visitor } from '../support/market.ts'
import { drawPng, sendProduct, wellFilled } from '../support/product-form.ts'
import { quietNetwork } from '../support/quiet-network.ts'
import { ROOT } from '../support/sources.ts'
import { serviceKey, storageClient } from '../support/storage.ts'
import { injectedInto, type Watch, watch } from '../support/watched-page.ts'

/** Texts that would be more than text where somebody forgot to treat them as such; each marks what it makes. */
const HOSTILE = [
  '<script data-injected>alert(1)</script>',
  '"><img data-injected src=x onerror=alert(1)>',
  "'><svg data-injected onload=alert(1)>",
  '</title></script></textarea><img data-injected src=x onerror=alert(1)>',
  'javascript:alert(1)//<a data-injected href="javascript:alert(1)">x</a>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a hostile text, not a template.
  "{{constructor.constructor('alert(1)')()}}${alert(1)}<%= alert(1) %>",
  '&lt;img data-injected src=x onerror=alert(1)&gt;&#60;script&#62;',
  '\u202e<iframe data-injected srcdoc="<script>alert(1)</script>">\u202c',
  '＜script＞alert(1)＜/script＞\u2028<b data-injected onmouseover=alert(1)>',
  `=cmd|' /C calc'!A0<img data-injected src=x onerror=alert(1)>`,
  `__proto__<details data-injected open ontoggle=alert(1)>${'W'.repeat(100)}`,
] as const
const [HOSTILE_NAME, HOSTILE_BUYER, HOSTILE_SELLER] = HOSTILE

let market: Market
let people: { visitor: Visitor; buyer: SignedIn; seller: SignedIn; admin: SignedIn }
let order_id: string
/** Products whose names and details are hostile. */
const products: string[] = []
const hostileMails: string[] = []

beforeAll(async () => {
  market = await openMarket()
  const seller = await signedInVisitor(market, { role: 'seller' })
  const picture = await drawPng('#c84')
  for (const text of HOSTILE) {
    const { status, body } = await sendProduct(market, 'POST', '/api/seller/products', {
      as: { ...seller, headers: { ...seller.headers, apikey: '' }, password: '', token: '', refresh_token: '' },
      product: { ...wellFilled, product_name: text, product_desc: `<p>Details ${text}</p>${text}` },
      files: { featured: picture },
    })
    expect([status, body.product_name], text).toEqual([201, text])
    products.push(body.product_id)
  }
  const buyer = await signedInVisitor(market, { cart: Object.fromEntries(products.map((id) => [id, 1])) })
  const [fullName, address, city, postalCode, country] = HOSTILE
  order_id = await placeOrder(market, buyer, {
    product_id: products[0] ?? '',
    shipping_address: { fullName, address, city, postalCode, country },
  })
  await market.app.inject({
    method: 'POST',
    url: '/api/cart/items',
    headers: buyer.headers,
    payload: { product_id: products[1] },
  })
  const admin = await adminVisitor(market)
  people = { visitor: await market.visitor(), buyer, seller, admin }
  await rename(buyer, HOSTILE_BUYER)
  await rename(seller, HOSTILE_SELLER)
  await rename(admin, HOSTILE_NAME)
  await sendHostileMails()
}, 180_000)
afterAll(() => market?.close())

/** Gives a person a hostile name and hostile metadata, on the server and in what their browser keeps. */
async function rename({ page, headers }: SignedIn, display_name: string): Promise<void> {
  const { status } = await callAuth(market, 'PUT', '/user', {
    headers,
    body: { data: { display_name, note: HOSTILE_NAME, [HOSTILE_BUYER]: { deep: [HOSTILE_SELLER] } } },
  })
  expect(status).toBe(200)
  await page.evaluate((name) => {
    const kept = JSON.parse(localStorage.getItem('authState') ?? '{}')
    kept.user.user_metadata.display_name = name
    localStorage.setItem('authState', JSON.stringify(kept))
  }, display_name)
}

/** Hostile texts as the local part of an address: what is accepted gets a mail. */
async function sendHostileMails(): Promise<void> {
  const parts = [...HOSTILE.map((text) => text.replace(/[\s@]/g, '')), "o'neil&{{7*7}}", '"<script>"', '<b>x</b>']
  for (const part of parts) {
    const email = `${part.slice(0, 60)}@example.com`
    const { status } = await callAuth(market, 'POST', '/signup', {
      body: { email, password: 'a long enough phrase', data: { display_name: HOSTILE_NAME } },
    })
    expect([200, 400]).toContain(status)
    if (status !== 200) continue
    await callAuth(market, 'POST', '/recover', { body: { email } })
    hostileMails.push(email.toLowerCase())
  }
}

/** Every address of the route table, with hostile and with ordinary parameters. */
function routesWithParameters(): string[] {
  const source = readFileSync(join(ROOT, 'web/app/routes.tsx'), 'utf8')
  const paths = [...source.matchAll(/path: '([^']+)'/g)].map(([, path]) => path ?? '')
  expect(paths.length).toBeGreaterThan(20)
  const parameters: Record<string, string> = {
    ':categoryName': 'all',
    ':productId': products[1] ?? '',
    ':orderId': order_id,
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

/** Opens the given addresses and those that pages link to, and answers all that was wrong. */
async function crawl({ context, page }: Visitor, starts: string[]): Promise<Watch> {
  const watched = await watch(context, page, market.origin)
  const queue = [...starts]
  const seen = new Set(queue)
  const kinds = new Map<string, number>()
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    await page.goto(path, { waitUntil: 'load' })
    // What comes late only adds links: it is waited for, not insisted on.
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

/** A visitor tries everything; the areas of others lead everybody else home, of which one page each is enough. */
function startsOf(role: string): string[] {
  if (role === 'visitor') return [...routesWithParameters(), '/docs', '/outbox']
  const isForeign = (path: string) => /^\/(?:admin|seller)\/./.test(path) && !path.startsWith(`/${role}/`)
  return routesWithParameters().filter((path) => !isForeign(path))
}

test('E7: in all roles no page breaks its policy, complains, asks elsewhere or sees a cookie', {
  timeout: 300_000,
}, async () => {
  const crawls = Object.entries(people).map(async ([role, person]) => {
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

/** What a person reads on a page. */
const textOn = async (page: Page) => (await page.locator('body').allInnerTexts()).join()

/** Opens an address and answers what it shows; nothing but text may have come of what was put in. */
async function look(page: Page, path: string): Promise<string> {
  await page.goto(path, { waitUntil: 'load' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await injectedInto(page), path).toEqual([])
  return textOn(page)
}

/** As a browser shows it: bidirectional marks and line separators are there, runs of blanks are one. */
const shown = (text: string) => text.replace(/\s+/g, ' ')

/** A fresh, watched page of a person. */
async function watchedPage({ context }: Visitor): Promise<{ page: Page; watched: Watch }> {
  const page = await context.newPage()
  return { page, watched: await watch(context, page, market.origin) }
}

test('E6: hostile texts in products and addresses are text on every public page', async () => {
  const { page, watched } = await watchedPage(people.visitor)
  for (const [index, text] of HOSTILE.entries()) {
    await look(page, `/product/${products[index]}`)
    expect(shown((await page.getByRole('heading', { level: 1 }).allInnerTexts()).join())).toBe(shown(text))
    const q = encodeURIComponent(text.replace(/\u2028/g, '')).slice(0, 240)
    expect(await page.title()).toContain(text.slice(0, 20))
    await look(page, `/search?q=${q}`)
  }
  // Each kind of address gets some of the texts, and each text some of the addresses.
  for (const [index, text] of HOSTILE.entries()) {
    const hostile = encodeURIComponent(text)
    const paths = [
      `/category/${hostile}`,
      `/product/${hostile}`,
      `/order-tracking?orderId=${hostile}`,
      `/order-confirmation/${hostile}`,
      `/search?q=a&category=${hostile}&price=${hostile}&sort=${hostile}&page=${hostile}`,
      `/authentication?from=${hostile}`,
      `/authentication?step=${hostile}`,
      `/${hostile}`,
    ]
    for (const kind of [index, index + 3]) await look(page, paths[kind % paths.length] as string)
  }
  expect(watched.findings).toEqual([])
  await page.close()
})

test('E6: a hostile address of an order is text for buyer, seller and admin; so are the names of people', async () => {
  const { buyer, seller, admin } = people
  const lines = HOSTILE.slice(0, 5).map(shown)
  const pages = await Promise.all([buyer, seller, admin].map(watchedPage))
  const [ofBuyer, ofSeller, ofAdmin] = pages.map(({ page }) => page) as [Page, Page, Page]
  const expectLines = async (page: Page) => {
    for (const line of lines) {
      await expect.poll(async () => shown(await textOn(page))).toContain(line)
    }
    expect(await injectedInto(page)).toEqual([])
  }
  await look(ofBuyer, `/order-tracking?orderId=${order_id}`)
  await expectLines(ofBuyer)
  await look(ofBuyer, '/dashboard')
  await expect.poll(async () => textOn(ofBuyer)).toContain(HOSTILE_BUYER)
  await look(ofSeller, `/seller/orders/${order_id}`)
  await expectLines(ofSeller)
  await ofSeller.emulateMedia({ media: 'print' })
  await expectLines(ofSeller)
  await ofSeller.emulateMedia({ media: 'screen' })
  await look(ofSeller, `/seller/edit-product/${products[1]}`)
  await expect.poll(() => ofSeller.getByLabel('Name', { exact: true }).inputValue()).toBe(HOSTILE[1])
  expect(await injectedInto(ofSeller)).toEqual([])
  await look(ofSeller, '/seller/settings')
  await ofSeller.getByText(HOSTILE_SELLER).first().waitFor()
  await look(ofAdmin, '/admin/orders')
  await ofAdmin
    .getByRole('button', { name: `Track order ${order_id}` })
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
  expect(hostileMails).not.toEqual([])
  const { page, watched } = await watchedPage(people.visitor)
  expect(await look(page, '/outbox')).toContain(hostileMails.at(-1))
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

test('E8: no cell of an export begins like a formula, whoever wrote it', async () => {
  const cells: string[] = []
  for (const path of ['/api/admin/products.csv', '/api/admin/orders.csv']) {
    const { statusCode, body } = await market.app.inject({ url: path, headers: people.admin.headers })
    expect(statusCode).toBe(200)
    cells.push(...[...body.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(([, a, b]) => a ?? b ?? ''))
  }
  expect(cells).toContain(`'${HOSTILE[9]}`)
  expect(cells.filter((cell) => /^[=+@\t\r-]/.test(cell))).toEqual([])
})

test('E3: names of files and buckets are no way in', async () => {
  const service = storageClient(market, market.origin, await serviceKey(market))
  for (const text of [...HOSTILE, '../../etc/passwd', 'a/../../b', '/etc/passwd', 'a\\..\\b', 'a\u0000b']) {
    expect((await service.createBucket(text)).error, text).not.toBeNull()
    const { error } = await service.from('products').upload(text, new Blob(['x'], { type: 'image/png' }))
    expect(error, text).not.toBeNull()
  }
})
