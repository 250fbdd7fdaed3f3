import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../db/embedded/open-embedded-database.ts'
import { migrate } from '../db/migrate.ts'
import { buildProduct, changeCatalog } from './support/products.ts'
import { startReplica, type TestReplica } from './support/replica.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

// A real primary with a real streaming replica; responses of the replica are recognized by how much it has replayed.
let dataDir: string
let primary: EmbeddedDatabase
let replica: TestReplica
let market: TestApp
let product_id: string

const UNREACHABLE = 'postgres://openstall@127.0.0.1:1/openstall'

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'openstall-replicas-'))
  primary = await openEmbeddedDatabase({ dataDir, log: () => {} })
  await migrate(primary.connection, () => {})
  replica = await startReplica(dataDir)
  market = await createTestApp({
    database: { connection: primary.connection, drop: async () => {} },
    // Each read reaches a database.
    config: { databaseReplicaUrls: [UNREACHABLE, replica.url], responseCacheMib: 0 },
  })
  product_id = (await buildProduct(market, { product_name: 'Copper kettle' })).product_id
})
afterAll(async () => {
  await market?.close()
  await replica?.remove()
  await primary?.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** `afterChange`: as the browser sends it that changed the catalog. */
async function read({ afterChange = false } = {}) {
  const query = afterChange ? `?after_change=${randomUUID()}` : ''
  const response = await market.app.inject({ method: 'GET', url: `/api/products/${product_id}${query}` })
  expect(response.statusCode).toBe(200)
  return response.json<{ product_name: string; total_sales: number }>()
}

const rename = (product_name: string) =>
  changeCatalog(market, (tx) =>
    tx.updateTable('products').set({ product_name }).where('product_id', '=', product_id).execute(),
  )
/** Sales are not announced as changes. */
const setSales = (total_sales: number) =>
  market.db.updateTable('products').set({ total_sales }).where('product_id', '=', product_id).execute()

/** Returns whether reads reach the replica: it does not have what was sold since it was paused. */
async function replicaResponds(): Promise<boolean> {
  const { rows } = await replica.admin.query<{ total_sales: string }>(
    'select total_sales from products where product_id = $1',
    [product_id],
  )
  return (await read()).total_sales === Number(rows[0]?.total_sales)
}

test('reads go to a replica that is up to date, those after an own change to the primary', async () => {
  await vi.waitFor(
    async () => {
      await replica.admin.query('select pg_wal_replay_resume()')
      await new Promise((resolve) => setTimeout(resolve, 50))
      await replica.admin.query('select pg_wal_replay_pause()')
      await market.db
        .updateTable('products')
        .set(({ eb }) => ({ total_sales: eb('total_sales', '+', 1) }))
        .where('product_id', '=', product_id)
        .execute()
      expect(await replicaResponds()).toBe(true)
    },
    { timeout: 20_000 },
  )
  const onReplica = await read()
  const onPrimary = await read({ afterChange: true })
  expect(onPrimary.total_sales).toBe(onReplica.total_sales + 1)
})

test('after a change no read gets the old state from a replica that does not have the change', async () => {
  // Still paused.
  await rename('Silver kettle')
  expect(await read({ afterChange: true })).toMatchObject({ product_name: 'Silver kettle' })
  await vi.waitFor(async () => expect(await read()).toMatchObject({ product_name: 'Silver kettle' }), {
    timeout: 20_000,
    interval: 5,
  })
  // Nor later, when the replica has been looked at again.
  for (let look = 0; look < 30; look++) {
    expect(await read()).toMatchObject({ product_name: 'Silver kettle' })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
})

test('a replica that has caught up is read from again', async () => {
  await replica.admin.query('select pg_wal_replay_resume()')
  await vi.waitFor(
    async () => {
      await replica.admin.query('select pg_wal_replay_resume()')
      await new Promise((resolve) => setTimeout(resolve, 100))
      await replica.admin.query('select pg_wal_replay_pause()')
      const { total_sales } = await read({ afterChange: true })
      await setSales(total_sales + 1)
      expect((await read()).total_sales).toBe(total_sales)
    },
    { timeout: 20_000 },
  )
  await replica.admin.query('select pg_wal_replay_resume()')
})

test('a replica that stops responding fails no read; once it responds it is used again', async () => {
  const wake = await replica.freeze()
  try {
    for (let turn = 0; turn < 4; turn++) expect(await read()).toMatchObject({ product_name: 'Silver kettle' })
  } finally {
    wake()
  }
  await vi.waitFor(async () => expect(await readsUntilOneIsOnReplica()).toBeLessThan(50), { timeout: 20_000 })
})

/** Returns how many reads it takes until the replica, which is paused and behind, serves one; 50 when it serves none. */
async function readsUntilOneIsOnReplica(): Promise<number> {
  await replica.admin.query('select pg_wal_replay_resume()')
  await new Promise((resolve) => setTimeout(resolve, 100))
  await replica.admin.query('select pg_wal_replay_pause()')
  const { total_sales } = await read({ afterChange: true })
  await setSales(total_sales + 1)
  let reads = 0
  while (reads < 50 && (await read()).total_sales !== total_sales) reads++
  await replica.admin.query('select pg_wal_replay_resume()')
  return reads
}

/** How many of the replica's connections are reading for a request right now. */
async function readsOnReplica(): Promise<number> {
  const { rows } = await replica.admin.query<{ reads: string }>(
    `select count(*) as reads from pg_stat_activity where query like '%product_search%' and pid <> pg_backend_pid()`,
  )
  return Number(rows[0]?.reads)
}

test('a replica that fails during reads fails none of them', async () => {
  let running = true
  const statuses = new Map<number, number>()
  const readers = Array.from({ length: 8 }, async () => {
    while (running) {
      const { statusCode } = await market.app.inject({ method: 'GET', url: '/api/search?q=kettle' })
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
  })
  await vi.waitFor(async () => expect(await readsOnReplica()).toBeGreaterThan(0), { timeout: 20_000, interval: 5 })
  await replica.stop()
  await new Promise((resolve) => setTimeout(resolve, 500))
  running = false
  await Promise.all(readers)
  expect([...statuses.keys()]).toEqual([200])
})
