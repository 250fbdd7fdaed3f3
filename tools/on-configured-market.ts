import { existsSync } from 'node:fs'
import { type Connection, connectDatabase } from '../db/connect.ts'
import type { Db } from '../db/tables.ts'
import { withDatabase } from '../server/command-database.ts'
import type { Config } from '../server/platform/config.ts'
import { reasonOf } from '../server/platform/reason-of.ts'
import { readSettings } from '../server/settings.ts'
import type { Blobs } from '../server/storage/blobs.ts'
import { openBlobs } from '../server/storage/open-blobs.ts'

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
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readSettings(process.env, false)
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

/** Runs a command: it answers whether all is well; errors are told in a line. Otherwise the process ends with 1. */
export async function runCommand(command: () => Promise<boolean>): Promise<void> {
  try {
    if (!(await command())) process.exitCode = 1
  } catch (error) {
    console.error(reasonOf(error))
    process.exitCode = 1
  }
}

/** Tells the operator a line. */
export function say(message: string): void {
  console.log(message)
}
