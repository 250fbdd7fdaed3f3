import { randomUUID } from 'node:crypto'
import type { QueryResultRow } from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { type DatabaseNode, startDatabasePair } from '../chaos/faults/database-pair.ts'
import { migrate } from '../db/migrate.ts'
import { openForTests } from './support/open-for-tests.ts'
import { buildProduct, changeCatalog } from './support/products.ts'
import { setRows } from './support/set-rows.ts'

// A real primary with a real streaming replica; a response of the replica is recognized by the figures it has replayed.
const pair = await startDatabasePair()
afterAll(() => pair.close())

const UNREACHABLE = 'postgres://openstall@127.0.0.1:1/openstall'
/** Returns the address of one of the two databases. */
const addressOf = ({ port }: DatabaseNode) => pair.url.replace(/@[^/]+/, `@127.0.0.1:${port}`).replace(/\?.*/, '')
const askReplica = <Row extends QueryResultRow>(statement: string) => pair.query<Row>(pair.b, statement)

// Commits do not wait for the replica.
await pair.query(pair.a, "alter system set synchronous_standby_names = ''")
await pair.query(pair.a, 'select pg_reload_conf()')
const connection = addressOf(pair.a)
await migrate(connection, () => {})
const market = await openForTests({
  database: { connection, drop: async () => {} },
  // Each read really reaches a database.
  config: { databaseReplicaUrls: [UNREACHABLE, addressOf(pair.b)], responseCacheMib: 0 },
})
const { product_id } = await buildProduct(market, { product_name: 'Copper kettle' })

/** `afterChange`: as sent by the browser that changed the catalog. */
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
/** Lets the replica catch up, pauses it, and sells one more unit, which it lacks; returns the sales that the replica has. */
async function leaveReplicaBehind(): Promise<number> {
  await askReplica('select pg_wal_replay_resume()')
  await new Promise((resolve) => setTimeout(resolve, 100))
  await askReplica('select pg_wal_replay_pause()')
  const { total_sales } = await read({ afterChange: true })
  await setRows(market, 'products', { total_sales: total_sales + 1 }, { product_id })
  return total_sales
}

/** Waits until a lagging replica serves a read, among at most `within` reads. */
async function untilReplicaIsRead(within: number): Promise<void> {
  const isRead = async () => {
    const sales = await leaveReplicaBehind()
    for (let reads = 0; reads < within; reads++) if ((await read()).total_sales === sales) return true
    return false
  }
  await vi.waitFor(async () => expect(await isRead()).toBe(true), { timeout: 60_000 })
}

test('reads go to a replica that is up to date; reads after the user’s own change go to the primary', async () => {
  await untilReplicaIsRead(1)
  const onReplica = await read()
  const onPrimary = await read({ afterChange: true })
  expect(onPrimary.total_sales).toBe(onReplica.total_sales + 1)
})

test('after a change no read is served the old state by a lagging replica', async () => {
  // The replica is still paused.
  await rename('Silver kettle')
  expect(await read({ afterChange: true })).toMatchObject({ product_name: 'Silver kettle' })
  await vi.waitFor(async () => expect(await read()).toMatchObject({ product_name: 'Silver kettle' }), {
    timeout: 60_000,
    interval: 5,
  })
  // Nor later, after the replica has been checked again.
  for (let look = 0; look < 30; look++) {
    expect(await read()).toMatchObject({ product_name: 'Silver kettle' })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
})

test('a replica that has caught up serves reads again', async () => {
  await untilReplicaIsRead(1)
  await askReplica('select pg_wal_replay_resume()')
})

test('a replica that stops responding fails no read; once it responds it is used again', async () => {
  await pair.freeze(pair.b)
  try {
    for (let turn = 0; turn < 4; turn++) expect(await read()).toMatchObject({ product_name: 'Silver kettle' })
  } finally {
    await pair.resume(pair.b)
  }
  await untilReplicaIsRead(50)
  await askReplica('select pg_wal_replay_resume()')
})

/** Returns the number of the replica's connections with a running read. */
async function readsOnReplica(): Promise<number> {
  const [row] = await askReplica<{ reads: string }>(
    `select count(*) as reads from pg_stat_activity where query like '%product_search%' and pid <> pg_backend_pid()`,
  )
  return Number(row?.reads)
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
  await vi.waitFor(async () => expect(await readsOnReplica()).toBeGreaterThan(0), { timeout: 60_000, interval: 5 })
  const warn = vi.spyOn(market.app.log, 'warn')
  await pair.kill(pair.b)
  await new Promise((resolve) => setTimeout(resolve, 500))
  running = false
  await Promise.all(readers)
  expect([...statuses.keys()]).toEqual([200])
  const leftOut = expect.objectContaining({ event: 'replica_left_out', host: `127.0.0.1:${pair.b.port}` })
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(leftOut), { timeout: 60_000 })
})
