import type { StorageClient } from '@supabase/storage-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { openForTests } from '../support/open-for-tests.ts'
import { good, refused, serviceKey, storageClient } from '../support/storage.ts'

const market = await openForTests()
const origin = await market.app.listen({ port: 0, host: '127.0.0.1' })
const service = storageClient(market, origin, await serviceKey(market))
const anybody = storageClient(market, origin, market.deps.secrets.apiKey)

const missing = { statusCode: '404', status: 400, message: 'Bucket not found' }

describe('buckets', () => {
  test('users, products, the market and the private documents exist from the start', async () => {
    const { data } = await service.listBuckets()
    expect(data).toEqual([
      expect.objectContaining({ id: 'documents', public: false, file_size_limit: 10 * 1024 * 1024 }),
      expect.objectContaining({ id: 'market', public: true, file_size_limit: 1024 * 1024 }),
      expect.objectContaining({ id: 'products', public: true, file_size_limit: 10 * 1024 * 1024 }),
      expect.objectContaining({ id: 'users', public: true, allowed_mime_types: ['image/webp'] }),
    ])
  })

  test('are created, read and changed', async () => {
    const types = ['text/*', 'image/png']
    const settings = { public: false, fileSizeLimit: '20mb', allowedMimeTypes: types }
    expect(good(await service.createBucket('papers', settings))).toEqual({ name: 'papers' })
    const [created_at, updated_at] = [expect.stringMatching(/Z$/), expect.stringMatching(/Z$/)]
    const named = { id: 'papers', name: 'papers', owner: '', created_at, updated_at }
    const limits = { public: false, file_size_limit: 20_000_000, allowed_mime_types: types }
    expect(good(await service.getBucket('papers'))).toEqual({ ...named, ...limits })
    const changed = await service.updateBucket('papers', { public: true, fileSizeLimit: 1000, allowedMimeTypes: null })
    expect(good(changed)).toEqual({ message: 'Successfully updated' })
    const others = { public: true, file_size_limit: 1000, allowed_mime_types: null }
    expect(good(await service.getBucket('papers'))).toMatchObject(others)
  })

  test('are listed in pages, sorted and searched', async () => {
    for (const id of ['zeta', 'alpha', 'beta']) await service.createBucket(id)
    const { data } = await service.listBuckets({ limit: 2, offset: 1, sortColumn: 'name', sortOrder: 'desc' })
    expect(data?.map(({ id }) => id)).toEqual(['users', 'products'])
    expect((await service.listBuckets({ search: 'ET' })).data?.map(({ id }) => id)).toEqual(['beta', 'market', 'zeta'])
  })

  test('are listed completely without a limit', async () => {
    const ids = Array.from({ length: 120 }, (_, index) => `many-${index}`)
    const many = ids.map((id) => ({ id, name: id, public: true }))
    await market.db.insertInto('storage_buckets').values(many).execute()
    expect((await anybody.listBuckets({ search: 'many-' })).data).toHaveLength(120)
    await market.db.deleteFrom('storage_buckets').where('id', 'like', 'many-%').execute()
  })

  test('are deleted when they are empty, and can be emptied', async () => {
    await service.createBucket('short')
    for (let index = 0; index < 3; index++) await service.from('short').upload(`f${index}`, Buffer.from('x'))
    const filled = { statusCode: '409', status: 400, message: 'The bucket you tried to delete is not empty' }
    expect(refused((await service.deleteBucket('short')).error)).toEqual(filled)
    expect((await service.emptyBucket('short')).data?.message).toMatch(/^Empty bucket has been queued/)
    expect((await service.from('short').list()).data).toEqual([])
    expect((await service.deleteBucket('short')).data).toEqual({ message: 'Successfully deleted' })
    expect(refused((await service.getBucket('short')).error)).toEqual(missing)
    // The bytes are deleted afterwards.
    await expect.poll(() => market.db.selectFrom('storage_discards').selectAll().execute()).toEqual([])
  })

  test('the buckets of documents and of the market are neither changed, emptied nor removed', async () => {
    for (const id of ['documents', 'market'])
      for (const { error } of [
        await service.updateBucket(id, { public: id === 'documents' }),
        await service.emptyBucket(id),
        await service.deleteBucket(id),
      ])
        expect(error?.message).toContain('belongs to the shop')
    expect((await service.getBucket('documents')).data?.public).toBe(false)
  })

  test('unknown ones are reported', async () => {
    expect(refused((await service.getBucket('nowhere')).error)).toEqual(missing)
    expect(refused((await service.updateBucket('nowhere', { public: true })).error)).toEqual(missing)
    expect(refused((await service.emptyBucket('nowhere')).error)).toEqual(missing)
    expect(refused((await service.deleteBucket('nowhere')).error)).toEqual(missing)
  })
})

