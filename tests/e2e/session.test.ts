import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accountMessages } from '../../shared/accounts/messages.ts'
import { signInMessages } from '../../shared/auth/messages.ts'
import { expectAccessible, isFocused, violationsInBothSchemes } from '../support/accessibility.ts'
import { callAuth, signUp } from '../support/accounts.ts'
import { openAuthenticator } from '../support/authenticator.ts'
import { marketOfFile } from '../support/market.ts'
import { followLink, messageTo } from '../support/outbox.ts'
import { cartIsNamed, logOut, newEmail, openSignUp, quietNetwork, signUpAtForm } from '../support/shop-page.ts'
import { signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile(() => ({ messageGapSeconds: 0 }))

test('a logout ends the session and the cart in every tab', async () => {
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

test('a click that moves the focus out of an invalid field is not lost', async () => {
  const { page } = await market.visitor()
  await openSignUp(page)
  const email = page.getByLabel(signInMessages.email)
  await email.fill('ada at example')
  await page.getByRole('button', { name: accountMessages.toSignIn }).click()
  await page.getByRole('heading', { name: accountMessages.signInHeading }).waitFor()
})

test('on small screens the side menu has all links and logs out', async () => {
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
  await isFocused(open)
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

test('axe finds nothing on the menus, and on a sign-up form with errors and a visible password, light and dark', async () => {
  const { page } = await signedInVisitor(market, { cart: { PRD00001: 2 } })
  const found: string[] = []
  const scan = async (what: string) =>
    found.push(...(await violationsInBothSchemes(page)).map((violation) => `${what} ${violation}`))

  await page.goto('/cart')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  await scan('account menu')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Your cart is empty').waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await openSignUp(page)
  await signUpAtForm(page, newEmail(), { confirmation: 'another' })
  await page.locator('form').getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Show', exact: true }).first().press('Enter')
  await expect.poll(() => page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
  await scan('sign-up')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await scan('side menu')
  expect(found).toEqual([])
})

test('a user sets up two-step verification with an app’s key; its card is accessible and fits 320 px', async () => {
  const { page } = await signedInVisitor(market)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/dashboard?tab=security')
  const card = page.getByRole('region', { name: 'Account security' })
  await card.getByRole('button', { name: 'Add authenticator app' }).click()
  await card.getByRole('button', { name: 'Continue' }).click()
  await card.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const key = (await card.getByRole('code').textContent()) ?? ''
  await expectAccessible(page)
  const app = openAuthenticator(`otpauth://totp/x?secret=${key.replaceAll(' ', '')}`)
  await card.getByLabel('Code from the app').fill(app.codeAt(new Date()))
  await card.getByRole('button', { name: 'Turn on' }).click()
  await card.getByText('Authenticator app, added').waitFor()
  await expectAccessible(page)
})

const NEW_PASSWORD = 'an even longer phrase'
const signedIn = (page: Page) => page.getByRole('button', { name: 'Account menu' }).waitFor()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

const SIGN_IN = '/authentication?from=%2Fproduct%2FPRD00001'

async function requestMail(page: Page, link: string, email: string, from = SIGN_IN): Promise<void> {
  await page.goto(from)
  await page.getByRole('link', { name: link }).click()
  await page.getByRole('button', { name: 'Send email' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send email' }).click()
  await page.getByLabel('Code').waitFor()
}

async function chooseNewPassword(page: Page): Promise<void> {
  await heading(page, 'Choose a new password')
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm New Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await page.getByText('Password updated successfully').waitFor()
}

test('a user who forgot the password sets a new one by the mailed link, and returns to the previous page', async () => {
  const { email } = await signUp(market)
  const { page, pageErrors } = await market.visitor()
  await requestMail(page, 'Forgot password?', email)
  const { link } = await messageTo(market, email)
  await followLink(page, { link })
  await chooseNewPassword(page)
  await page.waitForURL(`${market.origin}/product/PRD00001`)
  expect(pageErrors).toEqual([])

  const again = await callAuth(market, 'POST', '/token?grant_type=password', {
    body: { email, password: NEW_PASSWORD },
  })
  expect(again.status).toBe(200)
})

test('a mailed link signs in within the browser that requested it, even after a request for another mail', async () => {
  const { email } = await signUp(market)
  const { page, context } = await market.visitor()
  await requestMail(page, 'Email me a code', email)
  const { link } = await messageTo(market, email)
  const other = await context.newPage()
  await requestMail(other, 'Forgot password?', (await signUp(market)).email)
  const tab = await context.newPage()
  await followLink(tab, { link })
  await tab.waitForURL(`${market.origin}/product/PRD00001`)
  await signedIn(tab)
  // Every tab of this browser is signed in.
  await page.bringToFront()
  await page.waitForURL(`${market.origin}/product/PRD00001`)
})

test('the sign-in steps by email are accessible and fit 320 px, light and dark', async () => {
  const { page } = await market.visitor({ viewport: { width: 320, height: 640 } })
  for (const step of ['forgot-password', 'email-code', 'confirm-email']) {
    await page.goto(`/authentication?step=${step}`)
    await page.getByLabel('Email').waitFor()
    await quietNetwork(page)
    await expectAccessible(page)
  }
})
