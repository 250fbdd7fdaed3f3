import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fulfilmentMessages } from '../../shared/fulfilment/messages.ts'
import { actionMessages } from '../../shared/fulfilment/screen-messages.ts'
import { trackingMessages } from '../../shared/fulfilment/tracking-messages.ts'
import { expectAccessibleToFit, expectDialogFits, isFocused } from '../support/accessibility.ts'
import { addToCart, call, checkout } from '../support/api.ts'
import { asSeller, readAsBuyer } from '../support/fulfilment.ts'
import { marketOfFile } from '../support/market.ts'
import { errorsOf, goWithin } from '../support/shop-page.ts'
import { adminVisitor, openTrade, placeOrder } from '../support/signed-in.ts'

const market = marketOfFile()

/** Returns a seller with orders of one buyer, each of two units and of another seller's product. */
async function trade(orders = 2) {
  const ordered = { cart: { PRD00001: 1 }, quantity: 2 }
  const { seller, buyer, product_id, order_id } = await openTrade(market, ordered)
  const order_ids = [order_id]
  const { shipping_address } = checkout
  while (order_ids.length < orders) {
    await addToCart(market, buyer, 'PRD00001')
    order_ids.push(await placeOrder(market, buyer, { product_id, quantity: 2, shipping_address }))
  }
  return { seller, buyer, order_ids }
}

const row = (page: Page, orderId: string) => page.getByRole('region', { name: orderId })
const summaryOf = (page: Page, orderId: string) => row(page, orderId).locator('summary')
/** Returns true when an element has the focus: its removal would reset the focus to the top of the page. */
const hasFocus = (page: Page) => page.evaluate(() => document.activeElement !== document.body)
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: new RegExp(`^${name}`) })

async function follow(page: Page, name: string, text: string) {
  await view(page, name).focus()
  await page.keyboard.press('Enter')
  await page.locator('nav [aria-current=page]', { hasText: name }).waitFor()
  await page.locator('#main').getByText(text).first().waitFor()
}

test('a seller accepts, undoes and ships by keyboard; the buyer follows the package and confirms its arrival', async () => {
  const { seller, buyer, order_ids } = await trade()
  const [first = '', second = ''] = order_ids
  const { page } = seller
  await page.goto('/seller/orders?view=accept')
  await row(page, first).waitFor()
  await expect.poll(() => view(page, 'To accept').textContent()).toContain('2')
  // The oldest order is first.
  await page.keyboard.press('j')
  await isFocused(summaryOf(page, first))
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await page.keyboard.press('j')
  await isFocused(summaryOf(page, second))
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Accept 2' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('2 orders accepted').waitFor()
  const undo = page.getByRole('button', { name: 'Undo' })
  // In view at any scroll position.
  await page.setViewportSize({ width: 360, height: 320 })
  await summaryOf(page, second).scrollIntoViewIfNeeded()
  const bottom = () => undo.evaluate((button) => button.getBoundingClientRect().bottom)
  await expect.poll(bottom).toBeGreaterThan(240)
  await expect.poll(bottom).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1280, height: 900 })
  await isFocused(undo)
  await page.keyboard.press('Enter')
  await undo.waitFor({ state: 'detached' })
  await row(page, first).getByRole('button', { name: 'Accept' }).waitFor()

  await summaryOf(page, first).focus()
  await page.keyboard.press('a')
  await page.getByText('1 order accepted').waitFor()
  // The view can be left before the offer to undo ends.
  await follow(page, 'To send', first)
  await summaryOf(page, first).focus()
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: `Send ${first}-` })
  const carrier = dialog.getByLabel('Carrier')
  await isFocused(carrier)
  await carrier.fill('DHL')
  await dialog.getByLabel('Tracking number').fill('JJD0099')
  // Closing by key returns the focus.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await isFocused(summaryOf(page, first))
  await page.keyboard.press('s')
  await expect.poll(() => carrier.inputValue()).toBe('DHL')
  await carrier.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('1 order marked as sent').waitFor()
  await isFocused(undo)
  await follow(page, 'Sent', first)
  await summaryOf(page, first).focus()
  await page.keyboard.press('Enter')
  await row(page, first).getByText('JJD0099').waitFor()
  await expectDialogFits(page)

  const shop = buyer.page
  await shop.goto('/dashboard')
  await shop.getByText('1 of 2 packages sent').waitFor()
  await goWithin(shop, `/order-tracking?orderId=${first}`)
  const sellerOrder = shop.getByRole('region', { name: 'From Sample User' })
  await sellerOrder.getByText('On its way').waitFor()
  const link = sellerOrder.getByRole('link', { name: 'Track on www.dhl.com' })
  await expect.poll(() => link.getAttribute('rel')).toBe('noreferrer noopener')
  await sellerOrder.getByRole('button', { name: 'I received it' }).focus()
  await shop.keyboard.press('Enter')
  await sellerOrder.getByText('Delivered', { exact: true }).first().waitFor()
  await expect.poll(() => hasFocus(shop)).toBe(true)
  const happened = shop.getByRole('region', { name: 'What happened' })
  await happened.getByText('You received the package from Sample User.').waitFor()
  await happened.getByText('Sample User sent 2 units with DHL.').waitFor()
  expect(errorsOf(seller, buyer)).toEqual([])
})

