import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsInBothSchemes } from '../support/accessibility.ts'
import { callAuth } from '../support/accounts.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

const PASSWORD = 'a long enough phrase'
const newEmail = () => `${crypto.randomUUID()}@example.com`
const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })
const badgeSays = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).waitFor()
const addToCart = (page: Page) => page.getByRole('button', { name: 'Add to Cart' }).click()
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const quantityInput = (page: Page) => page.getByRole('main').getByRole('spinbutton')

async function signUp(page: Page, email: string, { role = 'Buyer', confirmation = PASSWORD } = {}): Promise<void> {
  await page.getByLabel('Display Name').fill('Sample User')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(confirmation)
  await page.getByLabel(role).check()
  await page.getByRole('button', { name: 'Sign up' }).click()
}

async function openSignUp(page: Page): Promise<void> {
  await page.goto('/authentication')
  await page.getByRole('button', { name: "Don't have an account?" }).click()
  await page.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor()
}

const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Logged out successfully', { exact: true }).waitFor()
}

test('a visitor’s cart survives a reload, is the same in all tabs, and drops a line whose quantity is 0', async () => {
  const { page, context } = await market.visitor()
  await page.goto('/product/PRD00001')
  await addToCart(page)
  await page.getByText('Product added to cart successfully!').waitFor()
  expect(await stored(page, 'cart')).toBe('{"PRD00001":1}')

  const tab = await context.newPage()
  await tab.goto('/cart')
  await badgeSays(tab, 'Cart, 1 item')
  await addToCart(page)
  await badgeSays(tab, 'Cart, 2 items')
  await expect.poll(() => quantityInput(tab).inputValue()).toBe('2')

  await tab.getByRole('button', { name: 'Decrease quantity' }).click()
  await badgeSays(page, 'Cart, 1 item')
  await tab.getByRole('button', { name: 'Decrease quantity' }).click()
  await tab.getByText('Your cart is empty').waitFor()
  await badgeSays(page, 'Cart')

  await addToCart(page)
  // The first digit of another number removes nothing yet.
  await quantityInput(tab).fill('0')
  await quantityInput(tab).pressSequentially('3')
  await badgeSays(page, 'Cart, 3 items')
  await quantityInput(tab).fill('0')
  await quantityInput(tab).press('Enter')
  await tab.getByText('Your cart is empty').waitFor()
  expect(await stored(page, 'cart')).toBeNull()
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
  await signUp(page, newEmail())
  await page.getByText('Account created successfully!').waitFor()
  await page.getByText('The item is in your cart.').waitFor()
  expect(page.url()).toBe(`${market.origin}/product/PRD00002?x=1`)
  await badgeSays(page, 'Cart, 2 items')
  expect(await stored(page, 'cart')).toBeNull()
  expect(JSON.parse((await stored(page, 'auth')) ?? '')).toMatchObject({ isAuthenticated: true, isFirstLogin: false })
  expect(Object.keys(JSON.parse((await stored(page, 'authState')) ?? ''))).toEqual(['user', 'session'])

  await page.reload()
  await badgeSays(page, 'Cart, 2 items')
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
  await signUp(page, newEmail())
  await lost
  await page.waitForURL(`${market.origin}/`)
  await badgeSays(page, 'Cart, 1 item')
  expect(await stored(page, 'cart')).toBe('{"PRD00001":1}')

  await page.unroute('**/api/cart/merge')
  await page.reload()
  await page.waitForFunction(() => localStorage.getItem('cart') === null)
  await badgeSays(page, 'Cart, 1 item')
})

test('quick changes of a line are sent in order, and the last one wins in every tab', async () => {
  const { page, context, headers } = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  const tab = await context.newPage()
  await tab.goto('/')
  await badgeSays(tab, 'Cart, 1 item')
  await page.goto('/cart')
  await page.bringToFront()
  const plus = page.getByRole('button', { name: 'Increase quantity' })
  for (let press = 0; press < 7; press++) await plus.click()
  await page.getByRole('button', { name: 'Decrease quantity' }).click()
  await expect.poll(() => quantityInput(page).inputValue()).toBe('7')
  // No earlier change of the line had this quantity.
  await quantityInput(page).fill('9')
  await page.getByText('Quantity updated successfully!').first().waitFor()
  await badgeSays(tab, 'Cart, 9 items')
  expect((await market.app.inject({ url: '/api/cart', headers })).json()).toEqual({ cart: { PRD00001: 9 } })
})

