import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violationsOf } from '../support/accessibility.ts'
import { signUp } from '../support/accounts.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { buildStocked, putStock, readStock } from '../support/stock.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

test('a buyer sees how many are left, is refused more, and orders what is left', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const { product_id } = await buildStocked(market, seller, { set: 3 }, { product_name: 'Reading lamp' })
  const { page } = await signedInVisitor(market, { cart: { [product_id]: 3 } })
  await page.goto(`/product/${product_id}`)
  await page.getByText('Only 3 left').first().waitFor()
  await expect
    .poll(() => page.locator('script[type="application/ld+json"]').allTextContents())
    .toEqual(expect.arrayContaining([expect.stringContaining('LimitedAvailability')]))
  await page.goto('/checkout')
  await page.getByText('Reading lamp').first().waitFor()
  await putStock(market, seller, product_id, { counted: true, set: 2 })
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.getByText('Not enough in stock: Reading lamp (2 left)').waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => violationsOf(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  // By keyboard alone.
  await page.getByRole('button', { name: 'Change to what is left' }).press('Enter')
  await page.getByText('Not enough in stock').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Place Order' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Order Confirmed!' }).waitFor()

  await page.goto(`/product/${product_id}`)
  await page.getByText('Sold out').first().waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const name of ['Add to Cart', 'Buy Now']) {
    const button = page.getByRole('button', { name })
    await expect.poll(() => button.isDisabled()).toBe(true)
    await expect.poll(() => button.getAttribute('aria-describedby')).toBe('stock')
  }
})

const PLACED = '**/api/checkouts/*/order'
const press = (page: Page) => page.getByRole('button', { name: 'Place Order' }).click()
const confirmed = (page: Page) => page.getByRole('heading', { level: 1, name: 'Order Confirmed!' }).waitFor()

/** Returns what the page sends to reserve and to order: `[path, key]`. */
function sentBy(page: Page): [string, string | undefined][] {
  const sent: [string, string | undefined][] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && /^\/api\/(checkouts|orders)/.test(pathname))
      sent.push([pathname.replace(/[\da-f-]{36}/, 'id'), request.headers()['idempotency-key']])
  })
  return sent
}

test('D5: Place Order reserves and orders; after each failure it goes on with the same checkout, which is ordered once', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const { product_id } = await buildStocked(market, seller, { set: 9 }, { product_name: 'Wall clock' })
  const { page, headers } = await signedInVisitor(market, { cart: { [product_id]: 2 } })
  const sent = sentBy(page)
  const stock = async () => {
    const { on_hand, reserved } = await readStock(market, seller, product_id)
    return [on_hand, reserved]
  }
  const pressInVain = async () => {
    const lost = page.waitForEvent('requestfailed')
    await press(page)
    await lost
    await page.getByRole('alert').getByText('Failed to place order').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Place Order' }).getAttribute('aria-busy')).toBeNull()
  }
  const reserved = page.getByText(/^Reserved for you until \d+:\d\d [AP]M\.$/)
  await page.goto('/checkout')
  await page.getByText('Wall clock').first().waitFor()
  await page.route('**/api/checkouts', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await pressInVain()
  await expect.poll(stock).toEqual([9, 2])
  await page.unroute('**/api/checkouts')
  // Reserved, and not ordered.
  await page.route(PLACED, (route) => route.abort())
  await pressInVain()
  await reserved.waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => violationsOf(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1280, height: 800 })
  // On coming back to the page, too; what is sent may still be changed.
  await page.reload()
  await reserved.waitFor()
  await page.getByLabel('City').fill('Leeds')
  await pressInVain()
  await expect.poll(stock).toEqual([9, 2])
  await page.unroute(PLACED)
  // Ordered, and the response lost.
  await page.route(PLACED, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await pressInVain()
  await page.unroute(PLACED)
  await press(page)
  await confirmed(page)
  await page.getByText('Leeds').first().waitFor()
  await expect.poll(stock).toEqual([7, 0])
  const { orders } = (await market.app.inject({ url: '/api/orders', headers })).json<{ orders: unknown[] }>()
  expect(orders).toHaveLength(1)
  const keys = sent.flatMap(([path, key]) => (path === '/api/checkouts' ? [key] : []))
  // The first two presses; then one that another address made a new attempt of, and two more.
  const [first, second, refused, ...later] = keys
  expect([second, refused, later]).toEqual([first, first, [later[0], later[0], later[0]]])
  expect(later[0]).not.toBe(first)
})

test('a reservation that runs out, a product that is limited, and a cart without counted stock', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const { product_id } = await buildStocked(market, seller, { set: 9 }, { product_name: 'Floor lamp' })
  const { page } = await signedInVisitor(market, { cart: { [product_id]: 4 } })
  await page.goto('/checkout')
  await page.getByText('Floor lamp').first().waitFor()
  await page.route(
    PLACED,
    async (route) => {
      await market.db
        .updateTable('checkouts')
        .set({ expires_at: new Date(0) })
        .where('checkout_state', '=', 'open')
        .execute()
      await route.continue()
    },
    { times: 1 },
  )
  await press(page)
  await page.getByText('Your reservation has run out. Your cart is unchanged.').first().waitFor()
  await putStock(market, seller, product_id, { counted: true, max_per_order: 3 })
  await press(page)
  await page.getByText('At most 3 of this product can be ordered at once.').waitFor()
  await page.getByRole('alert').getByText('Floor lamp').waitFor()
  await expect.poll(() => violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Change to 3' }).press('Enter')
  await page.getByText('At most 3 of this product').waitFor({ state: 'hidden' })
  await press(page)
  await confirmed(page)
  await expect.poll(() => readStock(market, seller, product_id)).toMatchObject({ on_hand: 6, reserved: 0 })

  const free = await buildProduct(market, { product_name: 'Hall lamp' })
  const other = await signedInVisitor(market, { cart: { [free.product_id]: 1 } })
  const sent = sentBy(other.page)
  await other.page.goto('/checkout')
  await other.page.getByText('Hall lamp').first().waitFor()
  await press(other.page)
  await confirmed(other.page)
  expect(sent.map(([path]) => path)).toEqual(['/api/orders'])
})
