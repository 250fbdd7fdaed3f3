import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '../../db/connect.ts'
import { migrate } from '../../db/migrate.ts'
import { createChannels } from '../../server/platform/data/channels.ts'
import { openFolder } from '../../tests/support/open-folder.ts'
import { compileCache, startMarketWorker } from '../../tests/support/server-process.ts'
import { createClient } from '../load/client.ts'
import { createLedger } from '../load/ledger.ts'
import { createProducts, startShoppers } from '../load/shoppers.ts'
import { createFindings } from '../report/findings.ts'
import { startDatabasePair } from './database-pair.ts'
import { compareNodes, failOver } from './fail-over.ts'

// A small version of the scenario failover.

const ROOT = join(import.meta.dirname, '../..')

test('D2: when the primary is killed, writes continue at the promoted standby, and no order is lost or duplicated', async () => {
  const pair = await startDatabasePair()
  onTestFinished(() => pair.close())
  await migrate(pair.url, () => {})
  const db = connectDatabase(pair.url, { max: 2 })
  onTestFinished(() => db.destroy())
  const dataDir = await openFolder()
  const server = await startMarketWorker({ connection: pair.url, dataDir })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const client = createClient(server.address, { keepAlive: true })
  onTestFinished(() => client.close())
  const products = await createProducts(client, server.address, server.apiKey)

  const messages: string[] = []
  const listener = createChannels({ connection: pair.url, db })
  onTestFinished(() => listener.close())
  listener.subscribe('account_changes', { onMessage: (payload) => messages.push(payload), onConnect: () => {} })
  listener.start()
  await expect.poll(() => listener.connected).toBe(true)

  const ledger = createLedger()
  const findings = createFindings(() => {})
  const shoppers = await startShoppers(client, ledger, { pairs: 2, apiKey: server.apiKey, products })
  const { observed } = shoppers
  const { misplaced } = await failOver({ pair, ledger, observed, fault: 'kill', outageMs: 0 }, pair.a, pair.b).finally(
    shoppers.stop,
  )
  expect(misplaced).toEqual([])
  expect(observed.unexpected).toEqual([])
  await ledger.audit(client, db, findings)
  await compareNodes({ pair, findings }, pair.b, pair.a)
  expect(findings.all.filter(({ held }) => !held)).toEqual([])

  await expect.poll(() => listener.connected, { timeout: 60_000 }).toBe(true)
  await pair.query(pair.b, `select pg_notify('account_changes', 'from the new primary')`)
  await expect.poll(() => messages).toContain('from the new primary')

  // A host that becomes read-only while it is used: no connection stays on it.
  const write = () => sql`select nextval('order_numbers')`.execute(db)
  await write()
  await pair.query(pair.b, 'alter system set default_transaction_read_only = on')
  await pair.query(pair.b, 'select pg_reload_conf()')
  await expect.poll(() => write().then(String, ({ message }) => message)).toMatch(/no host takes writes/)
  // A command waits for a host that accepts writes, at any position in the list.
  const env = { ...process.env, ...compileCache, DATABASE_URL: pair.url }
  const command = promisify(execFile)(process.execPath, [join(ROOT, 'cli/db-migrate.ts')], { env })
  let printed = ''
  command.child.stdout?.on('data', (text: string) => {
    printed += text
  })
  await expect.poll(() => printed, { timeout: 60_000 }).toMatch(/no host takes writes.*Waiting for one that does\./)
  await pair.query(pair.b, 'alter system reset default_transaction_read_only')
  await pair.query(pair.b, 'select pg_reload_conf()')
  await expect
    .poll(() =>
      write().then(
        () => 'written',
        ({ message }) => message,
      ),
    )
    .toBe('written')
  expect((await command).stdout).toMatch(/up to date|nothing/i)
})
