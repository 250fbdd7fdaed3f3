import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { signUp } from '../support/accounts.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { buildStocked, putStock } from '../support/stock.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

test('a buyer sees how many are left, is refused more, and orders what is left', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const { product_id } = await buildStocked(market, seller, { set: 3 }, { product_name: 'Reading lamp' })
  const { page } = await signedInVisitor(market, { cart: { [product_id]: 3 } })
  await page.goto(`/product/${product_id}`)
  await page.getByText('Only 3 left').first().waitFor()
  await expect
    .poll(() => page.locator('script[type="application/ld+json"]').allTextContents())
    .toEqual(expect.arrayContaining([expect.stringContaining('LimitedAvailability')]))
  await page.goto('/checkout')
  await page.getByText('Reading lamp').first().waitFor()
  await putStock(market, seller, product_id, { counted: true, set: 2 })
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.getByText('Not enough in stock: Reading lamp (2 left)').waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => violationsOf(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  // By keyboard alone.
  await page.getByRole('button', { name: 'Change to what is left' }).press('Enter')
  await page.getByText('Not enough in stock').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Place Order' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Order Confirmed!' }).waitFor()

  await page.goto(`/product/${product_id}`)
  await page.getByText('Sold out').first().waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const name of ['Add to Cart', 'Buy Now']) {
    const button = page.getByRole('button', { name })
    await expect.poll(() => button.isDisabled()).toBe(true)
    await expect.poll(() => button.getAttribute('aria-describedby')).toBe('stock')
  }
})
