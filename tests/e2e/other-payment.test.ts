import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'

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

test('the checkout says before the press that an amount is too small or too large for a card, and takes a transfer', async () => {
  for (const [product_price, quantity, limit] of [
    [0.2, 2, 'Cards and PayPal take at least $0.50.'],
    [600_000, 2, 'Cards and PayPal take at most $999,999.99.'],
  ] as const) {
    const { product_id } = await buildProduct(market, { product_price })
    const { page } = await signedInVisitor(market, { cart: { [product_id]: quantity } })
    await page.goto('/checkout')
    const note = page.locator('#main').getByText(`${limit} Please pay in another way, or change your cart.`)
    await note.waitFor()
    await page.getByRole('radio', { name: 'PayPal' }).check()
    await note.waitFor()
    const refused = page.waitForResponse((response) => response.status() === 409)
    await placeOrder(page).click()
    await refused
    await note.waitFor()
    await page.getByRole('radio', { name: 'Bank transfer' }).check()
    await placeOrder(page).click()
    await confirmed(page)
  }
})

test('a page that the browser brings back as it was left can order', async () => {
  const { page } = await atCheckout()
  await page.getByLabel('Card number', { exact: true }).fill('4000 0000 0000 3220')
  await page.route('**/sandbox/step/*', (route) => route.abort('aborted'))
  await placeOrder(page).click()
  await page.waitForFunction(() => document.querySelector('button[type=submit][aria-busy=true]'))
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.getByRole('radio', { name: 'Bank transfer' }).check()
  await placeOrder(page).click()
  await confirmed(page)
})
