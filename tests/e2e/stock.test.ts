import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  expectAccessible,
  faultsOfLargeText,
  isFocused,
  violationsInBothSchemes,
  violationsOf,
} from '../support/accessibility.ts'
import { signUp } from '../support/accounts.ts'
import { marketOfFile } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { goWithin } from '../support/shop-page.ts'
import { adminVisitor, signedInVisitor } from '../support/signed-in.ts'
import { buildStocked, putStock, readStock } from '../support/stock.ts'

const market = marketOfFile()

test('a buyer sees how many units are left, is refused more, and orders the rest', async () => {
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
  await expectAccessible(page)
  // By keyboard alone.
  await page.getByRole('button', { name: 'Change to what is left' }).press('Enter')
  await page.getByText('Not enough in stock').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Place Order' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Order Confirmed!' }).waitFor()

  await page.goto(`/product/${product_id}`)
  await page.getByText('Sold out').first().waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  const notifyMe = page.getByRole('button', { name: 'Notify me when it is back' })
  await notifyMe.waitFor()
  expect(await page.getByRole('button', { name: /Add to Cart|Buy Now/ }).count()).toBe(0)
  await expect
    .poll(() => notifyMe.evaluate((button) => getComputedStyle(button).backgroundColor))
    .not.toBe('rgb(255, 255, 255)')
  const stop = page.getByRole('button', { name: 'Stop notifying me' })
  await notifyMe.press('Enter')
  await page.getByText("We'll notify you when it is back.").waitFor()
  await page.reload()
  await stop.waitFor()
  await expect.poll(() => violationsOf(page)).toEqual([])
  await stop.press('Enter')
  await notifyMe.waitFor()
})

const PLACED = '**/api/checkouts/*/order'
const press = (page: Page) => page.getByRole('button', { name: 'Place Order' }).click()
const confirmed = (page: Page) => page.getByRole('heading', { level: 1, name: 'Order Confirmed!' }).waitFor()

/** Returns the requests of the page that reserve and order: `[path, key]`. */
function sentBy(page: Page): [string, string | undefined][] {
  const sent: [string, string | undefined][] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && /^\/api\/(checkouts|orders)/.test(pathname))
      sent.push([pathname.replace(/[\da-f-]{36}/, 'id'), request.headers()['idempotency-key']])
  })
  return sent
}

test('D5: Place Order reserves and orders; a retry after any failure continues the same checkout, which is ordered once', async () => {
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
  // The cart is reserved, but the order does not arrive.
  await page.route(PLACED, (route) => route.abort())
  await pressInVain()
  await reserved.waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  // After a reload the reservation is still shown, and the address can still be changed.
  await page.reload()
  await reserved.waitFor()
  await page.getByLabel('City').fill('Leeds')
  await pressInVain()
  await expect.poll(stock).toEqual([9, 2])
  await page.unroute(PLACED)
  // The order arrives, but its response is lost.
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
  // The first two presses share a key; the third is refused for another address and starts a new attempt, which the rest share.
  const [first, second, refused, ...later] = keys
  expect([second, refused, later]).toEqual([first, first, [later[0], later[0], later[0]]])
  expect(later[0]).not.toBe(first)
})

test('a buyer reads that a reservation has expired or that a product is limited, and orders with the next press', async () => {
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
  // The button is gone: the focus moves to Place Order.
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Place Order')
  await press(page)
  await confirmed(page)
  await expect.poll(() => readStock(market, seller, product_id)).toMatchObject({ on_hand: 6, reserved: 0 })
})

