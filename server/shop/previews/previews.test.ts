import sharp from 'sharp'
import { expect, test } from 'vitest'
import { SHOP_NAME } from '../../../shared/app/name.ts'
import type { Market, MarketSettings } from '../../../shared/market/schema.ts'
import { previewMessages } from '../../../shared/previews/messages.ts'
import type { Preview } from '../../../shared/previews/schema.ts'
import type { AdminPage } from '../../../shared/site-pages/schema.ts'
import { call } from '../../../tests/support/api.ts'
import { openWithPages, signUpAll, stoppedClock } from '../../../tests/support/open-for-tests.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { expiredRows } from '../../operate/start/expired-rows.ts'
import { deleteBatches } from '../../platform/jobs/delete-expired.ts'

const clock = stoppedClock()
const market = await openWithPages({ deps: { clock } })
const [admin] = await signUpAll(market, 'admin')
const as = admin

const post = (path: string, body?: object) => call<Preview & { code: string }>(market, 'POST', path, { as, body })
const get = (url: string) => market.app.inject(url)
const BANNER = {
  title: 'Winter sale',
  text: '',
  action: 'Look',
  path: '/search?q=coat',
  focus_x: 50,
  focus_y: 50,
  shown_from: '2099-01-01T00:00',
  shown_to: '',
}

/** Previews the marketplace under another name. */
async function previewMarket(name: string): Promise<string> {
  const { body: settings } = await call<MarketSettings>(market, 'GET', '/api/admin/market', { as })
  const { status, body } = await post('/api/admin/market/preview', { ...settings, name, brand_color: '#8b5cf6' })
  expect(status).toBe(201)
  return body.address
}

test('a preview shows home, category, product and other pages with the settings that are not saved, and only there', async () => {
  const { product_id } = await buildProduct(market, { product_name: 'Oak desk' })
  const address = await previewMarket('Harbour Market')
  expect(address).toMatch(/^\/preview\/[\w-]{43}\/$/)
  for (const [path, content] of [
    ['', 'A whole marketplace'],
    ['category/all', 'Oak desk'],
    [`product/${product_id}`, 'Oak desk'],
    ['search?q=lamp', 'lamp'],
  ] as const) {
    const { statusCode, headers, body } = await get(address + path)
    expect([path, statusCode, headers['cache-control'], headers['x-robots-tag']]).toEqual([
      path,
      200,
      'no-store',
      'noindex, nofollow',
    ])
    expect(body).toMatch(/<title>[^<]*Harbour Market<\/title>/)
    expect(body).not.toContain(SHOP_NAME)
    expect(body).toContain(content)
    expect(body).toContain('--color-brand:light-dark(')
    expect(body).toContain('<meta name="robots" content="noindex, nofollow">')
    // Its links stay in the preview.
    expect(body).toContain(`href="${address}category/audio"`)
    expect(body).not.toMatch(/<a [^>]*href="\/(?!preview\/)/)
    expect(body).not.toMatch(/<script|modulepreload/)
  }
  expect((await get(address)).body).toContain(previewMessages.bar())
  expect((await get(`${address}cart`)).headers).toMatchObject({ location: '/cart', 'cache-control': 'no-store' })
  for (const path of ['/', '/category/all', '/api/market']) expect((await get(path)).body).not.toContain('Harbour')
})

test('a preview of the region has its currency', async () => {
  const { product_id } = await buildProduct(market, { product_name: 'Oak chair', product_price: 12.5 })
  const region = { currency: 'EUR', locale: 'en-IE', country: 'IE', time_zone: 'Europe/Dublin' }
  const { address } = (await post('/api/admin/market/region/preview', region)).body
  expect((await get(`${address}product/${product_id}`)).body).toContain('&#8364;12.50')
  expect((await get(`/product/${product_id}`)).body).toContain('$12.50')
})

test('a preview of a page has a text that is not saved at its address, and in the footer; one of a banner has it first, and one of an order of banners, categories or pages has those that stay', async () => {
  const text = { title: 'Terms of sale', body: '<p>A promise.</p><script>alert(1)</script>' }
  const previewOf = (body: string) => post('/api/admin/pages/terms/preview', { ...text, body })
  expect((await previewOf('<p> </p>')).body.code).toBe('page_empty')
  const { address } = (await previewOf(text.body)).body
  expect(address).toMatch(/^\/preview\/[\w-]+\/terms$/)
  const page = await get(address)
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('<p>A promise.</p>')])
  expect(/<a [^>]*href="([^"]+)"[^>]*>Terms of sale/.exec(page.body)?.[1]).toBe(address)
  expect(page.body).not.toContain('alert(1)')
  expect((await get('/terms')).statusCode).toBe(404)
  expect((await call<AdminPage>(market, 'GET', '/api/admin/pages/terms', { as })).body.has_draft).toBe(false)

  const banner = (await post('/api/admin/banners/preview', { ...BANNER, banner_number: 2 })).body
  const home = (await get(banner.address)).body
  expect(home.indexOf('Winter sale')).toBeLessThan(home.indexOf('A whole marketplace'))
  expect(home).not.toContain('Listen, watch, play')
  expect((await get((await post('/api/admin/banners/preview', BANNER)).body.address)).body).toContain('Winter sale')
  expect((await get('/')).body).not.toContain('Winter sale')

  const { banners, categories } = (await call<Market>(market, 'GET', '/api/market')).body
  const banner_numbers = banners.map(({ banner_number }) => banner_number).toReversed()
  const ordered = (await get((await post('/api/admin/banner-order/preview', { banner_numbers })).body.address)).body
  expect(ordered.indexOf('A whole marketplace')).toBeGreaterThan(ordered.indexOf('Listen, watch, play'))
  const slugs = categories.map(({ slug }) => slug).toReversed()
  const tiles = (await get((await post('/api/admin/category-order/preview', { slugs })).body.address)).body
  expect(tiles.indexOf('/category/wearables"')).toBeLessThan(tiles.indexOf('/category/toys"'))

  for (const slug of ['imprint', 'privacy']) {
    const path = `/api/admin/pages/${slug}`
    const { revision } = (await call<AdminPage>(market, 'GET', path, { as })).body
    const draft = await call<AdminPage>(market, 'PUT', path, { as, body: { title: slug, body: text.body, revision } })
    await post(`${path}/publish`, { revision: draft.body.revision })
  }
  const pages = (await call<Market>(market, 'GET', '/api/market')).body.pages?.map(({ slug }) => slug) ?? []
  const linksOf = async (path: string, body: object) => {
    const { body: shown } = await get((await post(path, body)).body.address)
    return [...shown.matchAll(/<a [^>]*href="[^"]+\/(imprint|privacy|terms)"/g)].map(([, slug]) => slug)
  }
  expect(await linksOf('/api/admin/page-order/preview', { slugs: pages.toReversed() })).toEqual(pages.toReversed())
  const without = { slugs: pages.slice(1) }
  expect(await linksOf('/api/admin/page-order/preview', without)).toEqual(without.slugs)
  const { address: rest } = (await post('/api/admin/page-order/preview', without)).body
  const statuses = pages.map(async (slug) => (await get(rest + slug)).statusCode)
  expect(await Promise.all(statuses)).toEqual([404, 200])
  const oneInFooter = { slugs: pages, in_footer: pages.slice(1) }
  expect(await linksOf('/api/admin/page-order/preview', oneInFooter)).toEqual(without.slugs)
  expect(await linksOf('/api/admin/pages/terms/preview', text)).toEqual(['terms', ...pages])
  const hidden = { revision: 1, in_footer: false }
  expect((await call(market, 'PATCH', '/api/admin/pages/terms', { as, body: hidden })).status).toBe(200)
  expect(await linksOf('/api/admin/pages/terms/preview', text)).toEqual(pages)
})

