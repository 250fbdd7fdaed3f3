import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { type Connection, connectDatabase } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import { type AppDeps, buildApp } from '../../server/app.ts'
import { systemClock } from '../../server/platform/config/clock.ts'
import { type Config, readConfig } from '../../server/platform/config/config.ts'
import { openSecrets } from '../../server/platform/keys/secrets.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export interface TestApp {
  app: FastifyInstance
  db: Db
  connection: Connection
  config: Config
  deps: AppDeps
  close(): Promise<void>
}

/** More than a busy machine needs: a request that has changed something must not end as unconfirmed. */
const WAIT_BUDGET_MS = 60_000
/** The minimum: tests sign up thousands of accounts, each of which would otherwise take as long as several requests. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * Creates the real application on a separate database; `app.inject` sends it requests, `app.listen({port: 0})` makes it a
 * server. Rate limits and payments are off by default.
 */
export async function createTestApp(
  overrides: { config?: Partial<Config>; deps?: Partial<AppDeps>; database?: TestDatabase; filesDir?: string } = {},
): Promise<TestApp> {
  const database = overrides.database ?? (await createTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'openstall-data-'))
  // A copy, like the database, so that tests do not see each other's files. `cp` takes an eighth of the time of Node's own
  // copying.
  if (overrides.filesDir) await promisify(execFile)('cp', ['-R', overrides.filesDir, join(dataDir, 'files')])
  const config = {
    ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off', PAYMENTS: 'off' }, false),
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
    waitBudgetMs: WAIT_BUDGET_MS,
    passwordCost: CHEAP,
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
      // A client that has not read a response would hold its connection until a timeout of more than a minute.
      app.server.closeAllConnections()
      await app.close()
      await db.destroy()
      await database.drop()
      // A request that the client gave up may still write a file.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
