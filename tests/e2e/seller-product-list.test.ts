import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isFocused } from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { createProduct, drawPng } from '../support/product-form.ts'
import { buildProducts } from '../support/products.ts'
import { tabTo } from '../support/shop-page.ts'
import { signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

test('on smaller screens a product’s actions are in view, too, and the focus stays on the pressed one', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { page } = seller
  await buildProducts(
    market,
    ['Mug a', 'Mug b', 'Mug c'].map((product_name) => ({ seller_id: seller.user_id, product_name })),
  )
  await page.goto('/seller/products')
  await page.getByText('3 products').waitFor()
  // The bar does not cover the focused element.
  const onTop = (shown: Locator) =>
    shown.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  await page.setViewportSize({ width: 700, height: 900 })
  await page.getByLabel('Sort by').waitFor()
  await expect.poll(() => onTop(page.getByRole('button', { name: 'Delete' }).first())).toBe(true)
  await page.setViewportSize({ width: 1250, height: 900 })
  await expect.poll(() => onTop(page.getByRole('button', { name: 'Delete' }).first())).toBe(true)
  const totalSales = page.getByRole('link', { name: 'Total Sales' })
  await totalSales.focus()
  await expect.poll(() => onTop(totalSales)).toBe(true)

  // The rows become cards while a dialog is open, whose end returns the focus.
  const removal = page.getByRole('button', { name: 'Delete Mug a' })
  await removal.click()
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('list', { name: 'Products', includeHidden: true }).waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await isFocused(removal)
})

test('a seller adds a product by keyboard alone', async () => {
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

  await page.getByRole('rowheader', { name: 'Brass Lantern' }).waitFor()
})

test('a seller edits by keyboard alone: the save bar names changes, categories are searched, pictures pasted and dropped', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { page } = seller
  const { product_id } = await createProduct(market, seller, { product_category: ['Toys'] })
  await page.goto(`/seller/edit-product/${product_id}`)
  await page.getByRole('textbox', { name: 'Details' }).waitFor()
  const bar = page.getByRole('status').filter({ hasText: /changed$|^No changes yet$/ })

  const search = await tabTo(page, 'textbox', 'Find a category')
  await page.keyboard.type('light')
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove Home & Lighting' }).waitFor()
  await expect.poll(() => search.inputValue()).toBe('')
  await expect.poll(() => bar.textContent()).toBe('Categories changed')
  await page.keyboard.type('no such')
  await page.getByText('No category matches.').waitFor()
  await page.keyboard.press('Escape')
  // In an empty search Backspace removes the last chip.
  await page.keyboard.press('Backspace')
  await expect.poll(() => bar.textContent()).toBe('No changes yet')
  await page.keyboard.type('light')
  await page.keyboard.press('Enter')

  const png = (await drawPng('#3a3')).toString('base64')
  const hand = (kind: 'paste' | 'drop') =>
    page.getByLabel('Add additional images').evaluate(
      (input, { data, type }) => {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
        const files = new DataTransfer()
        files.items.add(new File([bytes], `${type}.png`, { type: 'image/png' }))
        const event =
          type === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true })
            : new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true })
        input.dispatchEvent(event)
      },
      { data: png, type: kind },
    )
  await hand('paste')
  await expect.poll(() => page.getByTestId('additional-image').count()).toBe(1)
  await hand('drop')
  await expect.poll(() => page.getByTestId('additional-image').count()).toBe(2)
  await expect.poll(() => bar.textContent()).toBe('Categories, 2 pictures changed')
  await tabTo(page, 'button', 'Update Product')
  await page.keyboard.press('Enter')
  await page.getByText('Product updated successfully!').waitFor()
  const saved = (await market.app.inject({ url: `/api/products/${product_id}` })).json()
  expect(saved.product_category).toEqual(['Toys', 'Home & Lighting'])
  expect(saved.other_images).toHaveLength(2)
})

/** Presses Tab through the page; returns the controls that were covered while they had the focus. */
async function coveredControls(page: Page): Promise<string[]> {
  const covered = new Set<string>()
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(async () => {
      // The page has finished scrolling.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      const focused = document.activeElement
      if (!focused || focused === document.body || focused.matches('.sr-only')) return null
      const { left, top, width, height } = focused.getBoundingClientRect()
      const middle = document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2)
      return middle && (focused.contains(middle) || middle.contains(focused)) ? null : focused.outerHTML.slice(0, 80)
    })
    if (name) covered.add(name)
  }
  return [...covered]
}

test('on phones no bar covers the focused control', async () => {
  const { page } = await signedInVisitor(market, { role: 'seller' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/seller/add-product')
  await page.getByRole('textbox', { name: 'Details' }).waitFor()
  expect(await coveredControls(page)).toEqual([])
})
