import type { StorageClient } from '@supabase/storage-js'
import { describe, expect, test } from 'vitest'
import { bearer } from '../support/accounts.ts'
import { openForTests } from '../support/open-for-tests.ts'
import { good, refused, serviceKey, storageClient } from '../support/storage.ts'

const market = await openForTests()
const origin = await market.app.listen({ port: 0, host: '127.0.0.1' })
const serviceBearer = await serviceKey(market)
const service = storageClient(market, origin, serviceBearer)
const anybody = storageClient(market, origin, market.deps.secrets.apiKey)
await service.createBucket('papers')
await service.createBucket('shown', { public: true })
const files: ReturnType<StorageClient['from']> = service.from('papers')

const text = async (blob: Blob) => blob.text()

const form = new FormData()
form.append('cacheControl', '3600')
form.append('file', new Blob(['bytes'], { type: 'text/plain' }), 'x.txt')

describe('upload', () => {
  test('takes a Blob as a form, and returns id, path and full path', async () => {
    const stored = good(await files.upload('a/first.txt', new Blob(['one'], { type: 'text/plain' })))
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(stored).toEqual({ id, path: 'a/first.txt', fullPath: 'papers/a/first.txt' })
    expect(await text(good(await files.download('a/first.txt')))).toBe('one')
  })

  test.each([
    ['bytes', new TextEncoder().encode('bytes')],
    ['a Buffer', Buffer.from('bytes')],
    ['a string', 'bytes'],
    ['an ArrayBuffer', new TextEncoder().encode('bytes').buffer],
    ['a form', form],
    ['a stream', new Blob(['bytes']).stream()],
  ])('takes %s', async (_name, body) => {
    good(await files.upload('kinds/body', body as unknown as Blob, { upsert: true, contentType: 'text/plain' }))
    expect(await text(good(await files.download('kinds/body')))).toBe('bytes')
  })

  test('stores type, cache time and metadata, whether the file is sent as a form or as bytes', async () => {
    const facts = { contentType: 'application/json', metadata: { color: 'red', parts: 3 } }
    const shown = { ...facts, cacheControl: 'max-age=120', size: 2, name: 'facts.json', bucketId: 'papers' }
    for (const body of [new Blob(['{}'], { type: 'application/json' }), Buffer.from('{}')]) {
      good(await files.upload('facts.json', body, { ...facts, upsert: true, cacheControl: '120' }))
      expect(good(await files.info('facts.json'))).toMatchObject(shown)
    }
  })

  test('uses the fields that the client appends to its caller’s form, although they come after the file', async () => {
    const form = new FormData()
    form.append('file', new Blob(['x'], { type: 'text/plain' }), 'x.txt')
    good(await files.upload('form', form, { cacheControl: '120', metadata: { color: 'red' } }))
    expect(good(await files.info('form'))).toMatchObject({ cacheControl: 'max-age=120', metadata: { color: 'red' } })
  })

  test('an existing name is refused without upsert; with it the object keeps its id', async () => {
    const first = good(await files.upload('taken', Buffer.from('old')))
    const { error } = await files.upload('taken', Buffer.from('new'))
    expect(refused(error)).toEqual({ statusCode: '409', status: 400, message: 'The resource already exists' })
    expect(await text(good(await files.download('taken')))).toBe('old')
    const before = good(await files.info('taken'))
    const second = good(await files.upload('taken', Buffer.from('new'), { upsert: true }))
    expect(second.id).toBe(first.id)
    const after = good(await files.info('taken'))
    expect([after.version === before.version, after.etag === before.etag]).toEqual([false, false])
    expect(await text(good(await files.download('taken')))).toBe('new')
  })

  test('update replaces a file, and creates a missing one', async () => {
    const first = good(await files.update('updated', Buffer.from('1')))
    expect(good(await files.update('updated', new Blob(['2']))).id).toBe(first.id)
    expect(await text(good(await files.download('updated')))).toBe('2')
  })

  test.each(['a/ü.txt', 'per%25cent', 'a^b'])('the key %j is refused', async (key) => {
    const { error } = await files.upload(encodeURIComponent(key), Buffer.from('x'))
    expect(refused(error)).toMatchObject({ statusCode: '400', status: 400, message: `Invalid key: ${key}` })
  })

  test('stores keys with every allowed character unchanged', async () => {
    const key = "A z0_/!.*'()&$=@;:+,-/x"
    good(await files.upload(key, Buffer.from('signs'), { upsert: true }))
    expect(good(await files.info(key)).name).toBe(key)
    expect(await text(good(await files.download(key)))).toBe('signs')
  })

  test('a file that exceeds the bucket’s size or has another type is refused and not stored', async () => {
    const limits = { public: false, fileSizeLimit: '1kb', allowedMimeTypes: ['Text/Plain', 'image/*'] }
    await service.createBucket('small', limits)
    const small = service.from('small')
    const message = 'The object exceeded the maximum allowed size'
    for (const body of [Buffer.alloc(1001), new Blob([Buffer.alloc(1001)], { type: 'text/plain' })]) {
      const { error } = await small.upload('x', body, { contentType: 'text/plain' })
      expect(refused(error)).toEqual({ statusCode: '413', status: 400, message })
    }
    const { error } = await small.upload('x', Buffer.alloc(10), { contentType: 'application/pdf' })
    expect(refused(error)).toMatchObject({ statusCode: '415', message: 'mime type application/pdf is not supported' })
    expect(good(await small.list())).toEqual([])
    good(await small.upload('x', Buffer.alloc(1000), { contentType: 'image/x-any' }))
    good(await small.upload('y', Buffer.alloc(1000), { contentType: 'text/PLAIN' }))
    const folder = 'folder/.emptyFolderPlaceholder'
    good(await small.upload(folder, new Blob([]), { upsert: true }))
    expect((await small.upload(folder, new Blob(['x']), { upsert: true })).error).not.toBeNull()
    good(await service.updateBucket('small', { public: false, allowedMimeTypes: ['text/plain;charset=UTF-8'] }))
    good(await small.upload('text', 'said to be text by the client'))
    good(await service.updateBucket('small', { public: false, allowedMimeTypes: [] }))
    good(await small.upload('z', Buffer.alloc(10), { contentType: 'application/pdf' }))
  })
})

