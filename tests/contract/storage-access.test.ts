import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { MAX_AVATARS } from '../../shared/accounts/constants.ts'
import { bearer, makeAdmin, signUp, type TestAccount } from '../support/accounts.ts'
import { underContention, untilWaiting } from '../support/lock-contention.ts'
import { openForTests } from '../support/open-for-tests.ts'
import { buildProduct, deleteProduct } from '../support/products.ts'
import { filesOf, picture, serviceHeaders } from '../support/storage.ts'

type Caller = 'visitor' | 'anyone' | 'buyer' | 'rival' | 'seller' | 'admin' | 'service'

const market = await openForTests()
const [buyer, rival, seller, admin] = await Promise.all([
  signUp(market),
  signUp(market, { role: 'seller' }),
  signUp(market, { role: 'seller' }),
  makeAdmin(market),
])
const accounts: Record<'buyer' | 'rival' | 'seller' | 'admin', TestAccount> = { buyer, rival, seller, admin }
let headers: Record<Caller, Record<string, string>> = {
  visitor: {},
  anyone: bearer(market.deps.secrets.apiKey),
  buyer: buyer.headers,
  rival: rival.headers,
  seller: seller.headers,
  admin: admin.headers,
  service: await serviceHeaders(market),
}
// PRD00001 is the seller's, PRD00002 the rival's, PRD00003 was the seller's and is deleted; PRD00004 does not exist yet.
await buildProduct(market, { seller_id: seller.user_id })
await buildProduct(market, { seller_id: rival.user_id })
const { product_id } = await buildProduct(market, { seller_id: seller.user_id })
await deleteProduct(market, product_id)
const png = await picture('png')
const webp = await picture('webp')

const send = async (caller: Caller, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: Buffer | object) => {
  const type = Buffer.isBuffer(body) ? (url.includes('/users/') ? 'image/webp' : 'image/png') : 'application/json'
  const response = await market.app.inject({
    method,
    url: `/storage/v1${url}`,
    headers: { ...headers[caller], ...(body && { 'content-type': type }) },
    ...(body && { payload: body }),
  })
  const refusal = response.statusCode === 200 ? undefined : response.json<{ statusCode: string }>().statusCode
  return { result: Number(refusal ?? response.statusCode), response }
}

/** Uploads the missing files that the requests below are about. */
async function lay(): Promise<void> {
  const rows = await market.db.selectFrom('storage_objects').select(['bucket_id', 'name']).execute()
  const there = new Set(rows.map(({ bucket_id, name }) => `${bucket_id}/${name}`))
  const pictures = ['PRD00001', 'PRD00002'].flatMap((id) =>
    ['featured_image', 'other_image_1'].map((name) => [`products/${id}/${name}`, png] as const),
  )
  const avatars = Object.values(accounts).map(({ user_id }) => [`users/${user_id}-1.webp`, webp] as const)
  for (const [key, bytes] of [...pictures, ...avatars])
    if (!there.has(key)) expect((await send('service', 'PUT', `/object/${key}`, bytes)).result).toBe(200)
}

const OWN = '/object/products/PRD00001/featured_image'

