import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/**
 * Throws an Error that says what to do when `npm run demo` was interrupted: until it has finished, indexes, constraints and
 * figures are missing.
 */
export async function requireFinishedLoad(db: Db): Promise<void> {
  const { rows } = await sql<{ loading: boolean }>`select to_regclass('demo_load') is not null as loading`.execute(db)
  if (rows[0]?.loading)
    throw new Error(
      '`npm run demo` is filling this database, or was interrupted: run it again, it goes on where it stopped',
    )
}
