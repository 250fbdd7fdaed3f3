import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActivityPage } from '../../shared/audit/schema.ts'
import { expectToFit, violationsOf, violationsOnPages } from '../support/accessibility.ts'
import { adminVisitor, placeOrder } from '../support/admin.ts'
import { type SignedIn, signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

const menu = (page: Page) => page.getByRole('navigation', { name: 'Admin area' })
/** In degrees, of `rgb(…)`. */
function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)?.map(Number) ?? []
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('the menu links all pages and marks the current one; the account menu has the settings and the logout', async () => {
  const { page, user_id, pageErrors } = await adminVisitor(market)
  await page.goto('/admin')
  await heading(page, 'Admin Dashboard').waitFor()
  await expect
    .poll(() => menu(page).getByRole('link').allInnerTexts())
    .toEqual(['Dashboard', 'Products', 'Orders', 'Users', 'Search', 'Reviews', 'Activity'])
  for (const name of ['Products', 'Orders', 'Users', 'Search', 'Reviews', 'Activity']) {
    await menu(page).getByRole('link', { name }).press('Enter')
    await heading(page, name).waitFor()
    await expect.poll(() => menu(page).locator('[aria-current=page]').allInnerTexts()).toEqual([name])
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  }
  // Payments are not taken here, so that there is no sandbox either.
  expect((await page.goto('/admin/sandbox'))?.status()).toBe(404)
  await heading(page, 'Oops! Something went wrong.').waitFor()
  await page.goto('/admin')
  const user_metadata = JSON.stringify({ display_name: 'Named Elsewhere' })
  await market.db.updateTable('users').set({ user_metadata }).where('id', '=', user_id).execute()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('link', { name: 'Settings' }).last().click()
  await heading(page, 'Admin Settings').waitFor()
  await page.getByRole('main').getByText('Named Elsewhere').waitFor()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Logged out successfully!', { exact: true }).waitFor()
  await page.waitForURL('**/authentication')
  expect(pageErrors.filter((text) => !text.includes('status of 404'))).toEqual([])
})