test('a change that the server refuses is undone', async () => {
  const { page } = await signedInVisitor(market, { cart: { PRD00001: 3, PRD00002: 1 } })
  await page.goto('/cart')
  await badgeSays(page, 'Cart, 4 items')
  await page.route('**/api/cart/**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.route('**/api/cart', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Increase quantity' }).first().click()
  await page.getByText('Failed to update quantity. Please try again.').waitFor()
  await badgeSays(page, 'Cart, 4 items')
  await page.getByRole('button', { name: 'Clear Cart' }).click()
  await page.getByText('Failed to clear cart. Please try again.').waitFor()
  await badgeSays(page, 'Cart, 4 items')
  expect(await focusedTag(page)).not.toBe('BODY')
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

test('logging out ends the session and the cart in every tab', async () => {
  const { page, context, headers } = await signedInVisitor(market, { cart: { PRD00001: 2 } })
  const tab = await context.newPage()
  await page.goto('/cart')
  await badgeSays(page, 'Cart, 2 items')
  await tab.goto('/dashboard')
  await tab.getByRole('button', { name: 'Account menu' }).waitFor()
  await page.bringToFront()
  await logOut(page)
  await page.getByText('Your cart is empty').waitFor()
  await tab.waitForURL('**/authentication?from=%2Fdashboard')
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({})
  expect((await market.app.inject({ url: '/api/cart', headers })).statusCode).toBe(401)
})

test('an error is shown in the form and as a toast', async () => {
  const { page } = await market.visitor()
  const email = newEmail()
  const says = async (text: string) => {
    await page.locator('form').getByRole('alert').filter({ hasText: text }).waitFor()
    await expect.poll(() => page.getByText(text, { exact: true }).count()).toBe(2)
  }
  await openSignUp(page)
  await signUp(page, email, { confirmation: 'something else' })
  await says('Passwords do not match')
  await signUp(page, email)
  await page.waitForURL(`${market.origin}/`)
  await logOut(page)

  await openSignUp(page)
  await signUp(page, email.toUpperCase())
  await says('User already exists')
  await page.route('**/rest/v1/users*', (route) => route.fulfill({ status: 500, json: {} }))
  await signUp(page, newEmail())
  await says('Failed to check existing user')
  await page.unroute('**/rest/v1/users*')
  await page.route('**/auth/v1/{signup,token}*', (route) => route.fulfill({ status: 502, json: {} }))
  await signUp(page, newEmail())
  await says('Failed to sign up')
  await page.getByRole('button', { name: 'Already have an account?' }).click()
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await says('Failed to sign in')
  await page.unroute('**/auth/v1/{signup,token}*')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await says('Invalid login credentials')
})

test('sellers have no cart: links are hidden, buttons disabled with the reason, pages redirect home', async () => {
  const { page } = await signedInVisitor(market, { role: 'seller' })
  await page.goto('/product/PRD00001')
  await page.getByText('Sellers and admins cannot add items to cart.').waitFor()
  await page.getByText('Sellers and admins cannot purchase items.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Add to Cart' }).isDisabled()).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: 'Buy Now' }).isDisabled()).toBe(true)
  expect(await badge(page).count()).toBe(0)
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

test('B11: signing in never leads to another site', async () => {
  const { page } = await signedInVisitor(market)
  for (const from of ['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example']) {
    await page.goto(`/authentication?from=${encodeURIComponent(from)}`)
    await page.waitForURL(`${market.origin}/`)
  }
})

test('a session that was ended elsewhere signs this browser out at the next refusal', async () => {
  const { page, headers } = await signedInVisitor(market)
  await page.goto('/product/PRD00001')
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
  await page.waitForLoadState('networkidle')
  const ended = await callAuth(market, 'POST', '/logout', { headers })
  expect(ended.status).toBe(204)
  await addToCart(page)
  await page.getByText('Failed to add product to cart. Please try again.').waitFor()
  await page.getByRole('link', { name: 'Sign In' }).waitFor()
  expect(await stored(page, 'authState')).toBeNull()
})

