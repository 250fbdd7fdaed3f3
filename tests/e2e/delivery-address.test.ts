import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' })
const addAddress = (page: Page) => page.getByRole('button', { name: 'Add a shipping address' })
const typed = (page: Page, label: string) => page.getByLabel(label).inputValue()
const NOTE = 'No shipping address yet. You can also add it after ordering.'

test('an order without an address gets one later, and the next checkout offers it', async () => {
  const { page, headers } = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  await page.goto('/checkout')
  await page.getByText(NOTE).waitFor()
  await placeOrder(page).click()
  await page.getByRole('heading', { level: 1, name: 'Order Confirmed!' }).waitFor()
  const orderId = new URL(page.url()).pathname.split('/').at(-1)

  // What is typed outlasts a failure and a reload.
  await addAddress(page).click()
  await page.getByLabel('Address', { exact: true }).fill('1 Long Road')
  await page.getByLabel('City').fill('Leeds')
  await page.route('**/shipping-address', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByRole('alert').getByText('Failed to add the address', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.unroute('**/shipping-address')
  const limit = { code: 'write_limit', message: 'Limit', details: { limit: 600, minutes: 7 } }
  await page.route('**/shipping-address', (route) => route.fulfill({ status: 429, json: limit }))
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('alert').getByText('You have made 600 changes within an hour').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
  await page.unroute('**/shipping-address')
  await page.goto(`/order-tracking?orderId=${orderId}`)
  await addAddress(page).click()
  await expect.poll(() => typed(page, 'City')).toBe('Leeds')
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('Shipping address added.').waitFor()
  await page.getByText('1 Long Road').waitFor()
  await expect.poll(() => addAddress(page).count()).toBe(0)

  await market.app.inject({ method: 'POST', url: '/api/cart/items', headers, payload: { product_id: 'PRD00002' } })
  await page.goto('/checkout')
  await page.getByText(NOTE).waitFor()
  await page.getByRole('button', { name: 'Use the address of your last order' }).click()
  await expect.poll(() => Promise.all([typed(page, 'Address'), typed(page, 'City')])).toEqual(['1 Long Road', 'Leeds'])
  await expect.poll(() => page.getByText(NOTE).count()).toBe(0)
  await page.reload()
  await page.getByLabel('City').waitFor()
  await expect.poll(() => typed(page, 'City')).toBe('Leeds')
  await placeOrder(page).click()
  await page.getByRole('heading', { level: 1, name: 'Order Confirmed!' }).waitFor()
  await expect.poll(() => addAddress(page).count()).toBe(0)
})

test('an order that is no longer pending takes no address, and says so', async () => {
  const { page, user_id } = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  await page.goto('/checkout')
  await placeOrder(page).click()
  await addAddress(page).click()
  await page.getByLabel('City').fill('Leeds')
  await market.db.updateTable('orders').set({ order_state: 'confirmed' }).where('buyer_id', '=', user_id).execute()
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByText('This order can no longer be changed.').first().waitFor()
})
