import { describe, expect, test } from 'vitest'
import type { Product, ProductPage } from '../../../../shared/catalog/schema.ts'
import type { OwnSellerPage, Seller } from '../../../../shared/catalog/seller-schema.ts'
import { RESERVED_HANDLES } from '../../../../shared/catalog/seller-schema.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../../tests/support/accounts.ts'
import { call } from '../../../../tests/support/api.ts'
import { openWithPages } from '../../../../tests/support/open-for-tests.ts'
import { buildProduct, buildProducts } from '../../../../tests/support/products.ts'

const market = await openWithPages()
const admin = await makeAdmin(market)

const rename = (account: TestAccount, display_name: string) =>
  call(market, 'PUT', '/auth/v1/user', { as: account, body: { data: { display_name } } })
const ownPage = async (as: TestAccount) => (await call<OwnSellerPage>(market, 'GET', '/api/seller/page', { as })).body
const read = (handle: string) => call<Seller>(market, 'GET', `/api/sellers/${handle}`)
const products = (handle: string, query = '') =>
  call<ProductPage>(market, 'GET', `/api/sellers/${handle}/products${query}`)
const html = (path: string) => call(market, 'GET', path, { headers: { accept: 'text/html' } })
const page = async (path: string) => (await market.app.inject({ url: path, headers: { accept: 'text/html' } })).body

/** A seller whose account has had a display name from the start. */
async function sellerNamed(display_name: unknown): Promise<string> {
  const { id } = await market.db
    .insertInto('users')
    .values({ email: null, role: 'seller', user_metadata: JSON.stringify({ display_name }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { handle } = await market.db
    .selectFrom('seller_pages')
    .select('handle')
    .where('seller_id', '=', id)
    .executeTakeFirstOrThrow()
  return handle
}

/** Saves a seller's page with some changes. */
async function change(as: TestAccount, changes: Partial<OwnSellerPage>) {
  return call<OwnSellerPage & { code: string; message: string }>(market, 'PUT', '/api/seller/page', {
    as,
    body: { ...(await ownPage(as)), ...changes },
  })
}

describe('a new seller gets a handle', () => {
  test('made from the display name, with a number when it is taken', async () => {
    expect(await sellerNamed("Kim's Déjà  Vu & Söhne GmbH")).toBe('kims-deja-vu-sohne-gmbh')
    expect(await sellerNamed('Kims déjà vu – söhne GmbH!')).toBe('kims-deja-vu-sohne-gmbh-2')
    expect(await sellerNamed('ab')).toBe('seller-ab')
    for (const name of ['', '日本', 42, null, 'x'.repeat(300), '-', '\u200b'])
      expect(await sellerNamed(name)).toMatch(/^[a-z0-9-]{3,40}$/)
  })

  test('that is none of the reserved words', async () => {
    for (const word of RESERVED_HANDLES) expect(await sellerNamed(word)).toBe(`${word}-2`)
  })

  test('and a name that is not an email address', async () => {
    expect((await read(await sellerNamed('kim@shop.example'))).body.name).toBe('Seller')
  })
})

test('the awning is derived from the account until the seller chooses one', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const { handle, awning } = await ownPage(seller)
  expect(awning).toBe(Number.parseInt(seller.user_id.slice(-2), 16) % 12)
  const chosen = (awning + 1) % 12
  expect((await change(seller, { awning: chosen })).body.awning).toBe(chosen)
  expect((await read(handle)).body.awning).toBe(chosen)
  for (const refused of [-1, 12, 1.5]) expect((await change(seller, { awning: refused })).status).toBe(400)
  const { awning: _absent, ...rest } = await ownPage(seller)
  expect((await call<OwnSellerPage>(market, 'PUT', '/api/seller/page', { as: seller, body: rest })).body.awning).toBe(
    chosen,
  )
})

test('a seller page shows the cleaned texts of its seller, and pages of ten products', async () => {
  const seller = await signUp(market, { role: 'seller' })
  await rename(seller, 'Fern & Oak')
  await buildProducts(
    market,
    Array.from({ length: 12 }, (_, index) => ({
      seller_id: seller.user_id,
      product_name: `Chair ${String(index).padStart(2, '0')}`,
      product_price: 100 - index,
    })),
  )
  const about = '<p onclick="x()">We <b>care</b>.<script>alert(1)</script></p>'
  const saved = await change(seller, { handle: ' Fern-Oak ', about })
  expect(saved).toMatchObject({ status: 200, body: { handle: 'fern-oak', revision: 2 } })
  const { body } = await read('fern-oak')
  expect(body).toMatchObject({ handle: 'fern-oak', name: 'Fern & Oak', banner: '' })
  expect(body.about).toContain('<p>We <b>care</b>.</p>')
  expect(body.about).not.toMatch(/onclick|alert/)
  expect(body).not.toHaveProperty('seller_id')

  const names = (list: ProductPage | undefined) => (list?.products ?? []).map(({ product_name }) => product_name)
  const [first, second, last, cheap, dear] = await Promise.all(
    ['', '?page=2', '?page=3', '?sort=price-low-high', '?sort=price-high-low&page=2'].map((query) =>
      products('fern-oak', query),
    ),
  )
  expect(first?.body).toMatchObject({ total: 12, page: 1, page_size: 10 })
  expect(names(first?.body)).toHaveLength(10)
  expect(names(second?.body)).toEqual(['Chair 10', 'Chair 11'])
  expect(names(last?.body)).toEqual([])
  expect(names(cheap?.body)[0]).toBe('Chair 11')
  expect(names(dear?.body)).toEqual(['Chair 10', 'Chair 11'])
  expect(first?.body.products[0]?.seller).toEqual({
    handle: 'fern-oak',
    name: 'Fern & Oak',
    awning: expect.any(Number),
  })
})

test('a seller page is HTML with title, heading and structured data, and in the sitemap', async () => {
  const seller = await signUp(market, { role: 'seller' })
  await rename(seller, 'Lamp House')
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_name: 'Brass lamp' })
  await change(seller, { handle: 'lamp-house', about: '<p>Lamps since ever.</p>' })
  const shown = await page('/shop/lamp-house')
  expect(shown).toContain('<title>Lamp House · Openstall</title>')
  expect(shown).toMatch(/<h1[^>]*>Lamp House<\/h1>/)
  expect(shown).toContain('Lamps since ever.')
  expect(shown).toContain(`/product/${product_id}`)
  expect(shown).toContain(`<link rel="canonical" href="${market.config.siteUrl}/shop/lamp-house"`)
  for (const type of ['ProfilePage', 'Organization', 'ItemList', 'BreadcrumbList'])
    expect(shown).toContain(`"@type":"${type}"`)
  const [, file] = /<loc>[^<]*(\/sitemaps\/sellers-1\.xml)<\/loc>/.exec(await page('/sitemap.xml')) ?? []
  expect(await page(file ?? '')).toContain(`<loc>${market.config.siteUrl}/shop/lamp-house</loc>`)

  const list = await page('/shop/lamp-house?sort=price-high-low')
  expect(list).toContain(`<link rel="canonical" href="${market.config.siteUrl}/shop/lamp-house"`)
})

