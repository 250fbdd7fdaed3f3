import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { addToCart, cartIsNamed, newEmail, openSignUp, signUpAtForm, stored } from '../support/shop-page.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

const quantityInput = (page: Page) => page.getByRole('main').getByRole('spinbutton')
const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })
const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

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
  // The first digit of another number removes nothing yet.
  await quantityInput(tab).fill('0')
  await quantityInput(tab).pressSequentially('3')
  await cartIsNamed(page, 'Cart, 3 items')
  await quantityInput(tab).fill('0')
  await quantityInput(tab).press('Enter')
  await tab.getByText('Your cart is empty').waitFor()
  await expect.poll(() => stored(page, 'cart')).toBeNull()
})

test('Buy Now as a visitor: after sign-up the carts are merged once and the product page links to the checkout', async () => {
  const { page, pageErrors } = await market.visitor()
  await page.goto('/product/PRD00002?x=1')
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
  await cartIsNamed(page, 'Cart, 2 items')
  await expect.poll(() => stored(page, 'cart')).toBeNull()
  expect(JSON.parse((await stored(page, 'auth')) ?? '')).toMatchObject({ isAuthenticated: true, isFirstLogin: false })
  expect(Object.keys(JSON.parse((await stored(page, 'authState')) ?? ''))).toEqual(['user', 'session'])

  await page.reload()
  await cartIsNamed(page, 'Cart, 2 items')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await page.waitForURL('**/checkout')
  expect(pageErrors).toEqual([])
})

test('a merge whose response is lost is retried at the next page load and adds nothing twice', async () => {
  const { page } = await market.visitor()
  await page.goto('/product/PRD00001')
  await addToCart(page)
  await page.getByText('Product added to cart successfully!').waitFor()
  // It reaches the server; its response gets lost.
  await page.route('**/api/cart/merge', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/cart/merge'))
  await openSignUp(page)
  await signUpAtForm(page, newEmail())
  await lost
  await page.waitForURL(`${market.origin}/`)
  await cartIsNamed(page, 'Cart, 1 item')
  await expect.poll(() => stored(page, 'cart')).toBe('{"PRD00001":1}')

  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await page.waitForFunction(() => localStorage.getItem('cart') === null)
  await cartIsNamed(page, 'Cart, 1 item')
})

test('quick changes of a line are sent in order, and the last one wins in every tab', async () => {
  const { page, context, headers } = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  const tab = await context.newPage()
  await tab.goto('/')
  await cartIsNamed(tab, 'Cart, 1 item')
  await page.goto('/cart')
  await page.bringToFront()
  const plus = page.getByRole('button', { name: 'Increase quantity' })
  for (let press = 0; press < 7; press++) await plus.click()
  await page.getByRole('button', { name: 'Decrease quantity' }).click()
  await expect.poll(() => quantityInput(page).inputValue()).toBe('7')
  // No earlier change of the line had this quantity.
  await quantityInput(page).fill('9')
  await page.getByText('Quantity updated successfully!').first().waitFor()
  await cartIsNamed(tab, 'Cart, 9 items')
  const kept = async () => (await market.app.inject({ url: '/api/cart', headers })).json()
  await expect.poll(kept).toEqual({ cart: { PRD00001: 9 } })
})

test('a change that the server refuses is undone', async () => {
  const { page } = await signedInVisitor(market, { cart: { PRD00001: 3, PRD00002: 1 } })
  await page.goto('/cart')
  await cartIsNamed(page, 'Cart, 4 items')
  await page.route('**/api/cart/**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.route('**/api/cart', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Increase quantity' }).first().click()
  await page.getByText('Failed to update quantity. Please try again.').waitFor()
  await cartIsNamed(page, 'Cart, 4 items')
  await page.getByRole('button', { name: 'Clear Cart' }).click()
  await page.getByText('Failed to clear cart. Please try again.').waitFor()
  await cartIsNamed(page, 'Cart, 4 items')
  await expect.poll(() => focusedTag(page)).not.toBe('BODY')
  await page.goto('/product/PRD00003')
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await page.getByText('Failed to process your request. Please try again.').waitFor()
  await page.goto('/cart')
  await page.getByRole('alert').getByText('Failed to fetch cart items').waitFor()
})

test('a late response to Buy Now does not navigate away from another page', async () => {
  const { page, headers } = await signedInVisitor(market)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/cart/items', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/product/PRD00001')
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }).click()
  await page.getByRole('heading', { level: 1, name: 'Your Cart' }).waitFor()
  const responded = page.waitForResponse('**/api/cart/items')
  release()
  await responded
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await page.getByText('Quantity updated successfully!').waitFor()
  expect(new URL(page.url()).pathname).toBe('/cart')
  expect((await market.app.inject({ url: '/api/cart', headers })).json()).toEqual({ cart: { PRD00001: 2 } })
})

test('sellers have no cart: links are hidden, buttons disabled with the reason, pages redirect home', async () => {
  const { page } = await signedInVisitor(market, { role: 'seller' })
  await page.goto('/product/PRD00001')
  await page.getByText('Sellers and admins cannot add items to cart.').waitFor()
  await page.getByText('Sellers and admins cannot purchase items.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Add to Cart' }).isDisabled()).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: 'Buy Now' }).isDisabled()).toBe(true)
  await expect.poll(() => badge(page).count()).toBe(0)
  for (const path of ['/cart', '/checkout', '/order-confirmation/ORD00001']) {
    await page.goto(path)
    await page.waitForURL(`${market.origin}/`)
  }
})

test.each([
  ['{'],
  ['[]'],
  ['{"session":1,"user":{}}'],
  ['{"user":{"id":"x"},"session":{"access_token":"a","refresh_token":"b","expires_at":9999999999}}'],
  ['{"user":{"id":"x","user_metadata":7},"session":{"access_token":"a.b.c","refresh_token":"b","expires_at":1}}'],
])('a tampered storage leaves a visitor with an empty cart: %s', async (text) => {
  const { page } = await market.visitor()
  await page.goto('/robots.txt')
  await page.evaluate((content) => {
    for (const key of ['auth', 'authState', 'cart']) localStorage.setItem(key, content)
  }, text)
  await page.goto('/cart')
  await page.getByText('Your cart is empty').waitFor()
  await page.getByRole('link', { name: 'Sign In' }).waitFor()
})
