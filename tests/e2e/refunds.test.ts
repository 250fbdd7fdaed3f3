import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsInBothSchemes, violationsOf } from '../support/accessibility.ts'
import { adminVisitor } from '../support/admin.ts'
import { checkout } from '../support/api.ts'
import { type SignedIn, signedInVisitor } from '../support/buyer.ts'
import { sending } from '../support/fulfilment.ts'
import { type Market, openMarket } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket(() => ({ payments: 'sandbox', sandbox: 'calm' }))
})
afterAll(() => market?.close())

test('an admin who cancels a paid order is offered to cancel what is unsent with its money; its buyer reads what is so', async () => {
  const { page, headers } = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  const placed = await market.app.inject({ method: 'POST', url: '/api/orders', headers, payload: checkout })
  const { order_id: id } = placed.json()
  const { page: admins, pageErrors } = await adminVisitor(market)
  await admins.goto(`/admin/orders?track=${id}`)
  const offer = admins.getByRole('button', { name: /^Cancel the 1 unsent unit and refund \$/ })
  const panel = admins.getByRole('region', { name: `Order #${id}` })
  await panel.getByLabel('Status', { exact: true }).selectOption('Cancelled')
  expect(await offer.count()).toBe(0)
  await admins.getByRole('button', { name: 'Update Status' }).click()
  await offer.waitFor()
  await page.goto(`/order-tracking?orderId=${id}`)
  await page.getByText('Order Cancelled').waitFor()
  await page.getByText(/^\$.+ not refunded yet$/).waitFor()
  await page.getByText('Not sent any more').waitFor()
  expect(await page.getByText('Paid', { exact: true }).count()).toBe(0)
  expect(await page.getByText(/^Ships? by/i).count()).toBe(0)
  expect(await violationsOf(page, 'every')).toEqual([])
  expect(await violationsOf(admins, 'every')).toEqual([])
  await offer.click()
  await admins.getByText('1 unit cancelled.').waitFor()
  await offer.waitFor({ state: 'detached' })
  // The provider is asked by a job; the page shows what was so when it was loaded.
  const refunded = async () => {
    await page.reload()
    await page.getByText('Order Cancelled').waitFor()
    return page.getByText('Refunded', { exact: true }).count()
  }
  await expect.poll(refunded, { timeout: 60_000 }).toBe(1)
  expect(pageErrors).toEqual([])
})

test('a receipt shows what was ordered, and each refund with its day and amount', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_price: 12.5 })
  const buyer = await signedInVisitor(market, { cart: { [product_id]: 4 } })
  const post = async (url: string, { headers }: SignedIn, payload: object) =>
    (await market.app.inject({ method: 'POST', url, headers, payload })).json()
  const { order_id: id } = await post('/api/orders', buyer, checkout)
  const one = [{ line_number: 1, quantity: 1 }]
  await post(`/api/orders/${id}/seller-orders/1/cancel`, buyer, { revision: 1, lines: one })
  const sent = await post(`/api/seller/orders/${id}/shipments`, seller, sending(2, [[1, 3]]))
  const { shipment_number } = sent.shipments[0]
  await post(`/api/orders/${id}/shipments/${shipment_number}/received`, buyer, { revision: 3 })
  const lines = [{ line_number: 1, quantity: 2 }]
  const asked = { revision: 4, lines, reason: 'damaged' }
  const { returns } = await post(`/api/orders/${id}/seller-orders/1/returns`, buyer, asked)
  const path = `/api/seller/orders/${id}/returns/${returns[0].return_number}`
  const { revision } = await post(`${path}/answer`, seller, { revision: 5, accept: true, instructions: '1 Mill Lane' })
  await post(`${path}/received`, seller, { revision, lines: [{ line_number: 1, received: 2, resalable: 0 }] })
  await buyer.page.goto(`/order-receipt/${id}/1`)
  await buyer.page.getByText(/^Total ?\$50\.00$/).waitFor()
  // The provider reports it some time later.
  const refunded = buyer.page.getByText(/^Refunded on \w+ \d+, \d{4} ?−\$(25\.00|12\.50)$/)
  await expect
    .poll(
      async () => {
        await buyer.page.reload()
        await buyer.page.getByText(/^Remaining ?\$12\.50$/).waitFor()
        return refunded.count()
      },
      { timeout: 60_000 },
    )
    .toBe(2)
  const sheets = (await buyer.page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)
  expect(sheets?.length).toBe(1)
  expect(await violationsInBothSchemes(buyer.page)).toEqual([])
})
