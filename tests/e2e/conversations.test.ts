import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsInBothSchemes } from '../support/accessibility.ts'
import { adminVisitor } from '../support/admin.ts'
import { type SignedIn, signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

interface Trade {
  buyer: SignedIn
  seller: SignedIn
  order_ids: string[]
}

/** A seller with orders of one buyer. */
async function trade(orders = 1): Promise<Trade> {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_name: 'Brass Lantern' })
  const buyer = await signedInVisitor(market)
  const order_ids: string[] = []
  for (let count = 0; count < orders; count++) {
    const send = (url: string, payload: object) =>
      market.app.inject({ method: 'POST', url, headers: buyer.headers, payload })
    await send('/api/cart/items', { product_id, quantity: 1 })
    const placed = await send('/api/orders', { shipping_address: { city: 'Porto' }, payment_method: 'paypal' })
    order_ids.push(placed.json<{ order_id: string }>().order_id)
  }
  return { buyer, seller, order_ids }
}

const write = (by: SignedIn, url: string, text: string) =>
  market.app.inject({
    method: 'POST',
    url,
    headers: by.headers,
    payload: { message_id: crypto.randomUUID(), text },
  })
const asBuyer = (orderId: string) => `/api/orders/${orderId}/seller-orders/1/messages`

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Messages about/ })
const log = (page: Page) => page.getByRole('log', { name: 'Messages of this conversation' })
/** As when the user comes back to the window. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role=dialog],[role=log]')].map(
      ({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth),
    ),
  )

async function expectFine(page: Page): Promise<void> {
  await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(async () => Math.max(...(await tooWide(page)))).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Products made by tests have no pictures; failures are the tests' own. */
const errorsOf = (...visitors: Pick<SignedIn, 'pageErrors'>[]) =>
  visitors.flatMap(({ pageErrors }) => pageErrors).filter((text) => !/status of (400|500)/.test(text))

test('a buyer writes, retries what failed, and reads the reply of the seller, who is notified', {
  timeout: 90_000,
}, async () => {
  const { buyer, seller, order_ids } = await trade()
  const [orderId = ''] = order_ids
  const { page } = buyer
  await page.goto(`/order-tracking?orderId=${orderId}`)
  await page.getByRole('button', { name: /^Message seller/ }).click()
  await dialog(page).getByText('No messages yet').waitFor()

  const text = `<b>Is it</b> brass? ${'Unbreakable'.repeat(20)}\nhttps://lanterns.example`
  await dialog(page).getByLabel('Your message').fill(text)
  // Stored, though the response is lost; then not reached at all.
  let attempts = 0
  await page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    attempts++
    if (attempts === 1) await route.fetch()
    return route.fulfill({ status: 500, json: { code: 'unexpected_error', message: 'x' } })
  })
  await dialog(page).getByRole('button', { name: 'Send' }).click()
  await dialog(page)
    .getByRole('alert')
    .getByText(/unexpected|not sent/i)
    .waitFor()
  await dialog(page).getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => attempts).toBe(2)
  await dialog(page).getByRole('alert').waitFor()
  await page.unroute('**/messages')
  // What was typed is there after the dialog was closed, and is stored once.
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog(page).getByLabel('Your message').inputValue()).toBe(text)
  await dialog(page).getByLabel('Your message').press('Control+Enter')
  await dialog(page).getByText('Message sent.').waitFor()
  await expect.poll(() => dialog(page).getByLabel('Your message').inputValue()).toBe('')
  const items = log(page).getByRole('listitem')
  await expect.poll(() => items.count()).toBe(1)
  await expect.poll(() => items.first().textContent()).toContain(text)
  // As text: neither elements nor links.
  expect(await items.locator('b, a').count()).toBe(0)
  await expectFine(page)

  // The seller comes by the bell.
  await seller.page.goto('/seller/notifications')
  await seller.page.getByRole('link', { name: `New message from the buyer about ${orderId}-1` }).click()
  await seller.page.waitForURL(`**/seller/messages?messages=${orderId}`)
  await log(seller.page).getByText('lanterns.example').waitFor()
  await seller.page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
  await seller.page.getByLabel('Your message').fill('It is.')
  await seller.page.getByRole('button', { name: 'Send' }).click()
  await log(seller.page).getByText('It is.').waitFor()
  await expectFine(seller.page)

  // It appears in the open conversation.
  await comeBack(page)
  await log(page).getByText('It is.').waitFor()
  await expect.poll(() => items.count()).toBe(2)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Message seller')
  expect(errorsOf(buyer, seller)).toEqual([])
})

test('sellers and buyers find their conversations in lists, by what is unread, and admins at the order', {
  timeout: 90_000,
}, async () => {
  const { buyer, seller, order_ids } = await trade(3)
  const [first = '', second = ''] = order_ids
  const { page } = seller
  await page.goto('/seller/messages')
  await page.getByText('Messages from buyers about their orders appear here.').waitFor()
  await write(buyer, asBuyer(first), 'About the first')
  await write(buyer, asBuyer(second), 'About the second')

  await page.goto('/seller/orders')
  const row = page.getByRole('region', { name: second })
  await row.getByText('1 unread message').first().waitFor()
  await row.locator('summary').click()
  await row.getByRole('button', { name: /^Message buyer/ }).click()
  await log(page).getByText('About the second').waitFor()
  await page.keyboard.press('Escape')
  await row.getByText('1 unread message').first().waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Messages', exact: true }).click()
  const rows = page.getByRole('table').locator('tbody tr')
  await expect
    .poll(() => rows.locator('th').allInnerTexts())
    .toEqual([`${second}-1`, expect.stringContaining(`${first}-1`)])
  await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Unread' }).click()
  await page.waitForURL('**/seller/messages?show=unread')
  await expect.poll(() => rows.count()).toBe(1)
  await expectFine(page)
  // By keyboard.
  await rows.first().waitFor()
  await page.keyboard.press('j')
  await expect.poll(() => rows.first().evaluate((shown) => shown === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/seller/messages?show=unread&messages=${first}`)
  await log(page).getByText('About the first').waitFor()
  await page.getByRole('button', { name: 'Close messages' }).click()
  await page.getByText('No conversations found').waitFor()

  // The list says when it cannot be loaded.
  await page.route('**/api/seller/conversations**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/seller/messages')
  await page.getByText("We couldn't load your messages.").waitFor()
  await page.unroute('**/api/seller/conversations**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => rows.count()).toBe(2)

  const admin = await adminVisitor(market)
  await admin.page.goto(`/admin/orders?track=${first}`)
  await admin.page.getByRole('button', { name: `Messages of ${first}-1` }).click()
  await log(admin.page).getByText('About the first').waitFor()
  await admin.page.getByLabel('Your message').fill('Please agree.')
  await admin.page.getByRole('button', { name: 'Send' }).click()
  await log(admin.page).getByText('Please agree.').waitFor()

  await buyer.page.goto('/dashboard?tab=messages')
  await buyer.page.getByText('Marketplace: Please agree.').waitFor()
  await expectFine(buyer.page)
  await buyer.page.getByRole('link', { name: `Open messages of ${first}-1` }).click()
  await log(buyer.page).getByText('Please agree.').waitFor()
  expect(errorsOf(buyer, seller, admin)).toEqual([])
})
