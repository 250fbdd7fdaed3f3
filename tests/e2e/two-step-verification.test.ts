import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import {
  addAuthenticator,
  enrollAuthenticator,
  factorsCard,
  focusedText,
  openDashboard,
  securityCard,
  submitPassword,
} from '../support/account-security.ts'
import { adminVisitor } from '../support/admin.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { followLink, messageTo } from '../support/outbox.ts'
import { stored } from '../support/shop-page.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket(() => ({ messageGapSeconds: 0, adminSecondFactor: true }))
})
afterAll(() => market?.close())

const signOutOthers = (page: Page) => securityCard(page).getByRole('button', { name: 'Sign out other devices' })

test('an authenticator app: set up by its key, then required at every sign-in before the user is signed in', async () => {
  const { page, account, pageErrors } = await openDashboard(market)
  await signOutOthers(page).waitFor()
  const nextCode = await addAuthenticator(page)
  await securityCard(page).getByText('Authenticator app, added').waitFor()
  // That ended the session of the sign-up, which knew the password only.
  await signOutOthers(page).waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])

  const other = await market.visitor()
  await submitPassword(other.page, account)
  await other.page.getByRole('heading', { level: 1, name: 'Two-step verification' }).waitFor()
  await expect.poll(() => stored(other.page, 'auth')).toBeNull()
  await other.page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
  expect(await other.page.getByText('Successfully signed in!').count()).toBe(0)

  // Neither a reload nor another page leads past it.
  await other.page.goto('/dashboard')
  await other.page.getByRole('heading', { level: 1, name: 'Two-step verification' }).waitFor()
  await other.page.getByLabel('Code').fill('000000')
  await other.page.getByRole('button', { name: 'Confirm' }).click()
  await other.page.locator('form').getByText('This code is wrong or has expired.').waitFor()
  await other.page.getByLabel('Code').fill(nextCode())
  await other.page.getByRole('button', { name: 'Confirm' }).click()
  await other.page.getByText('Successfully signed in!').waitFor()
  await other.page.waitForURL(`${market.origin}/dashboard`)
  expect(JSON.parse((await stored(other.page, 'auth')) ?? '')).toMatchObject({ isAuthenticated: true })
})

test('a seller adds and removes an app in the settings', async () => {
  const { page, pageErrors } = await signedInVisitor(market, { role: 'seller' })
  await page.goto('/seller/settings')
  const card = factorsCard(page)
  await card.getByRole('button', { name: 'Add phone' }).waitFor()
  await addAuthenticator(page, card)
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await card.getByRole('button', { name: 'Yes, remove Authenticator app' }).click()
  await card.getByText('A code from your phone protects your account').waitFor()
  expect(pageErrors).toEqual([])
})

test('an admin who must have a second step sets it up in place of every page, and goes on to the page', async () => {
  const { page, pageErrors } = await adminVisitor(market)
  const required = page.getByText('This marketplace requires two-step verification of its admins.')
  for (const path of ['/admin', '/admin/settings', '/admin/orders']) {
    await page.goto(path)
    await required.waitFor()
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['Account security'])
  }
  await expectAccessible(page)
  const card = factorsCard(page)
  await addAuthenticator(page, card)
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  expect(pageErrors).toEqual([])

  // Without it again, the way is the same.
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('link', { name: 'Settings' }).last().click()
  await card.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await card.getByRole('button', { name: 'Yes, remove Authenticator app' }).click()
  await required.waitFor()
})

test('the second step can be left, and the app removed again', async () => {
  const { page, account } = await openDashboard(market)
  await addAuthenticator(page)
  const other = await market.visitor()
  await submitPassword(other.page, account)
  await other.page.getByRole('button', { name: 'Sign in to another account' }).click()
  await other.page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  await expect.poll(() => stored(other.page, 'authState')).toBeNull()

  await securityCard(page).getByRole('button', { name: 'Remove Authenticator app' }).click()
  await securityCard(page).getByRole('button', { name: 'Yes, remove Authenticator app' }).click()
  await page.getByText('The verification method was removed.').waitFor()
  await securityCard(page).getByText('A code from your phone protects your account').waitFor()
  await expect.poll(() => focusedText(page)).toBe('Dashboard')
  await submitPassword(other.page, account)
  await other.page.waitForURL(`${market.origin}/dashboard`)
})

