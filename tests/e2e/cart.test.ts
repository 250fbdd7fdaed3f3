import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutMessages } from '../../shared/orders/checkout-messages.ts'
import { violationsOf } from '../support/accessibility.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { addToCart, cartIsNamed, newEmail, openSignUp, signUpAtForm, stored } from '../support/shop-page.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

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
  // The first digit of another number removes nothing yet.
  await quantityInput(tab).fill('0')
  await quantityInput(tab).pressSequentially('3')
  await cartIsNamed(page, 'Cart, 3 items')
  await quantityInput(tab).fill('0')
  await quantityInput(tab).press('Enter')
  await tab.getByText('Your cart is empty').waitFor()
  await expect.poll(() => stored(page, 'cart')).toBeNull()
})

test('a visitor who buys now what the cart has signs up: the carts are merged once, and the checkout says what it had', async () => {
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
  expect(JSON.parse((await stored(page, 'auth')) ?? '')).toMatchObject({ isAuthenticated: true, isFirstLogin: false })
  expect(Object.keys(JSON.parse((await stored(page, 'authState')) ?? ''))).toEqual(['user', 'session'])

  await page.reload()
  await cartIsNamed(page, 'Cart, 3 items')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await page.waitForURL('**/checkout')
  const hadOne = page.getByText(checkoutMessages.alreadyInCart(1, 3))
  await hadOne.waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.reload()
  await hadOne.waitFor()
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
