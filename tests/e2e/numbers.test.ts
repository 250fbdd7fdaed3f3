import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { marketOfFile } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { signedInVisitor } from '../support/signed-in.ts'
import { buildStocked, readStock } from '../support/stock.ts'

const market = marketOfFile()

/** Clears a field and types into it, key by key. */
async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await field.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type(text)
}

/** Replaces the value of a field by pasting. */
async function pasteInto(page: Page, field: Locator, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await field.press('Control+a')
  await page.keyboard.press('Control+v')
}

/** Waits until the form refuses a text in this field, which takes the focus: the field is invalid earlier. */
const isRefused = (field: Locator, text: string) =>
  expect
    .poll(() => field.evaluate((found) => found === document.activeElement && found.getAttribute('aria-invalid')), {
      message: text,
    })
    .toBe('true')

/** Turns the wheel over the focused field. */
async function turnWheel(page: Page, field: Locator): Promise<void> {
  await field.click()
  await page.mouse.wheel(0, 120)
  await page.mouse.wheel(0, -360)
  // The wheel takes effect before the next frames.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

test('a price and a stock are saved as typed, or refused at their fields; the wheel changes neither', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { page, context } = seller
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { product_id } = await buildStocked(market, seller, { set: 7 }, { featured_image: '/pictures/banner.webp' })
  await page.goto(`/seller/edit-product/${product_id}`)
  const save = page.getByRole('button', { name: 'Update Product' })
  const price = page.getByLabel('Price')
  for (const field of [price, page.getByLabel(/on hand/i)]) {
    const before = await field.inputValue()
    await turnWheel(page, field)
    expect(await field.inputValue()).toBe(before)
    for (const [enter, text] of [
      [typeInto, '1e3'],
      [pasteInto, '12 50'],
    ] as const) {
      await enter(page, field, text)
      await save.click()
      await isRefused(field, text)
    }
    await typeInto(page, field, before)
    await expect.poll(() => field.getAttribute('aria-invalid')).not.toBe('true')
  }
  await typeInto(page, price, '12,50')
  await save.click()
  await page.waitForURL('**/seller/products')
  const { body } = await market.app.inject({ url: `/api/products/${product_id}` })
  expect(JSON.parse(body).product_price).toBe(12.5)
  expect(await readStock(market, seller, product_id)).toMatchObject({ on_hand: 7 })
})

test('a quantity in the cart ignores any text that is not a number', async () => {
  const { product_id } = await buildProduct(market, { product_price: 2 })
  const { page } = await signedInVisitor(market, { cart: { [product_id]: 12 } })
  await page.goto('/cart')
  const quantity = page.locator('main input[aria-label^="Quantity of"]')
  await typeInto(page, quantity, '12')
  await turnWheel(page, quantity)
  expect(await quantity.inputValue()).toBe('12')
  for (const text of ['12,50', '12e1', '12x']) {
    await quantity.press('Control+a')
    await page.keyboard.type(text)
    await expect.poll(() => quantity.getAttribute('aria-invalid'), { message: text }).toBe('true')
    await quantity.blur()
    await expect.poll(() => quantity.inputValue(), { message: text }).toBe('12')
  }
  await page.getByRole('main').getByText('$24.00').first().waitFor()
})