test('an expired access token is renewed at the refusal, and the refused call is repeated', async () => {
  const { page, headers } = await signedInVisitor(market)
  await page.goto('/product/PRD00001')
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
  await page.waitForLoadState('networkidle')
  const endToken = () =>
    page.evaluate(() => {
      const { user, session } = JSON.parse(localStorage.getItem('authState') ?? '')
      session.access_token = session.access_token.replace(/[^.]+$/, 'c2lnbmVk')
      localStorage.setItem('authState', JSON.stringify({ user, session }))
    })
  await endToken()
  await addToCart(page)
  await page.getByText('Product added to cart successfully!').waitFor()
  expect((await market.app.inject({ url: '/api/cart', headers })).json()).toEqual({ cart: { PRD00001: 1 } })

  // Nor does it prevent a logout.
  await endToken()
  await logOut(page)
  expect(await callAuth(market, 'GET', '/user', { headers })).toMatchObject({ status: 403 })
})

test('with a clock that is hours ahead, a token is renewed when it expires, not for every call', async () => {
  const { page, context } = await signedInVisitor(market)
  const renewals: string[] = []
  page.on('request', (request) => request.url().includes('grant_type=refresh_token') && renewals.push(request.url()))
  await context.clock.install({ time: Date.now() + 2 * 3_600_000 })
  await page.goto('/product/PRD00001')
  await addToCart(page)
  await page.getByText('Product added to cart successfully!').waitFor()
  expect(renewals).toHaveLength(1)
  const { session } = JSON.parse((await stored(page, 'authState')) ?? '')
  expect(session.expires_at - (await page.evaluate(() => Date.now())) / 1000).toBeLessThan(3660)
})

test('on small screens the side menu holds all links and logs out', async () => {
  const { page } = await signedInVisitor(market)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/search')
  const open = page.getByRole('button', { name: 'Open menu' })
  await open.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  for (const name of ['Home', 'Search', 'Dashboard', 'Order Tracking', 'Cart']) {
    await menu.getByRole('link', { name, exact: true }).waitFor()
  }
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true)
  await open.click()
  await menu.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Logged out successfully', { exact: true }).waitFor()
  await open.click()
  await menu.getByRole('link', { name: 'Sign In' }).click()
  await page.waitForURL('**/authentication?from=%2Fsearch')
})

test('B3: a logout that does not reach the server can be retried', async () => {
  const { page, headers } = await signedInVisitor(market)
  await page.route('**/auth/v1/logout**', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Account menu' })
  await menu.click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Failed to logout. Please try again.').waitFor()
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.unroute('**/auth/v1/logout**')
  await logOut(page)
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
  await expect.poll(() => focusedTag(page)).toBe('H1')
  expect((await callAuth(market, 'GET', '/user', { headers })).status).toBe(403)
})

test('a user who signs in by a link in another tab sees nothing of the previous user', async () => {
  const first = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  const second = await signedInVisitor(market)
  const payload = { shipping_address: { city: 'Exampleton' }, payment_method: 'paypal' }
  await market.app.inject({ method: 'POST', url: '/api/orders', headers: first.headers, payload })
  await first.page.goto('/dashboard')
  const total = first.page.getByText('Total Spend').locator('..')
  await expect.poll(() => total.textContent()).not.toContain('$0.00')
  const session = await stored(second.page, 'authState')
  const tab = await first.context.newPage()
  await tab.goto('/robots.txt')
  await tab.evaluate((text) => localStorage.setItem('authState', text), session ?? '')
  await first.page.getByText(second.email).waitFor()
  await expect.poll(() => total.textContent()).toContain('$0.00')
})

test('axe finds nothing on sign-in, cart and their menus, light and dark', async () => {
  const { page } = await signedInVisitor(market, { cart: { PRD00001: 2 } })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  const scan = async (what: string) =>
    found.push(...(await violationsInBothSchemes(page)).map((violation) => `${what} ${violation}`))

  await page.goto('/cart')
  await page.getByRole('button', { name: 'Clear Cart' }).waitFor()
  await scan('cart')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  await scan('account menu')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Your cart is empty').waitFor()
  // A toast is half transparent while it appears and disappears.
  await page.getByText('Logged out successfully').waitFor({ state: 'detached' })
  await scan('empty cart')

  await page.setViewportSize({ width: 320, height: 640 })
  await openSignUp(page)
  await signUp(page, newEmail(), { confirmation: 'another' })
  await page.locator('form').getByRole('alert').waitFor()
  await scan('sign-up')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await scan('side menu')
  expect(found).toEqual([])
})
