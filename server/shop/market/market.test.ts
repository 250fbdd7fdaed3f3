import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { SHOP_NAME } from '../../../shared/app/name.ts'
import type { Activity, ActivityPage } from '../../../shared/audit/schema.ts'
import { STANDARD_FACTS } from '../../../shared/kernel/market-facts.ts'
import type { MarketPicture } from '../../../shared/market/constants.ts'
import { standardMarket } from '../../../shared/market/footer.ts'
import { footerMessages } from '../../../shared/market/messages.ts'
import type { Market, MarketSettings, Opening } from '../../../shared/market/schema.ts'
import type { ApprovalSettings } from '../../../shared/sellers/schema.ts'
import { makeAdmin, signUp } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { addMethod } from '../../../tests/support/delivery.ts'
import { inSequence, underContention, untilWaiting } from '../../../tests/support/lock-contention.ts'
import { openBeside, openWithPages } from '../../../tests/support/open-for-tests.ts'
import { allMessages } from '../../../tests/support/outbox.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { filesOf, picture } from '../../../tests/support/storage.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'
import { errorPage } from '../../pages/ssr/error-page.ts'

const market = await openWithPages({ config: { demo: false } })
const admin = await makeAdmin(market)

const settings = async () => (await call<MarketSettings>(market, 'GET', '/api/admin/market', { as: admin })).body
const save = async (changes: object, at: TestApp = market) =>
  call<MarketSettings & { code: string; message: string }>(at, 'PUT', '/api/admin/market', {
    as: admin,
    body: { ...(await settings()), ...changes },
  })
const shown = async (at: TestApp = market) => (await call<Market>(at, 'GET', '/api/market')).body
const page = async (path = '/') => (await market.app.inject(path)).body
const activity = async () => {
  const { body } = await call<ActivityPage>(market, 'GET', '/api/admin/activity?action=change_market', { as: admin })
  return body.activities
}

const STANDARD = {
  name: SHOP_NAME,
  about: '',
  contact: '',
  products_link: 'none',
  facebook: '',
  twitter: '',
  github: '',
  linkedin: '',
  brand_color: '',
  accent_color: '',
}
afterEach(() => save(STANDARD))

test('a marketplace in which no admin changes anything shows the standard name and footer', async () => {
  const { db } = market
  await db.updateTable('settings').set({ social_links: '{}' }).execute()
  expect(await shown()).toEqual({ ...standardMarket(), ...STANDARD_FACTS, revision: expect.any(Number) })
  const html = await page()
  expect(html).toContain(`<title>${SHOP_NAME}</title>`)
  for (const text of [...Object.values(footerMessages.contact), footerMessages.about]) expect(html).toContain(text)
  expect(html.match(/href="#follow-us"/g)).toHaveLength(4)
  expect(html).toContain('href="/products"')
})

describe('currency, country and time zone', () => {
  const region = async (changes: object, as = admin) => {
    const { revision, region } = await settings()
    return call<MarketSettings & { code: string; message: string }>(market, 'PUT', '/api/admin/market/region', {
      as,
      body: { revision, ...region, ...changes },
    })
  }
  const standard = { currency: 'USD', locale: 'en-US', country: '', time_zone: 'UTC' }

  // catches: currency-unlocked
  test('the currency does not change while a product is being added', async () => {
    const [, { status, body }] = await inSequence(
      market.db,
      (holding) => sql`lock table products in share row exclusive mode`.execute(holding),
      () => buildProduct(market),
      () => region({ currency: 'EUR' }),
    )
    expect([status, body.code]).toEqual([409, 'currency_in_use'])
    expect((await settings()).region).toMatchObject({ ...standard, currency_in_use: true })
    await market.db.deleteFrom('products').execute()
  })

  test('an owner chooses the currency before the first product; pages of every process show it at once', async () => {
    const other = await openBeside(market)
    await Promise.all([page(), shown(other)])
    const staff = await makeAdmin(market)
    await market.db
      .updateTable('users')
      .set({ admin_rights: ['settings'] })
      .where('id', '=', staff.user_id)
      .execute()
    expect((await region({ currency: 'EUR' }, staff)).body.code).toBe('owners_only')
    expect((await region({ revision: 1 })).status).toBe(409)
    expect((await region({ country: 'IE', locale: 'en-IE' }, staff)).status).toBe(200)
    const { status, body } = await region({ currency: 'EUR', time_zone: 'Europe/Dublin' })
    const chosen = { currency: 'EUR', locale: 'en-IE', country: 'IE', time_zone: 'Europe/Dublin' }
    expect([status, body.region]).toEqual([200, { ...chosen, currency_in_use: false, time_zone_set: false }])
    for (const at of [market, other])
      await expect.poll(() => shown(at)).toMatchObject({ ...chosen, revision: body.revision })
    expect((await activity())[0]?.to).toBe('currency time_zone')
    const product = await buildProduct(market, { product_price: 1179.9 })
    const html = await page(`/product/${product.product_id}`)
    for (const text of ['&#8364;1,179<', '"priceCurrency":"EUR"']) expect(html).toContain(text)
    expect((await region({ currency: 'USD' })).body.code).toBe('currency_in_use')
    expect((await region({ time_zone: 'UTC' })).status).toBe(200)
    await market.db.deleteFrom('products').execute()
    const seller = await signUp(market, { role: 'seller' })
    await addMethod(market, seller, { price: 4.9 })
    expect((await region({ currency: 'USD' })).body.code).toBe('currency_in_use')
    await market.db.deleteFrom('delivery_methods').execute()
    expect((await region(standard)).status).toBe(200)
  })
})

