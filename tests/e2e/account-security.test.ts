import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { callAuth, signUp, type TestAccount } from '../support/accounts.ts'
import { openAuthenticator } from '../support/authenticator.ts'
import { type Market, openMarket } from '../support/market.ts'
import { messageTo } from '../support/outbox.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket(() => ({ messageGapSeconds: 0 }))
})
afterAll(() => market?.close())

const card = (page: Page) => page.getByRole('region', { name: 'Account security' })
const signedIn = (page: Page) => page.getByRole('button', { name: 'Account menu' }).waitFor()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const signOutOthers = (page: Page) => card(page).getByRole('button', { name: 'Sign out other devices' })
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

async function submitPassword(page: Page, { email, password }: TestAccount, from = '/dashboard'): Promise<void> {
  await page.goto(`/authentication?from=${encodeURIComponent(from)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A new person who signed in at the form and sees their dashboard. */
async function person(options?: Parameters<Market['visitor']>[0]) {
  const account = await signUp(market)
  const visitor = await market.visitor(options)
  await submitPassword(visitor.page, account)
  await visitor.page.waitForURL(`${market.origin}/dashboard`)
  await card(visitor.page).getByText('This device').waitFor()
  return { ...visitor, account }
}

/** Adds an authenticator app; answers the app, and codes that were not used yet. */
async function addAuthenticator(page: Page) {
  await card(page).getByRole('button', { name: 'Add authenticator app' }).click()
  await card(page).getByRole('button', { name: 'Continue' }).click()
  await card(page).getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const key = (await card(page).getByRole('code').textContent()) ?? ''
  const app = openAuthenticator(`otpauth://totp/x?secret=${key.replaceAll(' ', '')}`)
  let steps = 0
  // A code is good once: each is of the next half minute, which still fits.
  const nextCode = () => app.codeAt(new Date(Date.now() + 30_000 * steps++))
  await card(page).getByLabel('Code from the app').fill(nextCode())
  await card(page).getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Two-step verification is on.').waitFor()
  return nextCode
}

test('an authenticator app: set up by its key, then asked for at every sign-in before anybody is signed in', async () => {
  const { page, account, complaints } = await person()
  await signOutOthers(page).waitFor()
  const nextCode = await addAuthenticator(page)
  await card(page).getByText('Authenticator app, added').waitFor()
  // That ended the session of the sign-up, which knew the password only.
  await signOutOthers(page).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])

  const other = await market.visitor()
  await submitPassword(other.page, account)
  await other.page.getByRole('heading', { level: 1, name: 'Two-step verification' }).waitFor()
  expect(await stored(other.page, 'auth')).toBeNull()
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

test('the second step can be left, and the app removed again', async () => {
  const { page, account } = await person()
  await addAuthenticator(page)
  const other = await market.visitor()
  await submitPassword(other.page, account)
  await other.page.getByRole('button', { name: 'Sign in to another account' }).click()
  await other.page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  expect(await stored(other.page, 'authState')).toBeNull()

  await card(page).getByRole('button', { name: 'Remove Authenticator app' }).click()
  await card(page).getByRole('button', { name: 'Yes, remove Authenticator app' }).click()
  await page.getByText('The verification method was removed.').waitFor()
  await card(page).getByText('A code from your phone protects your account').waitFor()
  await expect.poll(() => focused(page)).toBe('Dashboard')
  await submitPassword(other.page, account)
  await other.page.waitForURL(`${market.origin}/dashboard`)
})

test('a phone: the code of a text message, at set-up and at sign-in', async () => {
  const { page, account } = await person()
  await card(page).getByRole('button', { name: 'Add phone' }).click()
  await card(page).getByLabel('Phone number').fill('+49 170 1234567')
  await card(page).getByRole('button', { name: 'Continue' }).click()
  await card(page).getByLabel('Code from the text message').waitFor()
  await card(page)
    .getByLabel('Code from the text message')
    .fill((await messageTo(market, '491701234567')).code)
  await card(page).getByRole('button', { name: 'Turn on' }).click()
  await card(page).getByText('Phone …567', { exact: true }).first().waitFor()

  const other = await market.visitor()
  await submitPassword(other.page, account)
  await other.page.getByRole('button', { name: 'Send code' }).click()
  await other.page.getByLabel('Code').fill((await messageTo(market, '491701234567', 2)).code)
  await other.page.getByRole('button', { name: 'Confirm' }).click()
  await other.page.waitForURL(`${market.origin}/dashboard`)
})

test('a forgotten password of an account with a second step: the step comes first', async () => {
  const { page, account } = await person()
  const nextCode = await addAuthenticator(page)
  const other = await market.visitor()
  await other.page.goto('/authentication?step=forgot-password')
  await other.page.getByLabel('Email').fill(account.email)
  await other.page.getByRole('button', { name: 'Send email' }).click()
  await other.page.getByLabel('Code').waitFor()
  await other.page.goto((await messageTo(market, account.email, 2)).link)
  await other.page.getByRole('heading', { level: 1, name: 'Two-step verification' }).waitFor()
  await other.page.getByLabel('Code').fill(nextCode())
  await other.page.getByRole('button', { name: 'Confirm' }).click()
  await other.page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
})

test('the devices of an account, and signing out the others', async () => {
  const { page, account } = await person()
  const other = await market.visitor()
  await submitPassword(other.page, account)
  await signedIn(other.page)
  await page.reload()
  // The sign-up, too, opened a session: there are three.
  await expect.poll(() => card(page).getByText('Chrome on Linux').count()).toBe(2)
  await expect.poll(() => card(page).getByText('This device').count()).toBe(1)
  await signOutOthers(page).click()
  await page.getByText('All other devices have been signed out.').waitFor()
  await expect.poll(() => card(page).getByText('Chrome on Linux').count()).toBe(1)
  expect(await signOutOthers(page).count()).toBe(0)
  await expect.poll(() => focused(page)).toBe('Dashboard')
  await other.page.reload()
  await other.page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
})

test('a change of the e-mail address by the link in the mail: the person stays signed in', async () => {
  const { page, account } = await person()
  const new_email = `new-${account.email}`
  await card(page).getByLabel('New email address').fill(new_email)
  await card(page).getByRole('button', { name: 'Change email address' }).click()
  await card(page).getByText('To change your address to').waitFor()
  await page.goto((await messageTo(market, new_email)).link)
  await page.getByText('Your new email address is confirmed.').waitFor()
  await page.waitForURL(`${market.origin}/dashboard`)
  await card(page).getByText(new_email).first().waitFor()
  expect(await card(page).getByText('To change your address to').count()).toBe(0)
  const again = await callAuth(market, 'POST', '/token?grant_type=password', {
    body: { email: new_email, password: account.password },
  })
  expect(again.status).toBe(200)
})

test('a new password, and in an old session only with a mailed code', async () => {
  const { page, account } = await person()
  await signOutOthers(page).waitFor()
  const change = async (password: string) => {
    await card(page).getByLabel('New Password', { exact: true }).fill(password)
    await card(page).getByLabel('Confirm New Password').fill(password)
    await card(page).getByRole('button', { name: 'Update Password' }).click()
  }
  await change(account.password)
  await card(page)
    .getByText('Error updating password: New password should be different from the old password.')
    .waitFor()
  const { user_id } = account
  await sql`update sessions set created_at = now() - interval '25 hours' where user_id = ${user_id}`.execute(market.db)
  await change('an even longer phrase')
  await card(page).getByText("We've emailed you a code.").waitFor()
  await card(page).getByRole('button', { name: 'Send again' }).click()
  await page.getByText("We've sent another code.").waitFor()
  await card(page)
    .getByLabel('Code')
    .fill((await messageTo(market, account.email, 2)).code)
  await card(page).getByRole('button', { name: 'Update Password' }).click()
  await page.getByText('Password updated successfully').waitFor()
  await signOutOthers(page).waitFor({ state: 'detached' })
  const again = await callAuth(market, 'POST', '/token?grant_type=password', {
    body: { email: account.email, password: 'an even longer phrase' },
  })
  expect(again.status).toBe(200)
})

test.each([
  [{ factors: 7, identities: 7, new_email: {} }],
  [{ factors: [null, 1, {}], identities: [null, {}, 'x'], new_email: 7 }],
])('a tampered account in storage is replaced by the server’s: %j', async (tampered) => {
  const { page } = await person()
  await page.evaluate((parts) => {
    const stored = JSON.parse(localStorage.getItem('authState') ?? '')
    localStorage.setItem('authState', JSON.stringify({ ...stored, user: { ...stored.user, ...parts } }))
  }, tampered)
  await page.reload()
  await card(page).getByText('This device').waitFor()
  await card(page).getByText('Linked accounts').waitFor()
  await expect.poll(() => card(page).getByRole('listitem').filter({ hasText: 'Email' }).count()).toBe(1)
})

test('a made-up second step in storage signs nobody in, and is over once the server was asked', async () => {
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

test('everything of it works by keyboard', async () => {
  const { page } = await person()
  await card(page).getByRole('button', { name: 'Add authenticator app' }).focus()
  await page.keyboard.press('Enter')
  await card(page).getByLabel('Name').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('friendly_name')
  await page.keyboard.press('Enter')
  await card(page).getByLabel('Code from the app').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
  await card(page).getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect.poll(() => focused(page)).toBe('Add authenticator app')
})

test.each(['light', 'dark'] as const)('the card is accessible and fits 320 pixels: %s', async (colorScheme) => {
  const { page } = await person({ colorScheme, viewport: { width: 320, height: 640 } })
  await expectAccessible(page)
  await addAuthenticator(page)
  await page.getByText('Two-step verification is on.').waitFor({ state: 'hidden' })
  await card(page).getByRole('button', { name: 'Add authenticator app' }).click()
  await card(page).getByRole('button', { name: 'Continue' }).click()
  await card(page).getByLabel('Code from the app').waitFor()
  await expectAccessible(page)
})
