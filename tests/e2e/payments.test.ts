import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'

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

test('an empty form pays and places the order', async () => {
  const { page, pageErrors } = await atCheckout()
  await placeOrder(page).click()
  await page.getByText('Order placed successfully!').waitFor()
  await confirmed(page)
  expect(pageErrors).toEqual([])
})

test('what is typed into the payment fields leaves the page in no request and stays in no storage', async () => {
  const { page } = await atCheckout()
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  const secrets = ['4000000000009995', '4000 0000 0000 9995', 'Typed Nameholder', '11/39', '7351']
  await page.getByLabel('Card number', { exact: true }).fill('4000 0000 0000 9995')
  await page.getByLabel('Name on card').fill('Typed Nameholder')
  await page.getByLabel('Expiry date').fill('11/39')
  await page.getByLabel('CVV').fill('7351')
  await placeOrder(page).click()
  await page
    .getByText('Your payment was declined: not enough funds. Nothing was ordered; your cart is unchanged.')
    .first()
    .waitFor()
  // The fields keep what was typed, for the next press.
  expect(await page.getByLabel('Name on card').inputValue()).toBe('Typed Nameholder')
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  for (const secret of secrets)
    expect(sent.filter((text) => text.includes(secret)).concat(stored.includes(secret) ? [stored] : [])).toEqual([])
  await page.getByLabel('Card number', { exact: true }).fill('')
  await placeOrder(page).click()
  await confirmed(page)
})

test('a bank’s confirmation by keyboard: refused, then approved', async () => {
  const { page, pageErrors } = await atCheckout()
  const card = page.getByLabel('Card number', { exact: true })
  await card.fill('4000 0000 0000 3220')
  await placeOrder(page).press('Enter')
  await page.waitForURL('**/sandbox/step/*')
  await page.getByRole('heading', { level: 1, name: 'Confirm your payment' }).waitFor()
  expect(await violationsOf(page, 'every')).toEqual([])
  await page.getByRole('button', { name: 'Refuse' }).press('Enter')
  await page.waitForURL('**/checkout')
  await page
    .getByText(/^Your payment was declined/)
    .first()
    .waitFor()
  await card.fill('4000 0000 0000 3220')
  await placeOrder(page).press('Enter')
  await page.waitForURL('**/sandbox/step/*')
  await page.getByRole('button', { name: 'Approve' }).press('Enter')
  await confirmed(page)
  expect(pageErrors.filter((text) => !text.includes('status of 402'))).toEqual([])
})

test('a step that is left waits, and the order follows once it is approved in another tab', async () => {
  const { page } = await atCheckout()
  await page.getByRole('radio', { name: 'PayPal' }).check()
  await page.getByLabel('PayPal email').fill('approve@example.com')
  await placeOrder(page).click()
  await page.waitForURL('**/sandbox/step/*')
  const step = page.url()
  await page.getByRole('button', { name: 'Close without an answer' }).click()
  await page.waitForURL('**/checkout/return?**')
  await page.getByText('Waiting for your bank…').waitFor()
  expect(await violationsOf(page, 'every')).toEqual([])
  const other = await page.context().newPage()
  await other.goto(step)
  await other.getByRole('button', { name: 'Pay', exact: true }).click()
  await confirmed(page)
})

test('a bank transfer places the order at once', async () => {
  const { page } = await atCheckout()
  await page.getByRole('radio', { name: 'Bank transfer' }).check()
  await placeOrder(page).click()
  await confirmed(page)
})

test('the checkout with its table of cards fits a phone', async () => {
  const { page } = await atCheckout()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByText('Test cards').first().click()
  await page.getByText('4000 0000 0000 0002').waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await violationsOf(page, 'every')).toEqual([])
})
