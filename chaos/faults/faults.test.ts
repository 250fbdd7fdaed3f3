import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { checkRows } from '../../server/operate/check/check-invariants.ts'
import { openFolder } from '../../tests/support/open-folder.ts'
import { openDatabaseForTests } from '../../tests/support/open-for-tests.ts'
import { startMarketWorker } from '../../tests/support/server-process.ts'
import { createClient } from '../load/client.ts'
import { createLedger, type Ledger } from '../load/ledger.ts'
import { createProducts, startShoppers } from '../load/shoppers.ts'
import { createFindings } from '../report/findings.ts'

// Small versions of the scenarios kill-server and database-network.

const dataDir = await openFolder()
const { connection, db } = await openDatabaseForTests({ max: 2 })
const startServer = (port = 0) => startMarketWorker({ connection, dataDir, port })
let server = await startServer()
const client = createClient(server.address, { keepAlive: true })
const products = await createProducts(client, server.address, server.apiKey)
afterAll(() => {
  server.child.kill('SIGKILL')
  client.close()
})

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
