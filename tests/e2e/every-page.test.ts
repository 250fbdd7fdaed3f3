import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  amountsCutOff,
  faultsOfLargeText,
  openComplete,
  violationsInBothSchemes,
  violationsOf,
} from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { carousel, quietNetwork, watchShifts } from '../support/shop-page.ts'

const market = marketOfFile()

/** Every public page, with a text that is there once it is complete. */
const PAGES = [
  ['/', 'Just For You'],
  ['/category/all', 'Next'],
  ['/category/home%20%26%20lighting?page=2', 'Prev'],
  ['/category/nothing', 'No products found in this category.'],
  ['/product/PRD00001', 'Related Products'],
  ['/product/PRD99999', 'Product not found'],
  ['/search?q=lamp', 'Sort by'],
  ['/search?q=nothing-like-this', 'Sort by'],
  ['/cart', 'Your cart is empty'],
  ['/checkout', 'Your cart is empty'],
  ['/authentication', 'Welcome back'],
  ['/order-tracking', 'Please log in to track your order.'],
  ['/no-such-page', 'Oops! Something went wrong.'],
  ['/shop/harbor-street-tech', 'Sort by'],
  ['/wish-list', 'Your wish list is empty'],
] as const

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** Returns the faults of a page at the widths of phones: sizes of targets, and parts cut off large or spaced text. */
async function faultsOnPhones(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 800 })
  const targets = await violationsOf(page, ['target-size'])
  // On wide screens pages differ in their content only: that of one is enough for what surrounds it.
  return [...targets, ...(await faultsOfLargeText(page, path === '/' ? [360, 320, 1280] : [360, 320]))]
}

test('every page fits phones and large text, has one h1 and its own title, loads without errors or shifts; axe finds nothing', async () => {
  const { page, pageErrors } = await market.visitor()
  // Chromium itself logs a page whose status is 404.
  const unexpected = () => pageErrors.filter((text) => !text.includes('status of 404'))
  const shifts = await watchShifts(page)
  const titles = new Set<string>()
  const violations: string[] = []
  for (const entry of PAGES) {
    const [path] = entry
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'light' })
    await openComplete(page, entry)
    await quietNetwork(page)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count(), { message: path }).toBe(1)
    expect(await shifts(), path).toEqual([])
    titles.add(await page.title())
    await page.emulateMedia({ reducedMotion: 'reduce' })
    violations.push(...(await violationsInBothSchemes(page)).map((violation) => `${path} ${violation}`))
    await expect.poll(() => faultsOnPhones(page, path), { message: path }).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => widthOf(page), { message: path }).toBeLessThanOrEqual(320)
  }
  expect(titles.size).toBeGreaterThanOrEqual(PAGES.length - 3)
  expect(unexpected()).toEqual([])
  expect(violations).toEqual([])

  await page.goto('/')
  const overlaps = () =>
    carousel(page)
      .getByRole('button')
      .evaluateAll((buttons) => {
        const boxes = buttons.map((button) => button.getBoundingClientRect()).sort((a, b) => a.x - b.x)
        return boxes.filter(({ right }, index) => right > (boxes[index + 1]?.x ?? 320)).length
      })
  await expect.poll(overlaps, { message: 'controls of the banners lie side by side' }).toBe(0)
})

test('a product with the longest names fits a screen of 320 px, on its page and in a list', async () => {
  const { product_id } = await buildProduct(market, {
    product_name: `Unbreakable${'x'.repeat(120)} and then some more words up to two hundred letters in all, it says`,
    product_category: ['Toys', 'Home & Furniture', 'Tools & Hardware'],
    product_price: 9_999_999.99,
    product_desc: `<p>${'y'.repeat(300)}</p><pre>${'z'.repeat(300)}</pre>`,
  })
  const { page } = await market.visitor({ viewport: { width: 320, height: 640 } })
  for (const path of [`/product/${product_id}`, '/search?q=unbreakable']) {
    await openComplete(page, [path, 'Unbreakable'])
    await expect.poll(() => widthOf(page), { message: path }).toBeLessThanOrEqual(320)
    await expect.poll(() => amountsCutOff(page)).toEqual([])
  }
})

test('forced colors show the current page of a list', async () => {
  const { page } = await market.visitor({ forcedColors: 'active' })
  await openComplete(page, ['/category/all', 'Next'])
  const backgroundOf = (name: string) =>
    page.getByRole('link', { name, exact: true }).evaluate((link) => getComputedStyle(link).backgroundColor)
  await expect.poll(() => backgroundOf('Page 1')).not.toBe(await backgroundOf('Page 2'))
})
