import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

const FOLDER = new URL('../fixtures/migrations-before-baseline/', import.meta.url)

/** Applies the first `count` of the migrations that the baseline replaces, all by default, and records them as they were. */
export async function migrateAsBeforeBaseline(db: Db, count = Number.POSITIVE_INFINITY): Promise<void> {
  const names = (await readdir(FOLDER)).sort().slice(0, count)
  await db.transaction().execute(async (tx) => {
    await sql`create table migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(tx)
    for (const name of names) {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      await sql.raw(text).execute(tx)
      const checksum = createHash('sha256').update(text).digest('hex')
      await sql`insert into migrations (name, checksum) values (${name}, ${checksum})`.execute(tx)
    }
  })
}
