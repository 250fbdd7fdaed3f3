import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'

// The product form and ended sessions have tests of their own: seller-products.test.ts and drafts.test.ts.

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

/** How the server fails: not reached, broken, or with a refusal that the form does not know. */
const FAILURES: Record<string, (route: Route) => Promise<void>> = {
  offline: (route) => route.abort('internetdisconnected'),
  broken: (route) => route.fulfill({ status: 500, body: '<h1>Bad gateway</h1>', contentType: 'text/html' }),
  refused: (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'unknown_code', error_code: 'unknown_code', message: 'No', msg: 'No' },
    }),
}

const FAILED = /Please try again|Failed to|An unexpected error/

interface Form {
  submit: string
  /** What is typed, by label. */
  words: Record<string, string>
  /** The part of the page with the form. */
  inside?: (page: Page) => Locator
}

async function keepsItsWords(page: Page, { submit, words, inside = (one) => one.locator('body') }: Form) {
  const frame = inside(page)
  const button = frame.getByRole('button', { name: submit, exact: true })
  const fields = Object.entries(words).map(([label, text]) => [frame.getByLabel(label, { exact: true }), text] as const)
  for (const [field, text] of fields) await field.fill(text)
  for (const [name, fail] of Object.entries(FAILURES)) {
    await page.route(/\/(auth\/v1|api)\//, (route) =>
      route.request().method() === 'GET' ? route.fallback() : fail(route),
    )
    const sent = page.waitForRequest((request) => request.method() !== 'GET')
    await button.click()
    await sent
    await page.getByText(FAILED).first().waitFor()
    await expect.poll(() => button.getAttribute('aria-busy'), { message: name }).toBeNull()
    await page.unrouteAll({ behavior: 'wait' })
    for (const [field, text] of fields) expect(await field.inputValue(), name).toBe(text)
  }
}

test('sign-in, sign-up and the forgotten password', async () => {
  const { page } = await market.visitor()
  const email = `${crypto.randomUUID()}@example.com`
  await page.goto('/authentication')
  await keepsItsWords(page, { submit: 'Sign in', words: { Email: email, Password: 'a long phrase' } })
  await page.getByRole('button', { name: "Don't have an account?" }).click()
  await keepsItsWords(page, {
    submit: 'Sign up',
    words: { 'Display Name': 'Ada', Email: email, Password: 'a long phrase', 'Confirm Password': 'a long phrase' },
  })
  await page.goto('/authentication?step=forgot-password')
  await keepsItsWords(page, { submit: 'Send email', words: { Email: email } })
})

test('the checkout', async () => {
  const { page } = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  await page.goto('/checkout')
  await keepsItsWords(page, {
    submit: 'Place Order',
    words: {
      'Full name': 'Ada Lamb',
      Address: '1 High Street',
      City: 'Leeds',
      'Postal code': 'LS1',
      Country: 'England',
    },
  })
})

test('the profile and account security', async () => {
  const { page } = await signedInVisitor(market)
  await page.goto('/dashboard')
  const security = () => page.getByRole('region', { name: 'Account security' })
  await security().getByText('This device').waitFor()
  await keepsItsWords(page, {
    submit: 'Change email address',
    words: { 'New email address': 'new@example.com' },
    inside: security,
  })
  await keepsItsWords(page, {
    submit: 'Update Password',
    words: { 'New Password': 'another long phrase', 'Confirm New Password': 'another long phrase' },
    inside: security,
  })
  await security().getByRole('button', { name: 'Add authenticator app' }).click()
  await keepsItsWords(page, { submit: 'Continue', words: { Name: 'Work phone' }, inside: security })
})

test('the display name', async () => {
  const { page } = await signedInVisitor(market, { role: 'seller' })
  await page.goto('/seller/settings')
  await page.getByRole('button', { name: 'Edit display name' }).click()
  await keepsItsWords(page, { submit: 'Save', words: { 'Display Name': 'Ada of Leeds' } })
})
