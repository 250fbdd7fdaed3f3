import type { Locator, Page } from 'playwright-core'
import type { AccountSession } from '../../shared/auth/schema.ts'
import { callAuth, signUp, type TestAccount } from './accounts.ts'
import { openAuthenticator } from './authenticator.ts'
import { keepSession } from './buyer.ts'
import type { Market, Visitor } from './market.ts'

export interface SecuredAccount extends Visitor {
  account: TestAccount
  /** The session in the browser; the sign-up opened another one. */
  session: AccountSession
}

/** Returns the dashboard's card about the security of the account. */
export const securityCard = (page: Page) => page.getByRole('region', { name: 'Account security' })

/** Signs in at the form, as far as the password leads. */
export async function submitPassword(page: Page, { email, password }: TestAccount, from = '/dashboard'): Promise<void> {
  await page.goto(`/authentication?from=${encodeURIComponent(from)}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Returns a new account that is signed in in a browser of its own, with the dashboard open. */
export async function openDashboard(
  market: Market,
  options?: Parameters<Market['visitor']>[0],
): Promise<SecuredAccount> {
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
export async function addAuthenticator(page: Page, card: Locator = securityCard(page)): Promise<() => string> {
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
export async function enrollAuthenticator(market: Market, { page, session }: SecuredAccount): Promise<void> {
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
