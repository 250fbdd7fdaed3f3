import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import type { Activity, ActivityPage } from '../../../shared/audit/schema.ts'
import { standardBanners } from '../../../shared/banners/banner.ts'
import type { AdminBanner, AdminBanners } from '../../../shared/banners/schema.ts'
import { standardBannerMessages } from '../../../shared/banners/standard-messages.ts'
import { homeMessages } from '../../../shared/catalog/home-messages.ts'
import type { Market } from '../../../shared/market/schema.ts'
import { call } from '../../../tests/support/api.ts'
import { openBeside, openWithPages, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { filesOf, picture } from '../../../tests/support/storage.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'

const market = await openWithPages()
const [admin] = await signUpAll(market, 'admin')
const as = admin
afterEach(() => void vi.useRealTimers())

const list = async () => (await call<AdminBanners>(market, 'GET', '/api/admin/banners', { as })).body.banners
const shown = async (at: TestApp = market) => (await call<Market>(at, 'GET', '/api/market')).body.banners
const home = async () => (await market.app.inject('/')).body
const SALE = {
  title: 'Winter sale',
  text: 'Warm things.',
  action: 'Look',
  path: '/search?q=coat',
  focus_x: '20',
  focus_y: 80,
  shown_from: '',
  shown_to: '',
}
type Answer = AdminBanner & { code: string; message: string }
const add = (more: object = {}) =>
  call<Answer>(market, 'POST', '/api/admin/banners', { as, body: { ...SALE, ...more } })
const save = (number: number, body: object) =>
  call<Answer>(market, 'PUT', `/api/admin/banners/${number}`, { as, body: { ...SALE, ...body } })
const remove = (number: number) => call<Answer>(market, 'DELETE', `/api/admin/banners/${number}`, { as })
const order = (banner_numbers: number[], from?: number[]) =>
  call<Answer>(market, 'PUT', '/api/admin/banner-order', { as, body: { banner_numbers, from } })
const draw = (width: number, format?: 'jpeg') => picture(format, { width, height: 800 })
const pictureOf = async (number: number) => {
  const { picture = '' } = (await list()).find(({ banner_number }) => banner_number === number) ?? {}
  return `/api/admin/banners/${number}/picture?${new URLSearchParams({ from: picture })}`
}
const put = async (number: number, payload: Buffer, type = 'image/jpeg', url?: string) =>
  market.app.inject({
    method: 'PUT',
    url: url ?? (await pictureOf(number)),
    headers: { ...admin.headers, 'content-type': type },
    payload,
  })
const files = () => market.db.selectFrom('storage_objects').select('name').where('bucket_id', '=', 'market').execute()

/** Adds a banner with a picture, which runs. */
async function addShown(more: object = {}): Promise<AdminBanner> {
  const { body } = await add(more)
  const { statusCode } = await put(body.banner_number, await draw(1600, 'jpeg'))
  expect(statusCode).toBe(200)
  return body
}

async function clear(): Promise<void> {
  for (const { banner_number, built_in } of await list()) if (!built_in) await remove(banner_number)
}

test('a marketplace in which no admin changes anything shows the four standard banners', async () => {
  expect(await shown()).toEqual(standardBanners())
  const html = await home()
  for (const { title, text, action } of Object.values(standardBannerMessages.texts))
    for (const one of [title, text, action]) expect(html).toContain(one.replace("'", '&#x27;'))
})

test('an admin adds a banner with a picture: every process shows it, in the sizes that screens need, until it is deleted', async () => {
  const other = await openBeside(market)
  await Promise.all([home(), shown(other)])
  const { status, body } = await add()
  expect([status, body.state, await shown()]).toEqual([201, 'no_picture', standardBanners()])
  expect((await put(body.banner_number, await draw(3000, 'jpeg'))).statusCode).toBe(200)
  const banner = (await shown()).at(-1)
  expect(banner).toEqual({
    banner_number: body.banner_number,
    title: 'Winter sale',
    text: 'Warm things.',
    action: 'Look',
    path: '/search?q=coat',
    picture: expect.stringContaining('full=2400'),
    focus: [20, 80],
  })
  await expect.poll(() => shown(other)).toHaveLength(5)
  const html = await home()
  for (const part of ['href="/search?q=coat"', 'object-position:20% 80%', 'width=640 640w'])
    expect(html).toContain(part)
  const smaller = await market.app.inject(`${banner?.picture}&width=640`)
  const drawn = await sharp(smaller.rawPayload).metadata()
  expect([drawn.format, drawn.width, smaller.headers['cache-control']]).toEqual([
    'webp',
    640,
    expect.stringContaining('immutable'),
  ])
  expect((await remove(body.banner_number)).status).toBe(204)
  expect([await shown(), await files()]).toEqual([standardBanners(), []])
})

test('the order is that of the home page; one that lacks a banner, or is based on another, is refused', async () => {
  expect((await order([4, 1, 2, 3], [1, 2, 3, 4])).status).toBe(200)
  expect(await order([2, 1, 3, 4], [1, 2, 3, 4])).toMatchObject({ status: 409, body: { code: 'newer_revision' } })
  expect((await shown()).map(({ built_in }) => built_in)).toEqual(['fashion', 'everything', 'audio', 'home'])
  expect(await order([1, 2, 3])).toMatchObject({ status: 409, body: { code: 'newer_revision' } })
  await order([1, 2, 3, 4])
})

test('a standard banner has the texts of each language until an admin changes them, and its picture again after another is removed', async () => {
  const [first] = await list()
  const {
    banner_number: _number,
    built_in: _built,
    picture: _picture,
    state: _state,
    ...standard
  } = first as AdminBanner
  const moved = await save(1, { ...standard, path: '/category/toys' })
  expect(moved.body).toMatchObject({ title: standardBannerMessages.texts.everything.title, revision: 2 })
  expect((await shown())[0]).toEqual({ banner_number: 1, built_in: 'everything', path: '/category/toys' })
  const renamed = await save(1, { ...standard, title: 'Everything', revision: 2 })
  expect((await shown())[0]).toMatchObject({ title: 'Everything', action: 'Browse everything' })
  const [drawn, path] = [await draw(1600), await pictureOf(1)]
  expect((await put(1, drawn, 'image/png', path)).statusCode).toBe(200)
  const files = await filesOf(market)
  // A second time as if the response was lost.
  expect((await put(1, drawn, 'image/png', path)).statusCode).toBe(200)
  expect(await filesOf(market)).toEqual(files)
  expect([(await put(1, await draw(1700), 'image/png', path)).statusCode, (await shown())[0]?.picture]).toEqual([
    409,
    expect.any(String),
  ])
  expect((await call(market, 'DELETE', path, { as })).status).toBe(409)
  expect((await call(market, 'DELETE', await pictureOf(1), { as })).status).toBe(200)
  expect(await save(1, { ...standard, revision: renamed.body.revision })).toMatchObject({ status: 200 })
  expect(await shown()).toEqual(standardBanners())
})

test('pages that were rendered before follow the start and the end of a banner within 10 seconds', async () => {
  const minute = (offset: number) => new Date(NEXT + offset * 60_000).toISOString().slice(0, 16)
  const NEXT = Math.ceil((Date.now() + 5_000) / 60_000) * 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: NEXT - 1_000 })
  const banner = await addShown({ shown_from: minute(0), shown_to: minute(1) })
  const stateNow = async () => (await list()).find(({ banner_number }) => banner_number === banner.banner_number)?.state
  expect([await stateNow(), (await home()).includes('Winter sale')]).toEqual(['planned', false])
  vi.setSystemTime(NEXT + 9_000)
  expect([await stateNow(), (await home()).includes('Winter sale')]).toEqual(['running', true])
  vi.setSystemTime(NEXT + 59_000)
  expect(await home()).toContain('Winter sale')
  vi.setSystemTime(NEXT + 69_000)
  expect([await stateNow(), (await home()).includes('Winter sale')]).toEqual(['ended', false])
  await clear()
})

