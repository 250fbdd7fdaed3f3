import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderMessages } from '../../shared/orders/messages.ts'
import { violationsOf } from '../support/accessibility.ts'
import { adminVisitor, placeOrder } from '../support/admin.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

test('the checkout asks before it is left, except between Place Order and the confirmation, and offers its draft', async () => {
  const buyer = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  const { page, context } = buyer
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.goto('/checkout')
  await page.getByLabel('City').fill('Leeds')
  await page
    .getByRole('link', { name: /\bcart\b/i })
    .first()
    .click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Leeds')
  await page.close()

  const tab = await context.newPage()
  const asksWhenClosed = () => tab.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await tab.goto('/checkout')
  await tab.getByRole('button', { name: 'Restore' }).waitFor()
  expect(await violationsOf(tab)).toEqual([])
  expect(await asksWhenClosed()).toBe(false)
  await tab.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => tab.getByLabel('City').inputValue()).toBe('Leeds')
  expect(await asksWhenClosed()).toBe(true)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await tab.route('**/api/orders', async (route) => {
    await held
    await route.continue()
  })
  const sent = tab.waitForRequest('**/api/orders')
  await tab.getByRole('button', { name: 'Place Order' }).click()
  await sent
  expect(await asksWhenClosed()).toBe(false)
  release()
  await tab.waitForURL('**/order-confirmation/**')
  await expect.poll(() => tab.getByRole('alertdialog').count()).toBe(0)
  await expect.poll(() => tab.evaluate(() => localStorage.getItem('form-drafts'))).toBeNull()

  const order = await placeOrder(market, buyer)
  await tab.goto(`/order-confirmation/${order}`)
  await tab.getByRole('button', { name: 'Add a shipping address' }).click()
  await tab.getByLabel('City').fill('York')
  await tab.close()
  const last = await context.newPage()
  await last.goto(`/order-confirmation/${order}`)
  await last.getByRole('button', { name: 'Add a shipping address' }).click()
  await last.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => last.getByLabel('City').inputValue()).toBe('York')
  expect(await violationsOf(last)).toEqual([])
  await last.getByRole('button', { name: orderMessages.saveAddress }).click()
  await last.getByText(orderMessages.addressAdded).waitFor()
  await expect.poll(() => last.getByRole('button', { name: orderMessages.addAddress }).count()).toBe(0)
})

test("an admin's chosen state and its reason outlast a reload, and are not left without a question", async () => {
  const order = await placeOrder(market, await signedInVisitor(market))
  const { page } = await adminVisitor(market)
  const reason = page.getByLabel('Reason (optional)')
  const state = page.getByRole('region', { name: `Order #${order}` }).getByRole('combobox')
  await page.goto(`/admin/orders?track=${order}`)
  await state.selectOption('Confirmed')
  await reason.fill('Sent by hand')
  await page.reload()
  await expect.poll(() => reason.inputValue()).toBe('Sent by hand')
  await expect.poll(() => state.inputValue()).toBe('confirmed')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Update Status' }).click()
  await page
    .getByText(/status updated/i)
    .first()
    .waitFor()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('form-drafts'))).toBeNull()
  await expect.poll(() => state.inputValue()).toBe('confirmed')
})
