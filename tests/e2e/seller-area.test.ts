import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountMessages } from '../../shared/accounts/messages.ts'
import { writeLimitReached } from '../../shared/kernel/refusals.ts'
import { expectToFit, violationsOnPages } from '../support/accessibility.ts'
import { type SignedIn, signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { drawPng } from '../support/product-form.ts'
import { buildProduct } from '../support/products.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

const address = {
  fullName: 'Robin Sample',
  address: '3 Model Street',
  city: 'Exampleton',
  postalCode: '10001',
  country: 'Nowhere',
}

interface SellerWithOrder {
  seller: SignedIn
  buyer: SignedIn
  product_id: string
  order_id: string
}

/** Returns a seller of one product, and a buyer who ordered it together with another seller's product. */
async function sellerWithOrder({
  product_name = 'Brass Lantern',
  product_price = 24.5,
  quantity = 2,
} = {}): Promise<SellerWithOrder> {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_name, product_price })
  const buyer = await signedInVisitor(market, { cart: { [product_id]: quantity, PRD00001: 1 } })
  const response = await market.app.inject({
    method: 'POST',
    url: '/api/orders',
    headers: buyer.headers,
    payload: { shipping_address: address, payment_method: 'paypal' },
  })
  return { seller, buyer, product_id, order_id: response.json<{ order_id: string }>().order_id }
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Seller area' })

test('the menu links all pages, marks the current one, and folds', async () => {
  const { page, pageErrors } = await signedInVisitor(market, { role: 'seller' })
  await page.goto('/seller')
  await page.getByRole('heading', { level: 1, name: 'Seller Dashboard' }).waitFor()
  await expect
    .poll(() => menu(page).getByRole('link').allInnerTexts())
    .toEqual(['Dashboard', 'Products', 'Orders', 'Messages', 'Add New', 'Settings'])
  await expect.poll(() => menu(page).getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page')
  for (const [link, heading] of [
    ['Products', 'Products'],
    ['Orders', 'Orders'],
    ['Add New', 'Add Product'],
    ['Settings', 'Seller Settings'],
    ['Messages', 'Messages'],
    ['Dashboard', 'Seller Dashboard'],
  ]) {
    await menu(page).getByRole('link', { name: link, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  }
  const toggle = page.getByRole('button', { name: 'Side menu' })
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true')
  await toggle.press('Enter')
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false')
  await menu(page).getByRole('link', { name: 'Orders' }).click()
  await page.getByText('No orders yet').waitFor()
  // Between the area and the shop as well.
  await page.getByRole('link', { name: 'Openstall' }).click()
  await page.getByRole('heading', { name: 'Just For You' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('#main') !== null)).toBe(true)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { level: 1, name: 'Seller Dashboard' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  expect(pageErrors).toEqual([])
})

test('at 640 px the menu is folded and cannot be unfolded; at 641 px it can', async () => {
  const { page } = await signedInVisitor(market, { role: 'seller' })
  const width = async () => (await page.locator('#side-menu').boundingBox())?.width ?? 0
  await page.setViewportSize({ width: 640, height: 800 })
  await page.goto('/seller/products')
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
  await expect.poll(() => width()).toBeLessThan(80)
  await expect.poll(() => page.getByRole('button', { name: 'Side menu' }).count()).toBe(0)
  await page.setViewportSize({ width: 641, height: 800 })
  await page.getByRole('button', { name: 'Side menu' }).waitFor()
  await expect.poll(width).toBeGreaterThan(150)
})

test('logging out leads to the sign-in page and is confirmed', async () => {
  const { page } = await signedInVisitor(market, { role: 'seller' })
  await page.goto('/seller/products')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Settings' }).last().waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Logged out successfully!', { exact: true }).waitFor()
  await page.waitForURL('**/authentication')
  await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
})

test('the dashboard counts own products only, at 90% profit', async () => {
  const { seller } = await sellerWithOrder()
  const { page } = seller
  await page.goto('/seller/dashboard')
  const figure = (term: string) =>
    page
      .locator('dl > div', { has: page.locator('dt', { hasText: term }) })
      .locator('dd')
      .first()
  await figure('Units Sold').waitFor()
  await expect.poll(() => figure('Total Products').textContent()).toBe('1')
  await expect.poll(() => figure('Total Sales').textContent()).toBe('$49.00')
  await expect.poll(() => figure('Total Profit').textContent()).toBe('$44.10')
  await expect.poll(() => figure('Units Sold').textContent()).toBe('2')
  await page.getByText('Sold $49.00 − cancelled and returned $0.00 = net $49.00.').waitFor()
  // A change is that of the period, not of all time.
  await page.getByText('None in the prior 30 days').first().waitFor()
  expect(await page.locator('dl').first().textContent()).not.toContain('prior')
  await page.getByText('$49.00 in 30 days').waitFor()
  await page.getByText('Show as a table').click()
  await expect.poll(() => page.getByRole('table', { name: 'Sales by day' }).getByRole('row').count()).toBe(31)
  await page.getByRole('heading', { name: 'Best Sellers' }).waitFor()
  await page.getByRole('link', { name: /Brass Lantern/ }).waitFor()
})

test("a seller sees orders with own lines and the buyer's address, and prints a packing slip", async () => {
  const { seller, order_id } = await sellerWithOrder()
  const { page } = seller
  await page.goto('/seller/orders')
  const order = page.getByRole('region', { name: order_id })
  await order.getByText('Pending').waitFor()
  await order.getByText('2 units').waitFor()
  await order.getByText('Robin Sample').waitFor({ state: 'hidden' })
  // It opens by keyboard, too.
  await order.locator('summary').focus()
  await page.keyboard.press('Enter')
  await order.getByText('Robin Sample').waitFor()
  await expect.poll(() => order.getByRole('row').count()).toBe(2)
  await expect.poll(() => order.getByRole('cell').allInnerTexts()).toEqual(['2', '$24.50'])
  await page.getByLabel('Search by Order ID').fill('ORD99999')
  await page.keyboard.press('Enter')
  await page.getByText('No orders match.').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  // State and order are in the address.
  await page.getByLabel('Status', { exact: true }).selectOption('Delivered')
  await page.waitForURL('**/seller/orders?state=delivered')
  await page.getByText('No orders match.').waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('Pending')
  await page.waitForURL('**/seller/orders?state=pending')
  await order.getByText('2 units').waitFor()
  await page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'Total' }).click()
  await page.waitForURL('**/seller/orders?state=pending&sort=total')
  await page.getByRole('link', { name: 'Total descending' }).waitFor()

  await order.getByRole('link', { name: /Packing slip/ }).click()
  await page.getByRole('heading', { level: 1, name: `Packing slip ${order_id}` }).waitFor()
  await page.getByText('2 units in this package').waitFor()
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await page.locator('body[data-printed]').waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.locator('#side-menu').isVisible()).toBe(false)
  await expect.poll(() => page.getByRole('banner').isVisible()).toBe(false)
  await expect.poll(() => page.getByText('3 Model Street').isVisible()).toBe(true)
})