describe('writing pictures of products', () => {
  test.each<[string, Partial<Record<Caller, number>>]>([
    [OWN, { visitor: 400, anyone: 403, buyer: 403, rival: 403, seller: 200, admin: 403, service: 200 }],
    ['/object/products/PRD00001/other_image_3', { rival: 403, seller: 200, admin: 403 }],
    ['/object/products/PRD00001/other_image_4', { rival: 403, seller: 403, admin: 403, service: 403 }],
    ['/object/products/PRD00001/other_image_1/more', { seller: 403, service: 403 }],
    ['/object/products/PRD00001/../PRD00002/featured_image', { seller: 403 }],
    ['/object/products/PRD00001%2f..%2fPRD00002%2ffeatured_image', { seller: 400, service: 400 }],
    ['/object/products/anything.png', { seller: 403, service: 403 }],
    ['/object/products/PRD00002/featured_image', { seller: 403, rival: 200, admin: 403 }],
    ['/object/products/PRD00003/featured_image', { seller: 403, rival: 403, admin: 403 }],
    ['/object/products/PRD00004/featured_image', { seller: 403, rival: 403, admin: 403 }],
  ])('%s', async (url, expected) => {
    for (const [caller, status] of Object.entries(expected) as [Caller, number][])
      expect([caller, (await send(caller, 'PUT', url, png)).result]).toEqual([caller, status])
  })

  test('refused requests store nothing and change nothing', async () => {
    await lay()
    const [before, files] = [(await send('visitor', 'GET', OWN)).response.headers.etag, await filesOf(market)]
    const other = await picture('png', { background: '#123' })
    for (const caller of ['anyone', 'buyer', 'rival', 'admin'] as const)
      expect((await send(caller, 'PUT', OWN, other)).result).toBe(403)
    expect((await send('visitor', 'GET', OWN)).response.headers.etag).toBe(before)
    expect(await filesOf(market)).toEqual(files)
  })
})

test('the permission check for a picture does not wait for changes of the product', async () => {
  await lay()
  const holding = await market.db.startTransaction().execute()
  try {
    await holding.selectFrom('products').select('product_id').where('product_id', '=', 'PRD00001').forUpdate().execute()
    expect((await send('seller', 'POST', OWN, png)).result).toBe(409)
    expect((await send('seller', 'POST', '/object/upload/sign/products/PRD00001/other_image_2')).result).toBe(200)
    expect((await send('rival', 'PUT', OWN, png)).result).toBe(403)
  } finally {
    await holding.rollback().execute()
  }
})

test('signed-in users may write avatars under their own id, and nowhere else', async () => {
  for (const [name, { user_id }] of Object.entries(accounts)) {
    for (const caller of ['visitor', 'anyone', 'buyer', 'rival', 'seller', 'admin'] as const) {
      const { result } = await send(caller, 'PUT', `/object/users/${user_id}-2.webp`, webp)
      expect([name, caller, result]).toEqual([name, caller, caller === name ? 200 : caller === 'visitor' ? 400 : 403])
    }
  }
  expect((await send('buyer', 'PUT', `/object/users/${accounts.buyer.user_id}.webp`, webp)).result).toBe(403)
  expect((await send('buyer', 'PUT', '/object/users/-1.webp', webp)).result).toBe(403)
})

describe('removing', () => {
  test.each<[Caller, string, string[]]>([
    ['anyone', 'products', []],
    ['buyer', 'products', []],
    ['rival', 'products', ['PRD00002/other_image_1']],
    ['seller', 'products', ['PRD00001/other_image_1']],
    ['service', 'products', ['PRD00001/other_image_1', 'PRD00002/other_image_1']],
    ['buyer', 'users', ['buyer']],
    ['seller', 'users', ['seller']],
    ['admin', 'users', ['admin']],
    ['anyone', 'users', []],
  ])('%s removes from %s only permitted files', async (caller, bucket, removable) => {
    await lay()
    const own = (name: string) => `${accounts[name as keyof typeof accounts].user_id}-1.webp`
    const prefixes =
      bucket === 'users' ? Object.keys(accounts).map(own) : ['PRD00001/other_image_1', 'PRD00002/other_image_1']
    const { response } = await send(caller, 'DELETE', `/object/${bucket}`, { prefixes })
    const removed = response.json<{ name: string }[]>().map(({ name }) => name)
    const expected = bucket === 'users' ? removable.map(own) : removable
    expect(removed.sort()).toEqual(expected.sort())
    for (const name of prefixes) {
      const { result } = await send('visitor', 'GET', `/object/public/${bucket}/${name}`)
      expect([name, result]).toEqual([name, removed.includes(name) ? 404 : 200])
    }
  })

  test('a file that a caller may not delete looks missing when deleted by itself', async () => {
    await lay()
    for (const caller of ['anyone', 'buyer', 'rival'] as const)
      expect([caller, (await send(caller, 'DELETE', OWN)).result]).toEqual([caller, 404])
    expect((await send('admin', 'DELETE', OWN)).result).toBe(403)
    expect((await send('visitor', 'DELETE', OWN)).result).toBe(400)
    expect((await send('seller', 'DELETE', '/object/products/PRD00001/other_image_1')).result).toBe(200)
  })
})

