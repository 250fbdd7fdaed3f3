import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderState } from '../../shared/orders/constants.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { expectAccessibleToFit, violationsInBothSchemes } from '../support/accessibility.ts'
import { type SignedIn, signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

async function order({ headers }: SignedIn, state: OrderState = 'pending'): Promise<Order> {
  const payload = { shipping_address: { fullName: 'Sample User', city: 'Porto' }, payment_method: 'paypal' }
  const response = await market.app.inject({ method: 'POST', url: '/api/orders', headers, payload })
  const placed = response.json<Order>()
  await market.db.updateTable('orders').set({ order_state: state }).where('order_id', '=', placed.order_id).execute()
  return placed
}

test('a buyer prints a receipt for each seller, with what the seller declares; others cannot read it', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { product_id } = await buildProduct(market, {
    seller_id: seller.user_id,
    product_name: 'Oak desk',
    product_price: 120.5,
  })
  await market.db
    .updateTable('seller_pages')
    .set({ legal_name: 'Oak & Sons Ltd', legal_number: 'GB 123' })
    .where('seller_id', '=', seller.user_id)
    .execute()
  const buyer = await signedInVisitor(market, { cart: { [product_id]: 2 } })
  const { order_id } = await order(buyer)
  const { page } = buyer
  await page.goto(`/order-tracking?orderId=${order_id}`)
  await page.getByRole('link', { name: /^Receipt from/ }).click()
  await page.getByRole('heading', { level: 1, name: `Receipt ${order_id}-1` }).waitFor()
  for (const text of ['Oak & Sons Ltd', 'Registration or VAT number: GB 123', 'Porto', 'PayPal'])
    await page.getByText(text).first().waitFor()
  await expect.poll(() => page.getByRole('article').textContent()).toContain('Total$241.00')
  await page.getByRole('button', { name: 'Print' }).waitFor()
  // One line is one sheet, on paper of each size.
  for (const format of ['A4', 'Letter', 'A5']) {
    const sheets = (await page.pdf({ format })).toString('latin1').match(/\/Type \/Page\b/g)
    expect([format, sheets?.length]).toEqual([format, 1])
  }
  // What the seller declares later is on later receipts.
  await market.db
    .updateTable('seller_pages')
    .set({ legal_name: 'Elm Ltd', legal_number: '' })
    .where('seller_id', '=', seller.user_id)
    .execute()
  await page.reload()
  await page.getByText('Registration or VAT number: GB 123').waitFor()
  await page.getByText('Oak & Sons Ltd').waitFor()
  expect(await page.getByText('Elm Ltd').count()).toBe(0)
  const { headers } = buyer
  const url = `/api/orders/${order_id}/seller-orders/1/cancel`
  await market.app.inject({ method: 'POST', url, headers, payload: { revision: 1 } })
  await page.reload()
  await page.getByText(/^Everything was cancelled on .+\. There is nothing to pay for it\.$/).waitFor()
  await page.getByRole('article').getByText('2 × Oak desk').waitFor()
  expect(await page.getByRole('article').textContent()).not.toContain('$')
  expect(await violationsInBothSchemes(page)).toEqual([])
  await page.goto(`/order-receipt/${order_id}/9`)
  await page.getByText('Enter valid order id!').waitFor()
  const rival = await signedInVisitor(market)
  await rival.page.goto(`/order-receipt/${order_id}/1`)
  await rival.page.getByText("You don't have permission to view this order.").waitFor()
})

test('an order that is paid elsewhere is asked for once after a cancellation', async () => {
  const buyer = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  const { order_id } = await order(buyer)
  const { page } = buyer
  await page.clock.install()
  await page.goto(`/order-tracking?orderId=${order_id}`)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  let asked = 0
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith(`/api/orders/${order_id}`)) asked++
  })
  await page.getByRole('dialog').getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel this part' }).click()
  await page.getByText('This part of your order was cancelled.').first().waitFor()
  await expect.poll(() => asked).toBe(1)
  await page.clock.runFor(10_000)
  // What is asked after this is asked after all that was due.
  await page.evaluate(() => fetch('/healthz'))
  expect(asked).toBe(1)
})

test('axe finds nothing on the pages of an order, which fit every screen with the highest amounts', async () => {
  const { product_id } = await buildProduct(market, { product_price: 9_999_999.99 })
  const buyer = await signedInVisitor(market, { cart: { PRD00001: 1, [product_id]: 999 } })
  const { page, headers } = buyer
  const { order_id } = await order(buyer, 'confirmed')
  await market.app.inject({ method: 'POST', url: '/api/cart/items', headers, payload: { product_id, quantity: 999 } })
  await expectAccessibleToFit(page, [['/cart', 'Clear Cart'], ...pagesOf(order_id)])
})

/** Every page about an order, with a text that is there once it is complete. */
function pagesOf(orderId: string) {
  return [
    ['/checkout', 'Place Order'],
    [`/order-confirmation/${orderId}`, 'Order Confirmed!'],
    [`/order-tracking?orderId=${orderId}`, 'Delivery and payment'],
    ['/order-tracking', 'Where is my order?'],
    [`/order-receipt/${orderId}/1`, 'Back to the order'],
    ['/dashboard', 'All Orders'],
  ] as const
}
