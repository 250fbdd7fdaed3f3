import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNDO_REMOVAL_SECONDS } from '../../shared/cart/constants.ts'
import { violationsOf } from '../support/accessibility.ts'
import { placeOrder } from '../support/admin.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { drawPng } from '../support/product-form.ts'
import { buildProduct, deleteProduct } from '../support/products.ts'
import { addToCart, cartIsNamed, newEmail, signUpAtForm, stored } from '../support/shop-page.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

const serverCart = async (headers: { authorization: string }) =>
  (await market.app.inject({ url: '/api/cart', headers })).json<{ cart: Record<string, number> }>().cart
const buyNow = (page: Page) => page.getByRole('button', { name: 'Buy Now' }).click()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('Buy Now of something that is in the cart says so, and one press orders only the new units', async () => {
  const { page, headers } = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  await page.goto('/product/PRD00001')
  await cartIsNamed(page, 'Cart, 1 item')
  await buyNow(page)
  await page.waitForURL('**/checkout')
  await page.getByText('You already had 1 in your cart; this order has 2.').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.reload()
  await press(page, 'Order only 1')
  await page.getByText('You already had').waitFor({ state: 'detached' })
  await cartIsNamed(page, 'Cart, 1 item')
  await expect.poll(() => serverCart(headers)).toEqual({ PRD00001: 1 })
  // What was not in the cart is nothing to tell.
  await page.goto('/product/PRD00002')
  await buyNow(page)
  await page.getByRole('button', { name: 'Place Order' }).waitFor()
  expect(await page.getByText('You already had').count()).toBe(0)
})

test('Buy Now as a visitor says after the sign-up what the cart had already', async () => {
  const { page } = await market.visitor()
  await page.goto('/product/PRD00003')
  await addToCart(page)
  await cartIsNamed(page, 'Cart, 1 item')
  await buyNow(page)
  await press(page, "Don't have an account?")
  await signUpAtForm(page, newEmail())
  await page.getByText('The item is in your cart.').waitFor()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await page.getByText('You already had 1 in your cart; this order has 2.').waitFor()
})

test('a removed line and a cleared cart can be brought back, and only on this page', async () => {
  const { page, headers } = await signedInVisitor(market, { cart: { PRD00001: 3, PRD00002: 1 } })
  await page.goto('/cart')
  const first = (await page.getByRole('heading', { level: 3 }).first().textContent()) ?? ''
  await press(page, `Remove ${first}`)
  await cartIsNamed(page, 'Cart, 1 item')
  // In the gap of the line, above the next one.
  const gap = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `Removed ${first}` })
  await gap.getByRole('button', { name: 'Undo' }).waitFor()
  const next = page.getByRole('heading', { level: 3 })
  const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN
  await expect.poll(async () => (await topOf(next)) - (await topOf(gap))).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await cartIsNamed(page, 'Cart, 4 items')
  // The line that came back has the focus of the button for it.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(first)
  await press(page, 'Clear Cart')
  await page.getByText('Cart cleared successfully!').waitFor()
  await page.getByText('Your cart is empty').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('status').getByText('Removed 2 products').waitFor()
  await press(page, 'Undo')
  await cartIsNamed(page, 'Cart, 4 items')
  await expect.poll(() => serverCart(headers)).toEqual({ PRD00001: 3, PRD00002: 1 })
  await press(page, 'Clear Cart')
  await page.getByText('Removed 2 products').waitFor()
  await page.reload()
  await page.getByText('Your cart is empty').waitFor()
  await expect.poll(() => page.getByText('Removed 2 products').count()).toBe(0)
})

