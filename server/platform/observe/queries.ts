import { sql } from 'kysely'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'

/** Throws unless the database can be reached and has been migrated. */
export async function readFromDatabase(db: Db): Promise<void> {
  await sql`select 1 from migrations limit 1`.execute(db)
}

/** Writes some pages of a temporary table; fails when the database's disk is full. */
export async function writeScratch(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`create temporary table scratch on commit drop as
      select repeat(md5(number::text), 100) from generate_series(1, 100) number`.execute(tx)
  })
}