test('moved or copied, a seller’s pictures stay within the seller’s products', async () => {
  await lay()
  const [own, others] = ['PRD00001/featured_image', 'PRD00002/other_image_2']
  for (const [caller, from, to, moved, copied] of [
    ['rival', own, others, 403, 200],
    ['rival', own, 'PRD00001/other_image_2', 403, 403],
    ['seller', own, 'PRD00002/other_image_3', 403, 403],
    ['seller', own, 'anywhere', 403, 403],
    ['buyer', own, 'PRD00001/other_image_2', 403, 403],
    ['admin', own, 'PRD00001/other_image_2', 403, 403],
    ['seller', own, 'PRD00001/other_image_2', 409, 200],
  ] as const) {
    const request = { bucketId: 'products', sourceKey: from, destinationKey: to }
    for (const [act, result] of [
      ['move', moved],
      ['copy', copied],
    ] as const)
      expect([caller, to, (await send(caller, 'POST', `/object/${act}`, request)).result]).toEqual([caller, to, result])
  }
})

test('a move reveals the existence of a hidden file only to the operator', async () => {
  await send('service', 'POST', '/bucket', { id: 'hidden', name: 'hidden' })
  await send('service', 'PUT', '/object/hidden/there', Buffer.from('x'))
  for (const destinationBucket of ['hidden', 'products'])
    for (const sourceKey of ['there', 'nowhere']) {
      const body = { bucketId: 'hidden', sourceKey, destinationKey: 'PRD00001/other_image_1', destinationBucket }
      expect((await send('seller', 'POST', '/object/move', body)).result).toBe(404)
    }
})

test('only a user with permission to write gets an address for uploading, which works only while the permission lasts', async () => {
  const url = '/object/upload/sign/products/PRD00001/other_image_2'
  await send('seller', 'DELETE', '/object/products/PRD00001/other_image_2')
  expect((await send('visitor', 'POST', url)).result).toBe(400)
  for (const caller of ['anyone', 'buyer', 'rival', 'admin'] as const)
    expect([caller, (await send(caller, 'POST', url)).result]).toEqual([caller, 403])
  const { response } = await send('seller', 'POST', url)
  const { token } = response.json<{ token: string }>()
  const put = async () => (await send('visitor', 'PUT', `${url}?token=${token}`, png)).result
  const setRole = (role: 'buyer' | 'seller') =>
    market.db.updateTable('users').set({ role }).where('id', '=', seller.user_id).execute()
  await setRole('buyer')
  expect(await put()).toBe(403)
  await setRole('seller')
  expect([await put(), await put()]).toEqual([200, 409])
})

test('everyone may list product pictures; only owners may list their avatars', async () => {
  await lay()
  const names = async (caller: Caller, bucket: string, prefix = '') => {
    const { response } = await send(caller, 'POST', `/object/list/${bucket}`, { prefix })
    return response.json<{ name: string }[]>().map(({ name }) => name)
  }
  expect(await names('anyone', 'products', 'PRD00001')).toContain('featured_image')
  expect(await names('anyone', 'users')).toEqual([])
  for (const name of await names('buyer', 'users')) expect(name.startsWith(accounts.buyer.user_id)).toBe(true)
  expect((await names('buyer', 'users')).length).toBeGreaterThan(0)
  expect((await names('service', 'users')).length).toBeGreaterThan(4)
})