test('a seller tracks a product’s stock, also while it sells, and buyers read “Only 2 left”', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const { page } = seller
  const name = 'Garden lantern'
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_name: name })
  const set = (number: number) => putStock(market, seller, product_id, { counted: true, set: number })
  const isClean = () => expect.poll(() => violationsInBothSchemes(page)).toEqual([])

  // In the form the error is at the field, and the bar names the changes.
  await page.goto(`/seller/edit-product/${product_id}`)
  await expect.poll(() => page.getByLabel("Don't track stock").isChecked()).toBe(true)
  await expect.poll(() => page.getByText('Stock history').count()).toBe(0)
  await page.getByLabel('Track stock', { exact: false }).last().check()
  const onHand = page.getByLabel('Quantity on hand', { exact: true })
  await expect.poll(() => page.getByLabel('Low stock at').inputValue()).toBe('5')
  const update = page.getByRole('button', { name: 'Update Product' })
  await update.click()
  await page.getByRole('alert').getByText('Please enter a whole number from 0 to 1,000,000.').waitFor()
  await isFocused(onHand)
  await onHand.fill('10')
  await page.getByRole('status').getByText('Stock changed').waitFor()
  await isClean()
  await update.click()
  const inPlace = page.getByRole('button', { name: `Change the stock of ${name}` })
  await inPlace.getByText('10', { exact: true }).waitFor()

  // A concurrent sale is not overwritten.
  await page.goto(`/seller/edit-product/${product_id}`)
  await onHand.waitFor()
  await set(9)
  await onHand.fill('12')
  await page.getByRole('status').getByText('Quantity on hand changed').waitFor()
  await update.click()
  await page.getByRole('alert').getByText('The stock is now 9.').waitFor()
  await expect.poll(() => onHand.inputValue()).toBe('12')
  await update.click()
  await inPlace.getByText('12', { exact: true }).waitFor()

  // In the list, by keyboard alone, on the smallest screen.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('list', { name: 'Products' }).waitFor()
  await expect.poll(() => faultsOfLargeText(page, [320])).toEqual([])
  await inPlace.press('Enter')
  const field = page.getByLabel(`Quantity on hand of ${name}`)
  await field.fill('3')
  await field.press('Escape')
  await isFocused(inPlace)
  await inPlace.press('Enter')
  await field.fill('2')
  await set(7)
  await field.press('Enter')
  await page.getByRole('alert').getByText('The stock is now 7.').waitFor()
  await expect.poll(() => field.inputValue()).toBe('2')
  await isClean()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await field.press('Enter')
  await page.getByRole('status').getByText(`${name}: 2 in stock`).waitFor()
  await inPlace.getByText('Low', { exact: true }).waitFor()

  // The dashboard links to low stock; the form lists movements, newest first.
  await page.setViewportSize({ width: 1280, height: 800 })
  await goWithin(page, '/seller')
  const low = page.getByRole('link', { name: /^1\s*Low stock$/ })
  await low.click()
  await inPlace.getByText('2', { exact: true }).waitFor()
  await isClean()
  await page.getByRole('link', { name: 'Sold out' }).click()
  await page.getByText('Plenty of everything').waitFor()
  await page.goto(`/seller/edit-product/${product_id}`)
  await page.getByText('Stock history').click()
  const changes = page.getByRole('list', { name: 'Stock history' }).getByRole('listitem')
  await expect.poll(() => changes.count()).toBe(5)
  await expect.poll(() => changes.first().textContent()).toMatch(/^Counted.*−5.*2 on hand$/s)
  await isClean()

  const buyer = await signedInVisitor(market, { cart: { [product_id]: 3 } })
  await buyer.page.goto('/search?q=garden+lantern')
  await buyer.page.getByRole('listitem').filter({ hasText: name }).getByText('Only 2 left').waitFor()
  await goWithin(buyer.page, `/product/${product_id}`)
  await buyer.page.getByText('Only 2 left').first().waitFor()
  await goWithin(buyer.page, '/cart')
  await buyer.page.getByText('Only 2 left').first().waitFor()
  await expect.poll(() => violationsOf(buyer.page, 'every')).toEqual([])

  const admin = await adminVisitor(market)
  await admin.page.goto('/admin/products?q=garden+lantern')
  await admin.page.getByRole('row').filter({ hasText: name }).getByText('2', { exact: true }).waitFor()
})
