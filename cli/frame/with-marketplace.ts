import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, connectDatabase } from '../../db/connect.ts'
import { openEmbeddedDatabase } from '../../db/embedded/open-embedded-database.ts'
import { migrate, readMigrationStatus } from '../../db/migrate.ts'
import { requireDatabase } from '../../db/require-database.ts'
import type { Db } from '../../db/tables.ts'
import { readSettings } from '../../server/operate/start/settings.ts'
import { hasAccounts } from '../../server/people/accounts/queries.ts'
import type { Config } from '../../server/platform/config/config.ts'
import { addEnvFile } from '../../server/platform/config/env-file.ts'
import { openMarketplaceSecrets, type Secrets } from '../../server/platform/keys/secrets.ts'
import type { Blobs } from '../../server/programs/storage/blobs.ts'
import { openBlobs } from '../../server/programs/storage/open-blobs.ts'
import { print } from './run-command.ts'

/** The exit codes that shells use for programs stopped by a signal. */
const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
const CLEAN_UP_TIMEOUT_MS = 3_000
/** From the signal to the forced exit. */
const EXIT_TIMEOUT_MS = 9_500

/** The marketplace that the configuration names: its running database and its files. */
export interface Marketplace {
  config: Config
  connection: Connection
  db: Db
  blobs: Blobs
  /** Returns its keys. Throws an Error when they are missing although it has accounts. */
  openSecrets(): Promise<Secrets>
  /** Aborted when the operator stops the command early. */
  signal: AbortSignal
}

/** Returns the settings of the environment and `.env`. Throws an Error that names all wrong ones. */
export function readCommandSettings(): Config {
  return readSettings(addEnvFile(process.env), process.stdout.isTTY === true)
}

/**
 * Opens the configured marketplace, returns what `work` returns, and closes it. `schema` says whether its schema is migrated
 * first, must be current, or may be any; `unchecked` also allows none. Throws an Error that says what to do otherwise.
 */
export async function withMarketplace<T>(
  options: { schema: 'migrated' | 'newest' | 'any' | 'unchecked'; config?: Config },
  work: (marketplace: Marketplace) => Promise<T>,
): Promise<T> {
  const { schema, config = readCommandSettings() } = options
  return withDatabase(config, async (connection, signal) => {
    const db = connectDatabase(connection, { max: 2 })
    // Later statements fail, as they get no connection.
    signal.addEventListener('abort', () => void db.destroy())
    const { blobs } = openBlobs(config)
    try {
      if (schema === 'migrated') await migrate(connection, print)
      else if (schema !== 'unchecked') await requireSchema(db, schema)
      const openSecrets = () => openMarketplaceSecrets(config, () => hasAccounts(db), print)
      return await work({ config, connection, db, blobs, openSecrets, signal })
    } finally {
      blobs.close()
      await db.destroy()
    }
  })
}

/**
 * Returns what `work` returns, called with a connection to the configured database. An embedded database is started, or
 * shared with running servers. Ctrl-C, SIGTERM and SIGHUP abort `signal`, close the database and end the process.
 */
async function withDatabase<T>(
  config: Config,
  work: (connection: Connection, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController()
  const opening = openDatabase(config)
  const working = opening.then(({ connection }) => {
    stopping.signal.throwIfAborted()
    return work(connection, stopping.signal)
  })
  let closing: Promise<void> | undefined
  const close = () => {
    // A start in progress is finished first, so that nothing is left half done.
    closing ??= opening.then(
      (database) => database.close(),
      () => {},
    )
    return closing
  }
  async function stop(code: number): Promise<void> {
    // Ctrl-C under npm sends two signals.
    if (stopping.signal.aborted) return
    stopping.abort()
    const cleanedUp = async () => Promise.race([working.catch(() => {}), sleep(CLEAN_UP_TIMEOUT_MS)])
    await Promise.race([close().then(cleanedUp), sleep(EXIT_TIMEOUT_MS)])
    process.exit(code)
  }
  for (const [signal, code] of Object.entries(EXIT_CODES)) process.on(signal, () => void stop(code))
  try {
    return await working
  } finally {
    await close()
    // The interrupted work's own error is not reported: the process ends with the code of the signal.
    if (stopping.signal.aborted) await new Promise(() => {})
  }
}

async function openDatabase(config: Config): Promise<{ connection: Connection; close(): Promise<void> }> {
  if (config.databaseUrl) {
    await requireDatabase(config.databaseUrl, print)
    return { connection: config.databaseUrl, close: async () => {} }
  }
  return openEmbeddedDatabase({ dataDir: config.dataDir, log: print })
}

async function requireSchema(db: Db, needed: 'newest' | 'any'): Promise<void> {
  const { applied, pending } = await readMigrationStatus(db)
  if (applied.length === 0)
    throw new Error('There is no marketplace in this database yet: check DATA_DIR and DATABASE_URL.')
  if (needed === 'newest' && pending.length > 0)
    throw new Error(`The database is missing ${pending.join(', ')}: run \`npm run db:migrate\` first.`)
}
