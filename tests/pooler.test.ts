import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { connectDatabase } from '../db/connect.ts'
import { marketFolderOfEachTest } from './support/cluster.ts'
import { connectionUrl } from './support/connection-url.ts'
import { type ServerProcess, startProcess, untilPrinted } from './support/server-process.ts'
import { setRoleTimeouts } from './support/transaction-pooler.ts'

const folder = marketFolderOfEachTest()
let server: ServerProcess | undefined
afterEach(() => void server?.child.kill('SIGKILL'))

/** Returns another address of the same database, whose connections have this name. */
function addressNamed(name: string): string {
  const url = new URL(connectionUrl(folder.database.connection))
  url.searchParams.set('application_name', name)
  return url.href
}

test('requests go through the pooler; the listening connection goes directly to the database', async () => {
  await setRoleTimeouts(folder.database.connection)
  server = startProcess('server/main.ts', {
    ...folder.environment(),
    DATABASE_URL: addressNamed('direct'),
    DATABASE_POOLER_URL: addressNamed('pooled'),
  })
  await untilPrinted(server, /is ready/)
  expect((await fetch(`http://127.0.0.1:${folder.port}/api/search`)).status).toBe(200)
  const db = connectDatabase(folder.database.connection, { max: 1 })
  try {
    const namesOf = async () => {
      const { rows } = await sql<{ name: string }>`
        select distinct application_name as name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
      return rows.map(({ name }) => name)
    }
    // The name in an address becomes that of the connection: the listening one has it from its own address.
    await expect.poll(async () => (await namesOf()).toSorted()).toEqual(['direct', 'pooled'])
  } finally {
    await db.destroy()
  }
})