test('a preview of a category has its new name wherever the shop names it, leaves it out of menus when it is hidden, and shows a new one', async () => {
  const { product_id } = await buildProduct(market, { product_name: 'Kite', product_category: ['Toys'] })
  const open = async (form: object) => (await post('/api/admin/categories/preview', form)).body.address
  const form = { of: 'toys', name: 'Games & Puzzles', slug: 'toys', is_hidden: false }
  const address = await open(form)
  const link = `${address}category/games%20%26%20puzzles`
  for (const path of [address, `${address}product/${product_id}`]) {
    const { body } = await get(path)
    expect(body).toContain(`href="${link}"`)
    expect(body).not.toContain(`href="${address}category/toys"`)
  }
  expect((await get(link)).body).toMatch(/<title>Games &amp; Puzzles.*Kite/s)
  const hidden = await open({ ...form, is_hidden: true })
  expect((await get(hidden)).body).not.toContain('games%20%26%20puzzles')
  expect((await get(`${hidden}category/games%20%26%20puzzles`)).body).toContain('Kite')
  expect((await get(await open({ name: 'Garden', slug: 'garden' }))).body).toContain('/category/garden"')
  expect((await get(`/product/${product_id}`)).body).not.toContain('Puzzles')
})

test('a preview of merging has the products of a category under the other one only, where its own address leads', async () => {
  await buildProduct(market, { product_name: 'Chess set', product_category: ['Toys'] })
  const { product_id } = await buildProduct(market, { product_name: 'Music box', product_category: ['Toys', 'Audio'] })
  const body = { revision: 1, into: 'audio' }
  const { address } = (await post('/api/admin/categories/toys/merge/preview', body)).body
  const list = (await get(`${address}category/audio`)).body
  for (const name of ['Chess set', 'Music box']) expect(list).toContain(name)
  for (const path of ['', 'category/audio', `product/${product_id}`, 'search?q=set'])
    expect((await get(address + path)).body).not.toContain('/category/toys')
  expect((await get(`${address}category/toys?page=1`)).headers.location).toBe(`${address}category/audio`)
  expect((await get(`${address}search`)).body).not.toContain('Toys')
  for (const [query, name, count] of [
    ['category=Audio', 'Chess set', expect.any(String)],
    ['category=Toys', 'Chess set', expect.any(String)],
    ['category=audio&sort=price-low-high', 'Chess set', expect.any(String)],
    ['q=chess&category=Audio', 'Chess set', '1'],
    // In both, and counted once.
    ['q=music', 'Music box', '1'],
  ]) {
    const { body: found } = await get(`${address}search?${query}`)
    const [, shown] = /Audio<span[^>]*>(\d+)</.exec(found) ?? []
    expect([query, found, shown]).toEqual([query, expect.stringContaining(name), count])
  }
  expect((await get('/category/audio')).body).not.toContain('Chess set')
  expect((await get('/category/toys')).body).toContain('Chess set')
})

