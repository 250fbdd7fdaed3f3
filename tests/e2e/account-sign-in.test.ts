import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkPageMessages } from '../../shared/mail/messages.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { signUp } from '../support/accounts.ts'
import { type Market, openMarket } from '../support/market.ts'
import { followLink, messageTo } from '../support/outbox.ts'
import { quietNetwork } from '../support/quiet-network.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket(() => ({ messageGapSeconds: 0 }))
})
afterAll(() => market?.close())

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

test('a forgotten password: the link in the mail leads to a new one, and back to the page before', async () => {
  const { email } = await signUp(market)
  const { page, pageErrors } = await market.visitor()
  await requestMail(page, 'Forgot password?', email)
  const { link } = await messageTo(market, email)
  await followLink(page, { link })
  await chooseNewPassword(page)
  await page.waitForURL(`${market.origin}/product/PRD00001`)
  expect(pageErrors).toEqual([])

  const elsewhere = await market.visitor()
  await elsewhere.page.goto('/authentication')
  await elsewhere.page.getByLabel('Email').fill(email)
  await elsewhere.page.getByLabel('Password').fill(NEW_PASSWORD)
  await elsewhere.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await signedIn(elsewhere.page)
})

test('a forgotten password: the code in the mail does the same as its link, and Buy Now continues', async () => {
  const { email } = await signUp(market)
  const { page } = await market.visitor()
  await page.goto('/product/PRD00001')
  await page.getByRole('button', { name: 'Buy Now' }).click()
  await page.waitForURL('**/authentication?*')
  await requestMail(page, 'Forgot password?', email, page.url())
  const { code } = await messageTo(market, email)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await chooseNewPassword(page)
  await page.waitForURL(`${market.origin}/product/PRD00001`)
  await page.getByRole('link', { name: 'Proceed to Checkout' }).waitFor()
})

test('a link that was used or opened in another browser is explained, and the address is cleaned', async () => {
  const { email } = await signUp(market)
  const { page } = await market.visitor()
  await requestMail(page, 'Forgot password?', email)
  const { link } = await messageTo(market, email)

  const other = await market.visitor()
  await followLink(other.page, { link })
  const elsewhere = 'This link only works in the browser where you requested it.'
  await other.page.getByRole('main').getByText(elsewhere).waitFor()
  await heading(other.page, 'Reset your password')
  expect(new URL(other.page.url()).search).toBe('?step=forgot-password&from=%2Fproduct%2FPRD00001')

  await page.goto(link)
  await page.getByRole('alert').getByText(linkPageMessages.over).waitFor()
  await page.getByRole('link', { name: linkPageMessages.requestNew }).click()
  await heading(page, 'Reset your password')
})

test('text in an address is never shown, and another user’s session does not replace the present one', async () => {
  const [person, stranger] = [await signUp(market), await signUp(market)]
  const { page } = await market.visitor()
  await page.goto('/authentication#error=server_error&error_description=Please+call+555+0100')
  await page.getByRole('main').getByText("We couldn't sign you in with this link. Please try again.").waitFor()
  expect(await page.getByText('555 0100').count()).toBe(0)
  const tokens = ({ token, refresh_token }: typeof person) =>
    `/authentication#access_token=${token}&refresh_token=${refresh_token}&expires_in=3600&token_type=bearer`
  await page.goto('/robots.txt')
  await page.goto(tokens(person))
  await signedIn(page)
  await page.goto('/robots.txt')
  await page.goto(tokens(stranger))
  await page.getByText("You're signed in to another account.").waitFor()
  await page.waitForURL(`${market.origin}/`)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByText(person.email).waitFor()
})

