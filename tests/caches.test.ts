import { sql } from 'kysely'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openRenderer } from '../server/pages/ssr/open-renderer.ts'
import { makeAdmin, type TestAccount } from './support/accounts.ts'
import { openForTests, signUpAll } from './support/open-for-tests.ts'
import { createProduct, drawPng, sendProduct } from './support/product-form.ts'
import { buildProduct, buildProducts, changeCatalog, deleteProduct } from './support/products.ts'
import { setRows } from './support/set-rows.ts'
import type { TestApp } from './support/test-app.ts'

// Two servers of one marketplace, as behind a load balancer. Each caches pages; a change on one is visible on the other.
const { renderer, close } = await openRenderer({ dev: false })
afterAll(close)
const first = await openForTests({ deps: { renderer } })
const second = await openForTests({
  config: { siteUrl: 'http://localhost:3999' },
  database: { connection: first.connection, drop: async () => {} },
  deps: { secrets: first.deps.secrets, renderer },
})
const admin = await makeAdmin(first)
await untilBothListen()
afterEach(() => void vi.useRealTimers())

/** Half the time that a page is cached without a notification: a busy machine may need more than the promised second. */
const WITHIN = { timeout: 5_000, interval: 10 }

const get = async ({ app }: TestApp, url: string, headers = {}) => app.inject({ method: 'GET', url, headers })

async function listeners(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where application_name = 'openstall listener' and datname = current_database() and query <> ''`.execute(first.db)
  return rows.map(({ pid }) => pid)
}

async function untilBothListen(): Promise<void> {
  await vi.waitFor(async () => expect(await listeners()).toHaveLength(2), { timeout: 60_000, interval: 10 })
  // The last notification has arrived once the next one has.
  await new Promise((resolve) => setTimeout(resolve, 700))
}

async function shows(app: TestApp, product_id: string, name: string): Promise<void> {
  expect((await get(app, `/product/${product_id}`)).body).toContain(`<h1`)
  expect((await get(app, `/product/${product_id}`)).body).toContain(name)
  expect((await get(app, `/api/products/${product_id}`)).json()).toMatchObject({
    product_name: expect.stringContaining(name),
  })
}

async function rename(product_id: string, product_name: string): Promise<void> {
  await changeCatalog(first, (tx) =>
    tx.updateTable('products').set({ product_name }).where('product_id', '=', product_id).execute(),
  )
}

/** Writes without a notification, unlike any use case. */
const write = (product_id: string, product_desc: string) =>
  first.db.updateTable('products').set({ product_desc }).where('product_id', '=', product_id).execute()

test('a product that is hidden, deleted or edited on one server soon changes on another, whose other cached pages stay', async () => {
  const [seller, suspended] = await signUpAll(first, 'seller', 'seller')
  const [hidden] = await buildProducts(first, [{ seller_id: suspended.user_id, product_name: 'Hidden kettle' }])
  const deleted = await createProduct(first, seller, { product_name: 'Deleted kettle' })
  const pictured = await createProduct(first, seller, { product_name: 'Pictured kettle' })
  const [other] = await buildProducts(first, [{ product_category: ['Toys'], product_name: 'Other kettle' }])
  const [hiddenId, otherId] = [hidden?.product_id ?? '', other?.product_id ?? '']
  await untilBothListen()
  // No cached page expires by age.
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const id of [hiddenId, deleted.product_id, pictured.product_id, otherId]) await shows(second, id, 'kettle')
  await write(otherId, '<p>By hand.</p>')
  const act = async (method: 'POST' | 'DELETE', url: string, { headers }: TestAccount) =>
    expect((await first.app.inject({ method, url, headers })).statusCode).toBeLessThan(300)
  await act('POST', `/api/admin/users/${suspended.user_id}/suspend`, admin)
  await act('DELETE', `/api/seller/products/${deleted.product_id}`, seller)
  const { product_name, product_price, product_desc, product_category, revision } = pictured
  const form = { product_name, product_price, product_desc, product_category, revision, images: ['new'] }
  const saved = await sendProduct(first, 'PUT', `/api/seller/products/${pictured.product_id}`, {
    as: seller,
    product: form,
    files: { new: await drawPng('#48c') },
  })
  expect(saved.status).toBe(200)
  await vi.waitFor(async () => {
    for (const id of [hiddenId, deleted.product_id]) {
      expect((await get(second, `/product/${id}`)).statusCode).toBe(404)
      expect((await get(second, `/api/products/${id}`)).statusCode).toBe(404)
    }
    for (const path of ['/product', '/api/products'])
      expect((await get(second, `${path}/${pictured.product_id}`)).body).toContain(saved.body.featured_image)
  }, 60_000)
  // The untouched product was not read again.
  for (const path of ['/product', '/api/products'])
    expect((await get(second, `${path}/${otherId}`)).body).not.toContain('By hand.')
})

test('an unchanged page is cached for longer than a second, also while orders are placed', async () => {
  const { product_id } = await buildProduct(first, { product_name: 'Slow cooker' })
  await untilBothListen()
  const before = (await get(second, `/product/${product_id}`)).body
  expect(before).toContain('Slow cooker')
  await setRows(first, 'products', { total_sales: sql`total_sales + 7` }, { product_id: product_id })
  await new Promise((resolve) => setTimeout(resolve, 1_300))
  // The page still has the previous figure in its state.
  expect((await get(second, `/product/${product_id}`)).body).toBe(before)
  expect((await get(second, `/api/products/${product_id}`)).json()).toMatchObject({ total_sales: 7 })
})

test('a change made while the notification connection is lost is soon visible', async () => {
  const { product_id } = await buildProduct(first, { product_name: 'Brass lamp' })
  await untilBothListen()
  await shows(second, product_id, 'Brass lamp')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'openstall listener' and datname = current_database()`.execute(first.db)
  await rename(product_id, 'Silver lamp')
  await vi.waitFor(() => shows(second, product_id, 'Silver lamp'), WITHIN)
  await untilBothListen()
  await rename(product_id, 'Golden lamp')
  await vi.waitFor(() => shows(second, product_id, 'Golden lamp'), WITHIN)
})

