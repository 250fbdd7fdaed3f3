import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { signUp } from '../support/accounts.ts'
import { adminVisitor } from '../support/admin.ts'
import { checkout } from '../support/api.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket(() => ({ payments: 'sandbox', sandbox: 'calm' }))
})
afterAll(() => market?.close())

test('a refund fills in what is left of its seller, and shows first how one of the whole order is split', async () => {
  const cart: Record<string, number> = {}
  for (const product_price of [20, 30]) {
    const { user_id: seller_id } = await signUp(market, { role: 'seller' })
    cart[(await buildProduct(market, { seller_id, product_price })).product_id] = 1
  }
  const { headers } = await signedInVisitor(market, { cart })
  const placed = await market.app.inject({ method: 'POST', url: '/api/orders', headers, payload: checkout })
  const { order_id: id } = placed.json()
  const { page, pageErrors } = await adminVisitor(market)
  await page.goto(`/admin/payments?q=${id}`)
  await page.getByRole('button', { name: `Details: ${id}` }).click()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Refund of ${id}` })
  const amount = dialog.getByLabel('Amount in dollars')
  const split = dialog.getByRole('list', { name: 'Refund by seller' }).getByRole('listitem')
  await expect.poll(() => amount.inputValue()).toBe('50.00')
  const shares = async () => (await split.allTextContents()).map((text) => text.slice(text.indexOf('$')))
  expect(await shares()).toEqual(['$20.00', '$30.00'])
  await amount.fill('0.03')
  await expect.poll(shares).toEqual(['$0.01', '$0.02'])
  expect(await violationsOf(page, 'every')).toEqual([])
  await dialog.getByLabel('For what was bought from').selectOption({ index: 1 })
  expect(await amount.inputValue()).toBe('20.00')
  expect(await split.count()).toBe(0)
  await amount.fill('45')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByText('At most $20.00 can be refunded.').waitFor()
  await dialog.getByLabel('For what was bought from').selectOption('All sellers of the order')
  await amount.fill('10')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByText('Refund requested.').waitFor()
  const refunds = page.getByRole('list', { name: 'Refunds' }).getByRole('listitem')
  await expect.poll(async () => (await refunds.allTextContents()).join()).toMatch(/\$4\.00.*\$6\.00/)
  expect(pageErrors).toEqual([])
})

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
