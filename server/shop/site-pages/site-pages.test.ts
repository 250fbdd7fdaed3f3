import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Checkout } from '../../../shared/checkouts/schema.ts'
import type { Market } from '../../../shared/market/schema.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import type { AdminPage, AdminPages, SitePage } from '../../../shared/site-pages/schema.ts'
import { addToCart, call, checkout } from '../../../tests/support/api.ts'
import { orderOf } from '../../../tests/support/fulfilment.ts'
import { pauseCommits, underContention } from '../../../tests/support/lock-contention.ts'
import { openBeside, openWithPages, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { mailsTo, untilMailed } from '../../../tests/support/outbox.ts'
import { buildProduct } from '../../../tests/support/products.ts'

const market = await openWithPages()
const [admin, buyer] = await signUpAll(market, 'admin', 'buyer')
// Rendered parts are cached by this number for all marketplaces of one process.
await market.db.updateTable('settings').set({ revision: 40_000 }).execute()

type Answer = AdminPage & { code?: string }
const as = admin
const path = (slug: string, step = '') => `/api/admin/pages/${slug}${step}`
const read = async (slug: string) => (await call<Answer>(market, 'GET', path(slug), { as })).body
const act = (slug: string, step: string, body: object) =>
  call<Answer>(market, 'POST', path(slug, `/${step}`), { as, body })
const save = async (slug: string, title: string, text: string, revision?: number) =>
  call<Answer>(market, 'PUT', path(slug), {
    as,
    body: { title, body: text, revision: revision ?? (await read(slug)).revision },
  })
async function publish(slug: string, title: string, text: string) {
  const { body } = await save(slug, title, text)
  expect(await act(slug, 'publish', { revision: body.revision })).toMatchObject({ status: 200 })
}
const shown = (url: string) => market.app.inject(url)

test('a page is not found until it is published, and again after it is unpublished, in every process; each publishing is a version that stays', async () => {
  const other = await openBeside(market)
  const versionThere = async () => (await call<SitePage>(other, 'GET', '/api/pages/about')).body.version
  expect([(await shown('/about')).statusCode, await versionThere()]).toEqual([404, undefined])
  await save('about', 'About the stall', '<p>Only a draft</p>')
  expect((await shown('/about')).body).toContain('Oops! Something went wrong.')

  await publish('about', 'About the stall', '<p>First words</p><script>alert(1)</script><a href="javascript:x">x</a>')
  const first = await shown('/about')
  expect([first.statusCode, first.headers['cache-control']]).toEqual([200, expect.stringContaining('s-maxage')])
  expect(first.body).toContain('<title>About the stall · Openstall</title>')
  expect(first.body).toContain('<p>First words</p>')
  expect(first.body).not.toMatch(/alert\(1\)|javascript:/)
  // Other pages link it in their footers, by its title.
  const links = async () =>
    (await shown('/search')).body
      .match(/<a [^>]*href="\/about"[^>]*>[^<]*/)?.[0]
      .split('>')
      .at(-1)
  expect(await links()).toBe('About the stall')
  const linked = (await shown('/api/market')).json<Market>().pages
  expect(linked).toEqual([{ slug: 'about', title: 'About the stall', in_footer: true }])
  expect((await shown('/sitemaps/pages.xml')).body).toContain('/about</loc><lastmod>')

  await publish('about', 'About us', '<p>Second words</p>')
  expect((await shown('/about')).body).toContain('Second words')
  const [earlier, present] = [await shown('/about/1'), await shown('/about/2')]
  expect(earlier.body).toMatch(/noindex, follow.*First words/s)
  expect(earlier.body).toContain('is no longer valid.')
  expect(present.body).toContain('Second words')
  expect((await shown('/about/3')).statusCode).toBe(404)
  const { body: second } = await call<SitePage>(market, 'GET', '/api/pages/about')
  expect(second).toMatchObject({ version: 2, versions: [{ version: 2 }, { version: 1 }] })
  await expect.poll(versionThere).toBe(2)

  await act('about', 'unpublish', { revision: (await read('about')).revision })
  expect(await links()).toBe('About')
  expect((await shown('/about')).statusCode).toBe(404)
  expect((await shown('/about/1')).statusCode).toBe(200)
  await expect.poll(versionThere).toBeUndefined()
  const { difference } = await market.db
    .selectFrom('admin_actions')
    .innerJoin('admin_changes', 'admin_changes.action_number', 'admin_actions.action_number')
    .select(sql<object>`jsonb_build_array(before, after)`.as('difference'))
    .where('target', '=', 'about')
    .where('action', '=', 'save_page')
    .orderBy('admin_changes.action_number', 'desc')
    .executeTakeFirstOrThrow()
  const [before, after] = ['About the stall', 'About us'].map((title) => ({ title, body: expect.any(String) }))
  expect(difference).toEqual([before, { ...after, body: '<p>Second words</p>' }])

  const { revision } = await read('about')
  expect((await act('about', 'publish', { revision })).body).toMatchObject({ shown_version: 2, has_draft: false })
  expect((await shown('/about')).body).toContain('Second words')
})

test('an empty page is not published, nor a version that is already', async () => {
  const { revision } = await read('contact')
  expect(await act('contact', 'publish', { revision })).toMatchObject({ status: 409, body: { code: 'page_empty' } })
  const { body } = await save('contact', 'Contact', '<p> </p>')
  expect((await act('contact', 'publish', body)).body.code).toBe('page_empty')
  await publish('contact', 'Contact', '<p>Write to us</p>')
  expect((await act('contact', 'publish', await read('contact'))).body.code).toBe('page_empty')
})

// catches: site-pages-unlocked
test('of two changes of the same revision one is refused', async () => {
  const { revision } = await read('imprint')
  const commits = await pauseCommits(market.db, 'site_pages')
  const both = await underContention(market.db, commits.hold, () =>
    Promise.all(['One', 'Two'].map((title) => save('imprint', title, '<p>x</p>', revision))),
  ).finally(commits.end)
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.map(({ body }) => body.code)).toContain('newer_revision')
})

