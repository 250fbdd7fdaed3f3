import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_AVATARS } from '../../server/storage/constants.ts'
import { makeAdmin, signUp, type TestAccount } from '../support/accounts.ts'
import { crowding, untilWaiting } from '../support/crowd.ts'
import { buildProduct } from '../support/products.ts'
import { filesOf, picture, serviceKey } from '../support/storage.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

type Person = 'visitor' | 'anybody' | 'buyer' | 'rival' | 'seller' | 'admin' | 'service'

let market: TestApp
let headers: Record<Person, Record<string, string>>
let people: Record<'buyer' | 'rival' | 'seller' | 'admin', TestAccount>
let png: Buffer
let webp: Buffer

beforeAll(async () => {
  market = await createTestApp()
  const [buyer, rival, seller, admin] = await Promise.all([
    signUp(market),
    signUp(market, { role: 'seller' }),
    signUp(market, { role: 'seller' }),
    makeAdmin(market),
  ])
  people = { buyer, rival, seller, admin }
  headers = {
    visitor: {},
    anybody: { authorization: `Bearer ${market.deps.secrets.apiKey}` },
    buyer: buyer.headers,
    rival: rival.headers,
    seller: seller.headers,
    admin: admin.headers,
    service: { authorization: `Bearer ${await serviceKey(market)}` },
  }
  // PRD00001 is the seller's, PRD00002 the rival's, PRD00003 was the seller's and is deleted; PRD00004 is nobody's yet.
  await buildProduct(market, { seller_id: seller.user_id })
  await buildProduct(market, { seller_id: rival.user_id })
  const { product_id } = await buildProduct(market, { seller_id: seller.user_id })
  await market.db
    .updateTable('products')
    .set({ visibility: 'deleted', deleted_at: new Date() })
    .where('product_id', '=', product_id)
    .execute()
  png = await picture('png')
  webp = await picture('webp')
})
afterAll(() => market.close())

const ask = async (person: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: Buffer | object) => {
  const type = Buffer.isBuffer(body) ? (url.includes('/users/') ? 'image/webp' : 'image/png') : 'application/json'
  const answer = await market.app.inject({
    ...{ method, url: `/storage/v1${url}` },
    headers: { ...headers[person], ...(body && { 'content-type': type }) },
    ...(body && { payload: body }),
  })
  const refusal = answer.statusCode === 200 ? undefined : answer.json<{ statusCode: string }>().statusCode
  return { result: Number(refusal ?? answer.statusCode), answer }
}

/** Puts the files there that the calls below are about. */
async function lay(): Promise<void> {
  for (const key of [
    'products/PRD00001/featured_image',
    'products/PRD00001/other_image_1',
    'products/PRD00002/featured_image',
  ])
    expect((await ask('service', 'PUT', `/object/${key}`, png)).result).toBe(200)
  for (const { user_id } of Object.values(people))
    expect((await ask('service', 'PUT', `/object/users/${user_id}-1.webp`, webp)).result).toBe(200)
}

const OWN = '/object/products/PRD00001/featured_image'

describe('writing pictures of products', () => {
  test.each<[string, Partial<Record<Person, number>>]>([
    [OWN, { visitor: 400, anybody: 403, buyer: 403, rival: 403, seller: 200, admin: 403, service: 200 }],
    ['/object/products/PRD00001/other_image_3', { rival: 403, seller: 200, admin: 403 }],
    ['/object/products/PRD00001/other_image_4', { rival: 403, seller: 403, admin: 403, service: 403 }],
    ['/object/products/PRD00001/other_image_1/more', { seller: 403, service: 403 }],
    ['/object/products/PRD00001/../PRD00002/featured_image', { seller: 403 }],
    ['/object/products/PRD00001%2f..%2fPRD00002%2ffeatured_image', { seller: 403, service: 403 }],
    ['/object/products/anything.png', { seller: 403, service: 403 }],
    ['/object/products/PRD00002/featured_image', { seller: 403, rival: 200, admin: 403 }],
    ['/object/products/PRD00003/featured_image', { seller: 403, rival: 403, admin: 403 }],
    ['/object/products/PRD00004/featured_image', { seller: 403, rival: 403, admin: 403 }],
  ])('%s', async (url, expected) => {
    for (const [person, status] of Object.entries(expected) as [Person, number][])
      expect([person, (await ask(person, 'PUT', url, png)).result]).toEqual([person, status])
  })

  test('nothing is left of what was refused, and nothing was changed', async () => {
    await lay()
    const [before, files] = [(await ask('visitor', 'GET', OWN)).answer.headers.etag, await filesOf(market)]
    const other = await picture('png', { background: '#123' })
    for (const person of ['anybody', 'buyer', 'rival', 'admin'] as const)
      expect((await ask(person, 'PUT', OWN, other)).result).toBe(403)
    expect((await ask('visitor', 'GET', OWN)).answer.headers.etag).toBe(before)
    expect(await filesOf(market)).toEqual(files)
  })
})

