import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { inject as provided } from 'vitest'
import { type Connection, connectDatabase } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import { type AppDeps, buildApp } from '../../server/app.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { type Config, readConfig } from '../../server/platform/config.ts'
import { openSecrets } from '../../server/platform/secrets.ts'
import { onDatabase } from './on-database.ts'

export interface TestApp {
  app: FastifyInstance
  db: Db
  connection: Connection
  config: Config
  deps: AppDeps
  close(): Promise<void>
}

/** An empty migrated database of its own, copied from the template in a few dozen milliseconds. */
export async function createTestDatabase(): Promise<{ connection: Connection; drop: () => Promise<void> }> {
  const { connection: server, template } = provided('databaseServer')
  const name = `openstall_${randomUUID().replaceAll('-', '')}`
  const admin = connectDatabase(server, { max: 1 })
  // Copies of one template wait for each other.
  await sql`select pg_advisory_lock(7465002)`.execute(admin)
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(admin)
  await sql`select pg_advisory_unlock(7465002)`.execute(admin)
  return {
    connection: onDatabase(server, name),
    drop: async () => {
      await sql`drop database if exists ${sql.id(name)} with (force)`.execute(admin)
      await admin.destroy()
    },
  }
}

/**
 * The real application on a database of its own; `app.inject` is its front door, `app.listen({port: 0})` makes it a
 * server. Rate limits are off unless asked for.
 */
export async function createTestApp(
  overrides: { config?: Partial<Config>; deps?: Partial<AppDeps> } = {},
): Promise<TestApp> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'openstall-data-'))
  const config = {
    ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }, false),
    ...overrides.config,
  }
  const db = connectDatabase(database.connection, { max: 10 })
  const deps: AppDeps = {
    config,
    db,
    connection: database.connection,
    clock: systemClock,
    secrets: await openSecrets(config),
    renderer: null,
    readiness: { accepting: true },
    ...overrides.deps,
  }
  const app = await buildApp(deps)
  await app.ready()
  return {
    app,
    db,
    connection: database.connection,
    config,
    deps,
    close: async () => {
      await app.close()
      await db.destroy()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