test('a sitemap file soon shows a change', async () => {
  const [product] = await buildProducts(first, [{}])
  const file = async () => (await get(second, '/sitemaps/products-1.xml')).body
  await vi.waitFor(async () => expect(await file()).toContain(`/product/${product?.product_id}<`), WITHIN)
  await deleteProduct(first, product?.product_id ?? '')
  await vi.waitFor(async () => expect(await file()).not.toContain(`/product/${product?.product_id}<`), WITHIN)
})

test('HTTP caches can share one response among all visitors', async () => {
  const { product_id } = await buildProduct(first)
  const anyone = await get(first, `/api/products/${product_id}`)
  expect(anyone.headers['cache-control']).toContain('public')
  expect(anyone.headers.vary ?? '').not.toContain('authorization')
  const { body, headers } = await get(first, `/api/products/${product_id}`, admin.headers)
  expect([body, headers['cache-control'], headers.etag, headers.vary]).toEqual([
    anyone.body,
    anyone.headers['cache-control'],
    anyone.headers.etag,
    anyone.headers.vary,
  ])
})

test('programs get exact counts from the database, even after a change without a notification', async () => {
  const { product_id } = await buildProduct(second)
  const count = async () => {
    const headers = { apikey: first.deps.secrets.apiKey, prefer: 'count=exact' }
    const response = await get(first, '/rest/v1/products?select=product_id&limit=1', headers)
    return Number(String(response.headers['content-range']).split('/')[1])
  }
  const before = await count()
  await setRows(first, 'products', { visibility: 'deleted', deleted_at: new Date() }, { product_id: product_id })
  expect(await count()).toBe(before - 1)
})
