import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Product } from '../../shared/catalog/schema.ts'
import { isFocused } from '../support/accessibility.ts'
import { signUp } from '../support/accounts.ts'
import { call } from '../support/api.ts'
import { marketOfFile } from '../support/market.ts'
import { createProduct, drawPng } from '../support/product-form.ts'
import { buildProduct, listOwnProducts } from '../support/products.ts'
import { holdBack, quietNetwork, watchShifts } from '../support/shop-page.ts'
import { type SignedIn, signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

const newSeller = () => signedInVisitor(market, { role: 'seller' })

/** As large as a photograph, so that the browser has something to compress. */
async function picture(name: string, color: string) {
  const buffer = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: color } })
    .png()
    .toBuffer()
  return { name: `${name}.png`, mimeType: 'image/png', buffer }
}

const small = async (color: string) => ({
  name: `${color}.png`,
  mimeType: 'image/png',
  buffer: await drawPng(color),
})

const ownProducts = (seller: SignedIn) => listOwnProducts(market, seller)

async function fillIn(page: Page, { name = 'Brass Lantern', price = '24.50' } = {}): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Price').fill(price)
  await page.getByRole('textbox', { name: 'Details' }).fill('Burns all night.')
}

const chooseFeatured = async (page: Page, color = '#a33') => {
  await page.getByLabel(/(Choose|Replace) featured image/).setInputFiles(await picture('front', color))
  await page.getByAltText('Preview of the featured image').waitFor()
}

test('a seller adds the first product, from the empty list to the shop', async () => {
  const seller = await newSeller()
  const { page, pageErrors } = seller
  await page.goto('/seller/products')
  await page.getByText("You don't have any products yet").waitFor()
  await page.getByRole('link', { name: 'Add your first product' }).click()
  await fillIn(page)
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.getByRole('textbox', { name: 'Details' }).pressSequentially(' Loved. ')
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.getByRole('button', { name: 'Link' }).click()
  await isFocused(page.getByLabel('Address'))
  await page.getByLabel('Address').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Add link' }).click()
  await page.getByRole('alert').getByText('Please enter an address like https://example.com').waitFor()
  await page.getByLabel('Address').fill('lanterns.example/care')
  await page.getByLabel('Address').press('Enter')
  await page
    .getByRole('textbox', { name: 'Details' })
    .getByRole('link', { name: 'https://lanterns.example/care' })
    .waitFor()

  for (const category of ['Home & Lighting', 'Toys', 'Fashion']) await page.getByLabel(category).check()
  await page.getByLabel('Gaming').click()
  await page.getByRole('alert').getByText('You can select up to 3 categories.').waitFor()
  await expect.poll(() => page.getByLabel('Gaming').isChecked()).toBe(false)

  const submit = page.getByRole('button', { name: 'Add Product' })
  await chooseFeatured(page)
  const more = await Promise.all(['#3a3', '#33a', '#aa3', '#a3a'].map(small))
  await page.getByLabel('Add additional images').setInputFiles(more)
  await page.getByRole('alert').getByText('You can only upload up to 3 additional images.').first().waitFor()
  await page.getByAltText('Additional image 3').waitFor()
  await expect.poll(() => page.getByTestId('additional-image').count()).toBe(3)

  // The input stays after a failed save.
  await page.route('**/api/seller/products', (route) => route.abort())
  await submit.click()
  await page.getByRole('alert').getByText('Failed to add product. Please try again.').first().waitFor()
  await page.unroute('**/api/seller/products')
  // Nothing can be typed into a form that is being sent.
  const release = await holdBack(page, '**/api/seller/products')
  const name = page.getByLabel('Name', { exact: true })
  await name.press('Enter')
  await isFocused(submit)
  await page.keyboard.type(' x')
  expect(await name.inputValue()).toBe('Brass Lantern')
  release()
  await page.getByText('Product added successfully!').waitFor()
  await page.waitForURL('**/seller/products')
  await page.getByRole('rowheader', { name: 'Brass Lantern' }).waitFor()

  const [product] = await ownProducts(seller)
  expect(product).toMatchObject({
    product_name: 'Brass Lantern',
    product_price: 24.5,
    product_desc:
      '<p>Burns all night.<strong> Loved. </strong><a href="https://lanterns.example/care" rel="nofollow noopener noreferrer ugc">https://lanterns.example/care</a></p>',
    product_category: ['Home & Lighting', 'Toys', 'Fashion'],
    total_sales: 0,
    flash_sale: false,
  })
  expect(product?.other_images).toHaveLength(3)
  await page.getByRole('link', { name: 'View Brass Lantern' }).click()
  await page.getByRole('heading', { level: 1, name: 'Brass Lantern' }).waitFor()
  await page.getByText('Burns all night.').waitFor()
  // Pictures out of view load when they are shown.
  for (const number of [2, 3, 4]) {
    await page.getByRole('button', { name: `Show picture ${number}` }).click()
    const shown = page.getByAltText(`Brass Lantern, picture ${number}`)
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
  expect(pageErrors.filter((text) => !text.includes('net::ERR_FAILED'))).toEqual([])
})

/** As other programs put it on the clipboard. */
const PASTED = `<html><head><style>p{color:red}</style></head><body><!--StartFragment-->
<h1>Lamp</h1><div style="color:red">One <span style="font-weight:bold">bold</span><div>two</div></div>
<h5>Sizes</h5><table><tr><th>Size</th><td>2 m</td></tr></table><dl><dt>Weight</dt><dd>1 kg</dd></dl>
<ul><li><div>first</div></li><li>H<sub>2</sub>O, m<sup>2</sup></li></ul>
<p><a href="https://lamps.example/">there</a><a href="/account/delete">here</a><font>!</font></p>
<img src="https://evil.example/pixel.gif"><iframe src="https://evil.example">gone</iframe>
<script>gone()</script><object><p>gone</p></object><svg><text>gone</text></svg>
<!--EndFragment--></body></html>`

/** Returns the text of each block: only the editor knows the meaning of styles. */
function linesOf(html: string): string[] {
  const lines = html.replace(/<\/?(?:p|h2|h4|ul|li|tr)\b[^>]*>/g, '\n').replace(/<[^>]*>/g, '')
  return lines.split('\n').flatMap((line) => line.trim() || [])
}

test('E6: pasted content is sanitized like the server sanitizes descriptions', async () => {
  const seller = await newSeller()
  const { page } = seller
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_desc: '<p></p>' })
  await page.goto(`/seller/edit-product/${product_id}`)
  expect(await page.getByRole('link', { name: 'View in shop' }).getAttribute('href')).toBe(`/product/${product_id}`)
  const details = page.getByRole('textbox', { name: 'Details' })
  await details.evaluate((editor, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, PASTED)
  await details.getByText('2 m').waitFor()
  await page.getByRole('button', { name: 'Update Product' }).click()
  await page.getByText('Product updated successfully!').waitFor()

  const rel = 'rel="nofollow noopener noreferrer ugc"'
  const written = [
    '<h2>Lamp</h2><p>One <strong>bold</strong></p><p>two</p>',
    '<h4>Sizes</h4><table><tbody><tr><th>Size</th><td>2 m</td></tr></tbody></table><p>Weight</p><p>1 kg</p>',
    '<ul><li><p>first</p></li><li><p>H<sub>2</sub>O, m<sup>2</sup></p></li></ul>',
    `<p><a href="https://lamps.example/" ${rel}>there</a>here!</p>`,
  ].join('')
  expect((await ownProducts(seller))[0]?.product_desc).toBe(written)
  const direct = await buildProduct(market, { product_desc: PASTED })
  const { body } = await call<Product>(market, 'GET', `/api/products/${direct.product_id}`)
  expect(linesOf(body.product_desc)).toEqual(linesOf(written))
})

