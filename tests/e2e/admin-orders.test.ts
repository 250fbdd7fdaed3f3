import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminVisitor, placeOrder } from '../support/admin.ts'
import { type SignedIn, signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'

let market: Market
let buyer: SignedIn
beforeAll(async () => {
  market = await openMarket()
  buyer = await signedInVisitor(market)
})
afterAll(() => market?.close())

const shipping_address = {
  fullName: 'Robin Sample',
  address: '3 Model Street',
  city: 'Exampleton',
  postalCode: '10001',
  country: 'Nowhere',
}

const panel = (page: Page, id: string) => page.getByRole('region', { name: `Order #${id}` })

async function openOrder(id: string) {
  const admin = await adminVisitor(market)
  await admin.page.goto(`/admin/orders?track=${id}`)
  await panel(admin.page, id).getByRole('heading', { name: 'History' }).waitFor()
  return admin
}

test('the list has the specified columns, the newest order first, 20 a page', { timeout: 60_000 }, async () => {
  const { page, pageErrors } = await adminVisitor(market)
  const id = await placeOrder(market, buyer)
  await page.goto('/admin/orders')
  await page.getByRole('row', { name: new RegExp(id) }).waitFor()
  await expect
    .poll(() => page.getByRole('columnheader').allInnerTexts())
    .toEqual(['Order ID', 'Buyer ID', 'Total Amount', 'Order Date', 'Actions'])
  await expect.poll(() => page.getByRole('row').count()).toBe(21)
  await expect.poll(() => page.getByRole('rowheader').first().textContent()).toBe(id)
  await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain(buyer.user_id)
  await page.getByRole('navigation', { name: 'Pages of orders' }).getByRole('link', { name: 'Page 2' }).click()
  await page.waitForURL('**/admin/orders?page=2')
  // A search begins at page 1.
  await page.getByPlaceholder('Search by Order ID...').fill(id.toLowerCase())
  await page.waitForURL(`**/admin/orders?q=${id.toLowerCase()}`)
  await page.getByText('1 order', { exact: true }).waitFor()
  await page.getByPlaceholder('Search by Order ID...').fill('no such order')
  await page.getByText('No orders found').waitFor()
  expect(pageErrors).toEqual([])
})

test('an order is found by buyer, state and amount; the panel leads to the buyer', { timeout: 60_000 }, async () => {
  const { page, context, pageErrors } = await adminVisitor(market)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const other = await signedInVisitor(market)
  const { product_id } = await buildProduct(market, { product_price: 77.7 })
  const id = await placeOrder(market, other, { product_id })
  await placeOrder(market, other)
  await page.goto('/admin/orders')
  await page.getByPlaceholder("Buyer's name, email or ID...").fill(other.email)
  await page.getByText('2 orders', { exact: true }).waitFor()
  for (const field of ['Minimum $', 'Maximum $']) {
    await page.getByLabel(field).fill('77.70')
    await page.getByLabel(field).press('Enter')
    await expect.poll(() => page.url()).toContain(`${field.slice(0, 3).toLowerCase()}=77.7`)
  }
  await page.getByText('1 order', { exact: true }).waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('Returned')
  await page.getByText('No orders found').waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect.poll(() => page.getByRole('row').count()).toBe(21)
  await expect.poll(() => page.getByPlaceholder("Buyer's name, email or ID...").inputValue()).toBe('')
  await page.goBack()
  await page.getByLabel('Status', { exact: true }).selectOption('Pending')
  const row = page.getByRole('row', { name: new RegExp(id) })
  await row.getByRole('button', { name: `Copy ${other.user_id}` }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(other.user_id)
  const shown = row.getByTitle(other.user_id)
  await expect.poll(() => shown.evaluate((span: HTMLElement) => span.scrollWidth > span.clientWidth)).toBe(true)
  await row.getByRole('button', { name: 'Track' }).click()
  await panel(page, id)
    .getByText(/^Sold by/)
    .waitFor()
  await panel(page, id).getByRole('link').first().click()
  await page.waitForURL(`**/admin/users?q=${other.user_id}`)
  await page
    .getByRole('row', { name: new RegExp(other.email) })
    .getByTitle(other.user_id)
    .waitFor()
  expect(pageErrors).toEqual([])
})

test('Track shows all of an order under the table, by keyboard alone', { timeout: 60_000 }, async () => {
  const { page, pageErrors } = await adminVisitor(market)
  const { product_id } = await buildProduct(market, { product_name: 'Brass Lantern', product_price: 24.5 })
  const id = await placeOrder(market, buyer, { product_id, quantity: 2, shipping_address })
  await page.goto('/admin/orders')
  await page.getByRole('button', { name: `Track order ${id}` }).press('Enter')
  const order = panel(page, id)
  await order.getByText('Robin Sample').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(`Order #${id}`)
  await expect
    .poll(() => order.locator('dt').allTextContents())
    .toEqual([
      'Buyer ID',
      'Buyer',
      'Order Date',
      'Total Amount',
      'Current Status',
      'Payment Method',
      'Shipping Address',
    ])
  await expect
    .poll(() => order.locator('dd').allInnerTexts())
    .toEqual([
      expect.stringContaining(buyer.user_id),
      expect.stringContaining(buyer.email),
      expect.stringMatching(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M UTC$/),
      '$49.00',
      'Pending',
      'PayPal\nNot paid here',
      'Robin Sample\n3 Model Street\nExampleton 10001\nNowhere',
    ])
  await order.getByText('Brass Lantern', { exact: true }).waitFor()
  await order.getByText('$24.50').waitFor()
  await expect
    .poll(() => order.getByRole('list', { name: 'Order statuses' }).getByRole('listitem').allInnerTexts())
    .toEqual(['Pending', 'Confirmed', 'Delivered', 'Returned', 'Cancelled'])

  const status = order.getByLabel('Status', { exact: true })
  const update = order.getByRole('button', { name: 'Update Status' })
  await expect
    .poll(() => status.locator('option').allInnerTexts())
    .toEqual(['Pending', 'Confirmed', 'Delivered', 'Returned', 'Cancelled'])
  await expect.poll(() => update.isDisabled()).toBe(true)
  await status.focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => update.isEnabled()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Order status updated to Confirmed').waitFor()
  await order.getByRole('list', { name: 'History' }).getByText('Mo Warden').waitFor()
  await expect.poll(() => update.isDisabled()).toBe(true)
  await expect.poll(() => status.evaluate((select) => select === document.activeElement)).toBe(true)
  const stored = await market.app.inject({ url: `/api/orders/${id}`, headers: buyer.headers })
  expect(stored.json()).toMatchObject({ order_state: 'confirmed' })

  await order.getByRole('button', { name: 'Close order' }).press('Enter')
  await order.waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
})

test('on phones filters unfold when one of them is in use, and not for a search beside them', async () => {
  const { page } = await adminVisitor(market)
  await page.setViewportSize({ width: 360, height: 800 })
  const filters = page.locator('details', { hasText: 'Filters' })
  const areOpen = () => filters.evaluate((details: HTMLDetailsElement) => details.open)
  await page.goto('/admin/orders?q=ORD')
  await expect.poll(areOpen).toBe(false)
  await page.goto('/admin/orders?buyer=x@example.com')
  await expect.poll(areOpen).toBe(false)
  await page.goto('/admin/orders?q=ORD&min=5')
  await expect.poll(areOpen).toBe(true)
})

test('of two admins the slower one gets a message, sees the change, and can continue', {
  timeout: 60_000,
}, async () => {
  const id = await placeOrder(market, buyer)
  const one = await openOrder(id)
  const other = await openOrder(id)
  await panel(one.page, id).getByLabel('Status', { exact: true }).selectOption('Cancelled')
  await panel(other.page, id).getByLabel('Status', { exact: true }).selectOption('Delivered')
  await panel(one.page, id).getByRole('button', { name: 'Update Status' }).click()
  await one.page.getByText('Order status updated to Cancelled').waitFor()
  // No seller is to send what the marketplace has cancelled.
  await panel(one.page, id).getByText('Stopped').first().waitFor()
  const update = panel(other.page, id).getByRole('button', { name: 'Update Status' })
  await update.click()
  await other.page
    .getByText('Failed to update status: Another admin has changed this order in the meantime.')
    .first()
    .waitFor()
  const history = panel(other.page, id).getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect.poll(() => history.count()).toBe(1)
  await update.click()
  await expect.poll(() => history.count()).toBe(2)
  await expect
    .poll(() => history.allInnerTexts())
    .toEqual([expect.stringMatching(/^Cancelled → Delivered/), expect.stringMatching(/^Pending → Cancelled/)])
})

test('the export holds the orders found', async () => {
  const { page } = await adminVisitor(market)
  const id = await placeOrder(market, buyer)
  await page.goto(`/admin/orders?q=${id}`)
  await page.getByText('1 order', { exact: true }).waitFor()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('orders.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(new RegExp(`^${id},${buyer.user_id},`))
})

test('an export says how far it is, and waits while the service is busy', { timeout: 60_000 }, async () => {
  const { page } = await adminVisitor(market)
  let refusals = 0
  await page.route('**/api/admin/orders.csv*', (route) =>
    refusals++ ? route.fallback() : route.fulfill({ status: 503, headers: { 'retry-after': '0' } }),
  )
  await page.addInitScript(slowExports)
  await page.goto('/admin/orders?q=ORD')
  await page.getByText(/^[\d,]+ orders$/).waitFor()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const progress = page.getByRole('progressbar', { name: /^0 of [\d,]+ rows$/ })
  await progress.waitFor()
  expect(refusals).toBe(2)
  await expect.poll(() => page.getByRole('button', { name: 'Export CSV' }).getAttribute('aria-busy')).toBe('true')
  await page.evaluate(() => window.dispatchEvent(new Event('go-on')))
  const lines = (await readFile(await (await coming).path(), 'utf8')).trimEnd().split('\r\n')
  await progress.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByText(/ rows$/).count()).toBe(0)
  expect(lines.length).toBeGreaterThan(2)
})

/** Runs in the page: of an export, the part after the header comes only on the event `go-on`. */
function slowExports(): void {
  const original = window.fetch
  window.fetch = async (...given) => {
    const response = await original(...given)
    if (!response.ok || !String(given[0]).includes('orders.csv')) return response
    const bytes = new Uint8Array(await response.arrayBuffer())
    const header = bytes.indexOf(10) + 1
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.slice(0, header))
        await new Promise((resolve) => window.addEventListener('go-on', resolve, { once: true }))
        controller.enqueue(bytes.slice(header))
        controller.close()
      },
    })
    return new Response(body, { headers: response.headers })
  }
}

test('the tracking panel stands under the table on wide screens, too', async () => {
  const { page } = await adminVisitor(market)
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto('/admin/orders')
  await page
    .getByRole('button', { name: /^Track/ })
    .first()
    .click()
  const panel = page.getByRole('region', { name: /^Order #/ })
  await panel.waitFor()
  const isBelow = async () => {
    const [table, below] = [await page.getByRole('table').first().boundingBox(), await panel.boundingBox()]
    return table && below && below.y >= table.y + table.height && below.x <= table.x + 1
  }
  await expect.poll(isBelow).toBe(true)
})