test('a phone: the code of a text message, at set-up and at sign-in', async () => {
  const { page, account } = await openDashboard(market)
  await securityCard(page).getByRole('button', { name: 'Add phone' }).click()
  await securityCard(page).getByLabel('Phone number').fill('+49 170 1234567')
  await securityCard(page).getByRole('button', { name: 'Continue' }).click()
  await securityCard(page).getByLabel('Code from the text message').waitFor()
  await securityCard(page)
    .getByLabel('Code from the text message')
    .fill((await messageTo(market, '491701234567')).code)
  await securityCard(page).getByRole('button', { name: 'Turn on' }).click()
  await securityCard(page).getByText('Phone …567', { exact: true }).first().waitFor()

  const other = await market.visitor()
  await submitPassword(other.page, account)
  await other.page.getByRole('button', { name: 'Send code' }).click()
  await other.page.getByLabel('Code').fill((await messageTo(market, '491701234567', 2)).code)
  await other.page.getByRole('button', { name: 'Confirm' }).click()
  await other.page.waitForURL(`${market.origin}/dashboard`)
})

test('a forgotten password of an account with a second step: the step comes first', async () => {
  const { page, account } = await openDashboard(market)
  const nextCode = await addAuthenticator(page)
  const other = await market.visitor()
  await other.page.goto('/authentication?step=forgot-password')
  await other.page.getByLabel('Email').fill(account.email)
  await other.page.getByRole('button', { name: 'Send email' }).click()
  await other.page.getByLabel('Code').waitFor()
  await followLink(other.page, await messageTo(market, account.email, 2))
  await other.page.getByRole('heading', { level: 1, name: 'Two-step verification' }).waitFor()
  await other.page.getByLabel('Code').fill(nextCode())
  await other.page.getByRole('button', { name: 'Confirm' }).click()
  await other.page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
})

test('a forged second step in storage does not sign in, and is removed once the server has rejected it', async () => {
  const { page } = await market.visitor()
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    const user = { id: 'x', factors: [{ id: 'y', status: 'verified', factor_type: 'totp' }] }
    const session = { access_token: 'a.b.c', refresh_token: 'b', expires_at: 9999999999 }
    localStorage.setItem('authState', JSON.stringify({ user, session }))
  })
  await page.goto('/authentication')
  await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  await expect.poll(() => stored(page, 'authState')).toBeNull()
})

test('an authenticator app is set up by keyboard alone', async () => {
  const { page } = await openDashboard(market)
  await securityCard(page).getByRole('button', { name: 'Add authenticator app' }).focus()
  await page.keyboard.press('Enter')
  await securityCard(page).getByLabel('Name').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('friendly_name')
  await page.keyboard.press('Enter')
  await securityCard(page).getByLabel('Code from the app').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
  await securityCard(page).getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect.poll(() => focusedText(page)).toBe('Add authenticator app')
})

test('the card is accessible and fits 320 pixels, light and dark', async () => {
  const secured = await openDashboard(market, { viewport: { width: 320, height: 640 } })
  const { page } = secured
  await expectAccessible(page)
  await enrollAuthenticator(market, secured)
  await page.goto('/dashboard?tab=security')
  await securityCard(page).getByText('Authenticator app, added').waitFor()
  await securityCard(page).getByRole('button', { name: 'Add authenticator app' }).click()
  await securityCard(page).getByRole('button', { name: 'Continue' }).click()
  await securityCard(page).getByLabel('Code from the app').waitFor()
  await expectAccessible(page)
})
