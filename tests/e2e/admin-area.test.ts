import { expect, test } from 'vitest'
import type { ActivityPage } from '../../shared/audit/schema.ts'
import { statsMessages } from '../../shared/stats/messages.ts'
import { expectAccessibleToFit, violationsOf } from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { adminVisitor, placeOrder, type SignedIn, signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

/** In degrees, of `rgb(…)`. */
function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)?.map(Number) ?? []
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI
}

test('the chart of the dashboard has a label for every day, round ticks, orange bars, and a tip', async () => {
  const { page } = await adminVisitor(market)
  await placeOrder(market, await signedInVisitor(market), { quantity: 2 })
  await page.goto('/admin')
  const labels = page.locator('.recharts-xAxis-tick-labels text')
  await labels.first().waitFor()
  await expect
    .poll(() => labels.allTextContents())
    .toEqual(Array.from({ length: 30 }, (_, index) => statsMessages.dayNumber(index + 1)))
  // Upright, and what the line is stands above it.
  expect(await labels.first().getAttribute('transform')).toBeNull()
  await page.getByText(statsMessages.previousSales(30), { exact: true }).first().waitFor()
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

test('the menu of a row lies over what sticks and what comes after it, from the first to the last', async () => {
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
    ['/admin/products?q=nothing+like+it', 'No products found'],
    [`/admin/orders?track=${order_id}`, 'History'],
    [`/admin/users?user=${user_id}`, 'Latest activity'],
    [`/admin/activity?entry=${entry}`, 'No reason was given.'],
    ['/admin/settings', 'New Password'],
    // The newest has the longest name.
    ['/admin/products?direction=desc', 'WWW'],
  ] as const

test('the admin area fits every screen with a name as long as names get, and axe finds nothing', async () => {
  const admin = await adminVisitor(market, 'M'.repeat(60))
  const { page, user_id } = admin
  const { product_id } = await buildProduct(market, { product_name: 'W'.repeat(200) })
  const order_id = await placeOrder(market, await signedInVisitor(market), { product_id })
  const entry = await switchFlashSale(admin, 'PRD00004')
  await expectAccessibleToFit(page, pagesOf({ order_id, user_id, entry }))
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  // Another tab, or another device, has changed the name.
  const user_metadata = JSON.stringify({ display_name: 'Named Elsewhere' })
  await market.db.updateTable('users').set({ user_metadata }).where('id', '=', admin.user_id).execute()
  await page.getByRole('link', { name: 'Settings' }).last().click()
  await page.getByRole('main').getByText('Named Elsewhere').waitFor()
})
