import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { receiptMessages } from '../../shared/orders/receipt-messages.ts'
import { violationsOf } from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { goWithin, settled } from '../support/shop-page.ts'
import { signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' })

/** Records requests that place an order: directly, or from a checkout where stock is tracked. */
function sentOrders(page: Page): Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/(orders|checkouts\/[^/]+\/order)$/.test(request.url()))
      sent.push(request)
  })
  return sent
}

test('the sign-in page for a checkout has its reason in the HTML, so that nothing moves when it appears', async () => {
  const { body } = await market.app.inject('/authentication?from=%2Fcheckout')
  expect(body).toContain('Please log in to proceed with checkout')
})

test('typed text stays when another tab adds a product to the cart', async () => {
  const { page, context } = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  await page.goto('/checkout')
  await page.getByLabel('City').fill('Exampleton')
  const tab = await context.newPage()
  await tab.goto('/product/PRD00002')
  await tab.getByRole('button', { name: 'Add to Cart' }).click()
  await expect.poll(() => page.getByRole('region', { name: 'Order summary' }).getByRole('listitem').count()).toBe(2)
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Exampleton')
})

test('a completed step folds into one line and unfolds with its input, by keyboard, too', async () => {
  const { page } = await signedInVisitor(market, { cart: { PRD00001: 1 } })
  const sent = sentOrders(page)
  await page.goto('/checkout')
  const part = (name: string) => page.locator('section', { has: page.getByRole('heading', { name }) })
  const press = (name: string, button: string) => part(name).getByRole('button', { name: button, exact: true })
  const focused = () => page.locator(':focus').evaluate((element) => element.id || element.getAttribute('aria-label'))
  await placeOrder(page).waitFor()
  // Every field is visible at first.
  for (const id of ['fullName', 'country', 'cardNumber', 'cvv'])
    expect(await page.locator(`#${id}`).isVisible()).toBe(true)
  await page.getByLabel('Full name').fill('Ada Lamb')
  await page.getByLabel('City').fill('Leeds')
  await press('Shipping address', 'Continue').press('Enter')
  await part('Shipping address').getByText('Ada Lamb, Leeds').waitFor()
  await expect.poll(() => page.getByLabel('City').isVisible()).toBe(false)
  await expect.poll(focused).toBe('step-2')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.locator('[name=paypalEmail]').fill('not an address')
  await press('Payment', 'Continue').click()
  // A step does not fold with a suspicious value.
  await expect.poll(focused).toBe('paypalEmail')
  await page.locator('[name=paypalEmail]').fill('ada@example.com')
  await press('Payment', 'Continue').click()
  await part('Payment').getByText('PayPal', { exact: true }).first().waitFor()
  await expect.poll(() => page.locator('[name=paypalEmail]').isVisible()).toBe(false)
  await expect.poll(focused).toBe('step-3')
  expect(await violationsOf(page, 'every')).toEqual([])

  await press('Payment', 'Edit').press('Enter')
  await expect.poll(() => page.locator(':focus').getAttribute('value')).toBe('paypal')
  await expect.poll(() => page.locator('[name=paypalEmail]').inputValue()).toBe('ada@example.com')
  await press('Shipping address', 'Edit').click()
  await expect.poll(focused).toBe('fullName')
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Leeds')
  await press('Shipping address', 'Continue').click()

  // A text that the rules refuse, as a password manager or another tab may fill in.
  await page.locator('#city').evaluate((input: HTMLInputElement) => {
    input.maxLength = 1000
    input.value = 'x'.repeat(600)
  })
  await placeOrder(page).click()
  await expect.poll(focused).toBe('city')
  await expect.poll(() => page.getByLabel('City').isVisible()).toBe(true)
  expect(sent).toHaveLength(0)
  await page.getByLabel('City').fill('York')
  await press('Shipping address', 'Continue').click()
  await part('Shipping address').getByText('Ada Lamb, York').waitFor()
  await placeOrder(page).click()
  await page.waitForURL('**/order-confirmation/*')
  expect(sent[0]?.postDataJSON()).toMatchObject({
    shipping_address: { fullName: 'Ada Lamb', city: 'York' },
    payment_method: 'paypal',
  })
})

test('Place Order is in view from the first screen on, on desktops and phones, until the form ends', async () => {
  const cart = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`PRD0001${index}`, 1]))
  const { page } = await signedInVisitor(market, { cart })
  const isInSight = () =>
    placeOrder(page).evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await page.goto('/checkout')
  await placeOrder(page).waitFor()
  await expect.poll(isInSight).toBe(true)
  // A long list fades at its lower edge; scrolled to its end, the last line is above the fade.
  const below = () =>
    page.getByRole('list', { name: 'Products', exact: true }).evaluate((list) => {
      list.scrollTo(0, list.scrollHeight)
      const last = list.lastElementChild?.getBoundingClientRect().bottom ?? 0
      return list.getBoundingClientRect().bottom - last
    })
  await expect.poll(below).toBeGreaterThanOrEqual(30)
  await page.setViewportSize({ width: 360, height: 800 })
  await expect.poll(isInSight).toBe(true)
  expect(await placeOrder(page).count()).toBe(1)
  // The focused field is not under the bar. A page that is still becoming narrow would move it afterwards.
  const country = page.getByLabel('Country')
  await settled(page, () => country.evaluate((field) => field.getBoundingClientRect().top))
  await country.focus()
  const overlap = () =>
    page.evaluate(() => {
      const bar = document.querySelector('.end-bar')?.getBoundingClientRect().top ?? 0
      return (document.activeElement?.getBoundingClientRect().bottom ?? 0) - bar
    })
  await expect.poll(overlap).toBeLessThanOrEqual(0)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(isInSight).toBe(false)
  await page.evaluate(() => scrollTo(0, 0))
  await page.route(/\/api\/(orders|checkouts)/, (route) => route.fulfill({ status: 503, json: {} }))
  await placeOrder(page).click()
  // The failure scrolls into view, however far the button is from it.
  const note = page.getByRole('main').getByRole('alert').filter({ hasText: 'Failed to place order' })
  await note.waitFor()
  await expect.poll(() => note.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
})

test('without payments a card is neither checked nor charged, as buyer and seller read on their pages', async () => {
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
  await goWithin(page, `/order-tracking?orderId=${orderId}`)
  await notPaid(page)
  await goWithin(page, `/order-receipt/${orderId}/1`)
  await notPaid(page)
  await page.getByText(receiptMessages.scopeUnpaid({ charges: 0 })).waitFor()
  expect(await page.getByText(receiptMessages.scope({ charges: 0 })).count()).toBe(0)

  await seller.page.goto('/seller/orders')
  await seller.page.locator('summary').filter({ hasText: orderId }).first().click()
  await notPaid(seller.page)
  const sums = 'Orders are not paid here: sales are order totals, not money received.'
  await goWithin(seller.page, '/seller')
  await seller.page.getByText(sums).waitFor()
})

test.each(['/admin/payments', '/admin/sandbox', '/sandbox/step/1', '/checkout/return'])(
  '%s is not found while its feature is off',
  async (url) => {
    expect((await market.app.inject({ url, headers: { accept: 'text/html' } })).statusCode).toBe(404)
  },
)
