import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountMessages } from '../../shared/accounts/messages.ts'
import { signInMessages } from '../../shared/auth/messages.ts'
import type { AccountSession } from '../../shared/auth/schema.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { callAuth, signUp, type TestAccount } from '../support/accounts.ts'
import { openAuthenticator } from '../support/authenticator.ts'
import { keepSession } from '../support/buyer.ts'
import { type Market, openMarket, type Visitor } from '../support/market.ts'

interface SecuredAccount extends Visitor {
  account: TestAccount
  /** The session in the browser; the sign-up opened another one. */
  session: AccountSession
}

/** Returns the dashboard's card about the security of the account. */
const securityCard = (page: Page) => page.getByRole('region', { name: 'Account security' })

/** Signs in at the form, as far as the password leads. */
async function submitPassword(page: Page, { email, password }: TestAccount, from = '/dashboard'): Promise<void> {
  await page.goto(`/authentication?from=${encodeURIComponent(from)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Returns a new account that is signed in in a browser of its own, with the dashboard open. */
async function openDashboard(market: Market, options?: Parameters<Market['visitor']>[0]): Promise<SecuredAccount> {
  const account = await signUp(market)
  const { body: session } = await callAuth<AccountSession & Record<string, unknown>>(
    market,
    'POST',
    '/token?grant_type=password',
    { body: { email: account.email, password: account.password } },
  )
  const visitor = await market.visitor(options)
  await keepSession(visitor.page, session)
  await visitor.page.goto('/dashboard?tab=security')
  await securityCard(visitor.page).getByText('This device').waitFor()
  return { ...visitor, account, session }
}

/** Adds an authenticator app, on the dashboard or in another card; returns a function that returns codes that were not used yet. */
async function addAuthenticator(page: Page, card: Locator = securityCard(page)): Promise<() => string> {
  await card.getByRole('button', { name: 'Add authenticator app' }).click()
  await card.getByRole('button', { name: 'Continue' }).click()
  await card.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const key = (await card.getByRole('code').textContent()) ?? ''
  const app = openAuthenticator(`otpauth://totp/x?secret=${key.replaceAll(' ', '')}`)
  let steps = 0
  // Each code works once: the next one is of the following half minute, which is accepted as well.
  const nextCode = () => app.codeAt(new Date(Date.now() + 30_000 * steps++))
  await card.getByLabel('Code from the app').fill(nextCode())
  await card.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Two-step verification is on.').waitFor()
  return nextCode
}

/** Adds an authenticator app by the API, and keeps the session that knows both factors in the browser. */
async function enrollAuthenticator(market: Market, { page, session }: SecuredAccount): Promise<void> {
  const headers = { authorization: `Bearer ${session.access_token}` }
  const post = async <Body>(path: string, body: object): Promise<Body> => {
    const response = await callAuth<Body>(market, 'POST', path, { headers, body })
    if (response.status !== 200)
      throw new Error(`${path} returned ${response.status}: ${JSON.stringify(response.body)}`)
    return response.body
  }
  const factor = await post<{ id: string; totp: { uri: string } }>('/factors', {
    factor_type: 'totp',
    friendly_name: 'App',
  })
  const challenge = await post<{ id: string }>(`/factors/${factor.id}/challenge`, {})
  const code = openAuthenticator(factor.totp.uri).codeAt(new Date())
  const verified = await post<AccountSession>(`/factors/${factor.id}/verify`, { challenge_id: challenge.id, code })
  await keepSession(page, verified)
}

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

test('an authenticator app is set up by its key, then required at every sign-in before the user is signed in', async () => {
  const { page, account, pageErrors } = await openDashboard(market)
  const nextCode = await addAuthenticator(page)
  expect(pageErrors).toEqual([])

  const other = await market.visitor()
  await submitPassword(other.page, account)
  await other.page.getByRole('heading', { level: 1, name: signInMessages.secondFactorHeading }).waitFor()
  // A reload does not lead past it.
  await other.page.goto('/dashboard')
  await other.page.getByLabel(signInMessages.code).fill(nextCode())
  await other.page.getByRole('button', { name: signInMessages.confirm }).click()
  await other.page.getByText(accountMessages.signedIn).waitFor()
  await other.page.waitForURL(`${market.origin}/dashboard`)
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