test('the cancellation dialogs fit and are accessible, for the buyer and for the seller', async () => {
  const { seller, buyer, order_ids } = await trade()
  const [order_id = '', other = ''] = order_ids
  const { page: shop } = buyer
  await shop.goto(`/order-tracking?orderId=${order_id}`)
  const sellerOrder = shop.getByRole('region', { name: 'From Sample User' })
  await sellerOrder.getByRole('button', { name: trackingMessages.cancel, exact: true }).click()
  await shop.getByRole('button', { name: trackingMessages.cancelConfirm }).click()
  await shop.getByRole('dialog').getByText(trackingMessages.chooseUnits).waitFor()
  await expectDialogFits(shop)

  await asSeller(market, seller, order_id, 'confirm', { revision: 1 })
  const { seller_orders } = await readAsBuyer(market, buyer, order_id)
  const [ordered] = seller_orders.filter(({ seller: { name } }) => name === 'Sample User')
  if (!ordered) throw new Error('the seller has no order')
  const { number, revision, lines } = ordered
  const body = { revision, lines: lines.map(({ line_number }) => ({ line_number, quantity: 1 })), note: 'Twice' }
  await call(market, 'POST', `/api/orders/${order_id}/seller-orders/${number}/cancel`, { as: buyer, body })
  const { page } = seller
  await page.goto('/seller/orders?view=problem')
  const own = row(page, order_id)
  await own.locator('summary').getByText('Buyer asks to cancel').waitFor()
  // With the menu open the row has no room for columns.
  await page.setViewportSize({ width: 768, height: 900 })
  const cutOff = () => own.locator('summary').evaluate((summary) => summary.scrollWidth - summary.clientWidth)
  await expect.poll(cutOff).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 900 })
  await own.locator('summary').click()
  await own.getByRole('button', { name: actionMessages.decline }).click()
  await own.getByText(fulfilmentMessages.declineReasonNeeded).waitFor()
  await expectDialogFits(page)
  await page.goto('/seller/orders?view=accept')
  await summaryOf(page, other).click()
  await row(page, other).getByRole('button', { name: actionMessages.cancelUnits }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: actionMessages.allUnits, exact: true }).click()
  await expectDialogFits(page)
  await dialog.getByRole('button', { name: actionMessages.cancelUnits }).click()
  await dialog.waitFor({ state: 'detached' })
  // The focused element was removed with the row.
  await expect.poll(() => hasFocus(page)).toBe(true)
  expect(errorsOf(seller, buyer)).toEqual([])
})

