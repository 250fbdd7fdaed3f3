import { sql } from 'kysely'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'

/** Throws unless the database can be reached, has been migrated, and takes writes. */
export async function readFromDatabase(db: Db | Tx): Promise<void> {
  const { rows } = await sql<{ setting: string }>`
    select current_setting('transaction_read_only') as setting from migrations limit 1`.execute(db)
  if (rows[0]?.setting !== 'off') throw new Error('the database takes no writes')
}

/** Writes some pages of a temporary table; fails when the database's disk is full. */
export async function writeScratch(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`create temporary table scratch on commit drop as
      select repeat(md5(number::text), 100) from generate_series(1, 100) number`.execute(tx)
  })
}