test('the dashboard shows four totals of the marketplace and 30 bars with value and date', async () => {
  const { page, headers } = await adminVisitor(market)
  const buyer = await signedInVisitor(market)
  await placeOrder(market, buyer, { quantity: 2 })
  await page.goto('/admin')
  await page.getByText('Total Products').waitFor()
  const response = await market.app.inject({ url: '/api/admin/stats', headers })
  const stats = response.json<{ productCount: number; orderCount: number; totalSales: number; totalProfit: number }>()
  const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  const shown = () =>
    page
      .locator('dl > div')
      .evaluateAll((cards) =>
        cards.map((card) => [card.querySelector('dt')?.textContent, card.querySelector('dd')?.textContent]),
      )
  // The cards are there before their figures.
  await expect.poll(shown).toEqual([
    ['Total Products', stats.productCount.toLocaleString('en-US')],
    ['Total Orders', stats.orderCount.toLocaleString('en-US')],
    ['Total Sales', dollars(stats.totalSales)],
    ['Total Profit', dollars(stats.totalProfit)],
  ])
  await page.getByRole('heading', { name: 'Last 30 Days Sales' }).waitFor()
  await page.getByText('Show as a table').click()
  const rows = page.getByRole('table', { name: 'Sales by day' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(31)
  await expect.poll(() => rows.nth(1).textContent()).toMatch(/^Day 1, [A-Z][a-z]{2} \d+\$/)
  await expect.poll(() => rows.nth(30).textContent()).toMatch(/^Day 30, [A-Z][a-z]{2} \d+\$\d/)
  await page.getByText(/^Sold \$[\d,.]+ − cancelled and returned \$[\d,.]+ = net \$[\d,.]+\./).waitFor()
  await page.getByRole('link', { name: 'View cancelled orders' }).waitFor()
  // Every day has its label, and ticks are round.
  const labels = page.locator('.recharts-xAxis-tick-labels text')
  await expect
    .poll(() => labels.allTextContents())
    .toEqual(Array.from({ length: 30 }, (_, index) => `Day ${index + 1}`))
  // Upright, and what the line is stands above it.
  expect(await labels.first().getAttribute('transform')).toBeNull()
  await page.getByText('Prior 30 days', { exact: true }).first().waitFor()
  const ticks = await page.locator('.recharts-yAxis-tick-labels text').allTextContents()
  const amounts = ticks.map((tick) => Number(tick.replace(/[$,]/g, '')))
  const [, step = 0] = amounts
  expect(String(step)).toMatch(/^[125]0*$/)
  expect(amounts).toEqual(amounts.map((_, index) => index * step))
  const bars = page.locator('.recharts-bar-rectangle path')
  await expect.poll(() => bars.count()).toBeGreaterThan(20)
  const hue = async () => hueOf(await bars.first().evaluate((bar) => getComputedStyle(bar).fill))
  const isOrange = async () => Math.abs((await hue()) - 30) < 12
  await expect.poll(isOrange, { message: 'the bars are orange' }).toBe(true)
  await bars.last().hover()
  const tip = page.locator('.recharts-tooltip-wrapper')
  await expect
    .poll(() => tip.textContent())
    .toMatch(/^Day 30, [A-Z][a-z]{2} \d+Sales : \$\d[\d,.]*Prior 30 days : \$\d/)

  // Another period, in the address; all figures are of it.
  for (const days of [7, 90]) {
    await page
      .getByRole('navigation', { name: 'Period' })
      .getByRole('link', { name: `${days} days` })
      .click()
    await page.waitForURL(`**/admin?days=${days}`)
    await page.getByRole('heading', { name: `Last ${days} Days Sales` }).waitFor()
    await expect.poll(() => rows.count()).toBe(days + 1)
    await page
      .getByText(new RegExp(`(vs\\.|None in the) prior ${days} days`))
      .first()
      .waitFor()
  }
  await page.getByRole('link', { name: '30 days' }).click()
  await page.waitForURL('**/admin')
  await page.getByRole('heading', { name: 'Last 30 Days Sales' }).waitFor()
})

test('the menu of every row lies over what sticks and what comes after it', { timeout: 60_000 }, async () => {
  const { page } = await adminVisitor(market)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/admin/users')
  const buttons = page.getByRole('row').locator('button[aria-expanded]')
  await buttons.first().waitFor()
  for (const button of await buttons.all()) {
    await button.click()
    const covered = () =>
      button.evaluate((opener) => {
        const list = document.getElementById(opener.getAttribute('aria-controls') ?? '')
        const entries = Array.from(list?.querySelectorAll('a, button') ?? [])
        const hidden = entries.filter((entry) => {
          const { x, y, width, height } = entry.getBoundingClientRect()
          return !entry.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        })
        return entries.length ? hidden.map(({ textContent }) => textContent) : ['no entries']
      })
    await expect.poll(covered).toEqual([])
    await page.keyboard.press('Escape')
  }
})

test('settings change the own name and password', async () => {
  const { page, email } = await adminVisitor(market)
  await page.goto('/admin/settings')
  await page.getByText(email).waitFor()
  await page.getByRole('button', { name: 'Edit display name' }).click()
  await page.getByLabel('Display Name', { exact: true }).fill('Market Warden')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Profile updated successfully!').waitFor()
  await page.getByLabel('New Password', { exact: true }).fill('another long phrase')
  await page.getByLabel('Confirm New Password').fill('another long phrase')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await page.getByText('Password updated successfully').waitFor()
})

test('an account is found by its address, suspended, and reinstated', { timeout: 60_000 }, async () => {
  const { page, pageErrors, email: own } = await adminVisitor(market)
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id })
  const productStatus = async () => (await market.app.inject({ url: `/api/products/${product_id}` })).statusCode
  await page.goto('/admin/users')
  await page.getByPlaceholder('Search by name or email...').fill(own)
  await page.getByText('1 user', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /Suspend/ }).count()).toBe(0)
  await page.getByPlaceholder('Search by name or email...').fill(seller.email.toUpperCase())
  const row = page.getByRole('row', { name: new RegExp(seller.email) })
  await row.getByText('Active').waitFor()
  await expect.poll(() => row.getByRole('cell').nth(1).textContent()).toBe('Seller')

  await row.getByRole('button', { name: /Suspend/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  expect(await productStatus()).toBe(200)
  await row.getByRole('button', { name: /Suspend/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Account suspended', { exact: true }).waitFor()
  await row.getByText('Suspended').waitFor()
  expect(await productStatus()).toBe(404)
  expect((await market.app.inject({ url: '/api/seller/stats', headers: seller.headers })).statusCode).toBe(401)

  // However often it is pressed, it is done and said once.
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  await row.getByRole('button', { name: /Reinstate/ }).evaluate((button: HTMLElement) => {
    for (let press = 0; press < 3; press++) button.click()
  })
  await page.getByText('Account reinstated', { exact: true }).waitFor()
  await row.getByText('Active').waitFor()
  await expect.poll(() => page.getByText('Account reinstated', { exact: true }).count()).toBe(1)
  expect(calls).toHaveLength(1)
  expect(await productStatus()).toBe(200)
  expect(pageErrors).toEqual([])
})

test('an admin gives a reason, the seller reads it, and the activity lists it', { timeout: 60_000 }, async () => {
  const { page, pageErrors } = await adminVisitor(market, 'Reason Giver')
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { product_id } = await buildProduct(market, {
    seller_id: seller.user_id,
    product_name: 'Leaky Kettle',
    featured_image: '',
  })
  await page.goto(`/admin/products?q=${product_id}`)
  await page.getByRole('button', { name: 'Delete Leaky Kettle' }).click()
  await page.getByLabel('Reason (optional)').fill('It leaks')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Product deleted successfully').waitFor()
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByPlaceholder('Admin, order, product, user').fill('reason giver')
  await page.getByText('1 action', { exact: true }).waitFor()
  await page
    .getByRole('row', { name: /Reason Giver Product deleted/ })
    .getByText('It leaks')
    .waitFor()
  expect(pageErrors).toEqual([])

  await seller.page.goto('/seller/dashboard')
  const notices = seller.page.getByRole('region', { name: 'Notices' })
  await notices.getByText('An admin removed "Leaky Kettle" from the shop.').waitFor()
  await notices.getByText('Reason: It leaks').waitFor()
  await notices.getByRole('button', { name: /Dismiss/ }).click()
  await notices.waitFor({ state: 'detached' })
  await seller.page.reload()
  await seller.page.getByText('Total Profit').waitFor()
  await expect.poll(() => notices.count()).toBe(0)
  expect(seller.pageErrors).toEqual([])
})

/** Puts a product on flash sale; returns the number of the entry in the activity. */
async function switchFlashSale({ headers }: SignedIn, product_id: string): Promise<number> {
  const url = `/api/admin/products/${product_id}`
  await market.app.inject({ method: 'PATCH', url, headers, payload: { flash_sale: true } })
  const { activities } = (
    await market.app.inject({ url: `/api/admin/activity?q=${product_id}`, headers })
  ).json<ActivityPage>()
  return activities[0]?.action_number ?? 0
}

/** Every page of the area, with a text that is there once it is complete. */
const pagesOf = ({ order_id, user_id, entry }: { order_id: string; user_id: string; entry: number }) =>
  [
    ['/admin', 'in 30 days'],
    ['/admin/products', 'Inactive'],
    ['/admin/products?q=nothing+like+it', 'No products found'],
    [`/admin/orders?track=${order_id}`, 'History'],
    [`/admin/users?user=${user_id}`, 'Latest activity'],
    [`/admin/activity?entry=${entry}`, 'No reason was given.'],
    ['/admin/activity?q=PRD99999', 'No actions found'],
    ['/admin/settings', 'New Password'],
  ] as const

test('axe finds nothing in the admin area, light and dark, wide and narrow', { timeout: 180_000 }, async () => {
  const admin = await adminVisitor(market)
  const { page, user_id } = admin
  const order_id = await placeOrder(market, await signedInVisitor(market))
  const entry = await switchFlashSale(admin, 'PRD00003')
  expect(await violationsOnPages(page, pagesOf({ order_id, user_id, entry }))).toEqual([])
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('the admin area fits a screen of 320 px, with a name as long as names get', { timeout: 90_000 }, async () => {
  const admin = await adminVisitor(market, 'M'.repeat(60))
  const { page, user_id } = admin
  const { product_id } = await buildProduct(market, { product_name: 'W'.repeat(200) })
  const order_id = await placeOrder(market, await signedInVisitor(market), { product_id })
  const entry = await switchFlashSale(admin, 'PRD00004')
  await expectToFit(page, [...pagesOf({ order_id, user_id, entry }), ['/admin/products?q=WWW', 'Inactive'] as const])
})
