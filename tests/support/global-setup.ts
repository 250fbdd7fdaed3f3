import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { type Connection, connectDatabase } from '../../db/connect.ts'
import { openEmbeddedDatabase } from '../../db/embedded/open-embedded-database.ts'
import { migrate } from '../../db/migrate.ts'
import { openMemoryFolder } from './memory-folder.ts'
import { onDatabase } from './on-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The database server of this run, and the migrated database that tests copy theirs from. */
    databaseServer: {
      connection: Connection
      template: string
      /** A copy with the demo market, created by the first test that needs it, and the folder of its pictures. */
      market: { template: string; filesDir: string }
    }
  }
}

/** Starts the database server of the run (or uses TEST_DATABASE_URL) and migrates the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const closeMemoryFolder = openMemoryFolder()
  const server = await openServer(process.env.TEST_DATABASE_URL)
  const template = `openstall_template_${process.pid}`
  const admin = connectDatabase(server.connection, { max: 1 })
  await sql`drop database if exists ${sql.id(template)}`.execute(admin)
  await sql`create database ${sql.id(template)}`.execute(admin)
  await migrate(onDatabase(server.connection, template), () => {})
  const filesDir = await mkdtemp(join(tmpdir(), 'openstall-market-'))
  const market = { template: `${template}_market`, filesDir }
  project.provide('databaseServer', { connection: server.connection, template, market })
  return async () => {
    for (const name of [template, market.template]) {
      await sql`drop database if exists ${sql.id(name)} with (force)`.execute(admin)
    }
    await admin.destroy()
    await server.close()
    await rm(filesDir, { recursive: true, force: true })
    closeMemoryFolder()
  }
}

async function openServer(url: string | undefined): Promise<{ connection: Connection; close: () => Promise<void> }> {
  if (url) return { connection: url, close: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'openstall-test-'))
  const embedded = await openEmbeddedDatabase({ dataDir, log: () => {} })
  return {
    connection: embedded.connection,
    close: async () => {
      await embedded.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
