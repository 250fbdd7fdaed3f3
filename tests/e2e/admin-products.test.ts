import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNDO_SECONDS } from '../../shared/catalog/constants.ts'
import { adminVisitor } from '../support/admin.ts'
import { type Market, openMarket } from '../support/market.ts'
import { buildProduct, buildProducts, changeCatalog } from '../support/products.ts'
import { quietNetwork } from '../support/quiet-network.ts'
import { settled } from '../support/settled.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

const search = (page: Page) => page.getByPlaceholder('Search products...')
const row = (page: Page, id: string) => page.getByRole('row', { name: new RegExp(id) })

/** Whether the shop shows a product, and on flash sale. */
async function inShop(productId: string): Promise<{ status: number; flash_sale?: boolean }> {
  const response = await market.app.inject({ url: `/api/products/${productId}` })
  return { status: response.statusCode, flash_sale: response.json<{ flash_sale?: boolean }>().flash_sale }
}

/** Confirms the deletion that a pressed button asks about. */
const confirmDelete = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })

/** Products of a name of their own, and the list that shows just these. */
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

test('the list has the specified columns, 20 rows a page, and numbered pages', async () => {
  const { page, pageErrors } = await adminVisitor(market)
  await page.goto('/admin/products')
  await page.getByRole('columnheader', { name: 'ID', exact: true }).waitFor()
  await expect
    .poll(() => page.getByRole('columnheader').allInnerTexts())
    .toEqual(['ID', 'Name', 'Price', 'Seller ID', 'Flash Sale', 'Actions'])
  await expect.poll(() => page.getByRole('row').count()).toBe(21)
  const pages = page.getByRole('navigation', { name: 'Pages of products' })
  await expect.poll(() => pages.locator('[aria-current=page]').textContent()).toBe('1')
  await pages.getByRole('link', { name: 'Page 2' }).click()
  await row(page, 'PRD00021').waitFor()
  await expect.poll(() => pages.locator('[aria-current=page]').textContent()).toBe('2')
  expect(page.url()).toMatch(/\?page=2$/)
  expect(pageErrors).toEqual([])
})

test('typing searches once after a pause, from page 1; the field follows the address', async () => {
  const { page } = await adminVisitor(market)
  const name = `Zither ${crypto.randomUUID()}`
  await buildProduct(market, { product_name: name })
  const requests: string[] = []
  // The page's clock is stopped while the text is typed, however long this takes.
  await page.clock.install()
  await page.goto('/admin/products?page=2')
  await row(page, 'PRD00021').waitFor()
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/admin/products') requests.push(url.search)
  })
  await page.clock.pauseAt(Date.now() + 60_000)
  await search(page).pressSequentially(name.toLowerCase())
  expect(requests).toEqual([])
  await page.clock.resume()
  await page.getByText('1 product', { exact: true }).waitFor()
  expect(requests).toHaveLength(1)
  expect(new URL(page.url()).searchParams.get('page')).toBeNull()
  await expect.poll(() => search(page).inputValue()).toBe(name.toLowerCase())
  await search(page).fill('nothing is called so')
  await page.getByText('No products found').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await row(page, 'PRD00001').waitFor()
  await expect.poll(() => search(page).evaluate((input) => input === document.activeElement)).toBe(true)

  await page.goto('/admin/products?q=zither')
  await page.getByText('1 product', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Products' }).click()
  await row(page, 'PRD00001').waitFor()
  await expect.poll(() => search(page).inputValue()).toBe('')
  await page.goBack()
  await page.getByText('1 product', { exact: true }).waitFor()
  await expect.poll(() => search(page).inputValue()).toBe('zither')
})

test('a page past the end says so and links to the last one, in every list', async () => {
  const { page } = await adminVisitor(market)
  for (const [path, past] of [
    ['/admin/products', 999],
    ['/admin/products', 99999999],
    ['/search', 99],
    ['/search', 101],
    ['/search', 99999999],
    ['/category/all', 999],
    ['/category/all', 99999999],
  ] as const) {
    await page.goto(`${path}?page=${past}`)
    await page.getByText(`There is no page ${past}`, { exact: true }).waitFor()
    const text = await page.getByText(/^The last page is page \d+\.$/).textContent()
    const last = (text ?? '').replace(/\D/g, '')
    await page.getByRole('link', { name: 'Go to the last page' }).click()
    await page.waitForURL(`**${path}?page=${last}`)
    await expect.poll(() => page.getByRole('navigation').locator('[aria-current=page]').last().textContent()).toBe(last)
    await page.getByText(`There is no page ${past}`).waitFor({ state: 'detached' })
  }
})