test('each removed line stands named where it was, the last one in place of the list', async () => {
  const { page } = await signedInVisitor(market, { cart: { PRD00001: 1, PRD00002: 2, PRD00003: 3 } })
  // However busy the machine is, the notes last as long as the test.
  await page.addInitScript((seconds) => {
    const { setTimeout: later } = window
    window.setTimeout = ((run: () => void, ms?: number) => later(run, ms === seconds * 1000 ? 90_000 : ms)) as never
  }, UNDO_REMOVAL_SECONDS)
  await page.goto('/cart')
  const main = page.getByRole('main')
  const headings = main.getByRole('heading', { level: 3 })
  await headings.nth(2).waitFor()
  const names = await headings.allTextContents()
  for (const name of names.slice(0, 2)) await press(page, `Remove ${name}`)
  await main.getByText(`Removed ${names[1]}`).waitFor()
  const rows = main.getByRole('listitem')
  expect(await rows.count()).toBe(3)
  for (const [at, name] of names.entries()) expect(await rows.nth(at).textContent()).toContain(name)
  await rows.nth(1).getByRole('button', { name: 'Undo' }).click()
  await cartIsNamed(page, 'Cart, 5 items')
  await press(page, `Remove ${names[1]}`)
  await press(page, `Remove ${names[2]}`)
  await main.getByText('Your cart is empty').waitFor()
  await main.getByText(`Removed ${names[2]}`).waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('on phones the note that an order has no address yet stands in the bar, above its button', async () => {
  const { page } = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/checkout')
  const note = page.getByText('No shipping address yet. You can also add it after ordering.')
  const button = page.getByRole('button', { name: 'Place Order' })
  await note.waitFor()
  const boxOf = async (element: Locator) => (await element.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
  await expect
    .poll(async () => {
      const [above, below] = [await boxOf(note), await boxOf(button)]
      return above.y + above.height <= below.y && below.y + below.height <= 740 && below.y - above.y < 100
    })
    .toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('City').fill('Porto')
  await note.waitFor({ state: 'detached' })
})

test('on phones messages come above the bar with the total and its button', async () => {
  const ids: string[] = []
  // More than a screen shows: the bar is at its end.
  for (let index = 0; index < 3; index++) ids.push((await buildProduct(market)).product_id)
  const { page } = await signedInVisitor(market, { cart: Object.fromEntries(ids.map((id) => [id, 2])) })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/cart')
  const bar = page.getByRole('region', { name: 'Total' })
  const boxOf = async (element: Locator) => (await element.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
  await page.route('**/api/cart/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Increase quantity' }).first().click()
  const message = page.getByText('Failed to update quantity. Please try again.')
  await message.waitFor()
  await expect
    .poll(async () => {
      const { y, height } = await boxOf(message)
      return y + height < (await boxOf(bar)).y
    })
    .toBe(true)
})

test('limits are shown as limits', async () => {
  // One more than the cart takes: one is sold out.
  const products = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`PRD${String(index + 2).padStart(5, '0')}`, 1]),
  )
  const { page } = await signedInVisitor(market, { cart: { PRD00001: 998, ...products } })
  const full = page.getByRole('alert').getByText('You can have at most 999 of this product in your cart.')
  await page.goto('/product/PRD00001')
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await addToCart(page)
  await full.waitFor()
  await page.goto('/product/PRD00110')
  await addToCart(page)
  await page.getByRole('main').getByText('You can have at most 100 different products in your cart.').waitFor()
  expect(await page.getByText('Please try again').count()).toBe(0)
  await page.goto('/cart')
  await page.getByRole('spinbutton').first().fill('1000')
  await page.getByRole('main').getByText('You can have at most 999 of this product in your cart.').waitFor()
  await expect.poll(() => page.getByRole('spinbutton').first().inputValue()).toBe('999')
  expect(await page.getByText('Quantity updated successfully!').count()).toBe(0)
})

test('one profile picture too many is refused with the limit', async () => {
  const { page, user_id } = await signedInVisitor(market)
  await sql`insert into storage_objects (bucket_id, name, owner_id, blob, size, mimetype, cache_control, content_hash)
    select 'users', ${user_id} || '-old' || n || '.webp', ${user_id}::uuid, ${user_id} || n, 1, 'image/webp', 'no-cache',
      repeat('0', 64) from generate_series(1, 200) n`.execute(market.db)
  await page.goto('/dashboard')
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await drawPng('#3a3') }
  await page.getByLabel('Profile picture', { exact: true }).setInputFiles(picture)
  await page.getByRole('main').getByRole('alert').getByText('You can have at most 200 pictures.').waitFor()
  expect(await page.getByText('Please try again').count()).toBe(0)
})

