import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { callAuth, signUp } from '../support/accounts.ts'
import { marketOfFile } from '../support/market.ts'
import { followLink, messageTo } from '../support/outbox.ts'
import { quietNetwork } from '../support/shop-page.ts'

const market = marketOfFile(() => ({ messageGapSeconds: 0 }))

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
