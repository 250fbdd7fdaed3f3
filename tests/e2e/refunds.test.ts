import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { adminVisitor } from '../support/admin.ts'
import { checkout } from '../support/api.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'

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
  await expect.poll(refunded, { timeout: 30_000 }).toBe(1)
  expect(pageErrors).toEqual([])
})