test('an admin names the marketplace and writes its footer: every page and process shows it at once, and mails have the name', async () => {
  const other = await openBeside(market)
  await Promise.all([page(), page('/cart'), shown(other)])
  const changed = {
    name: 'Tom & Söhne',
    about: 'Tools for\nevery hand.',
    contact: ' Hauptstr. 1, Bonn \n\n hello@tools.example\n',
    facebook: 'https://facebook.example/tools',
    products_link: 'all',
  }
  const { status, body } = await save(changed)
  expect([status, body.about, body.contact]).toEqual([
    200,
    'Tools for every hand.',
    'Hauptstr. 1, Bonn\nhello@tools.example',
  ])
  const now = {
    ...STANDARD_FACTS,
    revision: body.revision,
    name: changed.name,
    about: 'Tools for every hand.',
    contact: ['Hauptstr. 1, Bonn', 'hello@tools.example'],
    social: { facebook: changed.facebook, twitter: '', github: '', linkedin: '' },
    products_link: 'all',
    banners: standardMarket().banners,
    categories: standardMarket().categories,
  }
  expect(await shown()).toEqual(now)
  await expect.poll(() => shown(other)).toEqual(now)
  for (const path of ['/', '/cart', '/no-such-page', '/product/PRD99999']) {
    const html = await page(path)
    expect(html).toMatch(/<title>[^<]*Tom &amp; Söhne<\/title>/)
    expect(html).not.toContain(SHOP_NAME)
    expect(html).toContain('hello@tools.example')
    expect(html).toContain(`href="${changed.facebook}"`)
    expect(html).not.toContain('#follow-us')
    expect(html).toContain('href="/category/all"')
  }
  expect(JSON.parse(await page('/manifest.webmanifest'))).toMatchObject({ name: 'Tom & Söhne' })
  await call(market, 'POST', '/auth/v1/recover', {
    headers: { apikey: market.deps.secrets.apiKey },
    body: { email: admin.email },
  })
  await expect.poll(async () => (await allMessages(market)).length).toBeGreaterThan(0)
  const [mail] = await allMessages(market)
  expect(JSON.stringify(mail)).toContain('Tom &amp; Söhne')
  expect(JSON.stringify(mail)).not.toContain(SHOP_NAME)
})

test('a change is recorded with the fields that differ, before and after; nothing is recorded when none does', async () => {
  // As before links are saved for the first time.
  await market.db.updateTable('settings').set({ social_links: '{}' }).execute()
  const before = (await activity()).length
  await save({ name: 'Market Hall', linkedin: 'https://linkedin.example/hall' })
  await save({})
  const [entry, ...older] = await activity()
  expect(older).toHaveLength(before)
  expect(entry).toMatchObject({
    admin_id: admin.user_id,
    target: 'market',
    from: null,
    to: 'name facebook twitter github linkedin',
  })
  const path = `/api/admin/activity/${entry?.action_number}`
  const { body } = await call<Activity>(market, 'GET', path, { as: admin })
  expect(body.difference).toEqual({
    before: { name: SHOP_NAME, facebook: null, twitter: null, github: null, linkedin: null },
    after: { name: 'Market Hall', facebook: '', twitter: '', github: '', linkedin: 'https://linkedin.example/hall' },
  })
})

