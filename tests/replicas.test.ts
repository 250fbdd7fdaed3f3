import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chown, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chooseAccount } from '../db/embedded/account.ts'
import { freePort } from '../db/embedded/free-port.ts'
import { chooseLocation } from '../db/embedded/location.ts'
import { MAX_CONNECTIONS } from '../db/embedded/max-connections.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../db/embedded/open-embedded-database.ts'
import { findPostmaster } from '../db/embedded/postmaster.ts'
import { findProgramPackage, preparePrograms } from '../db/embedded/programs.ts'
import { migrate } from '../db/migrate.ts'
import { buildProduct, changeCatalog } from './support/products.ts'
import { setRows } from './support/set-rows.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

interface TestReplica {
  /** For `DATABASE_REPLICA_URLS`. */
  url: string
  /** A connection that may do everything. */
  admin: pg.Client
  /** Suspends all its processes, while connections stay open; returns a function that resumes them. */
  freeze(): Promise<() => void>
  stop(): Promise<void>
  remove(): Promise<void>
}

/** Not part of a copy: they describe the server that runs on the folder, and how it was started. */
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts']

/** Makes a streaming replica of an embedded database that is running, from a backup of its files. */
async function startReplica(dataDir: string): Promise<TestReplica> {
  const account = await chooseAccount()
  const place = await chooseLocation(dataDir, account, () => {})
  const primary = await findPostmaster(place)
  if (!primary) throw new Error('the database is not running')
  const programs = await preparePrograms(await findProgramPackage(), account, join(dataDir, 'copies'), () => {})
  const folder = await mkdtemp(join(tmpdir(), 'openstall-replica-'))
  const cluster = join(folder, 'cluster')
  const port = await freePort()

  const password = await readFile(place.passwordFile, 'utf8')
  await backUp(place.clusterDir, cluster, { host: primary.host, port: primary.port, password })
  await writeFile(join(cluster, 'standby.signal'), '')
  // No fewer connections than the primary, or it does not start.
  const options = [
    ...['-D', cluster, '-p', String(port), '-k', folder, '-c', 'listen_addresses=', '-c', 'max_wal_senders=2'],
    ...['-c', `primary_conninfo=host=${primary.host} port=${primary.port} user=postgres password=${password}`],
    ...['-c', `max_connections=${MAX_CONNECTIONS}`, '-c', 'max_worker_processes=2'],
    ...['-c', 'fsync=off', '-c', 'io_method=sync'],
  ]
  await ownedBy(folder, account.uid, account.gid)
  const server = spawn(programs.postgres, options, { ...account.spawnAs, cwd: '/', env: programs.env, stdio: 'ignore' })
  const admin = await connectWhenUp({ host: folder, port, user: 'postgres', password, database: 'openstall' })
  return {
    url: `postgres://openstall:${password}@localhost:${port}/openstall?host=${encodeURIComponent(folder)}`,
    admin,
    freeze: () => freeze(server, admin),
    stop: () => end(server, admin),
    async remove() {
      await end(server, admin)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function backUp(
  from: string,
  to: string,
  primary: { host: string; port: number; password: string },
): Promise<void> {
  const session = new pg.Client({ ...primary, user: 'postgres', database: 'postgres' })
  await session.connect()
  await session.query(`select pg_backup_start('replica', true)`)
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !LEFT_OUT.some((name) => path.endsWith(name)),
  })
  const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  await session.end()
}

async function ownedBy(folder: string, uid: number, gid: number): Promise<void> {
  if (process.getuid?.() !== 0) return
  await chown(folder, uid, gid)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid)
}

async function connectWhenUp(connection: pg.ClientConfig): Promise<pg.Client> {
  for (const until = performance.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (performance.now() > until) throw error
    }
  }
}

async function freeze(server: ChildProcess, admin: pg.Client): Promise<() => void> {
  const { rows } = await admin.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  const pids = [...rows.map(({ pid }) => pid), server.pid].filter((pid) => pid !== undefined)
  const send = (signal: NodeJS.Signals) => {
    for (const pid of pids) process.kill(pid, signal)
  }
  send('SIGSTOP')
  return () => send('SIGCONT')
}

async function end(server: ChildProcess, admin: pg.Client): Promise<void> {
  await admin.end().catch(() => {})
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = new Promise((resolve) => server.once('exit', resolve))
  // At once, as when a machine fails: connections break off.
  server.kill('SIGQUIT')
  await exited
}

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
/** Lets the replica catch up, pauses it, and sells one more, which it does not have; returns the sales that it has. */
async function leaveReplicaBehind(): Promise<number> {
  await replica.admin.query('select pg_wal_replay_resume()')
  await new Promise((resolve) => setTimeout(resolve, 100))
  await replica.admin.query('select pg_wal_replay_pause()')
  const { total_sales } = await read({ afterChange: true })
  await setRows(market, 'products', { total_sales: total_sales + 1 }, { product_id })
  return total_sales
}

/** Waits until one of so many reads is served by a replica that is behind. */
async function untilReplicaIsRead(within: number): Promise<void> {
  const isRead = async () => {
    const sales = await leaveReplicaBehind()
    for (let reads = 0; reads < within; reads++) if ((await read()).total_sales === sales) return true
    return false
  }
  await vi.waitFor(async () => expect(await isRead()).toBe(true), { timeout: 60_000 })
}

test('reads go to a replica that is up to date, those after an own change to the primary', async () => {
  await untilReplicaIsRead(1)
  const onReplica = await read()
  const onPrimary = await read({ afterChange: true })
  expect(onPrimary.total_sales).toBe(onReplica.total_sales + 1)
})

test('after a change no read gets the old state from a replica that does not have the change', async () => {
  // Still paused.
  await rename('Silver kettle')
  expect(await read({ afterChange: true })).toMatchObject({ product_name: 'Silver kettle' })
  await vi.waitFor(async () => expect(await read()).toMatchObject({ product_name: 'Silver kettle' }), {
    timeout: 60_000,
    interval: 5,
  })
  // Nor later, when the replica has been looked at again.
  for (let look = 0; look < 30; look++) {
    expect(await read()).toMatchObject({ product_name: 'Silver kettle' })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
})

test('a replica that has caught up is read from again', async () => {
  await untilReplicaIsRead(1)
  await replica.admin.query('select pg_wal_replay_resume()')
})

test('a replica that stops responding fails no read; once it responds it is used again', async () => {
  const wake = await replica.freeze()
  try {
    for (let turn = 0; turn < 4; turn++) expect(await read()).toMatchObject({ product_name: 'Silver kettle' })
  } finally {
    wake()
  }
  await untilReplicaIsRead(50)
  await replica.admin.query('select pg_wal_replay_resume()')
})

/** Returns the number of the replica's connections that are reading for a request. */
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
  await vi.waitFor(async () => expect(await readsOnReplica()).toBeGreaterThan(0), { timeout: 60_000, interval: 5 })
  await replica.stop()
  await new Promise((resolve) => setTimeout(resolve, 500))
  running = false
  await Promise.all(readers)
  expect([...statuses.keys()]).toEqual([200])
})