describe('list', () => {
  const made = ['b.txt', 'a.txt', 'A.txt', 'in/1', 'in/2', 'in/deep/3', 'in.txt', 'in-a', 'in b', 'z/1']
  const byName = made.toSorted()
  const whole = ['A.txt', 'a.txt', 'b.txt', 'in b', 'in-a', 'in.txt', 'in', 'z']
  beforeAll(async () => {
    await service.createBucket('shelf')
    for (const key of made) good(await service.from('shelf').upload(key, Buffer.from(key)))
  })
  const names = async (...given: Parameters<ReturnType<StorageClient['from']>['list']>) =>
    good(await service.from('shelf').list(...given)).map(({ name }) => name)

  test('shows files and folders of one level', async () => {
    expect(await names()).toEqual(whole)
    for (const folder of ['in', 'in/']) expect(await names(folder)).toEqual(['1', '2', 'deep'])
    expect(await names('in/deep')).toEqual(['3'])
    expect(await names('i')).toEqual([])
  })

  test('a file has metadata, a folder only its name', async () => {
    const items = good(await service.from('shelf').list('in'))
    const metadata = { size: 4, mimetype: expect.any(String) }
    expect(items[0]).toMatchObject({ name: '1', id: expect.any(String), metadata })
    const timeless = { updated_at: null, created_at: null, last_accessed_at: null }
    expect(items[2]).toEqual({ name: 'deep', id: null, metadata: null, ...timeless })
  })

  test('has pages, sort orders and a case-insensitive search by prefix', async () => {
    expect(await names('', { limit: 2, offset: 1 })).toEqual(['a.txt', 'b.txt'])
    expect(await names('', { sortBy: { column: 'name', order: 'desc' } })).toEqual(whole.toReversed())
    expect(await names('', { search: 'a' })).toEqual(['A.txt', 'a.txt'])
    expect(await names('in', { sortBy: { column: 'created_at', order: 'desc' } })).toEqual(['2', '1', 'deep'])
    const { error } = await service.from('shelf').list('', { sortBy: { column: 'owner; drop', order: 'asc' } })
    expect(refused(error)).toMatchObject({ statusCode: '400', status: 400 })
  })

  const walk = async (options: object) => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = good(await service.from('shelf').listV2({ ...options, ...(cursor && { cursor }) }))
      seen.push(...[...page.folders, ...page.objects].map(({ name }) => name))
      cursor = page.hasNext ? page.nextCursor : undefined
    } while (cursor)
    return seen
  }

  test('across all pages each entry is listed once, including those next to a folder', async () => {
    const pages = await Promise.all(whole.map((_, offset) => names('', { limit: 1, offset })))
    expect(pages.flat()).toEqual(whole)
    const withSlashes = whole.map((name) => (['in', 'z'].includes(name) ? `${name}/` : name))
    expect(await walk({ with_delimiter: true, limit: 1 })).toEqual(withSlashes)
    const backwards = { sortBy: { column: 'name', order: 'desc' } }
    expect(await walk({ with_delimiter: true, limit: 1, ...backwards })).toEqual(withSlashes.toReversed())
  })

  test('listV2 walks through all pages', async () => {
    expect(await walk({ limit: 3 })).toEqual(byName)
    const top = good(await service.from('shelf').listV2({ with_delimiter: true, prefix: 'in/' }))
    expect(top.folders).toEqual([{ key: 'in/deep', name: 'in/deep/' }])
    expect(top.objects.map(({ name }) => name)).toEqual(['in/1', 'in/2'])
    expect(await walk({ with_delimiter: true, prefix: 'in/d' })).toEqual(['in/deep/'])
    expect(await walk({ with_delimiter: true, prefix: 'a' })).toEqual(['a.txt'])
    const begun = ['in b', 'in-a', 'in.txt', 'in/']
    const inFolders = { with_delimiter: true, prefix: 'in' }
    expect(await walk({ ...inFolders, limit: 1 })).toEqual(begun)
    expect(await walk({ ...inFolders, limit: 100 })).toEqual(['in/', ...begun.slice(0, 3)])
    const backwards = { sortBy: { column: 'name', order: 'desc' }, limit: 1 }
    expect(await walk({ ...inFolders, ...backwards })).toEqual(begun.toReversed())
  })

  test.each(['name', 'created_at', 'updated_at'] as const)(
    'listV2 pages by %s in both directions without gaps or repeats',
    async (column) => {
      const all = { name: byName, created_at: made, updated_at: made }[column]
      for (const limit of [1, 3]) {
        expect(await walk({ limit, sortBy: { column, order: 'asc' } })).toEqual(all)
        expect(await walk({ limit, sortBy: { column, order: 'desc' } })).toEqual(all.toReversed())
      }
      const folder = { prefix: 'in/', with_delimiter: true, limit: 1, sortBy: { column, order: 'desc' } }
      expect(await walk(folder)).toEqual(
        column === 'name' ? ['in/deep/', 'in/2', 'in/1'] : ['in/2', 'in/1', 'in/deep/'],
      )
      // Entries that appear or disappear on earlier pages do not shift a page.
      const first = good(await service.from('shelf').listV2({ limit: 2, sortBy: { column, order: 'desc' } }))
      good(await service.from('shelf').upload('zz', Buffer.from('late')))
      const next = { limit: 2, sortBy: { column, order: 'desc' }, cursor: first.nextCursor ?? '' } as const
      expect(good(await service.from('shelf').listV2(next)).objects.map(({ name }) => name)).toEqual(
        all.toReversed().slice(2, 4),
      )
      good(await service.from('shelf').remove(['zz']))
    },
  )

  test('without a cursor the list starts at the beginning; a foreign cursor is refused', async () => {
    expect(good(await service.from('shelf').listV2({ cursor: '' })).objects).not.toEqual([])
    for (const cursor of ['x', Buffer.from('["a","\\u0000"]').toString('base64url')])
      expect(refused((await service.from('shelf').listV2({ cursor })).error)).toMatchObject({ statusCode: '400' })
  })

  test('an unknown bucket and a private one look empty', async () => {
    expect(good(await service.from('nowhere').list())).toEqual([])
    expect(good(await anybody.from('shelf').list())).toEqual([])
  })
})
