import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { violationsInBothSchemes, violationsOf } from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { cartIsNamed, settled } from '../support/shop-page.ts'

const market = marketOfFile()
/** A product of the demo with several pictures. */
let path: string
let name: string
beforeAll(async () => {
  const { product_id, product_name } = await market.db
    .selectFrom('products')
    .select(['product_id', 'product_name'])
    .where(sql<boolean>`jsonb_array_length(other_images) = 1`)
    .orderBy('product_number')
    .limit(1)
    .executeTakeFirstOrThrow()
  path = `/product/${product_id}`
  name = product_name
})

const enlarge = (page: Page) => page.getByRole('button', { name: 'Enlarge', exact: true })
const shown = (page: Page) => page.getByRole('main').getByRole('img').first().getAttribute('alt')
const bottomOf = (page: Page, button: string) =>
  page.getByRole('button', { name: button, exact: true }).evaluate((shown) => shown.getBoundingClientRect().bottom)

test('toasts cover no button that completes an action, let presses through, and stay while hovered', async () => {
  const { page } = await market.visitor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/product/PRD00001')
  const add = page.getByRole('button', { name: 'Add to Cart', exact: true })
  await add.evaluate((button) => button.scrollIntoView({ block: 'end' }))
  const toasts = page.locator('.toast')
  // Each ends after three seconds: on a busy machine the first ones are gone before the fifth.
  const pressAgain = () => add.click().then(() => toasts.count())
  await expect.poll(pressAgain).toBeGreaterThanOrEqual(5)
  const overlapping = () =>
    add.evaluate((button) => {
      const own = button.getBoundingClientRect()
      return Array.from(document.querySelectorAll('.toast')).filter((toast) => {
        const { top, bottom } = toast.getBoundingClientRect()
        return top < own.bottom && bottom > own.top
      }).length
    })
  await expect.poll(overlapping).toBe(0)
  // Toasts stay while hovered; elements below them can be pressed, and so can their links.
  const link = page.getByRole('link', { name: 'View cart' }).last()
  await link.hover()
  const coversWhatIsBelow = () =>
    toasts.last().evaluate((toast) => {
      const { left, top } = toast.getBoundingClientRect()
      return toast.contains(document.elementFromPoint(left + 3, top + 3))
    })
  await expect.poll(coversWhatIsBelow).toBe(false)
  await link.click()
  await page.waitForURL('**/cart')
})

test('on a phone Add to Cart is on the first screen, and a bar repeats it when it is out of view', async () => {
  const { page } = await market.visitor({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true })
  await page.goto(path)
  await expect.poll(() => bottomOf(page, 'Add to Cart')).toBeLessThanOrEqual(800)
  const bar = page.getByRole('button', { name: `Add ${name} to cart` })
  await expect.poll(() => bar.count()).toBe(0)
  await page.getByRole('heading', { name: 'Related Products' }).scrollIntoViewIfNeeded()
  await bar.click()
  await cartIsNamed(page, 'Cart, 1 item')
  expect(await violationsOf(page)).toEqual([])
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(() => bar.count()).toBe(0)

  // The thumbnails mark the picture that was swiped to.
  await page.getByRole('list', { name: 'Pictures' }).evaluate((list) => list.scrollTo({ left: list.clientWidth }))
  const second = page.getByRole('button', { name: 'Show picture 2' })
  await expect.poll(() => second.getAttribute('aria-pressed')).toBe('true')
})

test('a visitor chooses pictures by thumbnails and enlarges them in a dialog, by keyboard alone', async () => {
  const { page, pageErrors } = await market.visitor()
  await page.goto(path)
  await page.getByRole('button', { name: 'Show picture 2' }).press('Enter')
  await expect.poll(() => shown(page)).toBe(`${name}, picture 2`)
  await enlarge(page).press('Enter')
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByText('2 of 2').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await dialog.getByText('1 of 2').waitFor()
  const scale = () => dialog.getByRole('img').evaluate((image) => getComputedStyle(image).transform)
  const whole = await settled(page, scale)
  await page.keyboard.press('+')
  await expect.poll(scale).not.toBe(whole)
  await page.keyboard.press('0')
  await expect.poll(scale).toBe(whole)
  await dialog.getByRole('img').dblclick()
  await expect.poll(scale).not.toBe(whole)
  await dialog.getByRole('button', { name: 'Next picture' }).click()
  await expect.poll(scale).toBe(whole)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => shown(page)).toBe(`${name}, picture 2`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Enlarge')
  expect(pageErrors).toEqual([])
})

test('a toast stays while it has the focus', async () => {
  const { page } = await market.visitor()
  await page.clock.install()
  await page.goto(path)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  const link = page.getByRole('link', { name: 'View cart' })
  await link.waitFor()
  // The toast is the last stop of Tab, and handles keys.
  await page.getByRole('contentinfo').locator('a, input, button').last().focus()
  await page.keyboard.press('Tab')
  await page.mouse.move(0, 0)
  await page.clock.runFor(20_000)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('View cart')
  await link.blur()
  await page.clock.runFor(20_000)
  await expect.poll(() => link.count()).toBe(0)
})

test('a size chart is a table that scrolls in its own box on a phone, by keyboard as well', async () => {
  const cells = (tag: string) => Array.from({ length: 12 }, (_, size) => `<${tag}>Size ${size}</${tag}>`).join('')
  const product_desc = `<p>Sizes</p><table><thead><tr>${cells('th')}</tr></thead><tbody><tr>${cells('td')}</tr></tbody></table>`
  const { product_id } = await buildProduct(market, { product_desc })
  const { page } = await market.visitor({ viewport: { width: 360, height: 740 } })
  await page.goto(`/product/${product_id}`)
  await page.getByRole('table').getByRole('columnheader', { name: 'Size 11' }).waitFor()
  const box = page.getByRole('region', { name: 'Table' })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await box.press('ArrowRight')
  await expect.poll(() => box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
})