test('accounts see public buckets and change none', async () => {
  await send('service', 'POST', '/bucket', { id: 'hidden', name: 'hidden' })
  for (const caller of ['anyone', 'buyer', 'seller', 'admin'] as const) {
    const { response } = await send(caller, 'GET', '/bucket')
    expect(response.json<{ id: string }[]>().map(({ id }) => id)).toEqual(['market', 'products', 'users'])
    for (const [method, url, body] of [
      ['POST', '/bucket', { id: 'mine', name: 'mine', public: true }],
      ['PUT', '/bucket/products', { public: false }],
      ['POST', '/bucket/products/empty', undefined],
      ['DELETE', '/bucket/products', undefined],
    ] as const)
      expect([url, (await send(caller, method, url, body)).result]).toEqual([url, 403])
    expect((await send(caller, 'GET', '/bucket/hidden')).result).toBe(404)
    expect((await send(caller, 'POST', '/object/hidden/x', Buffer.from('x'))).result).toBe(403)
  }
  expect((await send('service', 'DELETE', '/bucket/products')).result).toBe(403)
})

/** Creates rows like those of uploads; no test here reads their bytes. */
async function fill(userId: string, count: number): Promise<void> {
  await sql`insert into storage_objects (bucket_id, name, owner_id, blob, size, mimetype, cache_control, content_hash)
    select 'users', ${userId} || '-old' || n || '.webp', ${userId}::uuid, ${userId} || n, 1, 'image/webp', 'no-cache',
      repeat('0', 64) from generate_series(1, ${count}::int) n`.execute(market.db)
}

// catches: avatars-unlocked
test('F1: two concurrent uploads do not exceed the number of avatars; then pictures must be replaced or removed first', async () => {
  const caller = await signUp(market)
  headers = { ...headers, buyer: caller.headers }
  const put = (name: string, by: Caller = 'buyer') => send(by, 'PUT', `/object/users/${caller.user_id}-${name}`, webp)
  await fill(caller.user_id, MAX_AVATARS - 1)
  const results = await underContention(
    market.db,
    (holding) => sql`lock table storage_objects in share mode`.execute(holding),
    () => Promise.all([put('a.webp'), put('b.webp')]),
  )
  expect(results.map(({ result }) => result).sort()).toEqual([200, 413])
  expect(results.find(({ result }) => result === 413)?.response.json()).toMatchObject({
    code: 'QuotaExceeded',
    message: expect.stringContaining(`${MAX_AVATARS}`),
  })

  const files = await filesOf(market)
  expect((await put('c.webp')).result).toBe(413)
  expect((await send('buyer', 'POST', `/object/upload/sign/users/${caller.user_id}-c.webp`)).result).toBe(413)
  expect(await filesOf(market)).toEqual(files)
  expect((await put('old1.webp')).result).toBe(200)
  expect((await send('buyer', 'DELETE', `/object/users/${caller.user_id}-old2.webp`)).result).toBe(200)
  expect((await put('c.webp')).result).toBe(200)
  expect((await put('d.webp', 'service')).result).toBe(200)
  expect((await put('e.webp')).result).toBe(413)
})

test('a banned user changes nothing', async () => {
  const banned = await signUp(market)
  headers = { ...headers, buyer: banned.headers }
  const url = `/object/users/${banned.user_id}-1.webp`
  expect((await send('buyer', 'PUT', url, webp)).result).toBe(200)
  const banned_until = new Date(Date.now() + 60_000)
  await market.db.updateTable('users').set({ banned_until }).where('id', '=', banned.user_id).execute()
  await expect.poll(async () => (await send('buyer', 'PUT', url, webp)).result).toBe(403)
})

test('an upload by a user who is deleted in the meantime is refused', async () => {
  const caller = await signUp(market)
  headers = { ...headers, buyer: caller.headers }
  const deleting = await market.db.startTransaction().execute()
  try {
    await deleting.deleteFrom('users').where('id', '=', caller.user_id).execute()
    const uploading = send('buyer', 'PUT', `/object/users/${caller.user_id}-1.webp`, webp)
    await untilWaiting(deleting, 1)
    await deleting.commit().execute()
    expect((await uploading).result).toBe(403)
  } finally {
    if (!deleting.isCommitted) await deleting.rollback().execute()
  }
})
