import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ActivityPage } from '../../shared/audit/schema.ts'
import { adminSellerMessages } from '../../shared/sellers/admin-messages.ts'
import { hiddenProductMessages } from '../../shared/sellers/messages.ts'
import { statsMessages } from '../../shared/stats/messages.ts'
import { expectAccessibleToFit, isFocused, violationsOf } from '../support/accessibility.ts'
import { signUp } from '../support/accounts.ts'
import { marketOfFile } from '../support/market.ts'
import { buildProduct, buildProducts } from '../support/products.ts'
import { adminVisitor, placeOrder, type SignedIn } from '../support/signed-in.ts'

const market = marketOfFile()

const row = (page: Page, id: string) => page.getByRole('row', { name: new RegExp(id) })

/** Returns the hue of `rgb(…)` in degrees. */
function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)?.map(Number) ?? []
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI
}

test('the dashboard’s chart has a label for every day, round ticks, orange bars, and a tooltip', async () => {
  const { page } = await adminVisitor(market)
  await placeOrder(market, await signUp(market), { quantity: 2 })
  await page.goto('/admin')
  const labels = page.locator('.recharts-xAxis-tick-labels text')
  await labels.first().waitFor()
  await expect
    .poll(() => labels.allTextContents())
    .toEqual(Array.from({ length: 30 }, (_, index) => statsMessages.dayNumber({ number: index + 1 })))
  // Labels are upright, and the line's legend is above them.
  expect(await labels.first().getAttribute('transform')).toBeNull()
  await page
    .getByText(statsMessages.previousSales({ days: 30 }), { exact: true })
    .first()
    .waitFor()
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
})

test('the head of a list stays in view, and the menu of a row opens above it and the rows after it', async () => {
  const { page } = await adminVisitor(market)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/admin/users')
  const buttons = page.getByRole('row').locator('button[aria-expanded]')
  await buttons.first().waitFor()
  for (const button of [buttons.first(), buttons.nth(1), buttons.last()]) {
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
  await page.goto('/admin/products')
  await row(page, 'PRD00001').waitFor()
  await page.evaluate(() => scrollTo(0, 900))
  const head = page.getByRole('columnheader', { name: 'Price' })
  await expect.poll(async () => (await head.boundingBox())?.y).toBe(56)
})

/** Puts a product on flash sale; returns the number of its entry in the activity log. */
async function switchFlashSale({ headers }: SignedIn, product_id: string): Promise<number> {
  const url = `/api/admin/products/${product_id}`
  await market.app.inject({ method: 'PATCH', url, headers, payload: { flash_sale: true } })
  const { activities } = (
    await market.app.inject({ url: `/api/admin/activity?q=${product_id}`, headers })
  ).json<ActivityPage>()
  return activities[0]?.action_number ?? 0
}

/** Every page of the area, with a text that shows that it has loaded. */
const pagesOf = ({ order_id, user_id, entry }: { order_id: string; user_id: string; entry: number }) =>
  [
    ['/admin', 'in 30 days'],
    ['/admin/products?q=nothing+like+it', 'No products found'],
    [`/admin/orders?track=${order_id}`, 'History'],
    [`/admin/users?user=${user_id}`, 'Latest activity'],
    [`/admin/activity?entry=${entry}`, 'No reason was given.'],
    ['/admin/settings', 'New Password'],
    ['/admin/staff', 'Second sign-in step'],
    ['/admin/mail', 'Mail server'],
    ['/admin/users/sellers', adminSellerMessages.settings],
    ['/admin/products?view=hidden', hiddenProductMessages.nothingFound],
    // The newest product has the longest name.
    ['/admin/products?direction=desc', 'WWW'],
  ] as const

test('the admin area fits every screen with the longest names, and axe finds nothing', async () => {
  const admin = await adminVisitor(market, 'M'.repeat(60))
  const { page, user_id } = admin
  const { product_id } = await buildProduct(market, { product_name: 'W'.repeat(200) })
  const order_id = await placeOrder(market, await signUp(market), { product_id })
  const entry = await switchFlashSale(admin, 'PRD00004')
  await expectAccessibleToFit(page, pagesOf({ order_id, user_id, entry }))
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  // Another tab or device has changed the name.
  const user_metadata = JSON.stringify({ display_name: 'Named Elsewhere' })
  await market.db.updateTable('users').set({ user_metadata }).where('id', '=', admin.user_id).execute()
  await page.getByRole('link', { name: 'Settings' }).last().click()
  await page.getByRole('main').getByText('Named Elsewhere').waitFor()
})

const statusInShop = async (id: string) => (await market.app.inject({ url: `/api/products/${id}` })).statusCode

/** Confirms the deletion in the dialog that a button opened. */
const confirmDelete = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })

/** Products with a unique name, and the list that shows only these. */
async function openListOf(count: number) {
  const name = `Lot ${crypto.randomUUID()}`
  const products = await buildProducts(
    market,
    Array.from({ length: count }, (_, index) => ({ product_name: `${name} ${index + 1}`, featured_image: '' })),
  )
  const admin = await adminVisitor(market)
  await admin.page.goto(`/admin/products?q=${encodeURIComponent(name)}`)
  await admin.page.getByText(`${count} ${count === 1 ? 'product' : 'products'}`, { exact: true }).waitFor()
  return { ...admin, name, ids: products.map(({ product_id }) => product_id) }
}

test('on phones a product is a compact card with its actions behind a menu', async () => {
  const { page, ids, name, pageErrors } = await openListOf(3)
  await page.setViewportSize({ width: 360, height: 800 })
  const cards = page.getByRole('list', { name: 'Products' }).getByRole('listitem')
  await expect.poll(() => cards.count()).toBe(3)
  await expect.poll(async () => (await cards.first().boundingBox())?.y).toBeLessThan(300)
  const card = cards.filter({ hasText: ids[0] })
  // The card has every value of the table's columns.
  for (const text of [`${name} 1`, '$', 'Seller ID', 'Flash Sale', 'Inactive'])
    await card.getByText(text).first().waitFor()
  await expect.poll(async () => (await card.boundingBox())?.height).toBeLessThan(190)
  await expect.poll(() => card.getByRole('button', { name: 'Delete' }).count()).toBe(0)
  const menu = card.getByRole('button', { name: `More about ${name} 1` })
  await menu.press('Enter')
  await expect.poll(() => card.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/product/${ids[0]}`)
  await card.getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await isFocused(menu)
  await menu.press('Enter')
  await card.getByRole('button', { name: 'Delete' }).press('Enter')
  await confirmDelete(page).click()
  await page.getByText('2 products', { exact: true }).waitFor()
  expect(await statusInShop(ids[0] ?? '')).toBe(404)
  expect(pageErrors).toEqual([])
})
