import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInMessages } from '../../shared/auth/messages.ts'
import type { AccountSession } from '../../shared/auth/schema.ts'
import { securityMessages } from '../../shared/auth/security-messages.ts'
import { callAuth } from '../support/accounts.ts'
import { keepSession } from '../support/buyer.ts'
import { type Market, openMarket, type Visitor } from '../support/market.ts'
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
const SECURITY = '/dashboard?tab=security'
const newEmail = () => `${crypto.randomUUID()}@example.com`
const card = (page: Page) => page.getByRole('region', { name: 'Account security' })
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

/** Returns a visitor who has confirmed a new address and is signed in, and the address. */
async function confirmedVisitor(): Promise<Visitor & { email: string }> {
  const email = newEmail()
  await callAuth(market, 'POST', '/signup', { body: { email, password: PASSWORD } })
  const { code: token } = await messageTo(market, email)
  const { body } = await callAuth<AccountSession & Record<string, unknown>>(market, 'POST', '/verify', {
    body: { type: 'signup', email, token },
  })
  const visitor = await market.visitor()
  await keepSession(visitor.page, body)
  await visitor.page.goto(SECURITY)
  return { ...visitor, email }
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

test('a change of the email address is confirmed by both addresses; the user stays signed in', async () => {
  const { page, email } = await confirmedVisitor()
  const new_email = newEmail()
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

test('an account at a provider is linked, and opens no other session', async () => {
  const { page } = await confirmedVisitor()
  await card(page).getByText(securityMessages.thisDevice).waitFor()
  // With the minute of their last use.
  const devices = card(page).getByRole('listitem').filter({ hasText: ' UTC' })
  expect(await devices.count()).toBe(1)
  await card(page)
    .getByRole('button', { name: securityMessages.link('Work') })
    .click()
  await passProvider(page, 'robin')
  await page.getByText(signInMessages.identityLinked).waitFor()
  await page.waitForURL(`${market.origin}${SECURITY}`)
  await card(page).getByText('robin@example.com').waitFor()
  await expect.poll(() => devices.count()).toBe(1)
})
