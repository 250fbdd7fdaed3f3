import { type Connection, connectDatabase } from '../db/connect.ts'
import type { Db } from '../db/tables.ts'
import { withDatabase } from '../server/command-database.ts'
import type { Config } from '../server/platform/config.ts'
import { addEnvFile } from '../server/platform/env-file.ts'
import { readSettings } from '../server/settings.ts'
import type { Blobs } from '../server/storage/blobs.ts'
import { openBlobs } from '../server/storage/open-blobs.ts'
import { say } from './run-command.ts'

/** The market that the configuration names: its database, running, and its files. */
export interface ConfiguredMarket {
  config: Config
  connection: Connection
  db: Db
  blobs: Blobs
  /** Aborted when the operator ends the command early. */
  signal: AbortSignal
}

/** Opens the market that the environment (or `.env`) names, does `work` on it, and leaves it. */
export async function onConfiguredMarket<T>(work: (market: ConfiguredMarket) => Promise<T>): Promise<T> {
  const config = readSettings(addEnvFile(process.env), false)
  return withDatabase(config, say, async (connection, signal) => {
    const db = connectDatabase(connection, { max: 2 })
    // Whatever comes next finds no connection.
    signal.addEventListener('abort', () => void db.destroy())
    const { blobs } = openBlobs(config)
    try {
      return await work({ config, connection, db, blobs, signal })
    } finally {
      blobs.close()
      await db.destroy()
    }
  })
}
