import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'

// A buyer who cannot or does not want to pay as first chosen.

let market: Market
beforeAll(async () => {
  market = await openMarket(() => ({ payments: 'sandbox', sandbox: 'calm' }))
})
afterAll(() => market?.close())

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' })
const confirmed = (page: Page) => page.getByRole('heading', { level: 1, name: 'Order Confirmed!' }).waitFor()

async function atCheckout() {
  const visitor = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  await visitor.page.goto('/checkout')
  await placeOrder(visitor.page).waitFor()
  await visitor.page.getByText('Test mode: no real money moves.').waitFor()
  return visitor
}

test('a bank’s page that is left with Back, then PayPal: one press pays and orders', async () => {
  const { page, pageErrors } = await atCheckout()
  await page.getByLabel('Card number', { exact: true }).fill('4000 0000 0000 3220')
  await placeOrder(page).click()
  await page.waitForURL('**/sandbox/step/*')
  const step = page.url()
  await page.getByRole('heading', { level: 1, name: 'Confirm your payment' }).waitFor()
  await page.goBack()
  await page.getByRole('radio', { name: 'PayPal' }).check()
  await placeOrder(page).click()
  await confirmed(page)
  await page
    .getByText(/^PayPal/)
    .first()
    .waitFor()
  const other = await page.context().newPage()
  await other.goto(step)
  await other.getByText('There is nothing left to do on this page.').waitFor()
  // The first press with PayPal was refused: nothing came of its key.
  expect(pageErrors.filter((text) => !text.includes('status of 422'))).toEqual([])
})

test('a bank’s page whose tab is closed, then another card: one press orders', async () => {
  const { page } = await atCheckout()
  const card = (at: Page) => at.getByLabel('Card number', { exact: true })
  await card(page).fill('4000 0000 0000 3220')
  await placeOrder(page).click()
  await page.waitForURL('**/sandbox/step/*')
  const other = await page.context().newPage()
  await page.close()
  await other.goto('/checkout')
  await card(other).fill('4242 4242 4242 4242')
  await placeOrder(other).click()
  await confirmed(other)
})