test('signing in by an emailed code: a pasted code with spaces works, a wrong one is refused', async () => {
  const { email } = await signUp(market)
  const { page, context, pageErrors } = await market.visitor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await requestMail(page, 'Email me a code', email.toUpperCase())
  const { code } = await messageTo(market, email)
  const field = page.getByLabel('Code')
  await expect.poll(() => field.getAttribute('autocomplete')).toBe('one-time-code')

  await field.fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('form').getByText('This code is wrong or has expired.').waitFor()

  await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${code.slice(0, 3)} ${code.slice(3)} `)
  await field.fill('')
  await field.press('ControlOrMeta+V')
  await expect.poll(() => field.inputValue()).toBe(code)
  await field.press('Enter')
  await page.getByText('Successfully signed in!').waitFor()
  await page.waitForURL(`${market.origin}/product/PRD00001`)
  await signedIn(page)
  expect(pageErrors.filter((text) => !/403/.test(text))).toEqual([])
})

test('an unknown address gets the same message, and no mail', async () => {
  const { page } = await market.visitor()
  await requestMail(page, 'Email me a code', 'nobody-at-all@example.com')
  await page.getByText("If this address has an account, we've emailed it a code.").waitFor()
  const outbox = await market.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })
  expect(outbox.body).not.toContain('nobody-at-all@example.com')
})

test('the link in the mail signs in as well, in the browser that requested it, also after a request for another mail', async () => {
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
  // Every tab of this browser knows.
  await page.bringToFront()
  await page.waitForURL(`${market.origin}/product/PRD00001`)
})

test('the sign-up form is checked in the browser first, and keeps its values when the connection fails', async () => {
  const { page } = await market.visitor()
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/(auth|rest)\/v1\/(signup|token|users)/.test(request.url())) calls.push(request.url())
  })
  await page.goto('/authentication')
  await page.getByRole('button', { name: "Don't have an account?" }).click()
  const submit = page.getByRole('button', { name: 'Sign up', exact: true })
  const alerts = page.locator('form').getByRole('alert')
  await submit.click()
  await expect.poll(() => alerts.count()).toBe(4)
  const name = page.getByLabel('Display Name')
  await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)

  const typed = { 'Display Name': 'Ada', Email: 'ada', Password: 'short', 'Confirm Password': 'shorter' }
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
  await expect
    .poll(() => alerts.allInnerTexts())
    .toEqual([
      'Please enter an email address like name@example.com.',
      'Please use at least 8 characters.',
      'Passwords do not match',
    ])
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a long enough phrase')
  await expect.poll(() => alerts.allInnerTexts()).toEqual(['Passwords do not match'])
  await submit.click()
  await page.locator('[aria-live]').getByText('Passwords do not match').waitFor()
  expect(calls).toEqual([])

  // The password is corrected to match, not its confirmation.
  await page.getByLabel('Password', { exact: true }).fill('the shorter phrase')
  await page.getByLabel('Confirm Password').fill('a long enough phrase')
  await page.getByLabel('Password', { exact: true }).fill('a long enough phrase')
  await expect.poll(() => alerts.count()).toBe(0)
  await page.getByRole('radio', { name: 'Seller' }).check()
  await page.context().setOffline(true)
  await submit.click()
  await alerts.getByText('Failed to check existing user').waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('ada@example.com')
  await expect.poll(() => page.getByLabel('Confirm Password').inputValue()).toBe('a long enough phrase')
  await expect.poll(() => page.getByRole('radio', { name: 'Seller' }).isChecked()).toBe(true)
  // Switching to the other form keeps it as well.
  await page.getByRole('button', { name: 'Already have an account?' }).click()
  await page.getByRole('button', { name: "Don't have an account?" }).click()
  await expect.poll(() => name.inputValue()).toBe('Ada')
})

test('when the rules of a form cannot be loaded the server alone checks it', async () => {
  const { email, password } = await signUp(market)
  const { page } = await market.visitor()
  await page.route('**/assets/form-schema-*', (route) => route.abort())
  await page.goto('/authentication')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('the wrong phrase')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('form').getByText('Invalid login credentials').waitFor()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await signedIn(page)
})

test('the form has the specified order of fields, and no other ways without providers', async () => {
  const { page } = await market.visitor()
  await page.goto('/authentication')
  const labels = () => page.locator('form label').allTextContents()
  await expect.poll(() => labels()).toEqual(['Email', 'Password'])
  await page.getByRole('button', { name: "Don't have an account?" }).click()
  await expect
    .poll(() => labels())
    .toEqual(['Display Name', 'Email', 'Password', 'Confirm Password', 'Buyer', 'Seller'])
  expect(await page.getByRole('list', { name: 'Other ways to sign in' }).count()).toBe(0)
})

test('the steps are accessible and fit 320 pixels, light and dark', async () => {
  const { page } = await market.visitor({ viewport: { width: 320, height: 640 } })
  for (const step of ['', '?step=forgot-password', '?step=email-code', '?step=confirm-email']) {
    await page.goto(`/authentication${step}`)
    await page.getByLabel('Email').waitFor()
    await quietNetwork(page)
    await expectAccessible(page)
  }
})

test('before hydration a password is sent nowhere, least of all in an address', async () => {
  const { page } = await market.visitor({ javaScriptEnabled: false })
  await page.goto('/authentication')
  await expect.poll(() => page.getByRole('main').textContent()).toContain('This page needs JavaScript.')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill('a long enough phrase')
  await page.getByLabel('Password').press('Enter')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => page.locator('form:has([type=password])').getAttribute('method')).toBe('dialog')
  expect(page.url()).toBe(`${market.origin}/authentication`)
})
