import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { adminVisitor } from '../support/admin.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket(() => ({ payments: 'sandbox', sandbox: 'calm' }))
})
afterAll(() => market?.close())

test('an admin opens a dispute on the page of the sandbox by keyboard', async () => {
  const { page: admins, pageErrors } = await adminVisitor(market)
  await admins.goto('/admin/sandbox')
  await admins.getByText('No payments yet').waitFor()
  const { page } = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.getByRole('heading', { level: 1, name: 'Order Confirmed!' }).waitFor()
  const orderId = page.url().split('/').at(-1) ?? ''
  await admins.getByText('Credit card', { exact: true }).waitFor()
  const menu = admins.getByRole('button', { name: orderId })
  await menu.press('Enter')
  await admins.getByRole('button', { name: 'Open a dispute' }).press('Enter')
  await admins.getByText('Played. Its events are on their way.').waitFor()
  await admins.getByText('succeeded, disputed').waitFor()
  expect(await violationsOf(admins, 'every')).toEqual([])
  await admins.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => admins.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await violationsOf(admins, 'every')).toEqual([])
  expect(pageErrors).toEqual([])
  await admins.goto(`/admin/payments?q=${orderId}`)
  await admins.getByText('Disputed', { exact: true }).first().waitFor()
})
