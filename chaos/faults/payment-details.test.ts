import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import { launchBrowser } from '../../tests/support/browser.ts'
import { keepSession } from '../../tests/support/signed-in.ts'
import { createClient } from '../load/client.ts'
import { createProducts, publicKeyOf } from '../load/shoppers.ts'
import { type Server, startServer } from './server-process.ts'

const SANDBOX = { PAYMENTS: 'sandbox', SANDBOX: 'calm' }
const STRIPE = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef',
  STRIPE_WEBHOOK_SECRETS: 'whsec_0123456789abcdef',
  BANK_TRANSFER_DETAILS: 'Sample Bank, account 1',
}

let dataDir: string
let browser: Browser
/** The output of the servers. */
const output: Buffer[] = []
/** The requests of the pages, and the contents of the browser's storage. */
const seen: string[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'openstall-payment-details-'))
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await rm(dataDir, { recursive: true, force: true })
})

interface Buyer {
  page: Page
  /** Puts a product into the cart, for an order. */
  fillCart: () => Promise<void>
}

/** Runs a server with the most detailed log, and a signed-in buyer. */
async function atCheckout(environment: Record<string, string>, run: (buyer: Buyer) => Promise<void>): Promise<void> {
  const port = await freePort()
  const SITE_URL = `http://127.0.0.1:${port}`
  const settings = { DEMO: 'off', SITE_URL, LOG_LEVEL: 'debug' }
  const server = startServer({ dataDir, port, environment: { ...environment, ...settings } })
  for (const stream of [server.child.stdout, server.child.stderr]) stream?.on('data', (part) => output.push(part))
  try {
    await server.ready()
    await run(await buyerAt(server))
  } finally {
    await server.stop('SIGTERM')
  }
}

async function buyerAt({ origin }: Server): Promise<Buyer> {
  const client = createClient(origin, { keepAlive: false })
  const apikey = await publicKeyOf(client)
  const [product_id] = await createProducts(client, origin, apikey)
  const data = { display_name: 'Sample User', role: 'buyer' }
  const body = JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: 'a long enough phrase', data })
  const headers = { apikey, 'content-type': 'application/json' }
  const session = await (await fetch(`${origin}/auth/v1/signup`, { method: 'POST', headers, body })).json()
  const page = await browser.newPage({ baseURL: origin })
  page.on('request', (request) => seen.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.route('https://js.stripe.com/**', (route) => route.abort())
  await keepSession(page, session)
  const asBuyer = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' }
  const line = JSON.stringify({ product_id, quantity: 1 })
  const fillCart = async () => {
    const { status } = await fetch(`${origin}/api/cart/items`, { method: 'POST', headers: asBuyer, body: line })
    expect(status).toBe(200)
  }
  return { page, fillCart }
}

/** Fills in the fields of a payment method and places the order; returns when the page shows `then`. */
async function pay(
  { page, fillCart }: Buyer,
  method: string,
  typed: Record<string, string>,
  then: string,
): Promise<void> {
  await fillCart()
  await page.goto('/checkout')
  await page.getByRole('radio', { name: method }).check()
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.getByText(then).first().waitFor()
  seen.push(JSON.stringify(await page.context().storageState({ indexedDB: true })))
  seen.push(await page.evaluate(() => JSON.stringify({ ...sessionStorage })))
}

/** Returns the texts that occur in files below a folder. */
async function textsInFiles(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const content = await readFile(join(entry.parentPath, entry.name))
    for (const text of texts) if (content.includes(text)) found.push(`${text} in ${entry.name}`)
  }
  return found
}

test('payment details reach no request, log, file or storage, in the sandbox and with Stripe', async () => {
  await atCheckout(SANDBOX, async (buyer) => {
    const card = { 'Name on card': 'Typed Nameholder', 'Expiry date': '11/39', CVV: '73519026485017' }
    await pay(buyer, 'Credit card', { ...card, 'Card number': '4000 0000 0000 9995' }, 'Your payment was declined')
    await pay(buyer, 'PayPal', { 'PayPal email': 'typed.payer@example.com' }, 'Order Confirmed!')
    const account = { 'Bank name': 'Typed Bank of Samples', 'Account number': '739150264817' }
    await pay(buyer, 'Bank transfer', account, 'Order Confirmed!')
  })
  await atCheckout(STRIPE, async (buyer) => {
    const account = { 'Bank name': 'Typed Bank of Stripe', 'Account number': '840261375928' }
    await pay(buyer, 'Bank transfer', account, 'Order Confirmed!')
  })
  // Each is too long to occur in an id, time or token by chance.
  const secrets = [
    ...['4000 0000 0000 9995', '4000000000009995', 'Typed Nameholder', '73519026485017', 'typed.payer@example.com'],
    ...['Typed Bank of Samples', '739150264817', 'Typed Bank of Stripe', '840261375928'],
  ]
  expect(secrets.filter((text) => seen.some((one) => one.includes(text)))).toEqual([])
  const printed = Buffer.concat(output)
  expect(printed.includes('/api/orders')).toBe(true)
  expect(secrets.filter((text) => printed.includes(text))).toEqual([])
  expect(await textsInFiles(dataDir, secrets)).toEqual([])
  // The scan does find stored texts.
  expect(await textsInFiles(dataDir, ['Sample User'])).not.toEqual([])
})