test('formatting and pictures written by other clients survive an edit', async () => {
  const seller = await newSeller()
  const { page } = seller
  const picture = '<img src="/storage/v1/object/public/products/PRD00001/featured_image" alt="a lamp" loading="lazy" />'
  const product_desc = `<p>H<sub>2</sub>O ${picture}</p>`
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_desc })
  await page.goto(`/seller/edit-product/${product_id}`)
  await page.getByRole('textbox', { name: 'Details' }).getByAltText('a lamp').waitFor()
  await page.getByRole('textbox', { name: 'Details' }).press('ControlOrMeta+Home')
  await page.keyboard.type('!')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await page.getByText('Product updated successfully!').waitFor()
  expect((await ownProducts(seller))[0]?.product_desc).toBe(`<p>!H<sub>2</sub>O ${picture}</p>`)
})

test('a seller drags pictures into another order', async () => {
  const { page } = await newSeller()
  await page.goto('/seller/add-product')
  const chosen = await Promise.all(['#3a3', '#33a', '#a3a'].map(small))
  await page.getByLabel('Add additional images').setInputFiles(chosen)
  await page.getByAltText('Additional image 3').waitFor()
  const shown = () =>
    page
      .getByTestId('additional-image')
      .getByRole('img')
      .evaluateAll((all) => all.map((one) => one.getAttribute('src')))
  const [first, second, third] = await shown()
  await page.getByTestId('additional-image').nth(0).dragTo(page.getByTestId('additional-image').nth(2))
  await page.getByText('Now image 3 of 3').waitFor()
  await expect.poll(() => shown()).toEqual([second, third, first])
})

