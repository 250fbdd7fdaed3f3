import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleToFit } from '../support/accessibility.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { drawPng } from '../support/product-form.ts'
import { buildProducts } from '../support/products.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

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
    ['/shop/nobody-here', 'Seller not found'],
  ])
})
