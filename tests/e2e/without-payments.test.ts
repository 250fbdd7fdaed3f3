import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminVisitor } from '../support/admin.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' })

test('without payments a card is neither checked nor paid with: pages, mail and dashboards say so', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_price: 12.5 })
  const { page } = await signedInVisitor(market, { cart: { [product_id]: 1 } })
  await page.goto('/checkout')
  const sentence = page.getByText('No payment is taken here; the seller will contact you.')
  const card = page.getByLabel('Card number', { exact: true })
  await card.fill('4000 0000 0000 0002')
  const gap = async () => ((await card.boundingBox())?.y ?? 0) - ((await sentence.boundingBox())?.y ?? 0)
  await expect.poll(gap).toBeGreaterThan(0)
  await placeOrder(page).click()
  await page.getByRole('heading', { level: 1, name: 'Order Confirmed!' }).waitFor()
  const notPaid = (at: Page) => at.getByText('Not paid here', { exact: true }).first().waitFor()
  await notPaid(page)
  const orderId = page.url().split('/').at(-1) ?? ''
  await page.goto(`/order-tracking?orderId=${orderId}`)
  await notPaid(page)
  await page.goto(`/order-receipt/${orderId}/1`)
  await notPaid(page)
  await page.getByText(/Prices are those of the order, which is not paid here/).waitFor()
  expect(await page.getByText('Prices are those paid').count()).toBe(0)

  await seller.page.goto('/seller/orders')
  await seller.page.locator('summary').filter({ hasText: orderId }).first().click()
  await notPaid(seller.page)
  const sums = 'Orders are not paid here: sales are sums of orders, not money that was received.'
  await seller.page.goto('/seller')
  await seller.page.getByText(sums).waitFor()
  const { page: admins } = await adminVisitor(market)
  await admins.goto('/admin')
  await admins.getByText(sums).waitFor()
  await admins.goto(`/admin/orders?track=${orderId}`)
  await notPaid(admins)
  const mailOfOrder = async () => {
    const { body } = await market.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })
    const { messages } = JSON.parse(body) as { messages: { message: { text: string } }[] }
    return messages.map(({ message }) => message.text).find((text) => text.includes(orderId))
  }
  await expect.poll(mailOfOrder, { timeout: 60_000 }).toContain('Not paid here')
})

test('pages of what is off are not found, and nothing leads to them', async () => {
  const { page: admins, pageErrors } = await adminVisitor(market)
  await admins.goto('/admin')
  await admins.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
  for (const path of [
    '/admin/payments',
    '/admin/payments?q=ORD00001',
    '/admin/sandbox',
    '/sandbox/step/1',
    '/checkout/return',
  ]) {
    expect((await market.app.inject({ url: path, headers: { accept: 'text/html' } })).statusCode).toBe(404)
    expect(await admins.locator(`a[href^="${path}"]`).count()).toBe(0)
    const page = path.startsWith('/admin') ? admins : (await market.visitor()).page
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: 'Oops! Something went wrong.' }).waitFor()
    await page.getByText("We're sorry, but we couldn't find the page you were looking for.").waitFor()
    await page.getByRole('link', { name: 'Go back to homepage' }).waitFor()
  }
  expect(pageErrors.filter((text) => !text.includes('status of 404'))).toEqual([])
})
