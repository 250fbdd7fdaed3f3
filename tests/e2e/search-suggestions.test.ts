import { afterAll, beforeAll, expect, test } from 'vitest'
import { suggestionMessages } from '../../shared/catalog/suggestion-messages.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { signUp } from '../support/accounts.ts'
import { call } from '../support/api.ts'
import { type Market, openMarket } from '../support/market.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.close())

test('suggestions are chosen with the keyboard', async () => {
  const { page } = await market.visitor()
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('recentSearches', '["kite", "lamp"]'))
  await page.goto('/')
  const box = page.getByRole('combobox', { name: 'Search for products' })
  await box.focus()
  // In an empty box, the last searches.
  const recent = page.getByRole('region', { name: suggestionMessages.recentSearches })
  await recent.getByRole('button', { name: /^kite$/ }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await recent.waitFor({ state: 'hidden' })
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
  await box.pressSequentially('headph')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  const options = list.getByRole('option')
  await options.first().waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /suggestion/ })
    .waitFor({ state: 'attached' })
  expect(await box.getAttribute('aria-expanded')).toBe('true')
  await expectAccessible(page)
  const chosen = () => list.getByRole('option', { selected: true }).allTextContents()
  await page.keyboard.press('ArrowDown')
  await expect.poll(chosen).toEqual(['headphones'])
  await page.keyboard.press('ArrowUp')
  await expect.poll(chosen).toEqual([])
  await page.keyboard.press('ArrowUp')
  await expect.poll(async () => (await chosen()).length).toBe(1)
  const id = await box.getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${id}"]`).textContent()).toContain('$')
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  expect(await box.inputValue()).toBe('headph')
  await page.keyboard.press('Escape')
  expect(await box.inputValue()).toBe('')
  await box.pressSequentially('headph')
  await options.first().waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(chosen).toEqual(['headphones'])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=headphones')
})

test('a suggested product opens at a touch, at 320 px', async () => {
  const { page } = await market.visitor({ viewport: { width: 320, height: 640 }, hasTouch: true })
  await page.goto('/')
  const box = page.getByRole('combobox', { name: 'Search for products' })
  await box.tap()
  await box.fill('lamp')
  const options = page.getByRole('listbox').getByRole('option')
  await options.filter({ hasText: /lamp/i }).first().waitFor()
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await beyond()).toBeLessThanOrEqual(0)
  await options.filter({ hasText: '$' }).first().tap()
  await page.waitForURL('**/product/**')
})

test("a seller's name leads to the seller's page, from the suggestions and from the results", async () => {
  const as = await signUp(market, { role: 'seller' })
  await call(market, 'PUT', '/auth/v1/user', { as, body: { data: { display_name: 'Łódź Straße' } } })
  const { page } = await market.visitor()
  await page.goto('/')
  const box = page.getByRole('combobox', { name: 'Search for products' })
  await box.focus()
  await box.pressSequentially('lodz strasse')
  await page.getByRole('option', { name: /Łódź Straße\s*Seller/ }).click()
  await page.waitForURL('**/shop/*')
  const { pathname } = new URL(page.url())
  await page.goto('/search?q=LODZ+STRASSE')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Visit the shop of Łódź Straße' }).click()
  await page.waitForURL(`**${pathname}`)
})