test('a seller moves pictures by keyboard, and the featured one need not be chosen again', async () => {
  const seller = await newSeller()
  const { page } = seller
  await page.goto('/seller/add-product')
  await fillIn(page)
  await chooseFeatured(page)
  const more = await Promise.all(['#3a3', '#33a'].map(small))
  await page.getByLabel('Add additional images').setInputFiles(more)
  await page.getByAltText('Additional image 2').waitFor()
  await page.getByLabel('Featured picture shows').fill('Lit on a porch')
  await page.getByLabel('Picture 1 shows').fill('Its handle')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await page.getByRole('link', { name: 'Edit Brass Lantern' }).click()

  const name = page.getByLabel('Name', { exact: true })
  await name.waitFor()
  await expect.poll(() => name.inputValue()).toBe('Brass Lantern')
  await expect.poll(() => page.getByLabel('Price').inputValue()).toBe('24.50')
  const [before] = await ownProducts(seller)
  await name.fill('Copper Lantern')
  await page.getByRole('button', { name: 'Move image 1 later' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Now image 2 of 2').waitFor()
  await page.getByRole('button', { name: 'Update Product' }).click()
  await page.getByText('Product updated successfully!').waitFor()

  const [after] = await ownProducts(seller)
  expect(after?.product_name).toBe('Copper Lantern')
  expect(after?.product_desc).toBe(before?.product_desc)
  const bytes = async (address = '') =>
    (await market.app.inject({ url: new URL(address, market.origin).pathname })).rawPayload
  const colorOf = async (address = '') => {
    const { dominant } = await sharp(await bytes(address)).stats()
    return (['r', 'g', 'b'] as const).reduce((most, channel) => (dominant[channel] > dominant[most] ? channel : most))
  }
  expect(await colorOf(after?.featured_image)).toBe('r')
  expect(await Promise.all(after?.other_images.map(colorOf) ?? [])).toEqual(['b', 'g'])

  // A picture's description follows it, even into the dialog.
  await page.goto(`/product/${after?.product_id}`)
  const alts = () =>
    page
      .getByRole('list', { name: 'Pictures' })
      .locator('img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('alt')))
  await expect.poll(alts).toEqual(['Lit on a porch', 'Copper Lantern, picture 2', 'Its handle'])
  await page.getByRole('button', { name: 'Show picture 3' }).click()
  await page.getByRole('button', { name: 'Enlarge', exact: true }).click()
  await page.getByRole('dialog').getByAltText('Its handle').waitFor()
})

test('nothing moves when the editor of a long description loads slowly', async () => {
  const { page, user_id } = await newSeller()
  const { product_id } = await buildProduct(market, { seller_id: user_id, product_desc: '<p>Line.</p>'.repeat(40) })
  const release = await holdBack(page, '**/rich-text-editor*')
  const shifts = await watchShifts(page)
  const answered = page.waitForResponse(`**/api/seller/products/${product_id}`)
  await page.goto(`/seller/edit-product/${product_id}`)
  await (await answered).finished()
  await quietNetwork(page, 300)
  release()
  await page.getByRole('textbox', { name: 'Details' }).waitFor()
  await quietNetwork(page)
  expect(await shifts()).toEqual([])
})

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a63' } })
    .jpeg()
    .toBuffer()

/** Returns the real width of the picture that the browser chose, and its width on screen in device pixels. */
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

test('a photograph is sent unchanged, stored at 2,048 px, and shown sharp at double density; an HEIC file is refused', async () => {
  const { page, ...seller } = await signedInVisitor(market, { role: 'seller' })
  await page.goto('/seller/add-product')
  const input = page.getByLabel(/(Choose|Replace) featured image/)
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
  await input.setInputFiles({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heic })
  // The refusal is in a toast and at the field.
  await page
    .getByText(/IMG_0001\.HEIC: HEIC pictures cannot be read here.*JPEG, PNG, WebP, AVIF, or GIF/)
    .first()
    .waitFor()
  const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)])
  await input.setInputFiles({ name: 'scan.jpg', mimeType: 'image/jpeg', buffer: bmp })
  await page
    .getByText(/^Error compressing image: /)
    .first()
    .waitFor()
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

test('a small picture is declared with its own width', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const { product_id, featured_image } = await createProduct(market, seller, { product_name: 'Tin Mug' })
  const { body } = await market.app.inject({ url: `/product/${product_id}`, headers: { accept: 'text/html' } })
  const escaped = featured_image.replace('&', '&amp;')
  expect(body).toContain(`srcSet="${escaped} 48w"`)
})
