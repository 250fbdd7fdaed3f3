import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsInBothSchemes } from '../support/accessibility.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { addToCart, cartIsNamed, logOut } from '../support/shop-page.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

const OFFLINE = "You're offline. We'll continue when you're back online."

test('offline, what is on the page stays, and the navigation goes on once the browser is back', async () => {
  const { page, context } = await market.visitor()
  await page.goto('/product/PRD00001')
  await addToCart(page)
  await cartIsNamed(page, 'Cart, 1 item')
  const name = await page.getByRole('heading', { level: 1 }).textContent()
  await context.setOffline(true)
  await page.getByRole('status').getByText(OFFLINE).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }).click()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(name)
  expect(await page.getByText('Unexpected Application Error!').count()).toBe(0)
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  await page.getByText(OFFLINE).waitFor({ state: 'detached' })
})

test('a page that loads for long says so', async () => {
  const { page } = await market.visitor()
  await page.goto('/category/audio')
  const { promise: held, resolve: send } = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('main').getByRole('link', { name: 'Phones', exact: true }).click()
  const note = page.getByText('Still loading. The connection seems to be slow.').first()
  await note.waitFor({ state: 'attached' })
  expect(await note.isVisible()).toBe(false)
  // Its time has come.
  await note.evaluate((shown) => {
    for (const delay of shown.getAnimations()) delay.finish()
  })
  await note.waitFor({ state: 'visible' })
  expect(await violationsInBothSchemes(page)).toEqual([])
  send()
  await note.waitFor({ state: 'detached' })
})

test('products of the cart that cannot be fetched are said to be what failed, and are fetched again', async () => {
  const { page } = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  await page.route('**/api/products?ids=*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/cart')
  await page.getByRole('alert').getByText('Failed to fetch product details').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('spinbutton').waitFor()
})

test('a merge that fails is logged with its text, and the user sees nothing of it', async () => {
  const { email } = await signedInVisitor(market)
  const { page, pageErrors } = await market.visitor()
  await page.goto('/product/PRD00001')
  await addToCart(page)
  await cartIsNamed(page, 'Cart, 1 item')
  await page.route('**/api/cart/merge', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/authentication')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough phrase')
  // A response without a session.
  await page.route('**/auth/v1/token*', (route) => route.fulfill({ status: 200, json: {} }))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('main').getByRole('alert').getByText('Failed to get session').waitFor()
  await page.unroute('**/auth/v1/token*')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${market.origin}/`)
  await expect.poll(() => pageErrors.join()).toContain('Failed to merge carts: Failed to merge local cart')
  expect(await page.getByText('Failed to merge').count()).toBe(0)

  // The visitor's cart is still in this browser, which refuses to forget it.
  await page.evaluate(() => {
    const removeItem = Storage.prototype.removeItem
    Storage.prototype.removeItem = function (key) {
      if (key === 'cart') throw new Error('refused')
      removeItem.call(this, key)
    }
  })
  await logOut(page)
  await page.getByText('Failed to clear cart on logout').waitFor()
})
