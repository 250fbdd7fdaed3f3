import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { type Market, openMarket } from '../support/market.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.close())

const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

test('filters beside the results are in the address, stand as chips, and go back', async () => {
  const { page } = await market.visitor({ viewport: { width: 1280, height: 900 } })
  await page.goto('/search?q=s')
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await filters.getByRole('link', { name: /^In stock/ }).click()
  await page.waitForURL('**in_stock=1')
  const seller = filters.getByRole('link', { name: /^Northwind/ })
  await seller.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**seller=**')
  await expect.poll(() => seller.getAttribute('aria-current')).toBe('true')
  await filters.getByLabel('From').fill('$200')
  await filters.getByLabel('To', { exact: true }).fill('20')
  await page.keyboard.press('Enter')
  await page.waitForURL('**price_to=200**')
  expect(parametersOf(page.url())).toMatchObject({ q: 's', in_stock: '1', price_from: '20', price_to: '200' })
  const chips = page.getByRole('list', { name: 'Chosen filters' })
  await chips.getByRole('link', { name: 'Remove $20.00 – $200.00' }).waitFor()
  await expectAccessible(page)
  await chips.getByRole('link', { name: 'Remove In stock' }).click()
  await page.waitForURL((url) => !url.searchParams.has('in_stock'))
  await page.goBack()
  await chips.getByRole('link', { name: 'Remove In stock' }).waitFor()
  await chips.getByRole('link', { name: 'Clear all' }).click()
  await page.waitForURL('**/search?q=s')
  await page
    .getByRole('status')
    .filter({ hasText: /products/ })
    .waitFor()
  for (const name of ['Audio', 'Toys'])
    await page.getByRole('list', { name: 'Categories found' }).getByText(name).click()
  await page.waitForURL((url) => url.searchParams.get('category') === 'Audio,Toys')
})

test('on phones filters are a sheet, and the first product is on the first screen', async () => {
  const { page } = await market.visitor({ viewport: { width: 360, height: 740 }, hasTouch: true })
  await page.goto('/search?q=s&in_stock=1&category=Audio,Toys&price=50-100')
  const picture = page.getByRole('main').locator('img').first()
  await picture.waitFor()
  expect((await picture.boundingBox())?.y).toBeLessThan(600)
  const button = page.getByRole('button', { name: 'Filters (4)' })
  await button.tap()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('link', { name: /^On flash sale/ }).tap()
  await page.waitForURL('**flash_sale=1**')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: /^Show \d+ product/ }).tap()
  await sheet.waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Filters (5)')
  await page.setViewportSize({ width: 320, height: 640 })
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(beyond).toBeLessThanOrEqual(0)
})

test('the sheet on phones says when its figures cannot be loaded, and loads them again', async () => {
  const { page } = await market.visitor({ viewport: { width: 320, height: 640 }, hasTouch: true })
  await page.route('**/api/search/facets**', (route) => route.abort())
  await page.goto('/search?q=s')
  await page.getByRole('button', { name: 'Filters' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  const again = sheet.getByRole('button', { name: 'Retry' })
  await again.waitFor()
  await page.unroute('**/api/search/facets**')
  await again.tap()
  await sheet.getByRole('link', { name: /^In stock/ }).waitFor()
})

test('a category page leads to its products in the search', async () => {
  const { page } = await market.visitor()
  await page.goto('/category/audio')
  await page.getByRole('link', { name: 'Filter and sort in search' }).click()
  await page.waitForURL('**/search?category=Audio')
  await page
    .getByRole('link', { name: /^Audio/, exact: false })
    .and(page.locator('[aria-current=true]'))
    .waitFor()
})
