import { expect, test } from 'vitest'
import type { OrderState } from '../../shared/orders/constants.ts'
import type { Order } from '../../shared/orders/schema.ts'
import {
  expectAccessibleToFit,
  expectDialogFits,
  isFocused,
  violationsInBothSchemes,
} from '../support/accessibility.ts'
import { signUp } from '../support/accounts.ts'
import { addToCart, postOrder } from '../support/api.ts'
import { marketOfFile } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { asBuyer, delivered } from '../support/returns.ts'
import { goWithin } from '../support/shop-page.ts'
import { type SignedIn, signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

async function order(buyer: SignedIn, state: OrderState = 'pending'): Promise<Order> {
  const body = { shipping_address: { fullName: 'Sample User', city: 'Porto' }, payment_method: 'paypal' }
  const { body: placed } = await postOrder(market, buyer, body)
  await market.db.updateTable('orders').set({ order_state: state }).where('order_id', '=', placed.order_id).execute()
  return placed
}

test('a buyer prints a receipt of each seller, with the seller’s legal details', async () => {
  const seller = await signUp(market, { role: 'seller' })
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
  // A receipt of one line fits one sheet in each paper size.
  for (const format of ['A4', 'Letter', 'A5']) {
    const sheets = (await page.pdf({ format })).toString('latin1').match(/\/Type \/Page\b/g)
    expect([format, sheets?.length]).toEqual([format, 1])
  }
  // Legal details changed later appear only on later receipts.
  await market.db
    .updateTable('seller_pages')
    .set({ legal_name: 'Elm Ltd', legal_number: '' })
    .where('seller_id', '=', seller.user_id)
    .execute()
  await page.reload()
  await page.getByText('Registration or VAT number: GB 123').waitFor()
  await page.getByText('Oak & Sons Ltd').waitFor()
  expect(await page.getByText('Elm Ltd').count()).toBe(0)
  await asBuyer(market, buyer, order_id, 'cancel', { revision: 1 })
  await page.reload()
  await page.getByText(/^Everything was cancelled on .+\. There is nothing to pay for it\.$/).waitFor()
  await page.getByRole('article').getByText('2 × Oak desk').waitFor()
  expect(await page.getByRole('article').textContent()).not.toContain('$')
  expect(await violationsInBothSchemes(page)).toEqual([])
})

test('axe finds nothing on the pages of an order, which fit every screen with the highest amounts', async () => {
  const { product_id } = await buildProduct(market, { product_price: 9_999_999.99 })
  const buyer = await signedInVisitor(market, { cart: { PRD00001: 1, [product_id]: 999 } })
  const { page } = buyer
  const { order_id } = await order(buyer, 'confirmed')
  await addToCart(market, buyer, product_id, 999)
  await expectAccessibleToFit(page, [['/cart', 'Clear Cart'], ...pagesOf(order_id)])
})

/** Every page about an order, with a text that shows that it has loaded. */
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

/** Longer than a line, without a place to break. */
const NAME = `Brass Lantern ${'Unbreakable'.repeat(9)}`

/** Returns an order of two units that the seller has shipped and the buyer received. */
async function receivedOrder() {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const product = await buildProduct(market, { seller_id: seller.user_id, product_name: NAME })
  const buyer = await signedInVisitor(market)
  const id = await delivered(market, { buyer, seller }, [[product, 2]])
  return { seller, buyer, id, product_id: product.product_id }
}

test('a buyer returns goods by keyboard, from the order to the seller’s list and back', async () => {
  const { seller, buyer, id, product_id } = await receivedOrder()
  const shop = buyer.page
  await shop.goto(`/product/${product_id}`)
  await shop.getByText('Within 30 days of delivery, from your order').waitFor()
  await goWithin(shop, `/order-tracking?orderId=${id}`)
  const sellerOrder = shop.getByRole('region', { name: 'From Sample User' })
  await sellerOrder.getByText('You can return items until').waitFor()
  // The times of placing, acceptance and delivery.
  expect(await shop.getByRole('list', { name: 'Order progress' }).getByRole('time').count()).toBe(3)
  await sellerOrder.getByRole('button', { name: 'Return items' }).press('Enter')
  const dialog = shop.getByRole('dialog')
  const units = dialog.getByLabel(/up to 2/)
  await isFocused(units)
  await expect.poll(() => units.inputValue()).toBe('1')
  // No reason is preselected: the seller would take it for the buyer's own.
  await dialog.getByRole('button', { name: 'Request return' }).press('Enter')
  await dialog.getByRole('alert').getByText('Choose a reason for your return.').waitFor()
  await dialog.getByLabel('Reason').selectOption('Not as described')
  await dialog.getByLabel('Note to the seller').fill('It is tin.')
  // The selection survives a failed request, and the same button retries.
  await shop.route('**/returns', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Request return' }).press('Enter')
  await dialog.getByRole('alert').waitFor()
  await expectDialogFits(shop)
  await shop.unroute('**/returns')
  await dialog.getByRole('button', { name: 'Request return' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const returns = sellerOrder.getByRole('list', { name: `Returns of ${id}-1` })
  await returns.getByText('Return requested').waitFor()
  await shop.getByText('You asked Sample User to take back 1 unit.').waitFor()

  const { page } = seller
  await page.goto('/seller/orders?view=returns')
  const row = page.getByRole('region', { name: id })
  await row.getByText('Return requested').waitFor()
  await row.locator('summary').press('Enter')
  await row.getByText('"It is tin."').waitFor()
  await row.getByRole('button', { name: 'Accept return' }).press('Enter')
  const where = page.getByRole('dialog').getByLabel('Where and how to send it')
  await where.fill('Returns\n1 Harbor Street')
  await page.getByRole('dialog').getByRole('button', { name: 'Accept return' }).press('Enter')
  await page.getByText('Return accepted.', { exact: true }).waitFor()

  await shop.reload()
  await returns.getByText('1 Harbor Street').waitFor()
  await returns.getByRole('button', { name: 'Add tracking' }).press('Enter')
  await dialog.getByLabel('Carrier').fill('DHL')
  await dialog.getByLabel('Tracking number').fill('R99')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await returns.getByText('Return on its way').waitFor()
  await returns.getByRole('link', { name: 'Track on www.dhl.com' }).waitFor()

  await page.reload()
  await row.getByText('Return on its way').waitFor()
  await row.locator('summary').press('Enter')
  await row.getByRole('button', { name: 'Record what came back' }).press('Enter')
  const receiving = page.getByRole('dialog')
  await receiving.getByRole('group', { name: 'Of these, units' }).getByRole('spinbutton').fill('0')
  await receiving.getByText(/1 unit/).waitFor()
  await expectDialogFits(page)
  await receiving.getByRole('button', { name: 'Record' }).press('Enter')
  await page.getByText('1 unit recorded as returned.').waitFor()
  // The return is complete.
  await page.getByText('No returns').waitFor()

  await shop.reload()
  await returns.getByText('Return received').waitFor()
  // The other unit can still be returned.
  await sellerOrder.getByRole('button', { name: 'Return items' }).waitFor()
  await expectDialogFits(shop)
  expect([...buyer.pageErrors, ...seller.pageErrors].filter((text) => !/status of 400/.test(text))).toEqual([
    'Failed to load resource: net::ERR_FAILED',
  ])
})