/** What the next page of a category is requested with, as a reader turns to it in the shop. */
async function afterChangeOf(tab: Page): Promise<string | null> {
  await tab.goto('/category/all')
  const request = tab.waitForRequest((sent) => new URL(sent.url()).pathname === '/api/categories/all/products')
  await tab.getByRole('link', { name: 'Page 2', exact: true }).click()
  return new URL((await request).url()).searchParams.get('after_change')
}

test('after an own change this browser bypasses every cache, in all tabs, for each change', async () => {
  const { page, ids } = await openListOf(1)
  const tab = await page.context().newPage()
  expect(await afterChangeOf(tab)).toBeNull()
  await row(page, ids[0] ?? '')
    .getByRole('button', { name: 'Inactive' })
    .click()
  await page.getByText('Flash sale enabled successfully').waitFor()
  const first = await afterChangeOf(tab)
  expect(first).toMatch(/^\d+-\w+$/)
  await row(page, ids[0] ?? '')
    .getByRole('button', { name: /^Active/ })
    .click()
  await page.getByText('Flash sale disabled successfully').waitFor()
  const second = await afterChangeOf(tab)
  expect(second).toMatch(/^\d+-\w+$/)
  expect(second).not.toBe(first)
})

test('the flash sale of a product is turned on and off; a refusal takes the change back', async () => {
  const { page, ids } = await openListOf(1)
  const [id = ''] = ids
  const colorOf = (button: Locator) => button.evaluate((element) => getComputedStyle(element).color)
  const inactive = row(page, id).getByRole('button', { name: 'Inactive' })
  const plain = await settled(page, () => colorOf(inactive))
  await inactive.press('Space')
  await page.getByText('Flash sale enabled successfully').waitFor()
  const active = row(page, id).getByRole('button', { name: /^Active/ })
  await active.waitFor()
  await expect.poll(() => active.evaluate((button) => button === document.activeElement)).toBe(true)
  await expect.poll(() => colorOf(active)).not.toBe(plain)
  expect(await inShop(id)).toEqual({ status: 200, flash_sale: true })
  await active.click()
  await page.getByText('Flash sale disabled successfully').waitFor()
  expect(await inShop(id)).toEqual({ status: 200, flash_sale: false })

  const refusal = { statusCode: 500, code: 'unexpected_error', message: 'the database rests' }
  await page.route(`**/api/admin/products/${id}`, (route) => route.fulfill({ status: 500, json: refusal }))
  await row(page, id).getByRole('button', { name: 'Inactive' }).click()
  const failed = page.getByRole('main').getByRole('alert')
  await failed.getByText('Failed to update flash sale status: An unexpected error occurred').waitFor()
  await row(page, id).getByRole('button', { name: 'Inactive' }).waitFor()
  await page.route('**/api/admin/products/delete', (route) => route.fulfill({ status: 500, json: refusal }))
  await row(page, id).getByRole('button', { name: 'Delete' }).click()
  await confirmDelete(page).click()
  await failed.getByText('Failed to delete product: An unexpected error occurred').waitFor()
  expect((await inShop(id)).status).toBe(200)

  // What was selected stays so, to be tried again.
  const tired = { statusCode: 503, code: 'busy', message: 'the disk rests' }
  await page.route('**/api/admin/products', (route) => route.fulfill({ status: 500, json: tired }))
  await row(page, id).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Flash sale on' }).click()
  await failed.getByText('Failed to update flash sale status: The service is busy. Please try again.').waitFor()
  await expect.poll(() => page.getByText('1 selected').count()).toBe(1)
})