test('whether a picture may be written is told while others work on the product', async () => {
  await lay()
  const holding = await market.db.startTransaction().execute()
  try {
    await holding.selectFrom('products').select('product_id').where('product_id', '=', 'PRD00001').forUpdate().execute()
    expect((await ask('seller', 'POST', OWN, png)).result).toBe(409)
    expect((await ask('seller', 'POST', '/object/upload/sign/products/PRD00001/other_image_2')).result).toBe(200)
    expect((await ask('rival', 'PUT', OWN, png)).result).toBe(403)
  } finally {
    await holding.rollback().execute()
  }
})

describe('writing avatars', () => {
  test('everybody signed in under the own id, and nowhere else', async () => {
    for (const [name, { user_id }] of Object.entries(people)) {
      for (const person of ['visitor', 'anybody', 'buyer', 'rival', 'seller', 'admin'] as const) {
        const { result } = await ask(person, 'PUT', `/object/users/${user_id}-2.webp`, webp)
        expect([name, person, result]).toEqual([name, person, person === name ? 200 : person === 'visitor' ? 400 : 403])
      }
    }
    expect((await ask('buyer', 'PUT', `/object/users/${people.buyer.user_id}.webp`, webp)).result).toBe(403)
    expect((await ask('buyer', 'PUT', '/object/users/-1.webp', webp)).result).toBe(403)
  })
})

describe('removing', () => {
  test.each<[Person, string, string[]]>([
    ['anybody', 'products', []],
    ['buyer', 'products', []],
    ['rival', 'products', ['PRD00002/featured_image']],
    ['seller', 'products', ['PRD00001/featured_image', 'PRD00001/other_image_1']],
    ['admin', 'products', ['PRD00001/featured_image', 'PRD00001/other_image_1', 'PRD00002/featured_image']],
    ['service', 'products', ['PRD00001/featured_image', 'PRD00001/other_image_1', 'PRD00002/featured_image']],
    ['buyer', 'users', ['buyer']],
    ['seller', 'users', ['seller']],
    ['admin', 'users', ['admin']],
    ['anybody', 'users', []],
  ])('%s removes from %s what is allowed, and the rest stays', async (person, bucket, removable) => {
    await lay()
    const own = (name: string) => `${people[name as keyof typeof people].user_id}-1.webp`
    const prefixes =
      bucket === 'users'
        ? Object.keys(people).map(own)
        : ['PRD00001/featured_image', 'PRD00001/other_image_1', 'PRD00002/featured_image']
    const { answer } = await ask(person, 'DELETE', `/object/${bucket}`, { prefixes })
    const removed = answer.json<{ name: string }[]>().map(({ name }) => name)
    const expected = bucket === 'users' ? removable.map(own) : removable
    expect(removed.sort()).toEqual(expected.sort())
    for (const name of prefixes)
      expect([name, (await ask('visitor', 'GET', `/object/public/${bucket}/${name}`)).result]).toEqual([
        name,
        removed.includes(name) ? 404 : 200,
      ])
  })

  test('one by one, what may not be removed looks missing', async () => {
    await lay()
    for (const person of ['anybody', 'buyer', 'rival'] as const)
      expect([person, (await ask(person, 'DELETE', OWN)).result]).toEqual([person, 404])
    expect((await ask('visitor', 'DELETE', OWN)).result).toBe(400)
    expect((await ask('seller', 'DELETE', OWN)).result).toBe(200)
  })
})