test('an order records the terms and the policy that its buyer was shown, and its mail links them; without them it has none', async () => {
  const product = await buildProduct(market)
  const place = async () => (await orderOf(market, buyer, [[product, 1]])).order_id
  const recorded = (order_id: string) =>
    market.db
      .selectFrom('orders')
      .select(['terms_version', 'privacy_version'])
      .where('order_id', '=', order_id)
      .executeTakeFirstOrThrow()
  const before = await place()
  expect(await recorded(before)).toEqual({ terms_version: null, privacy_version: null })
  await publish('terms', 'Terms', '<p>Old terms</p>')
  await publish('terms', 'Terms', '<p>New terms</p>')
  const after = await place()
  expect(await recorded(after)).toEqual({ terms_version: 2, privacy_version: null })
  const agreedOf = async (id: string) =>
    (await call<Order>(market, 'GET', `/api/orders/${id}`, { as: buyer })).body.agreed
  expect([await agreedOf(before), await agreedOf(after)]).toEqual([undefined, { terms: 2, privacy: null }])
  const begin = async () => (await call<Checkout>(market, 'POST', '/api/checkouts', { as: buyer, body: checkout })).body
  for (const [isRepeated, agreed] of [
    [false, 2],
    [true, 4],
  ] as const) {
    await addToCart(market, buyer, product.product_id, 1)
    const { checkout_id } = await begin()
    await publish('terms', 'Terms', '<p>Later terms</p>')
    if (isRepeated) expect((await begin()).checkout_id).toBe(checkout_id)
    const placed = await call<Order>(market, 'POST', `/api/checkouts/${checkout_id}/order`, { as: buyer, body: {} })
    expect(await agreedOf(placed.body.order_id)).toEqual({ terms: agreed, privacy: null })
  }
  await untilMailed(market, after)
  const { siteUrl } = market.config
  const [mail] = await mailsTo(market, buyer, after)
  expect(mail?.text).toContain(`The terms of your order\n${siteUrl}/terms/2`)
  expect(mail?.html).toContain(`href="${siteUrl}/terms/2"`)
  expect((await mailsTo(market, buyer, before))[0]?.text).not.toContain('/terms')
})

test('up to ten pages can be added, ordered, and deleted while they are not published; every change is in the journal', async () => {
  const add = (slug: string, title = 'Shipping') =>
    call<Answer>(market, 'POST', '/api/admin/pages', { as, body: { slug, title } })
  for (let number = 1; number <= 10; number++) expect((await add(`own-${number}`)).status).toBe(201)
  expect(await add('one-more')).toMatchObject({ status: 409, body: { code: 'too_many_pages' } })
  expect(await add('own-1')).toMatchObject({ status: 409, body: { code: 'slug_taken' } })

  const list = async () => (await call<AdminPages>(market, 'GET', '/api/admin/pages', { as })).body.pages
  const slugs = (await list()).map(({ slug }) => slug)
  const order = (wanted: string[], from?: string[]) =>
    call<AdminPages>(market, 'PUT', '/api/admin/page-order', { as, body: { slugs: wanted, from } })
  expect((await order(slugs.toReversed())).body.pages.map(({ slug }) => slug)).toEqual(slugs.toReversed())
  expect((await order(slugs.slice(1))).status).toBe(409)
  expect((await order(slugs, slugs)).status).toBe(409)

  await publish('own-1', 'Shipping', '<p>By bike</p>')
  expect((await shown('/page/own-1')).body).toContain('By bike')
  const footer = { in_footer: false, revision: (await read('own-1')).revision }
  expect((await call<Answer>(market, 'PATCH', path('own-1'), { as, body: footer })).body.in_footer).toBe(false)
  const remove = (slug: string) => call<Answer>(market, 'DELETE', path(slug), { as })
  expect((await remove('own-1')).body.code).toBe('page_stays')
  expect((await remove('terms')).body.code).toBe('page_stays')
  expect((await remove('own-2')).status).toBe(204)
  expect(await list()).toHaveLength(14)

  const actions = await market.db
    .selectFrom('admin_actions')
    .select(['action', 'target'])
    .where('target', 'in', ['own-1', 'own-2'])
    .orderBy('action_number')
    .execute()
  expect(actions.map(({ action, target }) => `${action} ${target}`)).toEqual([
    'add_page own-1',
    'add_page own-2',
    'save_page own-1',
    'publish_page own-1',
    'page_footer own-1',
    'delete_page own-2',
  ])
})