test('dispatch days are on the seller page and on products; older clients leave them unchanged', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id })
  const { handle, dispatch_days } = await ownPage(seller)
  expect(dispatch_days).toBeNull()
  const shownBy = async () => (await call<Product>(market, 'GET', `/api/products/${product_id}`)).body.seller
  expect(await shownBy()).not.toHaveProperty('dispatch_days')

  expect(await change(seller, { dispatch_days: 3 })).toMatchObject({ status: 200, body: { dispatch_days: 3 } })
  expect((await read(handle)).body).toMatchObject({ dispatch_days: 3 })
  await expect.poll(shownBy).toMatchObject({ dispatch_days: 3 })
  await expect.poll(() => page(`/product/${product_id}`)).toContain('Usually ships in 3 days')

  const { about, banner, revision } = await ownPage(seller)
  await call(market, 'PUT', '/api/seller/page', { as: seller, body: { handle, about, banner, revision } })
  expect(await ownPage(seller)).toMatchObject({ dispatch_days: 3, revision: revision + 1 })
  for (const wrong of [0, 61, '3']) expect((await change(seller, { dispatch_days: wrong as never })).status).toBe(400)
})

test('the page of an unknown or suspended seller says so, with 404', async () => {
  for (const handle of ['nothing-here', 'x', 'x'.repeat(60), '%00', 'a%2Fb'])
    expect((await html(`/shop/${handle}`)).status).toBe(404)
  expect(await page('/shop/nothing-here')).toContain('Seller not found')

  const seller = await signUp(market, { role: 'seller' })
  const { handle } = await ownPage(seller)
  expect((await html(`/shop/${handle}`)).status).toBe(200)
  const suspended = await call(market, 'POST', `/api/admin/users/${seller.user_id}/suspend`, { as: admin })
  expect(suspended.status).toBe(200)
  expect((await read(handle)).status).toBe(404)
  expect((await products(handle)).status).toBe(404)
  expect((await html(`/shop/${handle}`)).status).toBe(404)
  expect(await page('/sitemaps/sellers-1.xml')).not.toContain(`/shop/${handle}<`)
  await call(market, 'POST', `/api/admin/users/${seller.user_id}/reinstate`, { as: admin })
  expect((await html(`/shop/${handle}`)).status).toBe(200)
})

