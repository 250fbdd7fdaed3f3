import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ActivityPage } from '../../shared/audit/schema.ts'
import { UNDO_SECONDS } from '../../shared/catalog/constants.ts'
import { productListMessages } from '../../shared/catalog/product-list-messages.ts'
import { uiMessages } from '../../shared/kernel/messages.ts'
import { statsMessages } from '../../shared/stats/messages.ts'
import { expectAccessibleToFit, isFocused, violationsOf } from '../support/accessibility.ts'
import { signUp } from '../support/accounts.ts'
import { marketOfFile } from '../support/market.ts'
import { buildProduct, buildProducts } from '../support/products.ts'
import { quietNetwork, settled } from '../support/shop-page.ts'
import { adminVisitor, placeOrder, type SignedIn } from '../support/signed-in.ts'

const market = marketOfFile()

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

test('the menu of a row opens above sticky elements and the rows after it, in the first row and in the last', async () => {
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

const row = (page: Page, id: string) => page.getByRole('row', { name: new RegExp(id) })
const search = (page: Page) => page.getByPlaceholder('Search products...')
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

test('shortcuts move through the rows of a list, open one, and are turned off in the dialog that lists them', async () => {
  const { page, pageErrors } = await adminVisitor(market)
  await page.goto('/admin/products')
  await row(page, 'PRD00001').waitFor()
  await page.keyboard.press('j')
  await isFocused(row(page, 'PRD00001'))
  await page.keyboard.press('j')
  await isFocused(row(page, 'PRD00002'))
  await page.keyboard.press('k')
  await isFocused(row(page, 'PRD00001'))
  await page.keyboard.press('/')
  await isFocused(search(page))
  await page.keyboard.type('j?')
  await expect.poll(() => search(page).inputValue()).toBe('j?')
  await search(page).fill('')
  await row(page, 'PRD00002').waitFor()
  await search(page).blur()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Next row').waitFor()
  await help.getByLabel('Use shortcuts in this browser').uncheck()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await help.getByLabel('Use shortcuts in this browser').check()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await row(page, 'PRD00002').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/product/PRD00002')
  expect(pageErrors).toEqual([])
})

test('a list shows more rows per page, keeps its head in view, and opens a row on a click', async () => {
  const { page, pageErrors } = await adminVisitor(market)
  await page.goto('/admin/products')
  await row(page, 'PRD00001').waitFor()
  await expect.poll(() => row(page, 'PRD00001').locator('img').count()).toBe(1)
  await page.getByLabel('Rows per page').selectOption('50')
  await page.waitForURL('**/admin/products?page_size=50')
  await expect.poll(() => page.locator('tbody th').count()).toBe(50)
  const head = page.getByRole('columnheader', { name: 'Price' })
  await page.evaluate(() => scrollTo(0, 900))
  await expect.poll(async () => (await head.boundingBox())?.y).toBe(56)

  // The controls in a row keep their own clicks.
  await row(page, 'PRD00003').getByRole('checkbox').check()
  await page.getByText('1 selected').waitFor()
  // A product on flash sale has another color.
  const colorOf = (name: RegExp) =>
    row(page, 'PRD00003')
      .getByRole('button', { name })
      .evaluate((element) => getComputedStyle(element).color)
  const plain = await settled(page, () => colorOf(/^Inactive/))
  await row(page, 'PRD00003')
    .getByRole('button', { name: /^Inactive/ })
    .press('Space')
  await expect.poll(() => colorOf(/^Active/)).not.toBe(plain)
  await row(page, 'PRD00003').getByText('$').click()
  await page.waitForURL('**/product/PRD00003')
  expect(pageErrors).toEqual([])
})

test('a deletion can be undone for most of a minute; the focus is on the offer, then on the heading', async () => {
  const { page, ids } = await openListOf(2)
  const [, id = ''] = ids
  await page.clock.install()
  const removal = row(page, id).getByRole('button', { name: productListMessages.delete })
  await removal.press('Enter')
  await confirmDelete(page).click()
  const undo = page.getByRole('button', { name: uiMessages.undo })
  await undo.waitFor()
  expect(await statusInShop(id)).toBe(404)
  await isFocused(undo)
  // A busy button keeps its width.
  const width = await settled(page, async () => (await undo.boundingBox())?.width)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/admin/products/restore', (route) => held.then(() => route.continue()))
  await page.keyboard.press('Enter')
  const waiting = undo.and(page.locator('[aria-busy]'))
  await expect.poll(async () => (await waiting.boundingBox())?.width).toBe(width)
  letGo()
  await row(page, id).waitFor()
  expect(await statusInShop(id)).toBe(200)
  await expect.poll(() => undo.count()).toBe(0)

  await removal.click()
  await confirmDelete(page).click()
  await undo.waitFor()
  await page.mouse.move(0, 0)
  await row(page, id).waitFor({ state: 'detached' })
  // A pending request would time out as soon as the clock advances.
  await quietNetwork(page)
  // From here on the test controls the time: on a busy machine its steps take seconds.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
  await page.clock.runFor((UNDO_SECONDS - 30) * 1000)
  await expect.poll(() => undo.count()).toBe(1)
  await page.clock.runFor(40_000)
  await undo.waitFor({ state: 'detached' })
  await page.clock.resume()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

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

test('an export shows its progress, and waits while the service is busy', async () => {
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

/** Runs in the page: delays the rows of an export, after its header, until the event `go-on`. */
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

test('the order panel is below the table, on wide screens too', async () => {
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
  // Ids are cut to the width of their column, and shown in full on hover.
  const id = page.getByRole('row').nth(1).locator('[title]').first()
  await expect.poll(() => id.evaluate((shown: HTMLElement) => shown.scrollWidth > shown.clientWidth)).toBe(true)
})
