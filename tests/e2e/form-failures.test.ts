import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { adminVisitor } from '../support/admin.ts'
import { checkout } from '../support/api.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { drawPng } from '../support/product-form.ts'
import { buildProduct } from '../support/products.ts'

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
    const alert = page
      .locator('form')
      .filter({ has: page.getByRole('button', { name: submit, exact: true }) })
      .getByRole('alert')
      .filter({ hasText: FAILED })
    await alert.getByRole('button', { name: 'Retry' }).waitFor()
    // The toast stands beside it, and is not read a second time.
    expect(await page.locator('main ~ * [role=alert]').count(), name).toBe(0)
    await expect.poll(() => button.getAttribute('aria-busy'), { message: name }).toBeNull()
    await page.unrouteAll({ behavior: 'wait' })
    for (const [field, text] of fields) await expect.poll(() => field.inputValue(), { message: name }).toBe(text)
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
  await page.goto('/dashboard?tab=security')
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

/** Lets all writes fail, presses a button, and retries where the failure stands. */
async function isRetried(page: Page, press: () => Promise<void>, failure: string, done: string) {
  await page.route(/\/(auth\/v1|api|storage\/v1)\//, (route) =>
    route.request().method() === 'GET' && !route.request().url().includes('.csv')
      ? route.fallback()
      : route.fulfill({ status: 500, json: {} }),
  )
  await press()
  const alert = page.getByRole('alert').filter({ hasText: failure })
  const retry = alert.getByRole('button', { name: 'Retry' })
  await retry.waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await retry.click()
  await page.getByText(done).first().waitFor()
  await alert.waitFor({ state: 'detached' })
}

test('what an admin does to accounts, products and files', async () => {
  const { email } = await signedInVisitor(market)
  const { page } = await adminVisitor(market)
  const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click()
  await page.goto(`/admin/users?q=${email}`)
  await isRetried(
    page,
    async () => {
      await page.getByRole('button', { name: 'Suspend' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click()
    },
    'Failed to suspend',
    'Account suspended',
  )
  await isRetried(
    page,
    () => page.getByRole('button', { name: 'Reinstate' }).click(),
    'Failed to reinstate',
    'Account reinstated',
  )
  await page.goto('/admin/products?q=PRD00001')
  await isRetried(page, press('Export CSV'), "We couldn't create the file", '1 product')
})

test('the profile picture and the logout', async () => {
  const { page } = await signedInVisitor(market)
  await page.goto('/dashboard')
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await drawPng('#3a3') }
  await isRetried(
    page,
    () => page.getByLabel('Profile picture', { exact: true }).setInputFiles(picture),
    'picture',
    'Profile picture updated successfully!',
  )
  const logOut = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
  }
  await isRetried(page, logOut, 'Failed to sign out', 'Logged out successfully')
})

test('what is wrong in a dialog stands at its field, which takes the focus', async () => {
  const { page, user_id } = await signedInVisitor(market, { role: 'seller' })
  const { product_id } = await buildProduct(market, { seller_id: user_id, product_name: 'Brass Lantern' })
  const { headers } = await signedInVisitor(market, { cart: { [product_id]: 2 } })
  const placed = await market.app.inject({ method: 'POST', url: '/api/orders', headers, payload: checkout })
  const orderId = placed.json<{ order_id: string }>().order_id
  await page.goto('/seller/orders?view=accept')
  await page.getByRole('region', { name: orderId }).locator('summary').focus()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: `Send ${orderId}-` })
  const [carrier, units] = [dialog.getByLabel('Carrier'), dialog.getByLabel('Brass Lantern')]
  const problems = () => dialog.getByRole('alert').allTextContents()
  const isAt = (field: Locator) =>
    field.evaluate((found) => found === document.activeElement && found.getAttribute('aria-invalid') === 'true')
  await units.fill('3')
  // Said once a field is left.
  await expect.poll(problems).toEqual([])
  await page.keyboard.press('Shift+Tab')
  await expect.poll(problems).toEqual(['Enter a whole number from 0 to 2.'])
  await page.keyboard.press('Enter')
  await expect.poll(() => isAt(carrier)).toBe(true)
  expect(await carrier.evaluate((field) => (field as HTMLInputElement).form?.noValidate)).toBe(true)
  expect(await problems()).toEqual(['Choose or enter a carrier.', 'Enter a whole number from 0 to 2.'])
  expect(await violationsOf(page, 'every')).toEqual([])
  await carrier.fill('DHL')
  await units.fill('0')
  await dialog.getByLabel('Expected on').focus()
  // A month alone.
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await expect.poll(() => isAt(dialog.getByLabel('Expected on'))).toBe(true)
  expect(await problems()).toEqual(['Enter day, month and year.', 'Enter at least one unit.'])
  await dialog.getByLabel('Expected on').fill('2099-01-02')
  await units.fill('1')
  await expect.poll(problems).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('1 order marked as sent').waitFor()
})
