import { expect, test } from 'vitest'
import { accountMessages } from '../../shared/accounts/messages.ts'
import { areaMessages } from '../../shared/app/area-messages.ts'
import { appMessages } from '../../shared/app/messages.ts'
import { destinationMessages } from '../../shared/delivery/destination-messages.ts'
import { sellerDeliveryMessages as texts } from '../../shared/delivery/method-messages.ts'
import type { Quote } from '../../shared/delivery/schema.ts'
import { listMessages } from '../../shared/kernel/list-messages.ts'
import { ownOrderListTexts } from '../../shared/orders/order-list-messages.ts'
import { shopFormMessages } from '../../shared/sellers/messages.ts'
import { expectAccessibleToFit, violationsInBothSchemes } from '../support/accessibility.ts'
import { call } from '../support/api.ts'
import { marketOfFile } from '../support/market.ts'
import { drawPng } from '../support/product-form.ts'
import { buildProduct, buildProducts } from '../support/products.ts'
import { goWithin } from '../support/shop-page.ts'
import { openTrade, signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

test('at 640 px the menu is a bar at the lower edge that covers nothing; from 641 px it stands beside the page, wider from 1024 px; logging out is confirmed', async () => {
  const { page } = await signedInVisitor(market, { role: 'seller' })
  const width = async () => (await page.locator('#side-menu').boundingBox())?.width ?? 0
  await page.setViewportSize({ width: 640, height: 800 })
  await page.goto('/seller/products')
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
  const bar = page.getByRole('navigation', { name: areaMessages.sellerArea })
  const lowerEdge = () => bar.evaluate((element) => innerHeight - element.getBoundingClientRect().bottom)
  await expect.poll(lowerEdge).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Side menu' }).count()).toBe(0)
  await goWithin(page, '/seller/add-product')
  const save = page.getByRole('button', { name: 'Add Product' })
  await save.waitFor()
  await page.evaluate(() => scrollTo(0, 400))
  await expect.poll(lowerEdge).toBe(0)
  const room = async () => ((await bar.boundingBox())?.y ?? 0) - ((await save.boundingBox())?.y ?? Infinity)
  await expect.poll(room).toBeGreaterThan(44)
  await goWithin(page, '/seller/products')
  await page.setViewportSize({ width: 641, height: 800 })
  await page.getByRole('button', { name: 'Side menu' }).waitFor()
  const textBelow = page.locator('#side-menu').getByText(areaMessages.products)
  await expect.poll(async () => ((await textBelow.boundingBox())?.width ?? 0) > 40 && (await width()) < 100).toBe(true)
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect.poll(width).toBeGreaterThan(150)
  await page.getByRole('button', { name: appMessages.accountMenu }).click()
  await page.getByRole('button', { name: areaMessages.logout }).click()
  await page.getByText(accountMessages.loggedOutOfArea, { exact: true }).waitFor()
  await page.waitForURL('**/authentication')
})

test("a seller sees orders with their own lines and the buyer's address, and prints a packing slip", async () => {
  const { seller, order_id } = await openTrade(market, { product_price: 24.5, quantity: 2, cart: { PRD00001: 1 } })
  const { page } = seller
  await page.goto('/seller/orders')
  const order = page.getByRole('region', { name: order_id })
  await order.getByText('Pending').waitFor()
  await order.getByText(/^2\s× /).waitFor()
  await order.getByText('Kim Example, Springfield').waitFor()
  await order.getByText('1 Long Road').waitFor({ state: 'hidden' })
  // The row also opens by keyboard.
  await order.locator('summary').focus()
  await page.keyboard.press('Enter')
  await order.getByText('1 Long Road').waitFor()
  const lines = order.getByRole('list', { name: `Your products in ${order_id}` }).getByRole('listitem')
  await expect.poll(() => lines.count()).toBe(1)
  await expect.poll(() => lines.textContent()).toMatch(/^2 × .*\$24\.50/)
  await page.getByLabel(ownOrderListTexts.search).fill('ORD99999')
  await page.keyboard.press('Enter')
  await page.getByText('No orders match.').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  // Filter and sort order are in the address.
  await page.getByLabel('Status', { exact: true }).selectOption('Delivered')
  await page.waitForURL('**/seller/orders?state=delivered')
  await page.getByText('No orders match.').waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('Pending')
  await page.waitForURL('**/seller/orders?state=pending')
  await order.getByText(/^2\s× /).waitFor()
  await page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'Total' }).click()
  await page.waitForURL('**/seller/orders?state=pending&sort=total')
  await page.getByRole('link', { name: 'Total descending' }).waitFor()

  await order.locator('summary').press('Enter')
  await order.getByRole('link', { name: /Packing slip/ }).click()
  await page.getByRole('heading', { level: 1, name: `Packing slip ${order_id}` }).waitFor()
  await page.getByText('2 units in this package').waitFor()
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await page.locator('body[data-printed]').waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.locator('#side-menu').isVisible()).toBe(false)
  await expect.poll(() => page.getByRole('banner').isVisible()).toBe(false)
  await expect.poll(() => page.getByText('1 Long Road').isVisible()).toBe(true)
})

/** Every page of the area, with a text that shows that it has loaded. */
function pagesOf({ product_id, order_id }: { product_id: string; order_id: string }) {
  return [
    ['/seller', 'Best Sellers'],
    ['/seller/products', '1 product'],
    ['/seller/orders', order_id],
    [`/seller/orders/${order_id}`, 'in this package'],
    ['/seller/delivery', 'Try it'],
    ['/seller/delivery/new', 'Save method'],
    ['/seller/add-product', 'Details'],
    [`/seller/edit-product/${product_id}`, 'Details'],
    ['/seller/settings', 'New Password'],
    ['/seller/settings/shop', shopFormMessages.facts],
  ] as const
}

