import { rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { blobOf, filesOf, picture, serviceHeaders } from '../../../tests/support/storage.ts'

const FOLDER = '/storage/v1/object/public/products'
const PICTURE = `${FOLDER}/PRD00001/featured_image`

/** Uploads a picture of 800 by 800 pixels for PRD00001 as its seller. */
async function putPicture(name: string, background: string): Promise<void> {
  const response = await testApp.app.inject({
    method: 'PUT',
    url: `/storage/v1/object/products/PRD00001/${name}`,
    headers: { ...service, 'content-type': 'image/png' },
    payload: await picture('png', { width: 800, height: 800, background }),
  })
  if (response.statusCode !== 200) throw new Error(response.body)
}

const testApp = await openForTests()
const service = await serviceHeaders(testApp)
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  testApp.app.inject({ method, url, headers })
await buildProduct(testApp)
await putPicture('featured_image', '#c84')
const full: Buffer = (await get(PICTURE)).rawPayload
const small: Buffer = (await get(`${PICTURE}?width=320`)).rawPayload

const notFound = { statusCode: '404', error: 'not_found', message: 'Object not found', code: 'NoSuchKey' }

describe('a picture', () => {
  test('E4: is sent as stored, and only as an image', async () => {
    const response = await get(PICTURE)
    expect(response.statusCode).toBe(200)
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 800, height: 800 })
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(full.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=3600, must-revalidate',
      'accept-ranges': 'bytes',
      'x-robots-tag': 'none',
    })
  })

  test('is available in two smaller widths', async () => {
    for (const width of [320, 640]) {
      const response = await get(`${PICTURE}?width=${width}`)
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width, height: width })
      expect(response.headers.etag).not.toBe((await get(PICTURE)).headers.etag)
      expect((await get(`${PICTURE}?width=${width}`)).rawPayload).toEqual(response.rawPayload)
    }
    expect(small.length).toBeLessThan(full.length)
    const other = await get(`${PICTURE}?width=9999`)
    expect(other.statusCode).toBe(400)
    expect(other.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' })
  })

  test('HEAD returns the size without the bytes', async () => {
    const response = await get(PICTURE, {}, 'HEAD')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-length']).toBe(String(full.length))
    expect(response.rawPayload).toHaveLength(0)
  })

  test('a client that has it gets 304', async () => {
    const { headers } = await get(PICTURE)
    const etag = String(headers.etag)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get(PICTURE, { 'if-none-match': tag })
      expect([response.statusCode, response.rawPayload.length]).toEqual([304, 0])
      expect(response.headers).toMatchObject({ etag, 'referrer-policy': 'strict-origin-when-cross-origin' })
    }
    expect((await get(PICTURE, { 'if-modified-since': String(headers['last-modified']) })).statusCode).toBe(304)
    expect((await get(PICTURE, { 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' })).statusCode).toBe(200)
    const changed = { 'if-none-match': '"other"', 'if-modified-since': String(headers['last-modified']) }
    expect((await get(PICTURE, changed)).statusCode).toBe(200)
  })

  test('E2: a replaced one has another ETag, and the old bytes are removed from the disk', async () => {
    await putPicture('other_image_1', '#111')
    const url = `${FOLDER}/PRD00001/other_image_1`
    const before = await get(url)
    await get(`${url}?width=320`)
    const files = await filesOf(testApp)
    await putPicture('other_image_1', '#eee')
    const after = await get(url, { 'if-none-match': String(before.headers.etag) })
    expect(after.statusCode).toBe(200)
    expect(after.rawPayload).not.toEqual(before.rawPayload)
    expect(await filesOf(testApp)).toHaveLength(files.length - 1)
  })

  test('is immutable under the address with its hash, and only there', async () => {
    const stored = testApp.db.selectFrom('storage_objects').select('content_hash')
    const { content_hash } = await stored.where('name', '=', 'PRD00001/featured_image').executeTakeFirstOrThrow()
    const version = content_hash.slice(0, 16)
    for (const query of [`?v=${version}`, `?v=${version}&width=320`])
      expect((await get(PICTURE + query)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get(`${PICTURE}?v=0123456789abcdef`)).headers['cache-control']).toContain('must-revalidate')
  })

  test('supports range requests', async () => {
    const part = await get(PICTURE, { range: 'bytes=10-19' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${full.length}`])
    expect(part.rawPayload).toEqual(full.subarray(10, 20))
    expect((await get(PICTURE, { range: 'bytes=-5' })).rawPayload).toEqual(full.subarray(-5))
    expect((await get(PICTURE, { range: `bytes=${full.length - 3}-` })).rawPayload).toEqual(full.subarray(-3))
    const beyond = await get(PICTURE, { range: `bytes=${full.length}-` })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${full.length}`])
    expect(beyond.headers['cache-control']).toBe('no-store')
    for (const range of ['bytes=9-3', 'bytes=-', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=x-y'])
      expect((await get(PICTURE, { range })).statusCode).toBe(200)
    expect((await get(PICTURE, { range: 'bytes=0-1', 'if-range': '"older"' })).rawPayload).toEqual(full)
  })
})

describe('other addresses', () => {
  test.each([
    '/PRD00002/featured_image',
    '/PRD00001/other_image_3',
    '/PRD00001/featured_image.w320',
    '/PRD00001',
    '/prd00001/featured_image',
    '/..%2f..%2fsecrets.json',
    '/%252e%252e/secrets.json',
    '/PRD00001/..%2fPRD00001%2ffeatured_image',
    '/PRD00001/featured_image%00',
    '//PRD00001/featured_image',
  ])('%s is not found', async (key) => {
    const response = await get(FOLDER + key)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual(notFound)
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('an unknown bucket is refused as unknown', async () => {
    const response = await get('/storage/v1/object/public/secrets/PRD00001/featured_image')
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ statusCode: '404', error: 'Bucket not found', code: 'NoSuchBucket' })
  })

  test('E3: symbolic links are not followed', async () => {
    await putPicture('other_image_2', '#222')
    const path = join(testApp.config.dataDir, 'files', await blobOf(testApp, 'PRD00001/other_image_2'))
    await rename(path, `${path}.aside`)
    await symlink(`${path}.aside`, path)
    const response = await get(`${FOLDER}/PRD00001/other_image_2`)
    expect(response.json()).toEqual(notFound)
    expect(response.headers['content-length']).not.toBe(String(full.length))
  })
})