test('a preview of a picture shows it at its secret address alone while it lasts; one of a removal has the standard picture', async () => {
  const { app, db } = market
  const draw = (width: number, height = width) =>
    sharp({ create: { width, height, channels: 3, background: '#8b5cf6' } })
      .png()
      .toBuffer()
  const send = async (method: 'POST' | 'PUT', path: string, payload?: Buffer) =>
    app.inject({
      method,
      url: `/api/admin/${path}`,
      headers: { ...admin.headers, ...(payload && { 'content-type': 'image/png' }) },
      ...(payload && { payload }),
    })
  const shown = (await get('/api/market')).body
  const addresses: string[] = []
  for (const [path, picture, found] of [
    ['market/pictures/logo', await draw(600, 120), /<img src="([^"]+)" alt="Openstall" width="160"/],
    ['market/pictures/icon', await draw(512), /<link rel="icon"[^>]* href="([^"]+)"/],
    ['banners/2/picture', await draw(1600, 800), /<img[^>]* src="([^"&]+)[^>]*fetchpriority="high"/i],
    ['categories/toys/picture', await draw(256), /category\/toys"[^>]*><span[^>]*><img[^>]* src="([^"]+)"/],
  ] as const) {
    const sent = await send('POST', `${path}/preview`, picture)
    expect([path, sent.statusCode]).toEqual([path, 201])
    const { address } = sent.json<Preview>()
    const [, own = ''] = found.exec((await get(address)).body) ?? []
    expect([path, own]).toEqual([path, expect.stringContaining(`${address}picture?full=`)])
    const { statusCode, headers } = await get(own)
    expect([path, statusCode, headers['cache-control']]).toEqual([path, 200, 'no-store'])
    expect(headers['content-type']).toMatch(/^image\/(webp|png)$/)
    addresses.push(own)
  }
  expect((await send('POST', 'market/pictures/icon/preview', await draw(600, 120))).statusCode).toBe(400)
  expect((await get('/api/market')).body).toBe(shown)
  const stored = db.selectFrom('storage_objects').select('name').where('bucket_id', '=', 'market')
  expect(await stored.execute()).toEqual([])

  await send('PUT', 'market/pictures/logo?from=', await draw(600, 120))
  expect((await get('/')).body).toContain('width="160"')
  const { address } = (await send('POST', 'market/pictures/logo/preview')).json<Preview>()
  expect((await get(address)).body).not.toContain('width="160"')
  clock.pass(16)
  for (const own of addresses) expect((await get(own)).statusCode).toBe(404)
  // Each file is removed within the hour.
  const files = await db.selectFrom('storage_discards').select('remove_after').execute()
  expect(files).toHaveLength(addresses.length)
  for (const { remove_after } of files) expect(remove_after.getTime()).toBeLessThan(clock().getTime() + 3_600_000)
})

test('a wrong token, and one after 15 minutes, shows the not-found page; then its draft is deleted', async () => {
  const address = await previewMarket('Harbour Market')
  const notFound = (await get('/no-such-page')).body
  for (const wrong of [
    '/preview',
    '/preview/',
    '/preview/x/',
    `/preview/${'A'.repeat(43)}/`,
    `${address.slice(0, -2)}x/`,
  ])
    expect(await get(wrong)).toMatchObject({ statusCode: 404, body: notFound })
  const clean = async () => {
    while (await deleteBatches({ db: market.db, clock, expired: expiredRows }));
    return market.db.selectFrom('previews').select('expires_at').execute()
  }
  clock.pass(14)
  expect((await clean()).length).toBeGreaterThan(0)
  expect((await get(address)).statusCode).toBe(200)
  clock.pass(2)
  expect(await get(address)).toMatchObject({ statusCode: 404, body: notFound })
  expect(await clean()).toEqual([])
})
