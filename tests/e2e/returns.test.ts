import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsInBothSchemes } from '../support/accessibility.ts'
import { checkout } from '../support/api.ts'
import { type SignedIn, signedInVisitor } from '../support/buyer.ts'
import { sending } from '../support/fulfilment.ts'
import { type Market, openMarket } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

/** Longer than a line, without a place to break it. */
const NAME = `Brass Lantern ${'Unbreakable'.repeat(9)}`

/** Returns an order of two units that its seller has sent and its buyer received. */
async function receivedOrder(): Promise<{ seller: SignedIn; buyer: SignedIn; id: string; product_id: string }> {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_name: NAME })
  const buyer = await signedInVisitor(market, { cart: { [product_id]: 2 } })
  const post = async (url: string, { headers }: SignedIn, payload: object) =>
    (await market.app.inject({ method: 'POST', url, headers, payload })).json()
  const { order_id: id } = await post('/api/orders', buyer, checkout)
  const sent = await post(`/api/seller/orders/${id}/shipments`, seller, sending(1, [[1, 2]]))
  const { shipment_number } = sent.shipments[0]
  await post(`/api/orders/${id}/shipments/${shipment_number}/received`, buyer, { revision: 2 })
  return { seller, buyer, id, product_id }
}

/** Expects that axe finds nothing on the page as it is now, and that it and its dialog fit a screen of 320 px. */
async function expectFine(page: Page): Promise<void> {
  await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 320, height: 640 })
  const tooWide = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('[role=dialog]')].map(({ scrollWidth, clientWidth }) =>
        Math.max(0, scrollWidth - clientWidth),
      ),
    )
  await expect.poll(async () => Math.max(...(await tooWide()))).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('goods go back by keyboard, from the order of the buyer to the list of the seller and back', {
  timeout: 90_000,
}, async () => {
  const { seller, buyer, id, product_id } = await receivedOrder()
  const shop = buyer.page
  await shop.goto(`/product/${product_id}`)
  await shop.getByText('Within 30 days of delivery. Start a return from your order.').waitFor()
  await shop.goto(`/order-tracking?orderId=${id}`)
  const sellerOrder = shop.getByRole('region', { name: 'From Sample User' })
  await sellerOrder.getByText('You can return items until').waitFor()
  // When it was placed, accepted and delivered.
  expect(await shop.getByRole('list', { name: 'Order progress' }).getByRole('time').count()).toBe(3)
  await sellerOrder.getByRole('button', { name: 'Return items' }).press('Enter')
  const dialog = shop.getByRole('dialog')
  const units = dialog.getByLabel(/up to 2/)
  await expect.poll(() => units.evaluate((field) => field === document.activeElement)).toBe(true)
  await expect.poll(() => units.inputValue()).toBe('1')
  // None is chosen for the buyer: the seller would take it for the buyer's word.
  await dialog.getByRole('button', { name: 'Request return' }).press('Enter')
  await dialog.getByRole('alert').getByText('Choose a reason for your return.').waitFor()
  await dialog.getByLabel('Reason').selectOption('Not as described')
  await dialog.getByLabel('Note to the seller').fill('It is tin.')
  // What was chosen outlives a failed request, and the same button tries again.
  await shop.route('**/returns', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Request return' }).press('Enter')
  await dialog.getByRole('alert').waitFor()
  await expectFine(shop)
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
  await expectFine(page)
  await receiving.getByRole('button', { name: 'Record' }).press('Enter')
  await page.getByText('1 unit recorded as returned.').waitFor()
  // It is at its end.
  await page.getByText('No returns').waitFor()

  await shop.reload()
  await returns.getByText('Return received').waitFor()
  // Of the other unit the time goes on.
  await sellerOrder.getByRole('button', { name: 'Return items' }).waitFor()
  await expectFine(shop)
  expect([...buyer.pageErrors, ...seller.pageErrors].filter((text) => !/status of 400/.test(text))).toEqual([
    'Failed to load resource: net::ERR_FAILED',
  ])
})
