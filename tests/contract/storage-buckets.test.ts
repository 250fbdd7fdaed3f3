import type { StorageClient } from '@supabase/storage-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceKey, storageClient } from '../support/storage.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let market: TestApp
let service: StorageClient

beforeAll(async () => {
  market = await createTestApp()
  const origin = await market.app.listen({ port: 0, host: '127.0.0.1' })
  service = storageClient(market, origin, await serviceKey(market))
})
afterAll(() => market.close())

const refused = (error: unknown) => {
  const { statusCode, status, message } = error as { statusCode: string; status: number; message: string }
  return { statusCode, status, message }
}
const missing = { statusCode: '404', status: 400, message: 'Bucket not found' }

describe('buckets', () => {
  test('users and products are there from the start', async () => {
    const { data } = await service.listBuckets()
    expect(data).toEqual([
      expect.objectContaining({ id: 'products', public: true, file_size_limit: 5 * 1024 * 1024 }),
      expect.objectContaining({ id: 'users', public: true, allowed_mime_types: ['image/webp'] }),
    ])
  })

  test('are made, shown and changed', async () => {
    const made = await service.createBucket('papers', {
      ...{ public: false, fileSizeLimit: '20mb', allowedMimeTypes: ['text/*', 'image/png'] },
    })
    expect(made).toEqual({ data: { name: 'papers' }, error: null })
    const shown = await service.getBucket('papers')
    expect(shown.data).toEqual({
      ...{ id: 'papers', name: 'papers', owner: '', public: false, file_size_limit: 20_000_000 },
      allowed_mime_types: ['text/*', 'image/png'],
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    const changed = await service.updateBucket('papers', { public: true, fileSizeLimit: 1000, allowedMimeTypes: null })
    expect(changed).toEqual({ data: { message: 'Successfully updated' }, error: null })
    expect((await service.getBucket('papers')).data).toMatchObject({
      ...{ public: true, file_size_limit: 1000, allowed_mime_types: null },
    })
  })

  test('come in pages, sorted and searched', async () => {
    for (const id of ['zeta', 'alpha', 'beta']) await service.createBucket(id)
    const { data } = await service.listBuckets({ limit: 2, offset: 1, sortColumn: 'name', sortOrder: 'desc' })
    expect(data?.map(({ id }) => id)).toEqual(['users', 'products'])
    expect((await service.listBuckets({ search: 'ET' })).data?.map(({ id }) => id)).toEqual(['beta', 'zeta'])
  })

  test('two of one name, and names that are none, are refused', async () => {
    await service.createBucket('once')
    expect(refused((await service.createBucket('once')).error)).toEqual({
      ...{ statusCode: '409', status: 400, message: 'The resource already exists' },
    })
    for (const name of ['a/b', ' blank', 'blank ', 'ü', '', 'x'.repeat(101)])
      expect(refused((await service.createBucket(name)).error)).toEqual({
        ...{ statusCode: '400', status: 400, message: 'Bucket name invalid' },
      })
  })

  test.each(['-1', '20 apples', '1.5.5mb', -5, 0, 1.5])('the limit %j is refused', async (fileSizeLimit) => {
    const { error } = await service.createBucket('limited', { public: false, fileSizeLimit })
    expect(refused(error)).toMatchObject({ statusCode: '400', status: 400 })
  })

  test('go when they are empty, and are emptied', async () => {
    await service.createBucket('short')
    for (let index = 0; index < 3; index++) await service.from('short').upload(`f${index}`, Buffer.from('x'))
    expect(refused((await service.deleteBucket('short')).error)).toEqual({
      ...{ statusCode: '409', status: 400, message: 'The bucket you tried to delete is not empty' },
    })
    expect((await service.emptyBucket('short')).data?.message).toMatch(/^Empty bucket has been queued/)
    expect((await service.from('short').list()).data).toEqual([])
    expect((await service.deleteBucket('short')).data).toEqual({ message: 'Successfully deleted' })
    expect(refused((await service.getBucket('short')).error)).toEqual(missing)
    // The bytes follow.
    await expect
      .poll(() => market.db.selectFrom('storage_discards').selectAll().execute(), { timeout: 10_000 })
      .toEqual([])
  })

  test('unknown ones are told', async () => {
    expect(refused((await service.getBucket('nowhere')).error)).toEqual(missing)
    expect(refused((await service.updateBucket('nowhere', { public: true })).error)).toEqual(missing)
    expect(refused((await service.emptyBucket('nowhere')).error)).toEqual(missing)
    expect(refused((await service.deleteBucket('nowhere')).error)).toEqual(missing)
  })
})
