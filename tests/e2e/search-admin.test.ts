import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { adminVisitor } from '../support/admin.ts'
import { type Market, openMarket } from '../support/market.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.close())

test('a search that found nothing gets a synonym, and finds', async () => {
  const { page: visitor } = await market.visitor()
  await visitor.goto('/search?q=settee')
  await visitor.getByText('No products found').first().waitFor()
  const { page } = await adminVisitor(market)
  const row = () => page.getByRole('button', { name: 'Add synonym for "settee"' })
  await expect
    .poll(
      async () => {
        await page.goto('/admin/search')
        await page.getByRole('heading', { name: 'Synonyms' }).waitFor()
        return row().count()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  await row().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add synonym' })
  expect(await dialog.getByLabel('Search for').inputValue()).toBe('settee')
  await dialog.getByLabel('Also finds').fill('sofa')
  await page.keyboard.press('Enter')
  await page.getByText('Synonym saved').waitFor()
  await page.getByRole('button', { name: 'Remove settee, sofa' }).waitFor()
  await expectAccessible(page)
  await visitor.goto('/search?q=settee')
  await visitor.getByText("No exact match for 'settee'. Showing results for 'sofa'.").waitFor()
  await visitor.getByRole('heading', { level: 3, name: /sofa/i }).first().waitFor()
  await page.getByRole('button', { name: 'Remove settee, sofa' }).click()
  await page.getByText('No synonyms yet', { exact: false }).waitFor()
})
