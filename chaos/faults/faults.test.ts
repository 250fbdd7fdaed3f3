import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import { checkRows } from '../../server/operate/check/check-invariants.ts'
import { type MarketWorker, startMarketWorker } from '../../tests/support/server-process.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts'
import { type Client, createClient } from '../load/client.ts'
import { createLedger, type Ledger } from '../load/ledger.ts'
import { createProducts, startShoppers } from '../load/shoppers.ts'
import { createFindings } from '../report/findings.ts'

// Small versions of the scenarios kill-server and database-network.

let database: TestDatabase
let db: Db
let dataDir: string
let server: MarketWorker
let client: Client
let products: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  db = connectDatabase(database.connection, { max: 2 })
  dataDir = await mkdtemp(join(tmpdir(), 'openstall-faults-'))
  server = await startServer()
  client = createClient(server.address, { keepAlive: true })
  products = await createProducts(client, server.address, server.apiKey)
})
afterAll(async () => {
  server?.child.kill('SIGKILL')
  client?.close()
  await db?.destroy()
  await database?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const startServer = (port = 0) => startMarketWorker({ connection: database.connection, dataDir, port })

async function expectClean(ledger: Ledger): Promise<void> {
  const findings = createFindings(() => {})
  await ledger.audit(client, db, findings)
  expect(findings.all.filter(({ held }) => !held)).toEqual([])
  expect(ledger.orders()).toBeGreaterThan(0)
  expect((await checkRows(db)).findings).toEqual([])
}

test('D2: kill -9 of the server under checkouts and cart writers loses or duplicates no order and no unit', async () => {
  const ledger = createLedger()
  const shoppers = await startShoppers(client, ledger, { pairs: 4, apiKey: server.apiKey, products })
  for (let kill = 0; kill < 3; kill++) {
    await sleep(300 + Math.random() * 300)
    await server.kill()
    server = await startServer(Number(new URL(server.address).port))
  }
  await sleep(300)
  await shoppers.stop()
  expect(shoppers.observed.unexpected).toEqual([])
  await expectClean(ledger)
})

test('D2: broken database connections under checkouts cause only 503s; the server keeps running, and nothing is lost or duplicated', async () => {
  const ledger = createLedger()
  const shoppers = await startShoppers(client, ledger, { pairs: 4, apiKey: server.apiKey, products })
  let broken = 0
  for (let times = 0; times < 12; times++) {
    await sleep(50 + Math.random() * 100)
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = 'openstall'`.execute(db)
    broken += rows.length
  }
  await shoppers.stop()
  expect(broken).toBeGreaterThan(0)
  expect(server.child.exitCode).toBeNull()
  expect(shoppers.observed.unexpected).toEqual([])
  const unexpected = [...shoppers.observed.statuses.keys()].filter((status) => !/^(200|201|409|503|504)$/.test(status))
  expect(unexpected).toEqual([])
  await expectClean(ledger)
})