test('chosen colors are a style sheet in every document, as dark or light as texts need them', async () => {
  const standard = await page()
  expect(standard).not.toContain('--color-brand')
  const { body } = await save({ brand_color: ' #FFFFFF ', accent_color: '#1b54bd' })
  expect(body).toMatchObject({
    brand_color: '#ffffff',
    used: { accent_color: { light: '#1b54bd' }, brand_color: { light: expect.stringMatching(/^#[0-7]/) } },
  })
  const brand = `--color-brand:light-dark(${body.used.brand_color?.light},`
  for (const path of ['/', '/cart', '/outbox']) expect(await page(path)).toContain(brand)
  expect(errorPage()).toContain(brand)
})

// catches: market-unlocked
test('of two admins who save at once, one gets a conflict', async () => {
  const { revision } = await settings()
  const answers = await underContention(
    market.db,
    (holding) => sql`select from settings for update`.execute(holding),
    () => Promise.all(['One', 'Other'].map((name) => save({ name, revision }))),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('newer_revision')
  expect((await settings()).revision).toBe(revision + 1)
})

test('saving the market makes no edit of the approval of sellers stale, nor the reverse', async () => {
  const path = '/api/admin/seller-approval'
  const [form, { body: approval }] = [
    await settings(),
    await call<ApprovalSettings>(market, 'GET', path, { as: admin }),
  ]
  expect((await save({ name: 'Hall' })).status).toBe(200)
  const { status, body } = await call<ApprovalSettings>(market, 'PUT', path, { as: admin, body: approval })
  expect([status, body.revision]).toEqual([200, approval.revision + 1])
  expect((await save({ revision: form.revision + 1 })).status).toBe(200)
  expect((await call(market, 'PUT', path, { as: admin, body: approval })).status).toBe(409)
})

test('what is open before the shop opens follows from facts, until an admin dismisses it', async () => {
  const opening = async () => (await call<Opening>(market, 'GET', '/api/admin/market/opening', { as: admin })).body
  const { done, is_shown } = await opening()
  expect(is_shown).toBe(true)
  expect(done).toMatchObject({ market: false, pictures: false, products: false, mail: false, address: false })
  expect(done.categories).toBe(false)
  const garden = { name: 'Garden', slug: 'garden', is_hidden: true }
  await call(market, 'POST', '/api/admin/categories', { as: admin, body: garden })
  expect((await opening()).done).toMatchObject({ categories: true, products: false })
  await save({ name: 'Market Hall', contact: 'Hall Street 1' })
  await buildProduct(market)
  expect((await opening()).done).toMatchObject({ market: true, pictures: false, products: true })
  for (const _ of [1, 2])
    expect((await call(market, 'POST', '/api/admin/market/opening/dismiss', { as: admin })).status).toBe(204)
  expect((await opening()).is_shown).toBe(false)
  expect((await activity()).filter(({ to }) => to === 'opening')).toHaveLength(1)
})

describe('logo and icon', () => {
  const draw = (width: number, height = width) =>
    sharp({ create: { width, height, channels: 4, background: '#8b5cf6' } })
  const addressOf = async (picture: string) => {
    const from = (await settings())[picture as MarketPicture] ?? ''
    return `/api/admin/market/pictures/${picture}?${new URLSearchParams({ from })}`
  }
  const put = async (name: string, body: Buffer, type = 'image/png', url?: string) =>
    market.app.inject({
      method: 'PUT',
      url: url ?? (await addressOf(name)),
      headers: { ...admin.headers, 'content-type': type },
      payload: body,
    })
  const remove = async (picture: string) => call(market, 'DELETE', await addressOf(picture), { as: admin })
  const files = () => market.db.selectFrom('storage_objects').select('name').where('bucket_id', '=', 'market').execute()

  test('are shown by every page, and the icon in tabs and the manifest, until they are removed', async () => {
    const before = await settings()
    expect((await put('logo', await draw(600, 120).png().toBuffer())).statusCode).toBe(204)
    expect((await put('icon', await draw(1024).jpeg().toBuffer(), 'image/jpeg')).statusCode).toBe(204)
    // A form beside them is saved on the revision that it was read with.
    expect((await settings()).revision).toBe(before.revision)
    const { logo, icon } = await shown()
    expect(logo?.width).toBe(160)
    const html = await page()
    expect(html).toContain(
      `<img src="${logo?.address.replace('&', '&amp;')}" alt="${SHOP_NAME}" width="160" height="32"`,
    )
    const [, tab = ''] = /<link rel="icon" type="image\/png" href="([^"]+)" sizes="32x32">/.exec(html) ?? []
    const drawn = await sharp((await market.app.inject(tab)).rawPayload).metadata()
    expect([drawn.format, drawn.width, drawn.height]).toEqual(['png', 32, 32])
    expect(await page('/manifest.webmanifest')).toContain('/previews/icon-512.png?v=')
    expect((await market.app.inject('/favicon.ico')).headers.location).toBe(tab)
    expect((await market.app.inject(icon ?? '')).headers['content-type']).toBe('image/png')
    expect((await activity())[0]?.to).toBe('icon')
    // Only here: the storage protocol refuses it even to admins.
    const elsewhere = { method: 'PUT', url: '/storage/v1/object/market/logo', headers: admin.headers } as const
    const refused = await market.app.inject({ ...elsewhere, payload: await draw(8).png().toBuffer() })
    expect(refused.json()).toMatchObject({ code: 'AccessDenied' })

    await put('logo', await draw(640, 120).webp().toBuffer(), 'image/webp')
    expect((await shown()).logo?.address).not.toBe(logo?.address)
    expect(await files()).toHaveLength(2)
    for (const picture of ['logo', 'icon']) expect((await remove(picture)).status).toBe(204)
    expect(await files()).toEqual([])
    expect(await page()).toContain('href="/favicon.svg"')
    const { statusCode, headers } = await market.app.inject('/favicon.ico')
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=0'])
    expect((await market.app.inject(tab)).statusCode).toBe(404)
  })

  test('of two admins who choose a logo at once, one gets a conflict, also with a removal; a change whose response was lost can be sent again', async () => {
    const logos = await Promise.all([600, 640].map((width) => draw(width, 120).png().toBuffer()))
    const url = await addressOf('logo')
    const send = () => Promise.all(logos.map((logo) => put('logo', logo, 'image/png', url)))
    const statuses = (await send()).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([204, 409])
    const seen = async () => [await shown(), (await activity()).length, await filesOf(market)]
    const before = await seen()
    expect((await send()).map(({ statusCode }) => statusCode)).toEqual(statuses)
    expect(await seen()).toEqual(before)
    expect(await call(market, 'DELETE', url, { as: admin })).toMatchObject({
      status: 409,
      body: { code: 'newer_revision' },
    })
    const removal = await addressOf('logo')
    for (const _ of [1, 2]) expect((await call(market, 'DELETE', removal, { as: admin })).status).toBe(204)
    expect(await files()).toEqual([])
  })

  test.each<[string, string, () => Promise<Buffer>, number, string?]>([
    ['an SVG', 'logo', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'image/svg+xml'],
    ['a GIF', 'logo', () => draw(64).gif().toBuffer(), 415, 'image/gif'],
    ['an animation', 'logo', () => moving(), 415, 'image/webp'],
    ['a file of more than 1 MB', 'logo', async () => Buffer.alloc(1_100_000, 'x'), 413],
    ['a picture of 40,000 by 40,000 pixels', 'logo', () => huge(), 413],
    ['a wide icon', 'icon', () => draw(1024, 512).png().toBuffer(), 400],
    ['a small icon', 'icon', () => draw(511).png().toBuffer(), 400],
    ['an unknown picture', 'banner', () => draw(512).png().toBuffer(), 400],
  ])('%s is refused and changes nothing', async (_what, picture, file, status, type) => {
    const before = await settings()
    const response = await put(picture, await file(), type)
    expect([response.statusCode, response.body]).toEqual([status, expect.stringContaining('"code"')])
    expect([await settings(), await files()]).toEqual([before, []])
  })

  async function moving(): Promise<Buffer> {
    const frames = await Promise.all(['#f00', '#0f0'].map((background) => picture('png', { background })))
    return sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
  }

  async function huge(): Promise<Buffer> {
    const png = await draw(8).png().toBuffer()
    png.writeUInt32BE(40_000, 16)
    png.writeUInt32BE(40_000, 20)
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
    return png
  }
})

test('an admin whose account is deleted while changes are being saved is refused as one without an account', async () => {
  const as = await makeAdmin(market)
  const [before, { product_id }] = [await settings(), await buildProduct(market)]
  const { saving } = await market.db.transaction().execute(async (deleting) => {
    await deleting.deleteFrom('users').where('id', '=', as.user_id).execute()
    const saving = [
      call(market, 'PUT', '/api/admin/market', { as, body: { ...before, name: 'Harbour Market' } }),
      call(market, 'POST', `/api/admin/products/${product_id}/hide`, { as, body: { reason: 'A copy' } }),
    ]
    await untilWaiting(market.db, saving.length)
    return { saving }
  })
  for (const refused of await Promise.all(saving))
    expect(refused).toMatchObject({ status: 401, body: { code: 'not_authenticated' } })
  expect(await settings()).toEqual(before)
})
