import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  amountsCutOff,
  faultsOfLargeText,
  openComplete,
  violationsInBothSchemes,
  violationsOf,
} from '../support/accessibility.ts'
import { carousel } from '../support/carousel.ts'
import { type Market, openMarket } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { quietNetwork } from '../support/quiet-network.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

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
] as const

describe('every page', () => {
  test('fits a screen of 320 px, also with the longest names', async () => {
    const { product_id } = await buildProduct(market, {
      product_name: `Unbreakable${'x'.repeat(120)} and then some more words up to two hundred letters in all, it says`,
      product_category: ['Toys', 'Home & Furniture', 'Tools & Hardware'],
      product_price: 9_999_999.99,
      product_desc: `<p>${'y'.repeat(300)}</p><pre>${'z'.repeat(300)}</pre>`,
    })
    const { page } = await market.visitor({ viewport: { width: 320, height: 640 } })
    for (const entry of [
      ...PAGES,
      [`/product/${product_id}`, 'Unbreakable'],
      ['/search?q=unbreakable', 'Unbreakable'],
    ] as const) {
      await openComplete(page, entry)
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: entry[0] })
        .toBeLessThanOrEqual(320)
    }
    await expect.poll(() => amountsCutOff(page)).toEqual([])
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

  test('nothing is cut of large or spaced text, and on phones targets are large enough', async () => {
    const { page } = await market.visitor({ viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' })
    for (const entry of [
      ...PAGES,
      ['/shop/harbor-street-tech', 'Sort by'],
      ['/wish-list', 'Your wish list is empty'],
    ] as const) {
      await page.setViewportSize({ width: 360, height: 800 })
      await openComplete(page, entry)
      await quietNetwork(page)
      // On wide screens pages differ in their content only: that of one is enough for what surrounds it.
      const widths = entry[0] === '/' ? [360, 320, 1280] : [360, 320]
      const faults = async () => {
        await page.setViewportSize({ width: 360, height: 800 })
        return [...(await violationsOf(page, ['target-size'])), ...(await faultsOfLargeText(page, widths))]
      }
      await expect.poll(faults, { message: entry[0] }).toEqual([])
    }
  })

  test('forced colors show the current page of a list', async () => {
    const { page } = await market.visitor({ forcedColors: 'active' })
    await openComplete(page, ['/category/all', 'Next'])
    const backgroundOf = (name: string) =>
      page.getByRole('link', { name, exact: true }).evaluate((link) => getComputedStyle(link).backgroundColor)
    await expect.poll(() => backgroundOf('Page 1')).not.toBe(await backgroundOf('Page 2'))
  })

  test('has one h1 and its own title, loads without console errors or layout shifts; axe finds nothing, light and dark', async () => {
    const { page, pageErrors } = await market.visitor()
    // Chromium itself logs a page whose status is 404.
    const unexpected = () => pageErrors.filter((text) => !text.includes('status of 404'))
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const titles = new Set<string>()
    const violations: string[] = []
    for (const entry of PAGES) {
      await page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'light' })
      await openComplete(page, entry)
      await quietNetwork(page)
      await expect.poll(() => page.getByRole('heading', { level: 1 }).count(), { message: entry[0] }).toBe(1)
      expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts), entry[0]).toEqual([])
      titles.add(await page.title())
      await page.emulateMedia({ reducedMotion: 'reduce' })
      violations.push(...(await violationsInBothSchemes(page)).map((violation) => `${entry[0]} ${violation}`))
    }
    expect(titles.size).toBeGreaterThanOrEqual(PAGES.length - 2)
    expect(unexpected()).toEqual([])
    expect(violations).toEqual([])
  })
})
