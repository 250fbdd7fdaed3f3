import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountMessages } from '../../shared/accounts/messages.ts'
import { signInMessages } from '../../shared/auth/messages.ts'
import { expectAccessible } from '../support/accessibility.ts'
import {
  addAuthenticator,
  enrollAuthenticator,
  openDashboard,
  securityCard,
  submitPassword,
} from '../support/account-security.ts'
import { type Market, openMarket } from '../support/market.ts'

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
