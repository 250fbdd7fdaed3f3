import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInVisitor } from '../support/buyer.ts'
import { tabTo } from '../support/keyboard.ts'
import { type Market, openMarket } from '../support/market.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

test('by keyboard alone: a seller adds a product, edits its price and deletes it', async () => {
  const { page } = await signedInVisitor(market, { role: 'seller' })
  await page.goto('/seller/products')
  await page.getByText("You don't have any products yet").waitFor()
  await tabTo(page, 'link', 'Add your first product')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Details' }).waitFor()

  await tabTo(page, 'textbox', 'Name')
  await page.keyboard.type('Brass Lantern')
  await page.keyboard.press('Tab')
  await page.keyboard.type('24.50')
  await tabTo(page, 'textbox', 'Details')
  await page.keyboard.type('Burns all night.')
  await tabTo(page, 'checkbox', 'Home & Lighting')
  await page.keyboard.press('Space')
  const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Tab')
  while (!(await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.type === 'file')))
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({ name: 'front.png', mimeType: 'image/png', buffer })
  await page.getByAltText('Preview of the featured image').waitFor()
  await tabTo(page, 'button', 'Add Product')
  await page.keyboard.press('Enter')
  await page.getByText('Product added successfully!').waitFor()

  await tabTo(page, 'link', 'Edit Brass Lantern')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Details' }).waitFor()
  await tabTo(page, 'textbox', 'Name')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('30')
  await page.keyboard.press('Enter')
  await page.getByText('Product updated successfully!').waitFor()
  await page.getByText('$30.00').first().waitFor()

  await tabTo(page, 'button', 'Delete Brass Lantern')
  await page.keyboard.press('Enter')
  await page.getByText('Are you sure you want to delete this product?').waitFor()
  await tabTo(page, 'button', 'Delete')
  await page.keyboard.press('Enter')
  await page.getByText('Product deleted successfully').waitFor()
  await page.getByText("You don't have any products yet").waitFor()
  expect(await page.getByRole('rowheader').count()).toBe(0)
})
