import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { cleanName, isPlainName } from '../../shared/kernel/text.ts'
import { callAuth } from './accounts.ts'
import { addToCart } from './api.ts'
import { weaknessesOf } from './document-policy.ts'
import type { Market } from './market.ts'
import { drawPng, sendProduct, wellFilled } from './product-form.ts'
import { adminVisitor, placeOrder, type SignedIn, signedInVisitor } from './signed-in.ts'

/** Texts that would turn into markup or code where they are not escaped; each marks the element it would create. */
export const HOSTILE = [
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
export const [HOSTILE_NAME, HOSTILE_BUYER, HOSTILE_SELLER] = HOSTILE

/** Puts hostile texts into every field that users fill in; the products are in the order of the texts. */
export async function fillWithHostileTexts(market: Market) {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const products = await addHostileProducts(market, seller)
  const buyer = await signedInVisitor(market, { cart: Object.fromEntries(products.map((id) => [id, 1])) })
  const [fullName, address, city, postalCode, country] = HOSTILE
  const order_id = await placeOrder(market, buyer, {
    product_id: products[0] ?? '',
    shipping_address: { fullName, address, city, postalCode, country },
  })
  await addToCart(market, buyer, products[1] ?? '')
  const admin = await adminVisitor(market)
  await rename(market, buyer, HOSTILE_BUYER)
  await rename(market, seller, HOSTILE_SELLER)
  await rename(market, admin, HOSTILE_NAME)
  return { users: { visitor: await market.visitor(), buyer, seller, admin }, order_id, products }
}

async function addHostileProducts(market: Market, seller: SignedIn): Promise<string[]> {
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
async function rename(market: Market, { page, headers }: SignedIn, display_name: string): Promise<void> {
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

/** Events in a browser that must never happen on a page. */
export interface Watch {
  findings: string[]
  /** Addresses of the documents that were opened. */
  documents: string[]
}

/** Chromium logs each refused request to the console; that is not a fault of the page. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/

/**
 * Watches all pages of a browser for scripts that ran or were blocked, logged errors, dialogs, requests to other origins,
 * cookies, server errors, and documents with a policy that is too weak.
 */
export async function watch({ origin }: Market, context: BrowserContext, page: Page): Promise<Watch> {
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
    if (requested !== origin && !['data:', 'blob:'].includes(protocol)) found(`another origin: ${request.url()}`)
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
export async function injectedInto(page: Page): Promise<string[]> {
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
