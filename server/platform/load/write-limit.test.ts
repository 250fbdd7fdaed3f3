import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { callAuth, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { pauseCommits, underContention } from '../../../tests/support/lock-contention.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { createProduct, drawPng, sendProduct, wellFilled } from '../../../tests/support/product-form.ts'
import { buildProduct, buildProducts } from '../../../tests/support/products.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import { picture, storeAvatar } from '../../../tests/support/storage.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'
import { countUse, findUsedUp } from './queries.ts'

const PER_HOUR = 60

// Two servers on one database, as behind a load balancer.
const hours = { passed: 0 }
const config = { rateLimits: true, writesPerHour: PER_HOUR }
const clock = () => new Date(Date.now() + hours.passed * 3600_000)
const first = await openForTests({ config, deps: { clock } })
const second = await openForTests({
  config,
  database: { connection: first.connection, drop: async () => {} },
  deps: { clock, secrets: first.deps.secrets },
})
const { product_id } = await buildProduct(first)
afterEach(() => {
  hours.passed = 0
})

const change = (on: TestApp, { headers }: TestAccount, quantity = 1) =>
  call<{ code?: string; message?: string; details?: unknown }>(on, 'PUT', `/api/cart/items/${product_id}`, {
    headers,
    body: { quantity },
  })

describe('F11: the hourly writes of an account', () => {
  test('are limited across all processes, whatever is written; reading and signing out still work', async () => {
    const buyer = await signUp(first)
    const statuses: number[] = []
    for (let round = 0; round < 8; round++) {
      const ten = Array.from({ length: 10 }, (_, index) => change(index % 2 ? first : second, buyer, index + 1))
      statuses.push(...(await Promise.all(ten)).map(({ status }) => status))
    }
    const written = statuses.filter((status) => status === 200).length
    // Writes that a process drew and did not use are lost: two of sixty in a draw.
    expect(written).toBeLessThanOrEqual(PER_HOUR)
    expect(written).toBeGreaterThanOrEqual(PER_HOUR - 2)
    expect(statuses.filter((status) => status === 429)).toHaveLength(80 - written)

    const refused = await change(first, buyer)
    expect(refused.body).toMatchObject({ code: 'write_limit', details: { limit: PER_HOUR, minutes: 60 } })
    expect(refused.body.message).toMatch(/^You have made 60 changes within an hour, which is the limit\. Please try/)
    const retryAfter = Number(refused.headers['retry-after'])
    expect([retryAfter > 3500, retryAfter <= 3600]).toEqual([true, true])
    // Everything else that this account writes is refused in the form of its protocol.
    const { headers } = buyer
    const order = await call(second, 'POST', '/api/orders', { headers, body: {} })
    const name = await callAuth(second, 'PUT', '/user', { headers, body: { data: { display_name: 'New' } } })
    const factor = await callAuth(second, 'POST', '/factors', { headers, body: { factor_type: 'totp' } })
    const file = await storeAvatar(second, buyer)
    expect([order.status, name.status, factor.status, file.statusCode]).toEqual([429, 429, 429, 429])
    expect(name.body).toMatchObject({ code: 'over_request_rate_limit' })
    expect(file.json()).toMatchObject({ statusCode: '429', code: 'SlowDown' })
    expect(Number(file.headers['retry-after'])).toBeGreaterThan(0)
    // No other account is refused, and neither reading nor signing out is.
    expect((await change(first, await signUp(first))).status).toBe(200)
    expect((await call(first, 'GET', '/api/cart', { headers })).status).toBe(200)
    const list = { headers, body: { prefix: '' } }
    expect((await call(first, 'POST', '/storage/v1/object/list/users', list)).status).toBe(200)
    expect((await callAuth(first, 'POST', '/logout', { headers })).status).toBe(204)
  })

  test('count again in the next hour', async () => {
    const buyer = await signUp(first)
    for (let count = 0; count < PER_HOUR; count++) expect((await change(first, buyer)).status).toBe(200)
    expect((await change(first, buyer)).status).toBe(429)
    hours.passed = 1
    await sql`update rate_limits set window_ends_at = now() where key = ${`writes:${buyer.user_id}`}`.execute(first.db)
    // The access token has also expired.
    const { refresh_token } = buyer
    const renewed = await callAuth(first, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
    const headers = { ...buyer.headers, authorization: `Bearer ${renewed.body.access_token}` }
    expect((await change(first, { ...buyer, headers })).status).toBe(200)
  })

  test('cost a statement only now and then', async () => {
    const account = await signUp(first)
    const used = async () => {
      const key = `writes:${account.user_id}`
      return (await first.db.selectFrom('rate_limits').select('used').where('key', '=', key).executeTakeFirst())?.used
    }
    const seen = new Set<number | undefined>()
    for (let count = 0; count < 20; count++) {
      expect((await change(first, account)).status).toBe(200)
      seen.add(await used())
    }
    expect(seen.size).toBe(10)
  })

  test('a signed upload counts for the account that requested its address', async () => {
    const account = await signUp(first)
    const key = `${account.user_id}-2.webp`
    const signed = await call<{ url: string }>(first, 'POST', `/storage/v1/object/upload/sign/users/${key}`, account)
    for (let count = 1; count < PER_HOUR; count++) await change(first, account)
    const payload = await picture('webp')
    const sent = { url: `/storage/v1${signed.body.url}`, headers: { 'content-type': 'image/webp' }, payload }
    expect((await first.app.inject({ method: 'PUT', ...sent })).statusCode).toBe(429)
  })
})

test('a window that ends later than it could, as the clock went back, does not count', async () => {
  for (const used of [1, 2]) expect((await countUse(first.db, 'clock', 60)).used).toBe(used)
  const isUsedUp = async (uses: number) => Boolean(await findUsedUp(first.db, [{ key: 'clock', seconds: 60, uses }]))
  expect([await isUsedUp(2), await isUsedUp(3)]).toEqual([true, false])
  await sql`update rate_limits set window_ends_at = now() + interval '1 day' where key = 'clock'`.execute(first.db)
  expect(await isUsedUp(1)).toBe(false)
  expect(await countUse(first.db, 'clock', 60)).toMatchObject({ used: 1, retry_after: 60 })
})

const addProduct = async (market: TestApp, seller: TestAccount) => {
  const files = { featured: await drawPng('#1e66f5') }
  return sendProduct(market, 'POST', '/api/seller/products', { as: seller, product: wellFilled, files })
}

describe('F11: quotas', async () => {
  const market = await openForTests({ config: { maxProductsPerSeller: 3, maxStoredMibPerAccount: 1 } })

  // catches: seller-products-unlocked
  test('a seller’s limit of products also holds for concurrent additions', async () => {
    const seller = await signUp(market, { role: 'seller' })
    const [, gone] = await buildProducts(market, [{ seller_id: seller.user_id }, { seller_id: seller.user_id }])
    const add = async () => addProduct(market, seller)
    const commits = await pauseCommits(market.db, 'products')
    const responses = await underContention(market.db, commits.hold, () => Promise.all([add(), add(), add()]))
    await commits.end()
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'too_many_products',
      message: 'You have 3 products in the shop, which is the limit. Delete one before you add another.',
      details: { limit: 3 },
    })
    await call(market, 'DELETE', `/api/seller/products/${gone?.product_id}`, { headers: seller.headers })
    expect((await add()).status).toBe(201)
  })

  test('an account has a limit of bytes, as a form and as a file', async () => {
    const seller = await signUp(market, { role: 'seller' })
    const product = await createProduct(market, seller)
    await setRows(market, 'storage_objects', { size: 1024 * 1024 }, { owner_id: seller.user_id })
    expect(await addProduct(market, seller)).toMatchObject({
      status: 413,
      body: { code: 'account_full', message: expect.stringContaining('up to 1 MiB, which is the limit') },
    })
    const file = await market.app.inject({
      method: 'POST',
      url: `/storage/v1/object/products/${product.product_id}/other_image_1`,
      payload: await picture('webp'),
      headers: { ...seller.headers, 'content-type': 'image/webp' },
    })
    expect(file.json()).toMatchObject({ statusCode: '413', code: 'QuotaExceeded' })
    // A refused file leaves nothing behind, and the product is unchanged.
    const rows = await market.db
      .selectFrom('storage_objects')
      .select('name')
      .where('owner_id', '=', seller.user_id)
      .execute()
    expect(rows).toEqual([{ name: `${product.product_id}/featured_image` }])
  })

  // catches: quota-unlocked
  test('an account’s limit of bytes also holds for concurrent uploads', async () => {
    const seller = await signUp(market, { role: 'seller' })
    const ids = [await createProduct(market, seller), await createProduct(market, seller)].map((one) => one.product_id)
    const payload = await picture('webp')
    const upload = (id: string) =>
      market.app.inject({
        method: 'POST',
        url: `/storage/v1/object/products/${id}/other_image_1`,
        payload,
        headers: { ...seller.headers, 'content-type': 'image/webp', 'x-upsert': 'true' },
      })
    for (const id of ids) expect((await upload(id)).statusCode).toBe(200)
    // Leaves room for one of them.
    await sql`
      update storage_objects set size = case name when ${`${ids[0]}/featured_image`} then 1024 * 1024 - size_of_one else 0 end
      from (select size as size_of_one from storage_objects where name = ${`${ids[0]}/other_image_1`}) one
      where owner_id = ${seller.user_id}`.execute(market.db)
    const commits = await pauseCommits(market.db, 'storage_objects')
    const responses = await underContention(market.db, commits.hold, () => Promise.all(ids.map(upload)))
    await commits.end()
    expect(responses.map((response) => response.json().code).sort()).toEqual(['QuotaExceeded', undefined])
  })
})
