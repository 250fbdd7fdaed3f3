import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '../support/accounts.ts'
import { signedInVisitor } from '../support/buyer.ts'
import { type Market, openMarket } from '../support/market.ts'
import { createProduct } from '../support/product-form.ts'
import { listOwnProducts } from '../support/products.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a63' } })
    .jpeg()
    .toBuffer()

/** Returns the real width of the picture that the browser chose, and the width on its screen in real pixels. */
function widthsOf(page: Page, name: string): Promise<{ chosen: number; screen: number }> {
  return page
    .getByRole('main')
    .getByRole('img', { name, exact: true })
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const bytes = await (await fetch(image.currentSrc)).blob()
      const { width } = await createImageBitmap(bytes)
      return { chosen: width, screen: image.clientWidth * devicePixelRatio }
    })
}

test('a photograph is sent as it is, kept at 2,048 px, and shown sharp at double density; an HEIC is refused', async () => {
  const { page, ...seller } = await signedInVisitor(market, { role: 'seller' })
  await page.goto('/seller/add-product')
  const input = page.getByLabel(/(Choose|Replace) featured image/)
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  await input.setInputFiles({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heic })
  // In a toast, and beside the field.
  await page
    .getByText(/IMG_0001\.HEIC: HEIC pictures cannot be read here.*JPEG, PNG, WebP, AVIF, or GIF/)
    .first()
    .waitFor()
  const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)])
  await input.setInputFiles({ name: 'scan.jpg', mimeType: 'image/jpeg', buffer: bmp })
  await page.getByRole('main').getByRole('alert').filter({ hasText: "scan.jpg can't be read" }).waitFor()

  const buffer = await photo(4000, 3000)
  await input.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByAltText('Preview of the featured image').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Copper Kettle')
  await page.getByLabel('Price').fill('30')
  await page.getByRole('textbox', { name: 'Details' }).fill('It sings.')
  const sent = page.waitForRequest((request) => request.method() === 'POST' && /seller\/products/.test(request.url()))
  await page.getByRole('button', { name: 'Add Product' }).click()
  const { 'content-length': bytes } = await (await sent).allHeaders()
  expect(Number(bytes)).toBeGreaterThan(buffer.length)
  await expect.poll(async () => (await listOwnProducts(market, seller)).length).toBe(1)
  const [product] = await listOwnProducts(market, seller)
  expect(product?.featured_image).toMatch(/\?v=[0-9a-f]{16}&full=2048$/)

  const visitor = await market.visitor({ deviceScaleFactor: 2 })
  await visitor.page.goto(`/product/${product?.product_id}`)
  const { chosen, screen } = await widthsOf(visitor.page, 'Copper Kettle')
  expect(chosen).toBeGreaterThanOrEqual(screen)
})

test('a profile picture and a banner are refused by the name of the file', async () => {
  const { page } = await signedInVisitor(market, { role: 'seller' })
  const files = {
    BMP: { name: 'scan.bmp', mimeType: 'image/bmp', buffer: Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]) },
    half: { name: 'half.jpg', mimeType: 'image/jpeg', buffer: (await photo(300, 200)).subarray(0, -40) },
  }
  let sent = 0
  page.on('request', (request) => (sent += Number(/storage\/v1\/object\/users/.test(request.url()))))
  await page.goto('/seller/settings')
  // Until it is there, the page is built anew.
  await expect.poll(() => page.getByLabel('Address of your page').inputValue()).not.toBe('')
  for (const [index, label] of ['Profile picture', 'Banner'].entries()) {
    for (const file of Object.values(files)) {
      await page.getByLabel(label, { exact: true }).and(page.locator('input')).setInputFiles(file)
      await page
        .getByRole('main')
        .getByText(file.name)
        .nth(file === files.half ? index : 0)
        .waitFor()
    }
  }
  expect(await page.getByRole('main').getByText(files.half.name).count()).toBe(2)
  expect(sent).toBe(0)
})

test('a small picture is declared with its own width', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const { product_id, featured_image } = await createProduct(market, seller, { product_name: 'Tin Mug' })
  const { body } = await market.app.inject({ url: `/product/${product_id}`, headers: { accept: 'text/html' } })
  const escaped = featured_image.replace('&', '&amp;')
  expect(body).toContain(`srcSet="${escaped} 48w"`)
})
