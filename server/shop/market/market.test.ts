import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { SHOP_NAME } from '../../../shared/app/name.ts'
import type { Activity, ActivityPage } from '../../../shared/audit/schema.ts'
import { footerMessages } from '../../../shared/market/messages.ts'
import type { Market, MarketSettings } from '../../../shared/market/schema.ts'
import { makeAdmin } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { underContention } from '../../../tests/support/lock-contention.ts'
import { openBeside, openWithPages } from '../../../tests/support/open-for-tests.ts'
import { allMessages } from '../../../tests/support/outbox.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const market = await openWithPages()
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
  ...{ name: SHOP_NAME, about: '', contact: '', products_link: 'none' },
  ...{ facebook: '', twitter: '', github: '', linkedin: '', brand_color: '', accent_color: '' },
}
afterEach(() => save(STANDARD))

test('a marketplace in which no admin changes anything shows the standard name and footer', async () => {
  const { db } = market
  await db.updateTable('settings').set({ social_links: '{}' }).execute()
  expect(await shown()).toEqual({ revision: expect.any(Number), name: SHOP_NAME, social: {}, products_link: 'none' })
  const html = await page()
  expect(html).toContain(`<title>${SHOP_NAME}</title>`)
  for (const text of [...Object.values(footerMessages.contact), footerMessages.about]) expect(html).toContain(text)
  expect(html.match(/href="#follow-us"/g)).toHaveLength(4)
  expect(html).toContain('href="/products"')
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
    revision: body.revision,
    name: changed.name,
    about: 'Tools for every hand.',
    contact: ['Hauptstr. 1, Bonn', 'hello@tools.example'],
    social: { facebook: changed.facebook, twitter: '', github: '', linkedin: '' },
    products_link: 'all',
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
  const before = (await activity()).length
  await save({ name: 'Market Hall', linkedin: 'https://linkedin.example/hall' })
  await save({})
  const [entry, ...older] = await activity()
  expect(older).toHaveLength(before)
  expect(entry).toMatchObject({ admin_id: admin.user_id, target: 'market', from: null, to: 'name linkedin' })
  const path = `/api/admin/activity/${entry?.action_number}`
  const { body } = await call<Activity>(market, 'GET', path, { as: admin })
  expect(body.difference).toEqual({
    before: { name: SHOP_NAME, linkedin: '' },
    after: { name: 'Market Hall', linkedin: 'https://linkedin.example/hall' },
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
  for (const path of ['/', '/cart'])
    expect(await page(path)).toContain(`--color-brand:light-dark(${body.used.brand_color?.light},`)
})

// catches: market-unlocked
test('of two admins who save at once, one is told that the settings have changed', async () => {
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

describe('bad input is refused by name and changes nothing', () => {
  test.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['an invisible name', { name: '\u200b\u2060' }, 'name'],
    ['a name of 61 letters', { name: 'a'.repeat(61) }, 'name'],
    ['a name with direction marks', { name: 'Shop\u202eevil' }, 'name'],
    ['a name that is a number', { name: 7 }, 'name'],
    ['a text of 501 letters', { about: 'a'.repeat(501) }, 'about'],
    ['half a surrogate pair', { about: '\ud800' }, 'about'],
    ['seven lines', { contact: [1, 2, 3, 4, 5, 6, 7].join('\n') }, 'contact'],
    ['a line of 101 letters', { contact: 'a'.repeat(101) }, 'contact'],
    ['a script as address', { facebook: 'javascript:alert(1)' }, 'facebook'],
    ['an address without encryption', { twitter: 'http://twitter.example/shop' }, 'twitter'],
    ['an address with a password', { github: 'https://me:secret@github.example/' }, 'github'],
    ['a path', { linkedin: '/linkedin' }, 'linkedin'],
    ['another link', { products_link: 'https://elsewhere.example' }, 'products_link'],
    ['a color of 3 digits', { brand_color: '#fff' }, 'brand_color'],
    ['a color by name', { accent_color: 'red;}' }, 'accent_color'],
    ['no revision', { revision: undefined }, 'revision'],
  ])('%s', async (_what, wrong, field) => {
    const before = await settings()
    const { status, body } = await save(wrong)
    expect([status, body.message]).toEqual([400, expect.stringContaining(field)])
    expect(await settings()).toEqual(before)
  })
})
