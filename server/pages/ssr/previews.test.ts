import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import type { MarketSettings } from '../../../shared/market/schema.ts'
import { makeAdmin, signUp } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { openWithPages } from '../../../tests/support/open-for-tests.ts'
import { createProduct, wellFilled } from '../../../tests/support/product-form.ts'

const market = await openWithPages()

const get = (url: string) => market.app.inject({ url, headers: { accept: 'text/html,image/*' } })
const structured = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(([, json = '']) => JSON.parse(json))

/** Returns the color of a pixel of a preview. */
async function colorAt(body: Buffer, x: number, y: number): Promise<number[]> {
  const { data } = await sharp(body)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

test('every public page names a picture for link previews, and the picture exists', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const { product_id } = await createProduct(market, seller, { product_name: 'Tin Mug', product_category: ['Toys'] })
  for (const path of [
    '/',
    '/category/toys',
    '/category/home%20%26%20lighting',
    '/shop/seller',
    `/product/${product_id}`,
  ]) {
    const { body: html } = await get(path)
    const [, address = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
    expect(address, path).toMatch(new RegExp(`^${market.config.siteUrl}/`))
    const picture = await get(address.slice(market.config.siteUrl.length).replaceAll('&amp;', '&'))
    expect([path, picture.statusCode]).toEqual([path, 200])
    const { width, height } = await sharp(picture.rawPayload).metadata()
    if (!path.startsWith('/product')) expect([path, width, height]).toEqual([path, 1200, 630])
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"')
  }
})

test('a preview shows the current products of its page', async () => {
  const seller = await signUp(market, { role: 'seller' })
  await createProduct(market, seller, { product_name: 'Camera', product_category: ['Cameras'] })
  const address = '/previews/category/cameras.jpg'
  // Its pictures cannot be read.
  const busy = vi.spyOn(market.app, 'inject')
  const answer = get(address)
  busy.mockResolvedValue({ statusCode: 503 } as never)
  expect((await answer).statusCode).toBe(503)
  busy.mockRestore()
  const pixel = async () => colorAt((await get(address)).rawPayload, 800, 300)
  const shown = await pixel()
  const admin = await makeAdmin(market)
  await call(market, 'POST', `/api/admin/users/${seller.user_id}/suspend`, { as: admin })
  expect(await pixel()).not.toEqual(shown)
  const own = await call<{ handle: string }>(market, 'GET', '/api/seller/page', {
    as: await signUp(market, { role: 'seller' }),
  })
  expect((await get(`/previews/shop/${own.body.handle}.jpg`)).statusCode).toBe(200)
  for (const path of ['category/anything', 'shop/nothing-here', 'shop/%00', 'nothing'])
    expect([path, (await get(`/previews/${path}.jpg`)).statusCode]).toEqual([path, expect.toBeOneOf([400, 404])])
})

test('a preview has the icon of the marketplace in place of the one of the product', async () => {
  const admin = await makeAdmin(market)
  const pixel = async () => colorAt((await get('/previews/category/wearables.jpg')).rawPayload, 600, 315)
  const standard = await pixel()
  const icon = sharp({ create: { width: 512, height: 512, channels: 3, background: '#00ff00' } })
  const url = '/api/admin/market/pictures/icon'
  const headers = { ...admin.headers, 'content-type': 'image/png' }
  await market.app.inject({ method: 'PUT', url: `${url}?from=`, headers, payload: await icon.png().toBuffer() })
  const [red = 255, green = 0, blue = 255] = await pixel()
  expect([red < 50, green > 200, blue < 50]).toEqual([true, true, true])
  const { icon: from } = (await call<MarketSettings>(market, 'GET', '/api/admin/market', { as: admin })).body
  await call(market, 'DELETE', `${url}?${new URLSearchParams({ from })}`, { as: admin })
  expect(await pixel()).toEqual(standard)
})

test('structured data of a product has its seller, the validity of its price, and all its pictures', async () => {
  const seller = await signUp(market, { role: 'seller' })
  await call(market, 'PUT', '/auth/v1/user', { as: seller, body: { data: { display_name: 'Mug Makers' } } })
  const { product_id, featured_image } = await createProduct(market, seller, {
    product_price: 12.5,
    product_desc: '<p>It <strong>shines</strong> &amp; lasts.</p>',
  })
  const { handle } = (await call<{ handle: string }>(market, 'GET', '/api/seller/page', { as: seller })).body
  const { siteUrl } = market.config
  const [product, breadcrumbs] = structured((await get(`/product/${product_id}`)).body)
  expect(product).toMatchObject({
    '@type': 'Product',
    name: wellFilled.product_name,
    description: 'It shines & lasts.',
    sku: product_id,
    brand: { '@type': 'Brand', name: 'Mug Makers' },
    image: [siteUrl + featured_image],
    offers: {
      '@type': 'Offer',
      price: '12.50',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      seller: { '@type': 'Organization', name: 'Mug Makers', url: `${siteUrl}/shop/${handle}` },
    },
  })
  const trail = ['Home', 'Home & Lighting', wellFilled.product_name].map((name) => expect.objectContaining({ name }))
  expect(breadcrumbs).toMatchObject({ '@type': 'BreadcrumbList', itemListElement: trail })
  const { offers } = (product ?? {}) as { offers?: { priceValidUntil: string } }
  expect(Date.parse(offers?.priceValidUntil ?? '') - Date.now()).toBeGreaterThan(27 * 86_400_000)
})

test('devices find icons in their formats, and a manifest that names them', async () => {
  const { body: html } = await get('/')
  for (const [, href = ''] of html.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)"[^>]*href="([^"]+)"/g))
    expect([href, (await get(href)).statusCode]).toEqual([href, 200])
  const manifest = await get('/manifest.webmanifest')
  expect(manifest.headers['content-type']).toContain('application/manifest+json')
  const { icons } = manifest.json<{ icons: { src: string; sizes: string; type: string }[] }>()
  for (const { src, sizes } of icons.filter(({ type }) => type === 'image/png')) {
    const { width, height } = await sharp((await get(src)).rawPayload).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  const { width } = await sharp((await get('/icon-180.png')).rawPayload).metadata()
  expect(width).toBe(180)
  const ico = await get('/favicon.ico')
  expect(ico.headers['content-type']).toMatch(/^image\/(vnd\.microsoft\.icon|x-icon)/)
  // The header of an ICO file with three pictures, the first of them a PNG.
  expect([...ico.rawPayload.subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0])
  const first = ico.rawPayload.readUInt32LE(18)
  expect((await sharp(ico.rawPayload.subarray(first)).metadata()).format).toBe('png')
  for (const scheme of ['light', 'dark'])
    expect(html).toContain(`<meta name="theme-color" media="(prefers-color-scheme: ${scheme})"`)
})
