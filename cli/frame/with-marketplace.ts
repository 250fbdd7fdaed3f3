import { type Connection, connectDatabase } from '../../db/connect.ts'
import { migrate, readMigrationStatus } from '../../db/migrate.ts'
import type { Db } from '../../db/tables.ts'
import { readSettings } from '../../server/operate/start/settings.ts'
import { hasAccounts } from '../../server/people/accounts/queries.ts'
import type { Config } from '../../server/platform/config/config.ts'
import { addEnvFile } from '../../server/platform/config/env-file.ts'
import { openMarketplaceSecrets, type Secrets } from '../../server/platform/keys/secrets.ts'
import type { Blobs } from '../../server/programs/storage/blobs.ts'
import { openBlobs } from '../../server/programs/storage/open-blobs.ts'
import { print } from './run-command.ts'
import { withDatabase } from './with-database.ts'

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
 * Opens the configured marketplace, returns what `work` returns, and closes it. Its schema is migrated, or must be the newest
 * one, or any: throws an Error that says what to do otherwise. One that is `unchecked` may be missing.
 */
export async function withMarketplace<T>(
  options: { schema: 'migrated' | 'newest' | 'any' | 'unchecked'; config?: Config },
  work: (marketplace: Marketplace) => Promise<T>,
): Promise<T> {
  const { schema, config = readCommandSettings() } = options
  return withDatabase(config, print, async (connection, signal) => {
    const db = connectDatabase(connection, { max: 2 })
    // Statements after an abort find no connection.
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

async function requireSchema(db: Db, needed: 'newest' | 'any'): Promise<void> {
  const { applied, pending } = await readMigrationStatus(db)
  if (applied.length === 0)
    throw new Error('There is no marketplace in this database yet: check DATA_DIR and DATABASE_URL.')
  if (needed === 'newest' && pending.length > 0)
    throw new Error(`The database is missing ${pending.join(', ')}: run \`npm run db:migrate\` first.`)
}