test('earlier handles, in any letter case, redirect to the current one and stay reserved for their seller', async () => {
  const [seller, other] = [await signUp(market, { role: 'seller' }), await signUp(market, { role: 'seller' })]
  await change(seller, { handle: 'old-name' })
  await change(seller, { handle: 'new-name' })
  for (const path of ['/shop/old-name?page=2&sort=price-low-high&x=1', '/shop/New-Name?page=2&sort=price-low-high']) {
    const moved = await html(path)
    expect(moved.status).toBe(308)
    expect(moved.headers.location).toBe('/shop/new-name?sort=price-low-high&page=2')
  }
  expect((await read('old-name')).body.handle).toBe('new-name')
  expect(await change(other, { handle: 'old-name' })).toMatchObject({ status: 409, body: { code: 'handle_taken' } })
  expect(await change(other, { handle: 'new-name' })).toMatchObject({ status: 409, body: { code: 'handle_taken' } })
  expect((await change(seller, { handle: 'old-name' })).status).toBe(200)
  expect((await html('/shop/new-name')).headers.location).toBe('/shop/old-name')

  for (let number = 0; number < 30; number++) await change(seller, { handle: `name-${number}` })
  expect(await change(seller, { handle: 'one-more' })).toMatchObject({
    status: 409,
    body: { code: 'too_many_handles' },
  })
})

test('of two sellers who concurrently choose a handle one gets it', async () => {
  const sellers = await Promise.all([1, 2, 3].map(() => signUp(market, { role: 'seller' })))
  const taken = await Promise.all(sellers.map((seller) => change(seller, { handle: 'wanted-by-all' })))
  expect(taken.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('an invalid value is refused with the name of its field, and changes nothing', async () => {
  const seller = await signUp(market, { role: 'seller' })
  const before = await ownPage(seller)
  for (const handle of ['ab', 'x'.repeat(41), 'with space', 'ümlaut', 'a/b', RESERVED_HANDLES[0] ?? '']) {
    const refused = await change(seller, { handle })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(refused.body.message).toContain('handle')
  }
  expect(await change(seller, { about: `<p>${'x'.repeat(2001)}</p>` })).toMatchObject({
    status: 400,
    body: { code: 'about_too_long' },
  })
  for (const banner of ['https://elsewhere.example/a.png', '/storage/v1/object/public/users/x.webp'])
    expect(await change(seller, { banner })).toMatchObject({ status: 400, body: { code: 'banner_not_stored' } })
  expect(await change(seller, { revision: 9 })).toMatchObject({ status: 409, body: { code: 'newer_page' } })
  expect(await ownPage(seller)).toEqual(before)
  expect((await call(market, 'GET', '/api/seller/page')).status).toBe(401)
})

test('a seller’s changes show at once wherever the seller is named', async () => {
  const seller = await signUp(market, { role: 'seller' })
  await rename(seller, 'Before')
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id, product_name: 'Only one' })
  await change(seller, { handle: 'name-before' })
  const product = async () => (await call<Product>(market, 'GET', `/api/products/${product_id}`)).body.seller
  const listed = async () => (await products('name-before')).body.products.map((card) => card.seller)
  expect(await product()).toMatchObject({ handle: 'name-before', name: 'Before', since: expect.any(String) })
  expect(await listed()).toEqual([{ handle: 'name-before', name: 'Before', awning: expect.any(Number) }])
  expect(await page(`/product/${product_id}`)).toContain('Before')

  await rename(seller, 'After')
  expect(await product()).toMatchObject({ name: 'After' })
  expect(await listed()).toEqual([{ handle: 'name-before', name: 'After', awning: expect.any(Number) }])
  expect(await page('/shop/name-before')).toContain('<title>After · Openstall</title>')
  expect(await page(`/product/${product_id}`)).not.toContain('Before')

  await change(seller, { handle: 'name-after' })
  expect(await product()).toMatchObject({ handle: 'name-after' })
  expect((await html('/shop/name-before')).status).toBe(308)

  await buildProduct(market, { seller_id: seller.user_id, product_name: 'Another' })
  expect((await products('name-after')).body.total).toBe(2)
})