test('a product is viewed; deleted after a question, it leaves the shop and can be brought back for most of a minute', async () => {
  const { page, ids } = await openListOf(2)
  const [kept = '', id = ''] = ids
  await page.clock.install()
  const deletions: string[] = []
  page.on(
    'request',
    (request) => request.url().endsWith('/products/delete') && deletions.push(request.postData() ?? ''),
  )
  const removal = row(page, id).getByRole('button', { name: 'Delete' })
  await removal.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await removal.press('Enter')
  // However often it is pressed, also while the dialog fades out.
  await confirmDelete(page).evaluate((button: HTMLElement) => {
    for (let press = 0; press < 3; press++) button.click()
    setTimeout(() => button.click(), 0)
  })
  await page.getByText('Product deleted successfully').waitFor()
  await page.getByText('1 product', { exact: true }).waitFor()
  expect((await inShop(id)).status).toBe(404)
  expect(deletions).toHaveLength(1)
  await expect.poll(() => page.getByText('Product deleted successfully').count()).toBe(1)
  expect(await page.getByText('Failed to delete product').count()).toBe(0)
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect.poll(() => undo.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await row(page, id).waitFor()
  expect((await inShop(id)).status).toBe(200)
  await expect.poll(() => undo.count()).toBe(0)

  await removal.click()
  await confirmDelete(page).click()
  await undo.waitFor()
  await page.mouse.move(0, 0)
  await page.getByText('1 product', { exact: true }).waitFor()
  // A request under way would time out at once when the clock goes on.
  await quietNetwork(page)
  // From here on time passes as the test says: on a busy machine its steps take seconds.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
  await page.clock.runFor((UNDO_SECONDS - 30) * 1000)
  await expect.poll(() => undo.count()).toBe(1)
  await page.clock.runFor(40_000)
  await undo.waitFor({ state: 'detached' })
  await page.clock.resume()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  expect((await inShop(id)).status).toBe(404)

  await row(page, kept).getByRole('link', { name: 'View' }).click()
  await page.waitForURL(`**/product/${kept}`)
})

test('an undo that takes its time leaves the next one on offer', async () => {
  const { page, ids } = await openListOf(2)
  const [first = '', second = ''] = ids
  const undo = page.getByRole('button', { name: 'Undo' })
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/admin/products/restore', (route) => held.then(() => route.continue()))
  await row(page, first).getByRole('button', { name: 'Delete' }).click()
  await confirmDelete(page).click()
  await row(page, first).waitFor({ state: 'detached' })
  const widthOf = async (button: Locator) => (await button.boundingBox())?.width
  const width = await settled(page, () => widthOf(undo))
  await undo.click()
  const waiting = undo.and(page.locator('[aria-busy]'))
  await waiting.waitFor()
  await expect.poll(() => widthOf(waiting), { message: 'a button that waits is as wide as before' }).toBe(width)
  await row(page, second).getByRole('button', { name: 'Delete' }).click()
  await confirmDelete(page).click()
  await undo.and(page.locator(':not([aria-busy])')).waitFor()
  // The offer stays while the pointer rests on it.
  await undo.hover()
  letGo()
  await row(page, second).waitFor({ state: 'detached' })
  await row(page, first).waitFor()
  await expect.poll(() => undo.evaluate((button) => button === document.activeElement)).toBe(true)
  await undo.click()
  await row(page, second).waitFor()
})

test('selected products are put on flash sale together, are deleted together, and come back together', async () => {
  const { page, ids, pageErrors } = await openListOf(3)
  const tools = page.getByRole('group', { name: 'Selected products' })
  const shops = () => Promise.all(ids.map(inShop))
  const on = { status: 200, flash_sale: true }
  const off = { status: 200, flash_sale: false }
  await row(page, ids[0] ?? '')
    .getByRole('checkbox')
    .check()
  await row(page, ids[2] ?? '')
    .getByRole('checkbox')
    .press('Space')
  await tools.getByText('2 selected').waitFor()
  await tools.getByRole('button', { name: 'Flash sale on' }).click()
  await page.getByText('Flash sale on for 2 products').waitFor()
  expect(await shops()).toEqual([on, off, on])
  // What was on before stays on when the change of all is undone.
  await page.getByLabel('Select all on this page').check()
  await tools.getByRole('button', { name: 'Flash sale on' }).click()
  await page.getByText('Flash sale on for 1 product', { exact: true }).waitFor()
  expect(await shops()).toEqual([on, on, on])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(shops).toEqual([on, off, on])

  await page.getByLabel('Select all on this page').check()
  await tools.getByRole('button', { name: 'Delete selected' }).click()
  await confirmDelete(page).click()
  await page.getByText('3 products deleted', { exact: true }).waitFor()
  await page.getByText('No products found').waitFor()
  expect((await shops()).map(({ status }) => status)).toEqual([404, 404, 404])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('3 products', { exact: true }).waitFor()
  expect(await shops()).toEqual([on, off, on])
  expect(pageErrors.filter((text) => !text.includes('404'))).toEqual([])
})

test('when the last page loses its rows the one before is shown, and steps that disappear leave the focus somewhere', async () => {
  const { page, name, ids, pageErrors } = await openListOf(21)
  const heading = page.getByRole('heading', { level: 1 })
  const headingHasFocus = () => heading.evaluate((found) => found === document.activeElement)
  const list = `**/admin/products?q=${encodeURIComponent(name).replaceAll('%20', '+')}`
  await page.getByRole('link', { name: 'Next' }).press('Enter')
  await page.waitForURL(`${list}&page=2`)
  await row(page, ids[20] ?? '').waitFor()
  await expect.poll(headingHasFocus).toBe(true)

  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await confirmDelete(page).click()
  await row(page, ids[0] ?? '').waitFor()
  await page.waitForURL(list)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByText('21 products', { exact: true }).waitFor()

  await page.getByPlaceholder('Search products...').fill('no such product')
  await page.getByRole('link', { name: 'Show all products' }).press('Enter')
  await page.waitForURL('**/admin/products')
  await expect.poll(headingHasFocus).toBe(true)
  await page.goto('/admin/orders?state=pending')
  await page.getByRole('link', { name: 'Clear filters' }).press('Enter')
  await page.waitForURL('**/admin/orders')
  await expect.poll(headingHasFocus).toBe(true)
  expect(pageErrors).toEqual([])
})

test('the export holds the products found, all of them', async () => {
  const { page, name, ids } = await openListOf(25)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('products.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe('\uFEFFID,Name,Price,Seller ID,Flash Sale')
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual(
    ids.map((id, index) => [id, `${name} ${index + 1}`]),
  )
})

test('a product on flash sale shows the lowest price before it was reduced', async () => {
  const { page } = await market.visitor()
  const { product_id } = await buildProduct(market, { product_price: 20 })
  await page.goto(`/product/${product_id}`)
  await page.getByText('$20.00').first().waitFor()
  expect(await page.getByText('Lowest price').count()).toBe(0)
  for (const facts of [{ product_price: '25.00' }, { product_price: '15.00', flash_sale: true }])
    await changeCatalog(market, (tx) =>
      tx.updateTable('products').set(facts).where('product_id', '=', product_id).execute(),
    )
  await expect
    .poll(
      async () => {
        await page.goto(`/product/${product_id}`)
        return page.locator('main').textContent()
      },
      { timeout: 60_000 },
    )
    .toContain('Lowest price in the last 30 days before the reduction: $20.00')
}, 90_000)

test('on phones a product is a compact card, and what can be done with it is behind a menu', async () => {
  const { page, ids, name, pageErrors } = await openListOf(3)
  await page.setViewportSize({ width: 360, height: 800 })
  const cards = page.getByRole('list', { name: 'Products' }).getByRole('listitem')
  await expect.poll(() => cards.count()).toBe(3)
  const card = cards.filter({ hasText: ids[0] })
  // All that the columns of the table show is there.
  for (const text of [`${name} 1`, '$', 'Seller ID', 'Flash Sale', 'Inactive'])
    await card.getByText(text).first().waitFor()
  await expect.poll(async () => (await card.boundingBox())?.height).toBeLessThan(190)
  await expect.poll(() => card.getByRole('button', { name: 'Delete' }).count()).toBe(0)
  const menu = card.getByRole('button', { name: `More about ${name} 1` })
  await menu.press('Enter')
  await expect.poll(() => card.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/product/${ids[0]}`)
  await card.getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true)
  await menu.press('Enter')
  await card.getByRole('button', { name: 'Delete' }).press('Enter')
  await confirmDelete(page).click()
  await page.getByText('2 products', { exact: true }).waitFor()
  expect(await inShop(ids[0] ?? '')).toEqual({ status: 404 })
  expect(pageErrors).toEqual([])
})
