import { mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

const FOLDER = '/storage/v1/object/public/products'
const PICTURE = `${FOLDER}/PRD00001/featured_image`

let testApp: TestApp
let full: Buffer
let small: Buffer

beforeAll(async () => {
  testApp = await createTestApp()
  const picture = sharp({ create: { width: 640, height: 640, channels: 3, background: '#c84' } }).webp()
  full = await picture.toBuffer()
  small = await picture.resize(320).toBuffer()
  const folder = join(testApp.config.dataDir, 'files', 'products', 'PRD00001')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'featured_image'), full)
  await writeFile(join(folder, 'featured_image.w320'), small)
})
afterAll(() => testApp.close())

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  testApp.app.inject({ method, url, headers })

const notFound = { statusCode: '404', error: 'not_found', message: 'Object not found', code: 'NoSuchKey' }

describe('a picture', () => {
  test('is sent as it is stored, as an image and nothing else', async () => {
    const answer = await get(PICTURE)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(full)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(full.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=3600, must-revalidate',
      'accept-ranges': 'bytes',
      'x-robots-tag': 'none',
    })
  })

  test('comes in two widths', async () => {
    expect((await get(`${PICTURE}?width=320`)).rawPayload).toEqual(small)
    expect((await get(`${PICTURE}?width=640`)).rawPayload).toEqual(full)
    const other = await get(`${PICTURE}?width=9999`)
    expect(other.statusCode).toBe(400)
    expect(other.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' })
  })

  test('HEAD tells the size without the bytes', async () => {
    const answer = await get(PICTURE, {}, 'HEAD')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-length']).toBe(String(full.length))
    expect(answer.rawPayload).toHaveLength(0)
  })

  test('whoever has it is told so', async () => {
    const { headers } = await get(PICTURE)
    const etag = String(headers.etag)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get(PICTURE, { 'if-none-match': tag })
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([304, 0])
      expect(answer.headers.etag).toBe(etag)
    }
    expect((await get(PICTURE, { 'if-modified-since': String(headers['last-modified']) })).statusCode).toBe(304)
    expect((await get(PICTURE, { 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' })).statusCode).toBe(200)
    const changed = { 'if-none-match': '"other"', 'if-modified-since': String(headers['last-modified']) }
    expect((await get(PICTURE, changed)).statusCode).toBe(200)
  })

  test('a replaced one has another tag', async () => {
    const path = join(testApp.config.dataDir, 'files', 'products', 'PRD00001', 'other_image_1')
    await writeFile(path, small)
    const before = (await get(`${FOLDER}/PRD00001/other_image_1`)).headers.etag
    await writeFile(path, full)
    await utimes(path, new Date(), new Date(Date.now() + 5))
    const after = await get(`${FOLDER}/PRD00001/other_image_1`, { 'if-none-match': String(before) })
    expect(after.statusCode).toBe(200)
    expect(after.rawPayload).toEqual(full)
  })

  test('can be had in parts', async () => {
    const part = await get(PICTURE, { range: 'bytes=10-19' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${full.length}`])
    expect(part.rawPayload).toEqual(full.subarray(10, 20))
    expect((await get(PICTURE, { range: 'bytes=-5' })).rawPayload).toEqual(full.subarray(-5))
    expect((await get(PICTURE, { range: `bytes=${full.length - 3}-` })).rawPayload).toEqual(full.subarray(-3))
    const beyond = await get(PICTURE, { range: `bytes=${full.length}-` })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${full.length}`])
    for (const range of ['bytes=9-3', 'bytes=-', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=x-y'])
      expect((await get(PICTURE, { range })).statusCode).toBe(200)
    expect((await get(PICTURE, { range: 'bytes=0-1', 'if-range': '"older"' })).rawPayload).toEqual(full)
  })
})

describe('what is not a picture of a product', () => {
  test.each([
    '/PRD00002/featured_image',
    '/PRD00001/other_image_2',
    '/PRD00001/other_image_4',
    '/PRD00001/featured_image.w320',
    '/PRD00001/featured_image/',
    '/PRD00001/',
    '/PRD00001',
    '/',
    '/prd00001/featured_image',
    '/PRD1/featured_image',
    '/..%2f..%2fsecrets.json',
    '/%252e%252e/secrets.json',
    '/PRD00001/..%2fPRD00001%2ffeatured_image',
    '/PRD00001%00/featured_image',
    '/PRD00001/featured_image%00',
    '//PRD00001/featured_image',
  ])('%s is not found', async (key) => {
    const answer = await get(FOLDER + key)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual(notFound)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('an unknown bucket is said to be unknown', async () => {
    const answer = await get('/storage/v1/object/public/secrets/PRD00001/featured_image')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ statusCode: '404', error: 'Bucket not found', code: 'NoSuchBucket' })
  })

  test('symbolic links are not followed', async () => {
    const products = join(testApp.config.dataDir, 'files', 'products')
    await symlink(join(products, 'PRD00001'), join(products, 'PRD00008'))
    await mkdir(join(products, 'PRD00009'))
    await symlink(
      join(testApp.config.dataDir, 'files', 'products', 'PRD00001', 'featured_image'),
      join(products, 'PRD00009', 'featured_image'),
    )
    await mkdir(join(products, 'PRD00009', 'other_image_1'))
    for (const key of ['PRD00008/featured_image', 'PRD00009/featured_image', 'PRD00009/other_image_1'])
      expect((await get(`${FOLDER}/${key}`)).json()).toEqual(notFound)
    expect(await readFile(join(products, 'PRD00009', 'featured_image'))).toEqual(full)
  })
})