describe('moving and copying', () => {
  const journey = (sourceKey: string, destinationKey: string) => ({ bucketId: 'products', sourceKey, destinationKey })

  test("a seller's pictures stay among the own products", async () => {
    await lay()
    const [own, others] = ['PRD00001/featured_image', 'PRD00002/other_image_2']
    for (const [person, from, to, moved, copied] of [
      ['rival', own, others, 403, 200],
      ['rival', own, 'PRD00001/other_image_2', 403, 403],
      ['seller', own, 'PRD00002/other_image_3', 403, 403],
      ['seller', own, 'anywhere', 403, 403],
      ['buyer', own, 'PRD00001/other_image_2', 403, 403],
      ['admin', own, 'PRD00001/other_image_2', 403, 403],
      ['seller', own, 'PRD00001/other_image_2', 200, 404],
    ] as const) {
      const by = [person, to]
      expect([...by, (await ask(person, 'POST', '/object/move', journey(from, to))).result]).toEqual([...by, moved])
      expect([...by, (await ask(person, 'POST', '/object/copy', journey(from, to))).result]).toEqual([...by, copied])
    }
  })
})

test('a move tells nobody but the operator that a hidden file is there', async () => {
  await ask('service', 'POST', '/bucket', { id: 'hidden', name: 'hidden' })
  await ask('service', 'PUT', '/object/hidden/there', Buffer.from('x'))
  for (const destinationBucket of ['hidden', 'products'])
    for (const sourceKey of ['there', 'nowhere']) {
      const body = { bucketId: 'hidden', sourceKey, destinationKey: 'PRD00001/other_image_1', destinationBucket }
      expect((await ask('seller', 'POST', '/object/move', body)).result).toBe(404)
    }
})

describe('signed addresses for uploading', () => {
  test('only who may write gets one, and only while that holds', async () => {
    const url = '/object/upload/sign/products/PRD00001/other_image_2'
    await ask('seller', 'DELETE', '/object/products/PRD00001/other_image_2')
    for (const [person, status] of [
      ['visitor', 400],
      ['anybody', 403],
      ['buyer', 403],
      ['rival', 403],
      ['admin', 403],
    ] as const)
      expect([person, (await ask(person, 'POST', url)).result]).toEqual([person, status])
    const { answer } = await ask('seller', 'POST', url)
    const { token } = answer.json<{ token: string }>()
    await market.db.updateTable('users').set({ role: 'buyer' }).where('id', '=', people.seller.user_id).execute()
    expect((await ask('visitor', 'PUT', `${url}?token=${token}`, png)).result).toBe(403)
    await market.db.updateTable('users').set({ role: 'seller' }).where('id', '=', people.seller.user_id).execute()
    expect((await ask('visitor', 'PUT', `${url}?token=${token}`, png)).result).toBe(200)
    expect((await ask('visitor', 'PUT', `${url}?token=${token}`, png)).result).toBe(409)
  })
})

describe('lists', () => {
  test('pictures of products are listed for all, avatars for their owners only', async () => {
    await lay()
    const names = async (person: Person, bucket: string, prefix = '') => {
      const { answer } = await ask(person, 'POST', `/object/list/${bucket}`, { prefix })
      return answer.json<{ name: string }[]>().map(({ name }) => name)
    }
    expect(await names('anybody', 'products', 'PRD00001')).toContain('featured_image')
    expect(await names('anybody', 'users')).toEqual([])
    for (const name of await names('buyer', 'users')) expect(name.startsWith(people.buyer.user_id)).toBe(true)
    expect((await names('buyer', 'users')).length).toBeGreaterThan(0)
    expect((await names('service', 'users')).length).toBeGreaterThan(4)
  })
})

