import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Market, openMarket } from '../support/market.ts'
import { startOidcProvider, type TestOidcProvider } from '../support/oidc-provider.ts'
import { followLink, messageTo } from '../support/outbox.ts'

// A marketplace with confirmation of addresses, and one provider that users may link to their accounts.
let market: Market
let provider: TestOidcProvider
beforeAll(async () => {
  market = await openMarket(async (siteUrl) => {
    provider = await startOidcProvider([`${siteUrl}/auth/v1/callback`])
    const { issuer, clientId: client_id, clientSecret: client_secret } = provider
    const authProviders = JSON.stringify([{ type: 'oidc', name: 'work', issuer, client_id, client_secret }])
    return { authProviders, emailConfirm: true, manualLinking: true, messageGapSeconds: 0 }
  })
})
afterAll(async () => {
  await market?.close()
  await provider?.close()
})

const PASSWORD = 'a long enough phrase'
const newEmail = () => `${crypto.randomUUID()}@example.com`
const card = (page: Page) => page.getByRole('region', { name: 'Account security' })
const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/authentication?from=%2Fdashboard%3Ftab%3Dsecurity')
  await page.getByRole('button', { name: "Don't have an account?" }).click()
  await page.getByLabel('Display Name').fill('Sample User')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await heading(page, 'Confirm your email address')
}

/** Signs in on the provider's own pages. */
async function passProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  await page.waitForSelector('input[name=prompt][value=consent]', { state: 'attached' })
  await page.locator('button[type=submit]').click()
}

async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.goto('/authentication?from=%2Fdashboard%3Ftab%3Dsecurity')
  await page.getByRole('button', { name: 'Continue with Work' }).click()
  await passProvider(page, login)
}

test('sign-up: the address is confirmed with the mailed code, which signs in', async () => {
  const { page } = await market.visitor()
  const email = newEmail()
  await signUp(page, email)
  await page.getByText('Account created successfully!').waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
  await page.getByLabel('Code').fill((await messageTo(market, email)).code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${market.origin}/dashboard?tab=security`)
})

test('sign-up: the emailed link signs in; in another browser it confirms the address and asks to sign in', async () => {
  const { page } = await market.visitor()
  const email = newEmail()
  await signUp(page, email)
  const other = await market.visitor()
  await followLink(other.page, await messageTo(market, email))
  await main(other.page).getByText('Your email address is confirmed. Please sign in.').waitFor()
  await other.page.getByLabel('Email').fill(email)
  await other.page.getByLabel('Password').fill(PASSWORD)
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.page.waitForURL(`${market.origin}/dashboard?tab=security`)
})

test('a sign-in before the address is confirmed leads to the code, which can be sent again', async () => {
  const { page } = await market.visitor()
  const email = newEmail()
  await signUp(page, email)
  await messageTo(market, email)
  await page.goto('/authentication')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await heading(page, 'Confirm your email address')
  await page.getByRole('button', { name: 'Send again' }).click()
  await followLink(page, await messageTo(market, email, 2))
  await page.waitForURL(`${market.origin}/`)
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
})

test('a change of the email address is confirmed by both addresses; the user stays signed in', async () => {
  const { page } = await market.visitor()
  const [email, new_email] = [newEmail(), newEmail()]
  await signUp(page, email)
  await followLink(page, await messageTo(market, email))
  await page.waitForURL(`${market.origin}/dashboard?tab=security`)
  await card(page).getByLabel('New email address').fill(new_email)
  await card(page).getByRole('button', { name: 'Change email address' }).click()
  await card(page).getByText('To change your address to').waitFor()
  await followLink(page, await messageTo(market, email, 2))
  await page.getByText('This address is confirmed. Now open the link we sent to your other address.').waitFor()
  await page.waitForURL(`${market.origin}/dashboard?tab=security`)
  await card(page).getByText('To change your address to').waitFor()
  await followLink(page, await messageTo(market, new_email))
  await page.getByText('Your new email address is confirmed.').waitFor()
  await page.waitForURL(`${market.origin}/dashboard?tab=security`)
  await card(page).getByText(`Your email address is ${new_email}.`).waitFor()
})

test('signing in at a provider leads back to the page before; nothing moves when its button appears', async () => {
  const { page, pageErrors } = await market.visitor()
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/authentication?from=%2Fdashboard%3Ftab%3Dsecurity')
  await page.getByRole('button', { name: 'Continue with Work' }).waitFor()
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([])
  await page.getByRole('button', { name: 'Continue with Work' }).click()
  await passProvider(page, 'kim')
  await page.getByText('Successfully signed in!').waitFor()
  await page.waitForURL(`${market.origin}/dashboard?tab=security`)
  await card(page).getByText('kim@example.com').first().waitFor()
  expect(pageErrors.filter((text) => text.includes(market.origin))).toEqual([])
})

test('cancelling at the provider shows a message of the marketplace', async () => {
  const { page } = await market.visitor()
  await page.goto('/authentication?from=%2Fdashboard%3Ftab%3Dsecurity')
  await page.getByRole('button', { name: 'Continue with Work' }).click()
  await page.getByRole('link', { name: /cancel/i }).click()
  await main(page).getByText('The sign-in was cancelled.').waitFor()
  expect(page.url()).toBe(`${market.origin}/authentication?from=%2Fdashboard%3Ftab%3Dsecurity`)
})

test('an account at a provider is linked and unlinked; one that another user has linked is refused', async () => {
  const { page } = await market.visitor()
  const email = newEmail()
  await signUp(page, email)
  await followLink(page, await messageTo(market, email))
  await page.waitForURL(`${market.origin}/dashboard?tab=security`)
  await card(page).getByText('This device').waitFor()
  const sessionsBefore = await card(page).getByText('Chrome on Linux').count()
  await card(page).getByRole('button', { name: 'Link Work' }).click()
  await passProvider(page, 'robin')
  await page.getByText('Account linked.').waitFor()
  await page.waitForURL(`${market.origin}/dashboard?tab=security`)
  await card(page).getByText('robin@example.com').waitFor()
  await card(page).getByText('This device').waitFor()
  await expect.poll(() => card(page).getByText('Chrome on Linux').count()).toBe(sessionsBefore)

  await card(page).getByRole('button', { name: 'Unlink Work' }).click()
  await page.getByText('Account unlinked.').waitFor()
  await card(page).getByRole('button', { name: 'Link Work' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')

  const other = await market.visitor()
  await signInAtProvider(other.page, 'noor')
  await other.page.waitForURL(`${market.origin}/dashboard?tab=security`)
  const third = await market.visitor()
  const thirdEmail = newEmail()
  await signUp(third.page, thirdEmail)
  await followLink(third.page, await messageTo(market, thirdEmail))
  await third.page.waitForURL(`${market.origin}/dashboard?tab=security`)
  await card(third.page).getByRole('button', { name: 'Link Work' }).click()
  await passProvider(third.page, 'noor')
  await third.page.getByText('This account is already linked.').waitFor()
  await third.page.waitForURL(`${market.origin}/dashboard?tab=security`)
})
