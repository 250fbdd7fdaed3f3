import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { cleanName, isPlainName } from '../../shared/kernel/text.ts'
import { callAuth } from '../support/accounts.ts'
import { addToCart } from '../support/api.ts'
import { weaknessesOf } from '../support/document-policy.ts'
import { marketOfFile, type Visitor } from '../support/market.ts'
import { drawPng, sendProduct, wellFilled } from '../support/product-form.ts'
import { buildProduct } from '../support/products.ts'
import { goWithin, quietNetwork } from '../support/shop-page.ts'
import { adminVisitor, placeOrder, type SignedIn, signedInVisitor } from '../support/signed-in.ts'
import { ROOT } from '../support/sources.ts'

const market = marketOfFile()

/** Texts that would turn into markup or code where they are not escaped; each marks the element it would create. */
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

/** Puts hostile texts into every field that users fill in; the products are in the order of the texts. */
async function fillWithHostileTexts() {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const products = await addHostileProducts(seller)
  const buyer = await signedInVisitor(market, { cart: Object.fromEntries(products.map((id) => [id, 1])) })
  const [fullName, address, city, postalCode, country] = HOSTILE
  const order_id = await placeOrder(market, buyer, {
    product_id: products[0] ?? '',
    shipping_address: { fullName, address, city, postalCode, country },
  })
  await addToCart(market, buyer, products[1] ?? '')
  const admin = await adminVisitor(market)
  await rename(buyer, HOSTILE_BUYER)
  await rename(seller, HOSTILE_SELLER)
  await rename(admin, HOSTILE_NAME)
  return { users: { visitor: await market.visitor(), buyer, seller, admin }, order_id, products }
}

async function addHostileProducts(seller: SignedIn): Promise<string[]> {
  const products: string[] = []
  const picture = await drawPng('#c84')
  for (const text of HOSTILE) {
    const send = (product_name: string) =>
      sendProduct(market, 'POST', '/api/seller/products', {
        as: seller,
        product: { ...wellFilled, product_name, product_desc: `<p>Details ${text}</p>${text}` },
        files: { featured: picture },
      })
    const { status, body } = await send(cleanName(text))
    expect([status, body.product_name], text).toEqual([201, cleanName(text)])
    products.push(body.product_id)
    if (isPlainName(text)) continue
    // Written past the check, like a name from before it existed.
    expect((await send(text)).status, text).toBe(400)
    const { product_id } = body
    await market.db.updateTable('products').set({ product_name: text }).where('product_id', '=', product_id).execute()
  }
  return products
}

/** Gives a user a hostile name and hostile metadata, on the server and in the browser's storage. */
async function rename({ page, headers }: SignedIn, display_name: string): Promise<void> {
  const { status } = await callAuth(market, 'PUT', '/user', {
    headers,
    body: { data: { display_name, note: HOSTILE_NAME, [HOSTILE_BUYER]: { deep: [HOSTILE_SELLER] } } },
  })
  expect(status).toBe(200)
  await page.evaluate((name) => {
    const stored = JSON.parse(localStorage.getItem('authState') ?? '{}')
    stored.user.user_metadata.display_name = name
    localStorage.setItem('authState', JSON.stringify(stored))
  }, display_name)
}

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

/** Events in a browser that must never happen on a page. */
interface Watch {
  findings: string[]
  /** Addresses of the documents that were opened. */
  documents: string[]
}

/** Chromium logs each refused request to the console; that is no fault of the page. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/

/**
 * Watches all pages of a browser for scripts that ran or were blocked, logged errors, dialogs, requests to other origins,
 * cookies, server errors, and documents with a policy that is too weak.
 */
async function watch(context: BrowserContext, page: Page): Promise<Watch> {
  const findings: string[] = []
  const documents: string[] = []
  const found = (what: string) => findings.push(`${new URL(page.url()).pathname}: ${what}`)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  page.on('dialog', (dialog) => {
    found(`dialog: ${dialog.message()}`)
    dialog.dismiss().catch(() => {})
  })
  page.on('pageerror', (error) => found(`exception: ${error}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSAL.test(message.text())) found(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol, origin: requested } = new URL(request.url())
    if (requested !== market.origin && !['data:', 'blob:'].includes(protocol)) found(`another origin: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) found(`status ${response.status()} of ${response.url()}`)
    if ('set-cookie' in response.headers()) found(`a cookie from ${response.url()}`)
    if (response.request().resourceType() !== 'document') return
    documents.push(response.url())
    for (const weakness of weaknessesOf(response.headers())) found(weakness)
  })
  return { findings, documents }
}

/** Returns the elements and addresses on a page that only a hostile text can have created, as text. */
async function injectedInto(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const made = [...document.querySelectorAll('[data-injected]')].map((one) => one.outerHTML.slice(0, 200))
    const scripted = [...document.querySelectorAll('[href], [src], [action], [formaction]')].flatMap((one) =>
      ['href', 'src', 'action', 'formaction']
        .map((name) => one.getAttribute(name) ?? '')
        // As a browser parses an address: without leading blanks and control characters.
        .filter((value) => /^(javascript:|vbscript:|data:text)/i.test(value.replace(/^\W+/, ''))),
    )
    const handlers = [...document.querySelectorAll('*')].flatMap((one) =>
      one.getAttributeNames().filter((name) => name.startsWith('on')),
    )
    return [...made, ...scripted, ...handlers]
  })
}

let hostile: Awaited<ReturnType<typeof fillWithHostileTexts>>
let mails: string[]

beforeAll(async () => {
  hostile = await fillWithHostileTexts()
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
  return { page, watched: await watch(context, page) }
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
  const watched = await watch(context, page)
  for (const path of paths) {
    if (isOwn(role, path)) {
      await goWithin(page, path)
      const { headers } = await market.app.inject(path)
      watched.findings.push(...weaknessesOf(headers).map((weakness) => `${path}: ${weakness}`))
    } else await page.goto(path, { waitUntil: 'load' })
    await quietNetwork(page)
    const injected = await injectedInto(page)
    watched.findings.push(...injected.map((what) => `${path}: injected ${what}`))
  }
  watched.findings.push(...(await context.cookies()).map(({ name }) => `the cookie ${name}`))
  return watched
}

/** Pages that do not depend on the user: only the visitor opens them. */
const SAME_FOR_ALL = /^\/(?:category|search|shop|authentication|auth|no-such-page|docs)/

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
  return role === 'visitor' ? [...own, ...OF_VISITORS] : [...own.filter((path) => !SAME_FOR_ALL.test(path)), ...lists]
}

test('E7: in all roles no page violates its policy, logs errors, contacts another origin or sets a cookie', async () => {
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