test('while no banner runs, the home page begins with the flash sale', async () => {
  for (const { revision, banner_number, built_in: _built, picture: _picture, state: _state, ...form } of await list())
    await save(banner_number, { ...form, revision, shown_to: '2020-01-01T00:00' })
  const html = await home()
  expect(html).not.toContain(homeMessages.highlights)
  expect(html).toContain(homeMessages.browseByCategory)
  await market.db.updateTable('banners').set({ shown_to: null }).execute()
})

test('changes are recorded with what was before and after', async () => {
  const { banner_number } = (await add()).body
  await save(banner_number, { revision: 1, title: 'Spring sale', shown_to: '2030-01-01T00:00' })
  await remove(banner_number)
  const { body } = await call<ActivityPage>(market, 'GET', '/api/admin/activity?action=change_banner', { as })
  const entry = body.activities.find(({ to }) => to === 'title shown_to')
  expect(entry?.target).toBe('Winter sale')
  const read = await call<Activity>(market, 'GET', `/api/admin/activity/${entry?.action_number}`, { as })
  expect(read.body.difference).toEqual({
    before: { title: 'Winter sale', shown_to: '' },
    after: { title: 'Spring sale', shown_to: '2030-01-01T00:00' },
  })
})

test('of two admins who change a banner at once, one gets a conflict; the ninth and the last one are refused', async () => {
  const { banner_number } = (await add()).body
  const answers = await Promise.all(['One', 'Other'].map((title) => save(banner_number, { title, revision: 1 })))
  expect(answers.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
    [200, undefined],
    [409, 'newer_revision'],
  ])
  const more = await Promise.all(Array.from({ length: 5 }, () => add()))
  expect(more.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(more.find(({ status }) => status !== 201)?.body.code).toBe('too_many_banners')
  await clear()
  const removed = await Promise.all([1, 2, 3, 4].map(remove))
  expect(removed.map(({ status }) => status).toSorted()).toEqual([204, 204, 204, 409])
  expect(await list()).toHaveLength(1)
})

test('a narrow picture is refused, and one of a banner that does not exist; nothing is stored', async () => {
  const { banner_number } = (await add()).body
  expect((await put(banner_number, await draw(1599))).json().code).toBe('picture_too_narrow')
  const picture = await draw(1600)
  expect([(await put(999, picture)).statusCode, (await put(Number.NaN, picture)).statusCode]).toEqual([404, 400])
  expect(await files()).toEqual([])
})
