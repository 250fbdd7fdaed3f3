import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsInBothSchemes } from '../support/accessibility.ts'
import { callAuth } from '../support/accounts.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { addToCart, cartIsNamed, logOut, newEmail, openSignUp, signUpAtForm, stored } from '../support/shop-page.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName)

test('logging out ends the session and the cart in every tab', async () => {
  const { page, context, headers } = await signedInVisitor(market, { cart: { PRD00001: 2 } })
  const tab = await context.newPage()
  await page.goto('/cart')
  await cartIsNamed(page, 'Cart, 2 items')
  await tab.goto('/dashboard')
  await tab.getByRole('button', { name: 'Account menu' }).waitFor()
  await page.bringToFront()
  await logOut(page)
  await page.getByText('Your cart is empty').waitFor()
  await tab.waitForURL('**/authentication?from=%2Fdashboard')
  await expect.poll(() => page.evaluate(() => ({ ...localStorage }))).toEqual({})
  expect((await market.app.inject({ url: '/api/cart', headers })).statusCode).toBe(401)
})

test('what is wrong with a field is said when it is left, without a toast; a press that leaves it is not lost', async () => {
  const { page } = await market.visitor()
  await openSignUp(page)
  const [email, password, confirmation] = [
    page.getByLabel('Email'),
    page.getByLabel('Password', { exact: true }),
    page.getByLabel('Confirm Password'),
  ]
  const alerts = page.locator('form').getByRole('alert')
  await email.focus()
  await page.keyboard.press('Tab')
  await email.fill('ada at example')
  await page.keyboard.press('Tab')
  await expect.poll(() => alerts.allInnerTexts()).toEqual([expect.stringMatching(/email address/)])
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
  await email.fill('ada@example.com')
  await expect.poll(() => alerts.count()).toBe(0)
  await password.fill('a long phrase')
  await confirmation.fill('a long phrase!')
  await email.focus()
  await expect.poll(() => alerts.allInnerTexts()).toEqual(['Passwords do not match'])
  // Either of the two fields corrects it.
  await password.fill('a long phrase!')
  await expect.poll(() => alerts.count()).toBe(0)
  await expect.poll(() => page.locator('main ~ * [role=alert]').count()).toBe(0)

  await email.fill('ada at example')
  await page.getByRole('button', { name: 'Already have an account?' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
})

test('a password is hidden until it is to be shown, each by itself', async () => {
  const { page } = await market.visitor()
  await openSignUp(page)
  const types = () =>
    page
      .locator('form [autocomplete=new-password]')
      .evaluateAll((fields) => fields.map((field) => field.getAttribute('type')))
  await page.getByLabel('Password', { exact: true }).fill('a long enough phrase')
  expect(await types()).toEqual(['password', 'password'])
  await page.getByRole('button', { name: 'Show', exact: true }).first().press('Enter')
  await expect.poll(types).toEqual(['text', 'password'])
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Hide', exact: true }).press('Enter')
  await expect.poll(types).toEqual(['password', 'password'])
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('a long enough phrase')
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
  await expect.poll(() => stored(page, 'authState')).toBeNull()
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
  await expect
    .poll(() => menu.getByRole('link').allInnerTexts())
    .toEqual(['Home', 'Search', 'Dashboard', 'Cart', 'Sign In'])
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
  // Without the toast, which is half transparent while it appears and disappears.
  await page.reload()
  await page.getByText('Your cart is empty').waitFor()
  await scan('empty cart')

  await page.setViewportSize({ width: 320, height: 640 })
  await openSignUp(page)
  await signUpAtForm(page, newEmail(), { confirmation: 'another' })
  await page.locator('form').getByRole('alert').waitFor()
  await scan('sign-up')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await scan('side menu')
  expect(found).toEqual([])
})