describe('download, info and exists', () => {
  test('return stored files, and report missing ones', async () => {
    good(await files.upload('there', Buffer.from('x'), { upsert: true }))
    expect(good(await files.exists('there'))).toBe(true)
    expect((await files.exists('missing')).data).toBe(false)
    const [statusCode, message] = ['404', 'Object not found']
    expect(refused((await files.info('missing')).error)).toEqual({ statusCode, status: 400, message })
    expect((await files.download('missing')).error).not.toBeNull()
    const headers = bearer(serviceBearer)
    const response = await fetch(`${origin}/storage/v1/object/papers/missing`, { headers })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ statusCode, error: 'not_found', code: 'NoSuchKey', message })
  })

  test('private files are hidden from others, public ones are not', async () => {
    good(await files.upload('secret', Buffer.from('x'), { upsert: true }))
    good(await service.from('shown').upload('seen.txt', Buffer.from('x'), { upsert: true }))
    expect((await anybody.from('papers').download('secret')).error).not.toBeNull()
    expect((await anybody.from('papers').exists('secret')).data).toBe(false)
    expect(good(await anybody.from('shown').info('seen.txt')).size).toBe(1)
    const url = anybody.from('shown').getPublicUrl('seen.txt').data.publicUrl
    expect(await (await fetch(url)).text()).toBe('x')
    const closed = await fetch(anybody.from('papers').getPublicUrl('secret').data.publicUrl)
    expect(await closed.json()).toMatchObject({ statusCode: '404', error: 'Bucket not found' })
  })

  test('a download has the requested file name', async () => {
    good(await service.from('shown').upload('seen.txt', Buffer.from('x'), { upsert: true }))
    const named = anybody.from('shown').getPublicUrl('seen.txt', { download: 'bill (1).txt' }).data.publicUrl
    expect((await fetch(named)).headers.get('content-disposition')).toBe(
      "attachment; filename=bill%20%281%29.txt; filename*=UTF-8''bill%20%281%29.txt",
    )
    const plain = anybody.from('shown').getPublicUrl('seen.txt', { download: true }).data.publicUrl
    expect((await fetch(plain)).headers.get('content-disposition')).toBe('attachment;')
  })

  test('bytes are sent as stored, with their length, whatever encodings the client accepts', async () => {
    good(await service.from('shown').upload('long.txt', Buffer.from('long '.repeat(1000)), { upsert: true }))
    const { signedUrl } = good(await service.from('shown').createSignedUrl('long.txt', 60))
    const { publicUrl } = anybody.from('shown').getPublicUrl('long.txt').data
    for (const url of [publicUrl, publicUrl.replace('/public/', '/'), signedUrl]) {
      const { headers } = await fetch(url, { headers: { 'accept-encoding': 'br, gzip' } })
      expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual([null, '5000'])
    }
  })

  test('HTML files are served as text, and every file with a policy that allows nothing', async () => {
    good(await service.from('shown').upload('page.html', new Blob(['<script>'], { type: 'text/html' })))
    const { headers } = await fetch(anybody.from('shown').getPublicUrl('page.html').data.publicUrl)
    expect(headers.get('content-type')).toMatch(/^text\/plain/)
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

test('removing returns the removed files, and skips missing ones', async () => {
  good(await files.upload('gone/1', Buffer.from('x')))
  good(await files.upload('gone/2', Buffer.from('x')))
  const removed = good(await files.remove(['gone/1', 'gone/2', 'never']))
  expect(removed.map(({ name }) => name).sort()).toEqual(['gone/1', 'gone/2'])
  expect(removed[0]).toMatchObject({ bucket_id: 'papers', version: expect.any(String), metadata: { size: 1 } })
  expect(good(await files.remove(['gone/1']))).toEqual([])
})

describe('move and copy', () => {
  test('within a bucket and into another', async () => {
    good(await files.upload('from', Buffer.from('load'), { upsert: true }))
    expect(good(await files.move('from', 'to/there'))).toEqual({ message: 'Successfully moved' })
    expect((await files.exists('from')).data).toBe(false)
    expect(good(await files.copy('to/there', 'to/twice')).path).toBe('papers/to/twice')
    good(await files.move('to/there', 'arrived', { destinationBucket: 'shown' }))
    expect(await text(good(await service.from('shown').download('arrived')))).toBe('load')
    good(await files.copy('to/twice', 'twice', { destinationBucket: 'shown' }))
    expect(await text(good(await service.from('shown').download('twice')))).toBe('load')
    expect(await text(good(await files.download('to/twice')))).toBe('load')
  })

  test('a copy has the metadata of its source, unless the request sets its own', async () => {
    const facts = { contentType: 'text/plain', cacheControl: '120', metadata: { color: 'red' }, upsert: true }
    good(await files.upload('source', Buffer.from('x'), facts))
    const copy = async (destinationKey: string, body: object, headers: Record<string, string> = {}) => {
      const response = await fetch(`${origin}/storage/v1/object/copy`, {
        method: 'POST',
        headers: { ...bearer(serviceBearer), 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ bucketId: 'papers', sourceKey: 'source', destinationKey, ...body }),
      })
      const { metadata, user_metadata } = await response.json()
      return [metadata.mimetype, metadata.cacheControl, user_metadata]
    }
    const blue = { 'x-metadata': Buffer.from('{"color":"blue"}').toString('base64') }
    const metadata = { mimetype: 'image/gif', cacheControl: 'max-age=999' }
    expect(await copy('same', { metadata }, blue)).toEqual(['text/plain', 'max-age=120', { color: 'red' }])
    expect(await copy('bare', { copyMetadata: false })).toEqual(['text/plain', 'max-age=120', null])
    expect(await copy('source', { copyMetadata: false, metadata }, { 'x-upsert': 'true', ...blue })).toEqual([
      ...['image/gif', 'max-age=999', { color: 'blue' }],
    ])
  })

  test('report missing sources and existing targets', async () => {
    good(await files.upload('one', Buffer.from('1'), { upsert: true }))
    good(await files.upload('two', Buffer.from('2'), { upsert: true }))
    const missing = { statusCode: '404', status: 400, message: 'Object not found' }
    const taken = { statusCode: '409', status: 400, message: 'The resource already exists' }
    expect(refused((await files.move('never', 'x')).error)).toEqual(missing)
    expect(refused((await files.copy('never', 'x')).error)).toEqual(missing)
    expect(refused((await files.move('one', 'two')).error)).toEqual(taken)
    expect(refused((await files.copy('one', 'two')).error)).toEqual(taken)
    expect(refused((await files.copy('one', 'one')).error)).toEqual(taken)
    // Moving a file onto itself succeeds.
    expect(good(await files.move('one', 'one'))).toEqual({ message: 'Successfully moved' })
    expect(await text(good(await files.download('two')))).toBe('2')
  })
})

describe('signed addresses', () => {
  test('give access to one file for a limited time, whatever its name', async () => {
    good(await files.upload('a & b/lent', Buffer.from('lent'), { upsert: true }))
    const { signedUrl } = good(await files.createSignedUrl('a & b/lent', 60))
    expect(signedUrl.startsWith(`${origin}/storage/v1/object/sign/papers/a%20&%20b/lent?token=`)).toBe(true)
    const response = await fetch(signedUrl)
    expect([response.status, await response.text(), response.headers.has('expires')]).toEqual([200, 'lent', true])
    const named = good(await files.createSignedUrl('a & b/lent', 60, { download: 'mine.txt' })).signedUrl
    expect((await fetch(named)).headers.get('content-disposition')).toContain('filename=mine.txt')
    const other = await fetch(signedUrl.replace('/lent?', '/taken?'))
    expect([other.status, await other.json()]).toMatchObject([400, { error: 'InvalidSignature' }])
    const broken = await fetch(`${signedUrl}x`)
    expect([broken.status, await broken.json()]).toMatchObject([400, { error: 'InvalidJWT' }])
  })

  test('expire', async () => {
    good(await files.upload('lent', Buffer.from('lent'), { upsert: true }))
    const { signedUrl } = good(await files.createSignedUrl('lent', 1))
    await expect.poll(async () => (await fetch(signedUrl)).status).toBe(400)
  })

  test('can be created for many files at once; missing files are named', async () => {
    good(await files.upload('is lent', Buffer.from('lent'), { upsert: true }))
    const signed = good(await files.createSignedUrls(['is lent', 'never'], 60))
    expect([signed[0]?.error, await (await fetch(signed[0]?.signedUrl ?? '')).text()]).toEqual([null, 'lent'])
    const error = 'Either the object does not exist or you do not have access to it'
    expect(signed[1]).toMatchObject({ path: 'never', error })
    for (const missing of [files.createSignedUrl('never', 60), anybody.from('papers').createSignedUrl('is lent', 60)])
      expect(refused((await missing).error)).toMatchObject({ statusCode: '404' })
  })

  test('for uploads work once, or repeatedly with upsert', async () => {
    const signed = good(await files.createSignedUploadUrl('is brought'))
    const stranger = anybody.from('papers')
    good(await stranger.uploadToSignedUrl('is brought', signed.token, new Blob(['1'], { type: 'text/plain' })))
    const again = await fetch(signed.signedUrl, { method: 'PUT', body: '2' })
    expect([again.status, await again.json()]).toMatchObject([400, { statusCode: '409' }])
    const often = good(await files.createSignedUploadUrl('is brought', { upsert: true }))
    good(await stranger.uploadToSignedUrl('is brought', often.token, Buffer.from('3')))
    expect(await text(good(await files.download('is brought')))).toBe('3')
    const elsewhere = await stranger.uploadToSignedUrl('other', often.token, Buffer.from('4'))
    expect(refused(elsewhere.error)).toMatchObject({ status: 400, message: expect.any(String) })
    expect(refused((await stranger.createSignedUploadUrl('x')).error)).toMatchObject({ statusCode: '403' })
  })

  test('tokens for reading cannot write and vice versa, and neither works as a bearer token', async () => {
    good(await files.upload('lent', Buffer.from('lent'), { upsert: true }))
    const { signedUrl } = good(await files.createSignedUrl('lent', 60))
    const read = new URL(signedUrl).searchParams.get('token') ?? ''
    const { token: write } = good(await files.createSignedUploadUrl('lent', { upsert: true }))
    const written = await anybody.from('papers').uploadToSignedUrl('lent', read, Buffer.from('x'))
    expect(refused(written.error)).toMatchObject({ statusCode: '400' })
    const response = await fetch(`${origin}/storage/v1/object/sign/papers/lent?token=${write}`)
    expect(await response.json()).toMatchObject({ code: 'InvalidSignature' })
    const asBearer = await storageClient(market, origin, read).from('papers').info('lent')
    expect(refused(asBearer.error)).toMatchObject({ statusCode: '403', status: 400 })
  })
})

test('every request needs a valid Authorization header', async () => {
  const send = (headers: Record<string, string>) =>
    fetch(`${origin}/storage/v1/object/list/papers`, {
      method: 'POST',
      body: '{"prefix":""}',
      headers: { 'content-type': 'application/json', ...headers },
    }).then(async (response) => [response.status, await response.json()])
  const message = "headers must have required property 'authorization'"
  expect(await send({})).toEqual([400, { statusCode: '400', error: 'Error', code: 'InvalidRequest', message }])
  expect(await send({ authorization: '' })).toEqual(await send({}))
  for (const authorization of ['Bearer nonsense', 'nonsense', `Basic ${serviceBearer}`])
    expect(await send({ authorization })).toMatchObject([400, { statusCode: '403', code: 'AccessDenied' }])
  expect(await send({ authorization: serviceBearer })).toEqual([200, expect.any(Array)])
  const open = await fetch(`${origin}/storage/v1/object/shown/seen.txt`, { headers: { authorization: '' } })
  expect(open.status).toBe(200)
})
