import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { adminVisitor } from '../support/admin.ts'
import { checkout } from '../support/api.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'

// The product form and ended sessions have tests of their own: seller-products.test.ts and drafts.test.ts.

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

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

test('the logout', async () => {
  const { page } = await signedInVisitor(market)
  await page.goto('/dashboard')
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