describe('buckets', () => {
  test('people see the public ones and change none', async () => {
    await ask('service', 'POST', '/bucket', { id: 'hidden', name: 'hidden' })
    for (const person of ['anybody', 'buyer', 'seller', 'admin'] as const) {
      const { answer } = await ask(person, 'GET', '/bucket')
      expect(answer.json<{ id: string }[]>().map(({ id }) => id)).toEqual(['products', 'users'])
      for (const [method, url, body] of [
        ['POST', '/bucket', { id: 'mine', name: 'mine', public: true }],
        ['PUT', '/bucket/products', { public: false }],
        ['POST', '/bucket/products/empty', undefined],
        ['DELETE', '/bucket/products', undefined],
      ] as const)
        expect([person, method, url, (await ask(person, method, url, body)).result]).toEqual([person, method, url, 403])
      expect((await ask(person, 'GET', '/bucket/hidden')).result).toBe(404)
      expect((await ask(person, 'POST', '/object/hidden/x', Buffer.from('x'))).result).toBe(403)
    }
    expect((await ask('service', 'DELETE', '/bucket/products')).result).toBe(403)
  })
})

describe('how many avatars a person keeps', () => {
  /** Rows as of uploads; their bytes are asked for by nobody here. */
  async function fill(userId: string, count: number): Promise<void> {
    await sql`insert into storage_objects (bucket_id, name, owner_id, blob, size, mimetype, cache_control, content_hash)
      select 'users', ${userId} || '-old' || n || '.webp', ${userId}::uuid, ${userId} || n, 1, 'image/webp', 'no-cache',
        repeat('0', 64) from generate_series(1, ${count}::int) n`.execute(market.db)
  }

  // catches: avatars-unlocked
  test('F1: the last place is taken once, also by two uploads at once; then pictures are replaced or removed first', async () => {
    const person = await signUp(market)
    headers = { ...headers, buyer: person.headers }
    const put = (name: string, by: Person = 'buyer') => ask(by, 'PUT', `/object/users/${person.user_id}-${name}`, webp)
    await fill(person.user_id, MAX_AVATARS - 1)
    const crowd = await crowding(
      market.db,
      (holding) => sql`lock table storage_objects in share mode`.execute(holding),
      () => Promise.all([put('a.webp'), put('b.webp')]),
    )
    expect(crowd.map(({ result }) => result).sort()).toEqual([200, 413])
    expect(crowd.find(({ result }) => result === 413)?.answer.json()).toMatchObject({
      code: 'QuotaExceeded',
      message: expect.stringContaining(`${MAX_AVATARS}`),
    })

    const files = await filesOf(market)
    expect((await put('c.webp')).result).toBe(413)
    expect((await ask('buyer', 'POST', `/object/upload/sign/users/${person.user_id}-c.webp`)).result).toBe(413)
    expect(await filesOf(market)).toEqual(files)
    expect((await put('old1.webp')).result).toBe(200)
    expect((await ask('buyer', 'DELETE', `/object/users/${person.user_id}-old2.webp`)).result).toBe(200)
    expect((await put('c.webp')).result).toBe(200)
    expect((await put('d.webp', 'service')).result).toBe(200)
    expect((await put('e.webp')).result).toBe(413)
  })
})

test('a banned person changes nothing', async () => {
  const banned = await signUp(market)
  headers = { ...headers, buyer: banned.headers }
  const url = `/object/users/${banned.user_id}-1.webp`
  expect((await ask('buyer', 'PUT', url, webp)).result).toBe(200)
  await market.db
    .updateTable('users')
    .set({ banned_until: new Date(Date.now() + 60_000) })
    .where('id', '=', banned.user_id)
    .execute()
  await expect.poll(async () => (await ask('buyer', 'PUT', url, webp)).result).toBe(403)
})

test('who is deleted while their picture comes in is refused', async () => {
  const person = await signUp(market)
  headers = { ...headers, buyer: person.headers }
  const deleting = await market.db.startTransaction().execute()
  try {
    await deleting.deleteFrom('users').where('id', '=', person.user_id).execute()
    const uploading = ask('buyer', 'PUT', `/object/users/${person.user_id}-1.webp`, webp)
    await untilWaiting(deleting, 1)
    await deleting.commit().execute()
    expect((await uploading).result).toBe(403)
  } finally {
    if (!deleting.isCommitted) await deleting.rollback().execute()
  }
})
