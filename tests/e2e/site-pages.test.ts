import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pageMessages } from '../../shared/site-pages/admin-messages.ts'
import { violationsInBothSchemes } from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { quietNetwork } from '../support/shop-page.ts'
import { adminVisitor, signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

/** Returns what is wrong with a page in both themes, and whether it is wider than a small phone. */
async function faultsOf(page: Page): Promise<string[]> {
  await quietNetwork(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const violations = await violationsInBothSchemes(page)
  await page.setViewportSize({ width: 320, height: 640 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  await page.setViewportSize({ width: 1280, height: 800 })
  return [...violations, ...(width > 320 ? [`${width} px wide`] : [])]
}

test('an admin writes terms and publishes them: visitors find them in the footer, buyers at the checkout; by keyboard, on every screen', async () => {
  const { page, pageErrors } = await adminVisitor(market)
  await page.goto('/admin/pages')
  await page.getByRole('link', { name: 'Terms' }).waitFor()
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('link', { name: 'Terms' }).press('Enter')
  await page.getByRole('textbox', { name: pageMessages.title, exact: true }).fill('Terms of sale')
  const text = page.getByRole('textbox', { name: pageMessages.text, exact: true })
  await text.focus()
  await page.keyboard.type('Every order is a promise.')
  await page.getByRole('button', { name: pageMessages.save }).press('Enter')
  await page.getByText(pageMessages.saved).first().waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: pageMessages.publish }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: pageMessages.publish }).press('Enter')
  await page.getByRole('link', { name: pageMessages.view }).waitFor()

  const visitor = await market.visitor()
  await visitor.page.goto('/search?q=lamp')
  await visitor.page.getByRole('contentinfo').getByRole('link', { name: 'Terms of sale' }).click()
  await visitor.page.getByRole('heading', { level: 1, name: 'Terms of sale' }).waitFor()
  await visitor.page.getByText('Every order is a promise.').waitFor()
  expect(await faultsOf(visitor.page)).toEqual([])

  const buyer = await signedInVisitor(market, { cart: { PRD00002: 1 } })
  await buyer.page.goto('/checkout')
  const line = buyer.page.getByText('By placing your order you agree to the terms.')
  await line.getByRole('link', { name: 'terms' }).waitFor()
  expect([...pageErrors, ...visitor.pageErrors, ...buyer.pageErrors]).toEqual([])
})
