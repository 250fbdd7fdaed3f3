import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkoutMessages } from '../../shared/orders/checkout-messages.ts'
import { violationsOf } from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { addToCart, cartIsNamed, newEmail, signUpAtForm, stored, tabTo as tabToOn } from '../support/shop-page.ts'
import { signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

const quantityInput = (page: Page) => page.getByRole('main').getByRole('spinbutton')

test('a visitor’s cart survives a reload, is the same in all tabs, and drops a line whose quantity is 0', async () => {
  const { page, context } = await market.visitor()
  await page.goto('/product/PRD00001')
  await addToCart(page)
  await page.getByText('Product added to cart successfully!').waitFor()
  await expect.poll(() => stored(page, 'cart')).toBe('{"PRD00001":1}')

  const tab = await context.newPage()
  await tab.goto('/cart')
  await cartIsNamed(tab, 'Cart, 1 item')
  await addToCart(page)
  await cartIsNamed(tab, 'Cart, 2 items')
  await expect.poll(() => quantityInput(tab).inputValue()).toBe('2')

  await tab.getByRole('button', { name: 'Decrease quantity' }).click()
  await cartIsNamed(page, 'Cart, 1 item')
  await tab.getByRole('button', { name: 'Decrease quantity' }).click()
  await tab.getByText('Your cart is empty').waitFor()
  await cartIsNamed(page, 'Cart')

  await addToCart(page)
  // A 0 that may be followed by more digits removes nothing yet.
  await quantityInput(tab).fill('0')
  await quantityInput(tab).pressSequentially('3')
  await cartIsNamed(page, 'Cart, 3 items')
  await quantityInput(tab).fill('0')
  await quantityInput(tab).press('Enter')
  await tab.getByText('Your cart is empty').waitFor()
  await expect.poll(() => stored(page, 'cart')).toBeNull()
})

test('a visitor who uses Buy Now for a product in the cart signs up: carts merge once, and the checkout says what the cart had', async () => {
  const { page, pageErrors } = await market.visitor()
  await page.goto('/product/PRD00002?x=1')
  await addToCart(page)
  await cartIsNamed(page, 'Cart, 1 item')
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await page.getByText('Item added to cart successfully!').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  expect(new URL(page.url()).search).toBe('?from=%2Fproduct%2FPRD00002%3Fx%3D1&action=buy-now')

  await page.getByRole('button', { name: "Don't have an account?" }).click()
  await signUpAtForm(page, newEmail())
  await page.getByText('Account created successfully!').waitFor()
  await page.getByText('The item is in your cart.').waitFor()
  expect(page.url()).toBe(`${market.origin}/product/PRD00002?x=1`)
  await cartIsNamed(page, 'Cart, 3 items')
  await expect.poll(() => stored(page, 'cart')).toBeNull()
  await expect
    .poll(async () => JSON.parse((await stored(page, 'auth')) ?? '{}'))
    .toMatchObject({ isAuthenticated: true, isFirstLogin: false })
  expect(Object.keys(JSON.parse((await stored(page, 'authState')) ?? ''))).toEqual(['user', 'session'])

  await page.reload()
  await cartIsNamed(page, 'Cart, 3 items')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await page.waitForURL('**/checkout')
  const hadOne = page.getByText(checkoutMessages.alreadyInCart({ had: 1, now: 3 }))
  await hadOne.waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.reload()
  await hadOne.waitFor()
  expect(pageErrors).toEqual([])
})

test('on phones the note about a missing address is in the bar, above its button', async () => {
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

test('a failure in the cart is shown in view, where it happened, with a retry that works', async () => {
  const { page } = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  const main = page.getByRole('main')
  const fail = () =>
    page.route(/\/api\/cart(\/items.*)?$/, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 503, json: {} }),
    )
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
  // The note and the focused element are in view.
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
  await cartIsNamed(page, 'Cart')
  // The cart is empty, with the offer to undo.
  await main.getByRole('button', { name: 'Undo' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
})

const PASSWORD = 'a long enough phrase'
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

/** Goes one page back and forward again, and reloads: each time the page must be the same. */
async function shake(page: Page, there: () => Promise<unknown>): Promise<void> {
  const address = page.url()
  await page.goBack()
  await page.goForward()
  await page.waitForURL(address)
  await there()
  await page.reload()
  await there()
}

test('a visitor goes from the home page to a tracked order, with Back and Reload at every step', async () => {
  const { page, pageErrors } = await market.visitor()
  await page.goto('/')
  await page.getByRole('region', { name: 'Browse By Category' }).getByRole('link', { name: 'Speakers' }).click()
  await heading(page, 'Speakers')
  await shake(page, () => heading(page, 'Speakers'))

  const card = page.getByRole('main').getByRole('heading', { level: 3 }).first()
  const name = (await card.textContent()) ?? ''
  await card.getByRole('link').click()
  await heading(page, name)
  await shake(page, () => heading(page, name))

  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByText('Product added to cart successfully!').waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' }).click()
  await page.getByRole('link', { name }).waitFor()
  await shake(page, () => page.getByRole('link', { name }).waitFor())

  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await heading(page, 'Welcome back')
  await shake(page, () => heading(page, 'Welcome back'))
  await page.getByRole('button', { name: "Don't have an account?" }).click()
  await signUpAtForm(page, newEmail())
  await page.waitForURL('**/checkout')
  await page.getByText(name).first().waitFor()
  await page.getByLabel('Full name').fill('Sample User')
  await page.getByLabel('City').fill('Porto')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await heading(page, 'Order Confirmed!')
  const orderId = new URL(page.url()).pathname.split('/').at(-1) as string
  await shake(page, () => heading(page, 'Order Confirmed!'))

  await page.getByRole('link', { name: 'Track your order' }).click()
  const tracked = () => page.getByRole('heading', { name: `Order ${orderId}` }).waitFor()
  await tracked()
  await shake(page, tracked)
  await expect.poll(() => page.getByRole('cell', { name: '1', exact: true }).count()).toBe(2)
  expect(await market.db.selectFrom('orders').selectAll().where('order_id', '=', orderId).execute()).toHaveLength(1)
  expect(pageErrors).toEqual([])
})

test('a visitor searches, adds to the cart, signs up and orders by keyboard alone', async () => {
  const { page } = await market.visitor()
  const tabTo = (role: 'button' | 'link' | 'combobox' | 'textbox', name: string | RegExp) => tabToOn(page, role, name)
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.locator(':focus').textContent()).toMatch(/skip/i)
  await tabTo('combobox', /search/i)
  await page.keyboard.type('speaker')
  await page.keyboard.press('Enter')
  await heading(page, /speaker/)
  await page.waitForLoadState('networkidle')
  const name = (await page.getByRole('main').getByRole('heading', { level: 3 }).first().textContent()) ?? ''
  await tabTo('link', name)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Related Products' }).waitFor()
  await tabTo('button', 'Buy Now')
  await page.keyboard.press('Enter')
  await heading(page, 'Welcome back')
  await tabTo('button', "Don't have an account?")
  await page.keyboard.press('Enter')
  await heading(page, 'Create your account')
  await tabTo('textbox', 'Display Name')
  await page.keyboard.type('Sample User')
  await tabTo('textbox', 'Email')
  await page.keyboard.type(`${crypto.randomUUID()}@example.com`)
  for (const field of ['Password', 'Confirm Password']) {
    await page.keyboard.press('Tab')
    while (!(await page.getByLabel(field, { exact: true }).evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
  }
  await page.keyboard.press('Enter')
  await page.getByText('The item is in your cart.').waitFor()
  await tabTo('link', 'Proceed to Checkout')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Place Order' }).waitFor()
  await tabTo('button', 'Place Order')
  await page.keyboard.press('Enter')
  await heading(page, 'Order Confirmed!')
})
