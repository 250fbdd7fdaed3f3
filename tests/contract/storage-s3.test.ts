import { readdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import S3rver from 's3rver'
import sharp from 'sharp'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../../server/platform/config/config.ts'
import { toAppError } from '../../server/platform/http/render-errors.ts'
import { createS3Blobs } from '../../server/programs/storage/s3-blobs.ts'
import { createStorage } from '../../server/programs/storage/storage.ts'
import { openFolder } from '../support/open-folder.ts'
import { openForTests } from '../support/open-for-tests.ts'
import { buildProduct } from '../support/products.ts'
import { filesOf, good, openFilesBelow, picture, serviceKey, storageClient } from '../support/storage.ts'

const folder = await openFolder()
const place = { address: '127.0.0.1', silent: true, directory: folder }
let s3 = new S3rver({ ...place, port: 0, configureBuckets: [{ name: 'bucket', configs: [] }] })
const { port } = (await s3.run()) as AddressInfo
afterAll(() => s3.close())
const settingsOf = (STORAGE_URL: string) => readConfig({ STORAGE_URL }, false).s3
const storageUrl = `s3://S3RVER:S3RVER@127.0.0.1:${port}/bucket/market?tls=off`
const market = await openForTests({ config: { s3: settingsOf(storageUrl) } })
await buildProduct(market)
const origin = await market.app.listen({ port: 0, host: '127.0.0.1' })
const client = storageClient(market, origin, await serviceKey(market))
good(await client.createBucket('papers', { public: true }))
const files: ReturnType<typeof client.from> = client.from('papers')
const pictures: typeof files = client.from('products')

/** Returns the files of the bucket; undefined while the service removes folders that became empty. */
const keys = async () => {
  const entries = await readdir(join(folder, 'bucket'), { recursive: true, withFileTypes: true }).catch(() => undefined)
  return entries
    ?.filter((entry) => entry.isFile() && entry.name.endsWith('._S3rver_object'))
    .map(({ parentPath, name }) => join(parentPath, name))
}

describe('files in S3', () => {
  test('are written, read whole and by range, replaced and removed', async () => {
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
    // No bytes are stored on this machine.
    expect(await filesOf(market)).toEqual([])
  })

  test('may be empty', async () => {
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

  test('leftover files are removed by the job', async () => {
    const clock = () => new Date(Date.now() + 2 * 3600_000)
    const late = createStorage({ config: market.config, db: market.db, log: console, clock })
    onTestFinished(() => late.close())
    const discard = { blob: 'blobs/aa/never-made', remove_after: new Date() }
    await market.db.insertInto('storage_discards').values(discard).execute()
    await late.sweep()
    expect(await market.db.selectFrom('storage_discards').selectAll().execute()).toEqual([])
  })
})

test('while S3 is unreachable, requests fail with server errors and no file is lost', async () => {
  expect((await files.upload('kept', Buffer.from('kept'))).error).toBeNull()
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  await s3.close()
  const warn = vi.spyOn(market.app.log, 'warn')
  try {
    expect((await fetch(files.getPublicUrl('kept').data.publicUrl)).status).toBeGreaterThanOrEqual(500)
    for (const _time of [1, 2]) expect((await fetch(`${origin}/readyz`)).status).toBe(503)
    expect(warn.mock.calls.filter(([line]) => Object(line).event === 'not_ready')).toHaveLength(1)
    // More than is buffered: the unread rest must not stay open.
    const { error } = await files.upload('never', Buffer.alloc(500_000))
    expect((error as unknown as { status: number }).status).toBeGreaterThanOrEqual(500)
    expect(await filesOf(market)).toEqual([])
    await expect.poll(() => openFilesBelow(market.config.dataDir)).toEqual([])
  } finally {
    s3 = new S3rver({ ...place, port })
    await s3.run()
  }
  expect(await (await fetch(files.getPublicUrl('kept').data.publicUrl)).text()).toBe('kept')
  expect((await files.exists('never')).data).toBe(false)
})

describe('an S3 that accepts connections and never responds', () => {
  const taken = new Set<Socket>()
  const silent = createServer((socket) => taken.add(socket.on('error', () => {}).resume()))
  async function openSilent(limits: NonNullable<Parameters<typeof createS3Blobs>[1]>) {
    if (!silent.listening) await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const settings = settingsOf(`s3://a:b@127.0.0.1:${(silent.address() as AddressInfo).port}/bucket?tls=off`)
    const blobs = createS3Blobs(settings as NonNullable<typeof settings>, limits)
    onTestFinished(() => blobs.close())
    return blobs
  }
  afterAll(() => {
    for (const socket of taken) socket.destroy()
    silent.close()
  })

  test('F1: requests to a store that never responds time out: reads, checks, removals and writes', {
    timeout: 60_000,
  }, async () => {
    const blobs = await openSilent({ idleMs: 100 })
    const file = join(folder, 'to-be-put')
    await writeFile(file, 'bytes')
    const calls = [
      blobs.read('a'),
      blobs.size('a'),
      blobs.remove(['a']),
      blobs.list()[Symbol.asyncIterator]().next(),
      blobs.put('a', file),
    ]
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } })
      expect(toAppError(Object(call).reason).status).toBe(503)
    }
  })

  test('F5: the health check has its own timeout, however long that of other requests is', {
    timeout: 60_000,
  }, async () => {
    const blobs = await openSilent({ idleMs: 60_000, checkMs: 100 })
    await expect(blobs.check()).rejects.toMatchObject({ name: 'AbortError' })
  })
})

test.each([
  's3://host/bucket',
  's3://a:b@host',
  'https://a:b@host/bucket',
  'nonsense',
  's3://a:secret@host/UPPER_CASE',
])('an invalid STORAGE_URL %s prevents the start, and no secret in it is printed', (url) => {
  expect(() => readConfig({ STORAGE_URL: url }, false)).toThrow(/STORAGE_URL: must be like/)
  expect(() => readConfig({ STORAGE_URL: url }, false)).not.toThrow(/a:secret/)
})
