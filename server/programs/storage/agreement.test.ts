import { execFile } from 'node:child_process'
import { mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { untilServed } from '../../../tests/support/api.ts'
import { untilWaiting } from '../../../tests/support/lock-contention.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { blobOf, filesOf, openFilesBelow, picture, serviceHeaders } from '../../../tests/support/storage.ts'
import { productOwnership } from '../../shop/catalog/editing/storage-queries.ts'
import { checkStorage } from './check-storage.ts'
import { copyObject } from './protocol/move-object.ts'
import { lockName } from './protocol/object-queries.ts'
import { createStorage } from './storage.ts'
import { stagePicture } from './store-picture.ts'

let now = new Date()
const failures: object[] = []

const market = await openForTests()
const origin = await market.app.listen({ port: 0, host: '127.0.0.1' })
const storage = createStorage({ ...market.deps, clock: () => now, log: { error: (event) => failures.push(event) } })
afterAll(() => storage.close())
const { authorization } = await serviceHeaders(market)

const call = (method: string, path: string, body?: BodyInit, type = 'text/plain', signal?: AbortSignal) =>
  fetch(`${origin}/storage/v1${path}`, {
    method,
    headers: { authorization, 'content-type': type, 'x-upsert': 'true' },
    ...(body !== undefined && { body, duplex: 'half' }),
    ...(signal && { signal }),
  } as RequestInit)

const post = (path: string, body: object) => call('POST', path, JSON.stringify(body), 'application/json')
const createBucket = (id: string) => post('/bucket', { id, name: id, public: id === 'papers' })
await createBucket('papers')

const check = () => checkStorage(market.db, storage.blobs)
/** Checks after a sweep, which removes files that a busy server left for later. */
async function checkSwept() {
  now = new Date(Date.now() + 61 * 60_000)
  while (await storage.sweep());
  now = new Date()
  return check()
}
const fine = { missing: [], wrong_size: [], unknown: [], waiting: 0 }

describe('rows and files agree', () => {
  // catches: object-name-unlocked
  test('after simultaneous uploads, replacements and removals', async () => {
    const names = ['a', 'b', 'c', 'd']
    const steps = Array.from({ length: 120 }, (_, index) => {
      const name = names[index % names.length]
      return untilServed(() =>
        index % 7 === 6
          ? call('DELETE', '/object/papers', JSON.stringify({ prefixes: [name] }), 'application/json')
          : call('POST', `/object/papers/${name}`, `${name}${index}`),
      )
    })
    for (const { status } of await Promise.all(steps)) expect(status).toBe(200)
    expect(await checkSwept()).toMatchObject(fine)
  })

  // catches: object-name-unlocked
  test('of concurrent uploads of one name without upsert, one succeeds', async () => {
    const headers = { authorization, 'content-type': 'text/plain' }
    const upload = (body: string) => fetch(`${origin}/storage/v1/object/papers/once`, { method: 'POST', headers, body })
    const uploads = Array.from({ length: 30 }, (_, index) => untilServed(() => upload(`mine${index}`)))
    expect((await Promise.all(uploads)).filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await checkSwept()).toMatchObject(fine)
  })

  test('readers get the old bytes or the new ones during a replacement', async () => {
    const bodies = ['x'.repeat(100_000), 'y'.repeat(200_000)]
    const write = (index: number) => untilServed(() => call('POST', '/object/papers/hot', bodies[index % 2]))
    await write(0)
    let writing = true
    const writer = (async () => {
      for (let index = 1; index <= 8; index++) await write(index)
      writing = false
    })()
    const reader = async () => {
      while (writing) {
        const response = await untilServed(() => fetch(`${origin}/storage/v1/object/public/papers/hot`))
        const text = await response.text()
        expect([response.status, bodies.includes(text)]).toEqual([200, true])
      }
    }
    await Promise.all([writer, reader(), reader()])
    await expect.poll(() => openFilesBelow(market.config.dataDir)).toEqual([])
  })

  test('a file stored under a name while the name is moved to another bucket is not lost', async () => {
    await createBucket('archive')
    await call('POST', '/object/papers/moving', 'old')
    const request = { bucketId: 'papers', sourceKey: 'moving', destinationKey: 'moved', destinationBucket: 'archive' }
    const move = () => post('/object/move', request)
    const holding = await market.db.startTransaction().execute()
    try {
      // The copy has no row yet.
      await lockName(holding, 'archive', 'moved')
      const moving = move()
      await untilWaiting(holding, 1)
      await call('POST', '/object/papers/moving', 'new')
      await holding.rollback().execute()
      expect(await (await moving).json()).toMatchObject({ statusCode: '409', code: 'ObjectChanged' })
    } finally {
      if (!holding.isRolledBack) await holding.rollback().execute()
    }
    expect((await call('GET', '/object/archive/moved')).status).toBe(400)
    expect(await (await call('GET', '/object/papers/moving')).text()).toBe('new')
    expect((await move()).status).toBe(200)
    expect(await (await call('GET', '/object/archive/moved')).text()).toBe('new')
    expect((await call('GET', '/object/papers/moving')).status).toBe(400)
    expect(await checkSwept()).toMatchObject(fine)
  })

  test('a copy of an object that is replaced meanwhile has the new bytes', async () => {
    await call('POST', '/object/papers/replaced', 'old')
    const { blobs } = storage
    const { read } = blobs
    blobs.read = async (...given) => {
      blobs.read = read
      await call('POST', '/object/papers/replaced', 'new')
      return read(...given)
    }
    const move = { bucket_id: 'papers', source: 'replaced', destination_bucket_id: 'papers', destination: 'copied' }
    const deps = { db: market.db, storage, products: productOwnership }
    const noOwners = { lock: async () => {}, forget: async () => {} }
    const owners = { product: noOwners, avatar: noOwners }
    await copyObject({ ...deps, owners }, { kind: 'service' }, move, { upsert: false })
    expect(await (await call('GET', '/object/papers/copied')).text()).toBe('new')
  })

  test('an upload into a bucket that is deleted meanwhile is refused', async () => {
    await createBucket('doomed')
    const holding = await market.db.startTransaction().execute()
    try {
      await lockName(holding, 'doomed', 'late')
      const uploading = call('POST', '/object/doomed/late', 'late')
      await untilWaiting(holding, 1)
      expect((await call('DELETE', '/bucket/doomed')).status).toBe(200)
      await holding.rollback().execute()
      expect(await (await uploading).json()).toMatchObject({ statusCode: '404', code: 'NoSuchBucket' })
    } finally {
      if (!holding.isRolledBack) await holding.rollback().execute()
    }
    expect(await checkSwept()).toMatchObject(fine)
  })

  test('a bucket is emptied completely while other requests remove its files', async () => {
    await createBucket('crates')
    await sql`
      insert into storage_objects (bucket_id, name, blob, size, mimetype, cache_control, content_hash)
      select 'crates', number, 'blobs/crates/' || number, 1, 'text/plain', 'no-cache', repeat('0', 64)
      from generate_series(1, 1200) number`.execute(market.db)
    const other = await market.db.startTransaction().execute()
    try {
      await sql`delete from storage_objects where bucket_id = 'crates' and name like '%9'`.execute(other)
      const emptied = call('POST', '/bucket/crates/empty')
      await untilWaiting(other, 1)
      await other.commit().execute()
      expect((await emptied).status).toBe(200)
    } finally {
      if (!other.isCommitted) await other.rollback().execute()
    }
    const left = market.db.selectFrom('storage_objects').select('name').where('bucket_id', '=', 'crates')
    expect(await left.execute()).toEqual([])
    // The accounts had no files, so later requests do not wait for them.
    now = new Date()
    while (await storage.sweep());
  })

  test('E3: when a client disconnects during an upload', async () => {
    const before = await filesOf(market)
    const leaving = new AbortController()
    const slow = new ReadableStream({
      async start(controller) {
        controller.enqueue(new Uint8Array(500_000))
        await new Promise((resolve) => setTimeout(resolve, 300))
        leaving.abort()
      },
    })
    await expect(call('POST', '/object/papers/left', slow, 'text/plain', leaving.signal)).rejects.toThrow()
    await expect.poll(() => filesOf(market), { timeout: 60_000 }).toEqual(before)
    expect((await call('GET', '/object/papers/left')).status).toBe(400)
  })
})

/** Writes bytes under a file size limit of 1 kB, so that the last call writes only part of them. */
async function receiveOnFullDisk(bytes: number): Promise<string> {
  const script = `
    import { Readable } from 'node:stream'
    import { receiveFile } from ${JSON.stringify(join(import.meta.dirname, 'receive-file.ts'))}
    const source = Readable.from([Buffer.alloc(${bytes})])
    console.log(await receiveFile(${JSON.stringify(storage.incoming)}, source, 10_000).then(
      ({ size }) => \`stored \${size}\`,
      ({ code }) => code,
    ))`
  const limited = ['-c', 'ulimit -f 2 && exec "$0" --input-type=module --eval "$1"', process.execPath, script]
  const { stdout } = await promisify(execFile)('sh', limited, { env: {} })
  return stdout.trim()
}

test.skipIf(process.platform === 'win32')('a file of which the disk takes only a part is not stored', async () => {
  expect(await receiveOnFullDisk(1_000)).toBe('stored 1000')
  expect(await receiveOnFullDisk(3_000)).toBe('EFBIG')
})

describe('leftovers', () => {
  test('E3: a staged file without a row stays for an hour, then it is swept', async () => {
    const staged = await stagePicture(storage, await picture(), 'product')
    expect(await check()).toMatchObject({ ...fine, waiting: 1 })
    await storage.sweep()
    expect(await storage.blobs.size(staged.blob)).toBe(staged.size)
    now = new Date(Date.now() + 61 * 60_000)
    // The application's own sweep may be running on older entries.
    const sizeAfterSweep = async () => {
      await storage.sweep()
      return storage.blobs.size(staged.blob)
    }
    await expect.poll(sizeAfterSweep, { timeout: 60_000 }).toBeUndefined()
    expect(await check()).toMatchObject(fine)
    expect(failures).toEqual([])
  })

  test('E3: a partial upload of a killed process is swept; one in progress is not', async () => {
    await mkdir(storage.incoming, { recursive: true })
    const [dead, alive] = [join(storage.incoming, 'dead'), join(storage.incoming, 'alive')]
    for (const path of [dead, alive]) await writeFile(path, 'half')
    const longAgo = new Date(Date.now() - 2 * 3600_000)
    await utimes(dead, longAgo, longAgo)
    now = new Date()
    await storage.sweep()
    await expect(stat(dead)).rejects.toThrow(/ENOENT/)
    expect((await stat(alive)).size).toBe(4)
    await rm(alive)
  })

  test('the check reports a lost file, a truncated one and an unknown one', async () => {
    await call('POST', '/object/papers/lost', 'lost')
    await call('POST', '/object/papers/cut', 'uncut')
    const [lost, cut] = [await blobOf(market, 'lost'), await blobOf(market, 'cut')]
    const root = join(market.config.dataDir, 'files')
    await rm(join(root, lost))
    await writeFile(join(root, cut), 'cut')
    // Of these only the first could be a blob.
    for (const name of ['blobs/strange', 'blobs/some note.txt', 'foreign']) await writeFile(join(root, name), name)
    expect(await check()).toMatchObject({ missing: [lost], wrong_size: [cut], unknown: ['blobs/strange'], waiting: 0 })
    expect((await call('GET', '/object/papers/lost')).status).toBe(400)
  })
})