test('settings: name with Save and Cancel, picture, password', async () => {
  const { page, email, context } = await signedInVisitor(market, { role: 'seller' })
  await page.goto('/seller/settings')
  await page.getByRole('heading', { level: 1, name: 'Seller Settings' }).waitFor()
  await page.getByText(email).waitFor()
  await page.getByRole('button', { name: 'Edit display name' }).click()
  const name = page.getByLabel('Display Name', { exact: true })
  await expect.poll(() => name.inputValue()).toBe('Sample User')
  await name.fill('Nobody')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Sample User').waitFor()
  await page.getByRole('button', { name: 'Edit display name' }).click()
  await name.fill('Lantern Works')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Profile updated successfully!').waitFor()
  await page.getByText('Lantern Works').waitFor()

  const shown = await changePicture(page, '#2a7')
  expect(shown).toMatch(/^\/storage\/v1\/object\/public\/users\/[0-9a-f-]+-\d+\.webp$/)
  const second = await changePicture(page, '#72a')
  expect(second).not.toBe(shown)
  const status = async (path: string) => (await market.app.inject({ url: path })).statusCode
  expect(await status(second)).toBe(200)
  // The picture before it is gone.
  await expect.poll(() => status(shown)).not.toBe(200)

  await page.getByLabel('New Password', { exact: true }).fill('another long phrase')
  await page.getByLabel('Confirm New Password').fill('something else')
  const button = page.getByRole('button', { name: 'Update Password' })
  await button.click()
  await page.getByText('Passwords do not match').first().waitFor()
  await page.getByLabel('Confirm New Password').fill('another long phrase')
  await button.click()
  await page.getByText('Password updated successfully').waitFor()
  await expect.poll(() => page.getByLabel('New Password', { exact: true }).inputValue()).toBe('')
  await context.close()
})

async function changePicture(page: Page, color: string): Promise<string> {
  const before = await page.locator('main img').first().getAttribute('src')
  const buffer = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: color } })
    .jpeg()
    .toBuffer()
  await page
    .getByLabel('Profile picture', { exact: true })
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByText('Profile picture updated successfully!').first().waitFor()
  await page.waitForFunction((old) => document.querySelector('main img')?.getAttribute('src') !== old, before)
  return (await page.locator('main img').first().getAttribute('src')) ?? ''
}

test('a picture of the profile that is refused or broken is reported', async () => {
  const { page } = await signedInVisitor(market, { role: 'seller' })
  await page.goto('/seller/settings')
  const field = page.getByLabel(accountMessages.picture, { exact: true })
  await field.waitFor()
  // What the server sends beyond its limit of writes: see its own tests.
  const limit = { code: 'over_request_rate_limit', message: 'You have made 600 changes within an hour.' }
  await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 429, json: limit }))
  await field.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await drawPng('#3a3') })
  await page.getByRole('main').getByText(writeLimitReached).waitFor()
  await field.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await page.getByText(accountMessages.pictureFailed).waitFor()
})

/** Every page of the area, with a text that is there once it is complete. */
function pagesOf({ product_id, order_id }: SellerWithOrder) {
  return [
    ['/seller', 'Best Sellers'],
    ['/seller/products', '1 product'],
    ['/seller/orders', order_id],
    [`/seller/orders/${order_id}`, 'in this package'],
    ['/seller/add-product', 'Details'],
    [`/seller/edit-product/${product_id}`, 'Details'],
    ['/seller/settings', 'New Password'],
  ] as const
}

test('axe finds nothing in the seller area, light and dark, wide and narrow', { timeout: 120_000 }, async () => {
  const shop = await sellerWithOrder()
  const { page } = shop.seller
  expect(await violationsOnPages(page, pagesOf(shop))).toEqual([])
})

test('the seller area fits a screen of 320 px, with the longest name and the highest amounts', {
  timeout: 60_000,
}, async () => {
  const shop = await sellerWithOrder({ product_name: 'W'.repeat(200), product_price: 9_999_999.99, quantity: 999 })
  const { page } = shop.seller
  await expectToFit(page, pagesOf(shop))
})