test('the seller area fits every screen with the longest name and the highest amounts, and axe finds nothing', async () => {
  const most = { product_name: 'W'.repeat(200), product_price: 9_999_999.99, quantity: 999 }
  const shop = await openTrade(market, { ...most, cart: { PRD00001: 1 } })
  await expectAccessibleToFit(shop.seller.page, pagesOf(shop))
})

test('a seller sets two zones and goes on vacation by keyboard at 320 px, and buyers are quoted accordingly', async () => {
  const { page, user_id } = await signedInVisitor(market, { role: 'seller' })
  await page.setViewportSize({ width: 320, height: 640 })
  const { product_id } = await buildProduct(market, { seller_id: user_id })
  const { keyboard } = page
  async function addZone(name: string, country: string, price: string): Promise<void> {
    await page.getByRole('link', { name: texts.add }).press('Enter')
    await page.getByLabel(texts.fields.name).focus()
    await keyboard.type(name)
    await page.getByLabel(destinationMessages.addCountry).focus()
    await keyboard.type(country)
    if (country) {
      await page.getByRole('option', { name: country }).waitFor()
      await keyboard.press('Enter')
      await page.getByRole('button', { name: destinationMessages.remove({ country }) }).waitFor()
    }
    await page.getByLabel(texts.fields.price).focus()
    await keyboard.type(price)
    await keyboard.press('Enter')
    await page.getByRole('link', { name, exact: true }).waitFor()
  }
  await page.goto('/seller/delivery')
  await page.getByText(texts.noneTitle).waitFor()
  await addZone('Abroad', '', '19')
  await addZone('Post', 'Austria', '4.90')
  await page.getByRole('button', { name: listMessages.move({ name: 'Post' }) }).press('ArrowUp')
  await page.getByText(listMessages.moved({ name: 'Post', place: 1, count: 2 })).waitFor({ state: 'attached' })
  await page.getByLabel(texts.awayUntil).focus()
  await keyboard.type('12242099')
  await page.getByText(texts.awayNow({ day: 'Thu, Dec 24' })).waitFor()
  await keyboard.press('Enter')
  await page.getByText(texts.settingsSaved, { exact: true }).first().waitFor()
  expect(await violationsInBothSchemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const offered = async (country: string) => {
    const body = { lines: [{ product_id, quantity: 1 }], country }
    const [seller] = (await call<Quote>(market, 'POST', '/api/delivery-quotes', { body })).body.sellers
    return [seller?.away_until, ...(seller?.methods ?? []).map(({ name, price }) => `${name} ${price}`)]
  }
  expect([await offered('Österreich'), await offered('Peru')]).toEqual([
    ['2099-12-24', 'Post 4.9'],
    ['2099-12-24', 'Abroad 19'],
  ])
})

test('a seller writes their page in the settings, and visitors see it', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const names = ['Anvil', 'Bellows', 'Chisel', 'Drill', 'Etcher', 'File', 'Gauge', 'Hammer', 'Iron', 'Jig', 'Key']
  await buildProducts(
    market,
    names.map((product_name, index) => ({ seller_id: seller.user_id, product_name, product_price: 50 - index })),
  )
  const { page } = seller
  await page.goto('/seller/settings')
  const address = page.getByLabel('Address of your page')
  await expect.poll(() => address.inputValue()).toMatch(/^sample-user(-\d+)?$/)
  const before = await address.inputValue()
  // The editor loads late and may move the button during the press.
  await page.getByRole('textbox', { name: 'About you' }).waitFor()
  await address.fill('a')
  await page.getByRole('button', { name: 'Update page' }).click()
  await page.getByText('Use 3 to 40 characters.').first().waitFor()
  await address.fill('harbor-street-tech')
  await page.getByRole('button', { name: 'Update page' }).click()
  await page.getByText('This address belongs to another seller.').first().waitFor()
  await address.fill('the-anvil-works')
  await page.getByRole('textbox', { name: 'About you' }).fill('We forge by hand.')
  await page
    .getByLabel('Banner', { exact: true })
    .last()
    .setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: await drawPng('#246') })
  await page.getByRole('button', { name: 'Remove the picture' }).waitFor()
  await page.getByRole('button', { name: 'Update page' }).click()
  await page.getByText('Your page was saved.').first().waitFor()
  await page.getByRole('link', { name: 'View your page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sample User' }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/shop/the-anvil-works')
  await page.getByText('We forge by hand.').waitFor()

  const visitor = await market.visitor({ viewport: { width: 320, height: 640 } })
  await visitor.page.goto(`/shop/${before}?page=2`)
  await expect.poll(() => visitor.page.url()).toBe(`${market.origin}/shop/the-anvil-works?page=2`)
  await visitor.page.getByRole('link', { name: 'Key' }).waitFor()
  await visitor.page.getByLabel('Sort by').selectOption('Price: low to high')
  await expect.poll(() => visitor.page.url()).toBe(`${market.origin}/shop/the-anvil-works?sort=price-low-high`)
  const first = visitor.page
    .locator('#main li')
    .filter({ has: visitor.page.locator('h3') })
    .first()
  await expect.poll(() => first.textContent()).toContain('Key')
  const { page: wide } = await market.visitor()
  await expectAccessibleToFit(wide, [
    ['/shop/the-anvil-works', 'We forge by hand.'],
    // The shortest name is the smallest target.
    ['/shop/the-anvil-works?page=2', 'Key'],
    ['/shop/nobody-here', 'Seller not found'],
  ])
})