test.each(['a visitor', 'a buyer'])(
  'a product that is gone is named to %s, not counted, and removed on one press',
  async (who) => {
    const { product_id } = await buildProduct(market, { product_name: 'Vanishing kettle' })
    const cart = { PRD00001: 2, [product_id]: 5 }
    const { page } = who === 'a buyer' ? await signedInVisitor(market, { cart }) : await market.visitor()
    if (who === 'a visitor') {
      await page.goto('/robots.txt')
      await page.evaluate((content) => localStorage.setItem('cart', content), JSON.stringify(cart))
    }
    await page.goto('/')
    await cartIsNamed(page, 'Cart, 7 items')
    // Once its products are known.
    if (who === 'a visitor') await page.waitForFunction(() => localStorage.getItem('cart-names')?.includes('kettle'))
    await deleteProduct(market, product_id)
    await page.goto('/cart')
    await page.getByRole('heading', { name: 'Vanishing kettle' }).waitFor()
    await page.getByText('This product is no longer available.').waitFor()
    await cartIsNamed(page, 'Cart, 2 items')
    await page.goto('/checkout')
    await page.getByRole('alert').getByText('No longer available: Vanishing kettle').waitFor()
    await page.goto('/cart')
    await press(page, 'Remove from cart')
    await page.getByText('Vanishing kettle').waitFor({ state: 'detached' })
    await cartIsNamed(page, 'Cart, 2 items')
    if (who === 'a visitor') await expect.poll(() => stored(page, 'cart')).toBe('{"PRD00001":2}')
  },
)

test('what failed is said where it happened, with a retry that works', async () => {
  const { page, headers } = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  const main = page.getByRole('main')
  const fail = () =>
    page.route(/\/api\/(cart|orders)(\/items.*)?$/, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503, json: {} }),
    )
  await fail()
  await page.goto('/product/PRD00002')
  await addToCart(page)
  await main.getByRole('alert').getByText('Failed to add item to cart', { exact: true }).waitFor()
  await page.unrouteAll()
  await press(page, 'Retry')
  await cartIsNamed(page, 'Cart, 2 items')
  await expect.poll(() => main.getByRole('alert').count()).toBe(0)

  await page.goto('/cart')
  await fail()
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await main.getByRole('alert').getByText('Failed to update cart item quantity', { exact: true }).waitFor()
  await page.setViewportSize({ width: 360, height: 480 })
  await page.getByRole('button', { name: 'Clear Cart' }).press('Enter')
  const notCleared = main.getByRole('alert').getByText('Failed to clear cart', { exact: true })
  // In sight, and so is what has the focus.
  await expect
    .poll(
      async () => ((await notCleared.boundingBox())?.y ?? -1) > 0 && ((await notCleared.boundingBox())?.y ?? 999) < 480,
    )
    .toBe(true)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Clear Cart')
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await violationsOf(page)).toEqual([])
  await page.unrouteAll()
  await main.getByRole('listitem').getByRole('button', { name: 'Retry' }).click()
  await cartIsNamed(page, 'Cart, 1 item')

  await page.goto('/checkout')
  await fail()
  await press(page, 'Place Order')
  await main.getByRole('alert').getByText('Failed to place order', { exact: true }).waitFor()
  await page.unrouteAll()
  await press(page, 'Retry')
  await page.waitForURL('**/order-confirmation/*')
  expect(await serverCart(headers)).toEqual({})
})

test('limits are shown as limits: that of writes where a change failed, that of a line when an order is repeated', async () => {
  const buyer = await signedInVisitor(market)
  const { page, headers } = buyer
  const order = await placeOrder(market, buyer)
  const payload = { product_id: 'PRD00001', quantity: 999 }
  await market.app.inject({ method: 'POST', url: '/api/cart/items', headers, payload })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: `Reorder ${order}` }).click()
  const full = 'You can have at most 999 of this product in your cart.'
  const main = page.getByRole('main')
  await main.getByText(new RegExp(`^Failed to add item to cart: .+\\. ${full}$`)).waitFor()

  const LIMIT = 'You have made 600 changes within an hour, which is the limit. Please try again in 7 minutes.'
  await page.route(/\/api\/(cart|orders)/, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 429,
          json: { message: LIMIT, code: 'write_limit', details: { limit: 600, minutes: 7 } },
        }),
  )
  const alerts = page.getByRole('alert').filter({ hasText: LIMIT })
  await page.goto('/product/PRD00002')
  await press(page, 'Add to Cart')
  await alerts.first().waitFor()
  await page.goto('/cart')
  await press(page, 'Clear Cart')
  await alerts.first().waitFor()
  await page.goto('/checkout')
  await press(page, 'Place Order')
  await alerts.first().waitFor()
  expect(await page.getByText(/Failed to|Failed\./).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
})
