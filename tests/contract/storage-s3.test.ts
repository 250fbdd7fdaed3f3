import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/platform/config/config.ts'
import { createS3Blobs } from '../../server/programs/storage/s3-blobs.ts'
import { createStorage } from '../../server/programs/storage/storage.ts'
import { buildProduct } from '../support/products.ts'
import { filesOf, openFilesBelow, picture, serviceKey, storageClient } from '../support/storage.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let folder: string
let s3: S3rver
let market: TestApp
let origin: string
let files: ReturnType<ReturnType<typeof storageClient>['from']>
let pictures: typeof files
let storageUrl: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openstall-s3-'))
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'bucket', configs: [] }],
  })
  const { port } = (await s3.run()) as AddressInfo
  storageUrl = `s3://S3RVER:S3RVER@127.0.0.1:${port}/bucket/market?tls=off`
  market = await createTestApp({ config: { s3: readConfig({ STORAGE_URL: storageUrl }, false).s3 } })
  await buildProduct(market)
  origin = await market.app.listen({ port: 0, host: '127.0.0.1' })
  const client = storageClient(market, origin, await serviceKey(market))
  const { error } = await client.createBucket('papers', { public: true })
  if (error) throw error
  files = client.from('papers')
  pictures = client.from('products')
})
afterAll(async () => {
  await market.close()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the files of the bucket; undefined while the service removes folders that became empty. */
const keys = async () => {
  const entries = await readdir(join(folder, 'bucket'), { recursive: true, withFileTypes: true }).catch(() => undefined)
  return entries
    ?.filter((entry) => entry.isFile() && entry.name.endsWith('._S3rver_object'))
    .map(({ parentPath, name }) => join(parentPath, name))
}

describe('files in S3', () => {
  test('are written, read whole and in part, replaced and removed', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
    expect((await files.upload('deep/file.bin', bytes)).error).toBeNull()
    const address = files.getPublicUrl('deep/file.bin').data.publicUrl
    expect(Buffer.from(await (await fetch(address)).arrayBuffer())).toEqual(bytes)
    const part = await fetch(address, { headers: { range: 'bytes=1000-1999' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/300000'])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(1000, 2000))

    expect((await files.upload('deep/file.bin', Buffer.from('new'), { upsert: true })).error).toBeNull()
    expect(await (await fetch(address)).text()).toBe('new')
    await expect.poll(keys).toHaveLength(1)
    expect((await files.remove(['deep/file.bin'])).data).toHaveLength(1)
    await expect.poll(keys).toEqual([])
    // Nothing stays on this machine.
    expect(await filesOf(market)).toEqual([])
  })

  test('empty ones, too', async () => {
    expect((await files.upload('empty', Buffer.alloc(0))).error).toBeNull()
    expect(await (await fetch(files.getPublicUrl('empty').data.publicUrl)).text()).toBe('')
    await files.remove(['empty'])
  })

  test('pictures are stored in two widths, and removed with both', async () => {
    const full = await picture('png', { width: 900, height: 900 })
    expect((await pictures.upload('PRD00001/featured_image', full, { contentType: 'image/png' })).error).toBeNull()
    const address = pictures.getPublicUrl('PRD00001/featured_image').data.publicUrl
    const small = Buffer.from(await (await fetch(`${address}?width=320`)).arrayBuffer())
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 320 })
    await expect.poll(keys).toHaveLength(2)
    await pictures.remove(['PRD00001/featured_image'])
    await expect.poll(keys).toEqual([])
  })

  test('leftover files are removed', async () => {
    const late = createStorage({
      config: market.config,
      db: market.db,
      log: console,
      clock: () => new Date(Date.now() + 2 * 3600_000),
    })
    try {
      await market.db
        .insertInto('storage_discards')
        .values({ blob: 'blobs/aa/never-made', remove_after: new Date() })
        .execute()
      await late.sweep()
      expect(await market.db.selectFrom('storage_discards').selectAll().execute()).toEqual([])
    } finally {
      await late.close()
    }
  })
})

test('while S3 is unreachable, responses are server errors and nothing is lost', async () => {
  expect((await files.upload('kept', Buffer.from('kept'))).error).toBeNull()
  const { port } = (s3 as unknown as { httpServer: { address(): AddressInfo } }).httpServer.address()
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  await s3.close()
  try {
    expect((await fetch(files.getPublicUrl('kept').data.publicUrl)).status).toBeGreaterThanOrEqual(500)
    expect((await fetch(`${origin}/readyz`)).status).toBe(503)
    // More than is read ahead: the unread rest is not kept open.
    const { error } = await files.upload('never', Buffer.alloc(500_000))
    expect((error as unknown as { status: number }).status).toBeGreaterThanOrEqual(500)
    expect(await filesOf(market)).toEqual([])
    await expect.poll(() => openFilesBelow(market.config.dataDir)).toEqual([])
  } finally {
    s3 = new S3rver({ port, address: '127.0.0.1', silent: true, directory: folder })
    await s3.run()
  }
  expect(await (await fetch(files.getPublicUrl('kept').data.publicUrl)).text()).toBe('kept')
  expect((await files.exists('never')).data).toBe(false)
})

describe('an S3 that accepts connections and never responds', () => {
  const taken = new Set<Socket>()
  const silent = createServer((socket) => taken.add(socket.on('error', () => {}).resume()))
  let settings: Parameters<typeof createS3Blobs>[0]

  beforeAll(async () => {
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const { s3 } = readConfig({ STORAGE_URL: `s3://a:b@127.0.0.1:${port}/bucket?tls=off` }, false)
    if (s3) settings = s3
  })
  afterAll(() => {
    for (const socket of taken) socket.destroy()
    silent.close()
  })

  test('F1: calls to a store that never responds time out: reading, checking, removing, writing', {
    timeout: 60_000,
  }, async () => {
    const blobs = createS3Blobs(settings, { idleMs: 100 })
    const file = join(folder, 'to-be-put')
    await writeFile(file, 'bytes')
    const calls = [
      blobs.read('a'),
      blobs.size('a'),
      blobs.remove(['a']),
      blobs.list()[Symbol.asyncIterator]().next(),
      blobs.put('a', file),
    ]
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } })
    blobs.close()
  })

  test('F5: the health check of a store that never responds has a timeout of its own, however long that of other calls is', {
    timeout: 60_000,
  }, async () => {
    const blobs = createS3Blobs(settings, { idleMs: 60_000, checkMs: 100 })
    await expect(blobs.check()).rejects.toMatchObject({ name: 'AbortError' })
    blobs.close()
  })
})

test.each([
  's3://host/bucket',
  's3://a:b@host',
  'https://a:b@host/bucket',
  'nonsense',
  's3://a:secret@host/UPPER_CASE',
])('STORAGE_URL=%s stops the start, and does not show secrets', (url) => {
  expect(() => readConfig({ STORAGE_URL: url }, false)).toThrow(/STORAGE_URL: must be like/)
  expect(() => readConfig({ STORAGE_URL: url }, false)).not.toThrow(/a:secret/)
})