test('a seller ships several orders with pasted numbers; packing slips and pages fit and are accessible', async () => {
  const { seller, order_ids } = await trade(3)
  const { page } = seller
  await page.goto('/seller/orders?view=accept')
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('link', { name: 'Print packing slips' }).click()
  for (const id of order_ids) await page.locator('figcaption', { hasText: new RegExp(`^${id}-[12]$`) }).waitFor()
  // Each slip is printed on its own page.
  await expect.poll(async () => (await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g)?.length).toBe(3)
  await page.goBack()
  await page.getByLabel(`Select ${order_ids[0]}`).waitFor()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const exported = await readFile(await (await coming).path(), 'utf8')
  for (const id of order_ids) expect(exported).toContain(id)
  await page.getByLabel(`Select ${order_ids[0]}`).check()
  await page.getByLabel(`Select ${order_ids[1]}`).check()
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send 2 orders' })
  await dialog.getByLabel('Carrier').fill('City Couriers')
  await dialog.getByLabel('Tracking numbers, one per line').fill('N-1\nN-2')
  await expectDialogFits(page)
  await dialog.getByRole('button', { name: 'Mark as sent' }).click()
  await page.getByText('2 orders marked as sent').waitFor()
  // An acceptance by mistake: all are undone.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => view(page, 'To send').textContent()).toContain('2')

  await expectAccessibleToFit(page, [[`/seller/orders/${order_ids.join(',')}`, `Packing slip ${order_ids[2]}`]])
})

test('an admin acts for the seller in the panel of an order', async () => {
  const { order_ids } = await trade(1)
  const [order_id = ''] = order_ids
  const visitor = await adminVisitor(market)
  const { page } = visitor
  await page.goto(`/admin/orders?track=${order_id}`)
  const sellerOrder = page
    .getByRole('list', { name: 'Seller orders' })
    .getByRole('listitem')
    .filter({ hasText: 'Sample User' })
  await sellerOrder.getByRole('button', { name: 'Accept' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).press('Enter')
  await sellerOrder.getByText('Confirmed').waitFor()
  await sellerOrder.getByRole('button', { name: 'Mark as sent' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Brass Lantern (2 left)').fill('1')
  await dialog.getByLabel('Carrier').fill('UPS')
  await dialog.getByRole('button', { name: 'Mark as sent' }).press('Enter')
  await sellerOrder.getByText('1 sent').waitFor()
  await sellerOrder.getByRole('button', { name: 'Take back' }).press('Enter')
  await dialog.getByText('1 unit can be sent again.').waitFor()
  await dialog.getByRole('button', { name: 'Take back' }).press('Enter')
  await sellerOrder.getByText('Taken back').waitFor()
  await expectDialogFits(page)
  await sellerOrder.getByRole('button', { name: 'Cancel units' }).press('Enter')
  await dialog.getByRole('button', { name: 'All', exact: true }).press('Enter')
  await dialog
    .getByText('This cancels 2 × Brass Lantern for $19.98. Tracked stock goes back up. The buyer gets an email.')
    .waitFor()
  await dialog.getByLabel('Reason').selectOption('Out of stock')
  await dialog.getByRole('button', { name: 'Cancel units' }).press('Enter')
  await sellerOrder.getByText('2 cancelled').waitFor()
  await expect.poll(() => hasFocus(page)).toBe(true)
  await page.getByLabel('Status', { exact: true }).last().selectOption('Delivered')
  await page.getByLabel('Reason (optional)').fill('Sent by hand')
  await page.getByRole('button', { name: 'Update Status' }).press('Enter')
  await page.getByText('Set manually. Based on its packages this order is pending.').waitFor()
  await page.getByRole('button', { name: 'Go back to automatic' }).press('Enter')
  await page.getByText('The order follows its packages again.').waitFor()
  await page.getByText('Set manually.').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Late' }).press('Enter')
  await page.waitForURL('**/admin/orders?problem=late')
  expect(errorsOf(visitor)).toEqual([])
  await goWithin(page, `/order-tracking?orderId=${order_id}`)
  await page.getByRole('button', { name: /^All \d+ events$/ }).click()
  await page.getByText('The buyer placed the order.').waitFor()
})
