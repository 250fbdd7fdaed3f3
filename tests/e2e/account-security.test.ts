import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { focusedText, openDashboard, securityCard, submitPassword } from '../support/account-security.ts'
import { callAuth, signUp } from '../support/accounts.ts'
import { type Market, openMarket } from '../support/market.ts'
import { followLink, messageTo } from '../support/outbox.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket(() => ({ messageGapSeconds: 0 }))
})
afterAll(() => market?.close())

const signOutOthers = (page: Page) => securityCard(page).getByRole('button', { name: 'Sign out other devices' })

test('the devices of an account, and signing out the others', async () => {
  const account = await signUp(market)
  const other = await market.visitor()
  await submitPassword(other.page, account)
  await other.page.getByRole('button', { name: 'Account menu' }).waitFor()
  const { page } = await market.visitor()
  await submitPassword(page, account, '/dashboard?tab=security')
  // The sign-up opened a session as well: there are three.
  await expect.poll(() => securityCard(page).getByText('Chrome on Linux').count()).toBe(2)
  await expect.poll(() => securityCard(page).getByText('This device').count()).toBe(1)
  await signOutOthers(page).click()
  await page.getByText('All other devices have been signed out.').waitFor()
  await expect.poll(() => securityCard(page).getByText('Chrome on Linux').count()).toBe(1)
  await expect.poll(() => signOutOthers(page).count()).toBe(0)
  await expect.poll(() => focusedText(page)).toBe('Dashboard')
  await other.page.reload()
  await other.page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
})

test('the emailed link changes the email address; the user stays signed in', async () => {
  const { page, account } = await openDashboard(market)
  const new_email = `new-${account.email}`
  await securityCard(page).getByLabel('New email address').fill(new_email)
  await securityCard(page).getByRole('button', { name: 'Change email address' }).click()
  await securityCard(page).getByText('To change your address to').waitFor()
  await followLink(page, await messageTo(market, new_email))
  await page.getByText('Your new email address is confirmed.').waitFor()
  await page.waitForURL(`${market.origin}/dashboard?tab=security`)
  await securityCard(page).getByText(new_email).first().waitFor()
  await expect.poll(() => securityCard(page).getByText('To change your address to').count()).toBe(0)
  const again = await callAuth(market, 'POST', '/token?grant_type=password', {
    body: { email: new_email, password: account.password },
  })
  expect(again.status).toBe(200)
})

test('a new password, and in an old session only with a mailed code', async () => {
  const { page, account } = await openDashboard(market)
  await signOutOthers(page).waitFor()
  const change = async (password: string) => {
    await securityCard(page).getByLabel('New Password', { exact: true }).fill(password)
    await securityCard(page).getByLabel('Confirm New Password').fill(password)
    await securityCard(page).getByRole('button', { name: 'Update Password' }).click()
  }
  await change(account.password)
  await securityCard(page)
    .getByText('Error updating password: New password should be different from the old password.')
    .waitFor()
  for (const json of [
    { code: 'unexpected_failure', message: 'Out of order' },
    { code: 500, msg: 'Out of order' },
  ]) {
    await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 500, json }))
    await change('an even longer phrase')
    await securityCard(page).getByText('Error updating password: Out of order').waitFor()
    await page.unroute('**/auth/v1/user')
    await change(account.password)
    await securityCard(page).getByText('Error updating password: New password').waitFor()
  }
  const { user_id } = account
  await sql`update sessions set created_at = now() - interval '25 hours' where user_id = ${user_id}`.execute(market.db)
  await change('an even longer phrase')
  await securityCard(page).getByText("We've emailed you a code.").waitFor()
  await securityCard(page).getByRole('button', { name: 'Send again' }).click()
  await page.getByText("We've sent another code.").waitFor()
  await securityCard(page)
    .getByLabel('Code')
    .fill((await messageTo(market, account.email, 2)).code)
  await securityCard(page).getByRole('button', { name: 'Update Password' }).click()
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
  const { page } = await openDashboard(market)
  await page.evaluate((parts) => {
    const stored = JSON.parse(localStorage.getItem('authState') ?? '')
    localStorage.setItem('authState', JSON.stringify({ ...stored, user: { ...stored.user, ...parts } }))
  }, tampered)
  await page.reload()
  await securityCard(page).getByText('This device').waitFor()
  await securityCard(page).getByText('Linked accounts').waitFor()
  await expect.poll(() => securityCard(page).getByRole('listitem').filter({ hasText: 'Email' }).count()).toBe(1)
})
