import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inject as provided } from 'vitest'
import { connectDatabase } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import { onDatabase } from './connection-url.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Opens a database without tables, as an operator creates it. */
export async function openEmptyDatabase(): Promise<TestDatabase & { db: Db }> {
  const database = await createTestDatabase()
  const db = connectDatabase(database.connection)
  await sql`drop schema if exists public, sandbox, graphile_worker cascade`.execute(db)
  await sql`create schema public`.execute(db)
  return { ...database, db, drop: () => db.destroy().then(() => database.drop()) }
}

/** Opens a database without tables in another locale, given as options of `create database`. */
export async function openDatabaseInLocale(locale: string): Promise<{ db: Db; drop(): Promise<void> }> {
  const { connection: server } = provided('databaseServer')
  const name = `openstall_${randomUUID().replaceAll('-', '')}`
  const admin = connectDatabase(server, { max: 1 })
  await sql`create database ${sql.id(name)} template template0 encoding 'UTF8' ${sql.raw(locale)}`.execute(admin)
  const db = connectDatabase(onDatabase(server, name), { max: 1 })
  return {
    db,
    drop: async () => {
      await db.destroy()
      await sql`drop database ${sql.id(name)}`.execute(admin)
      await admin.destroy()
    },
  }
}
