import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import { freePort } from '../db/embedded/free-port.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { openSecrets } from '../server/platform/keys/secrets.ts'
import { connectionUrl } from './support/connection-url.ts'
import { type ServerProcess, startProcess, untilPrinted } from './support/server-process.ts'
import { createMarketDatabase, type TestDatabase } from './support/test-database.ts'
import { setRoleTimeouts } from './support/transaction-pooler.ts'

let dataDir: string
let database: TestDatabase
let server: ServerProcess | undefined
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'openstall-pooler-'))
  await openSecrets(readConfig({ DATA_DIR: dataDir }, false))
  database = await createMarketDatabase()
})
afterEach(async () => {
  server?.child.kill('SIGKILL')
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The same database by another address, whose connections have this name. */
function addressNamed(name: string): string {
  const url = new URL(connectionUrl(database.connection))
  url.searchParams.set('application_name', name)
  return url.href
}

test('requests go through the pooler; the connection that listens goes to the database itself', async () => {
  await setRoleTimeouts(database.connection)
  const port = await freePort()
  server = startProcess('server/main.ts', {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: addressNamed('direct'),
    DATABASE_POOLER_URL: addressNamed('pooled'),
  })
  await untilPrinted(server, /is ready/)
  expect((await fetch(`http://127.0.0.1:${port}/api/search`)).status).toBe(200)
  const db = connectDatabase(database.connection, { max: 1 })
  try {
    const namesOf = async () => {
      const { rows } = await sql<{ name: string }>`
        select distinct application_name as name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
      return rows.map(({ name }) => name)
    }
    // What is named in an address is the name of the connection: that which listens has it from its own address.
    await expect.poll(async () => (await namesOf()).toSorted()).toEqual(['direct', 'pooled'])
  } finally {
    await db.destroy()
  }
})

test('a pooler is only for a DATABASE_URL', () => {
  expect(() => readConfig({ DATABASE_POOLER_URL: 'postgres://localhost:6432/shop' }, false)).toThrow(
    'DATABASE_POOLER_URL: only with DATABASE_URL, in front of which it is',
  )
})
