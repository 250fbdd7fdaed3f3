import { sql } from 'kysely'
import { connectDatabase } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Opens a database without tables, as an operator creates it. */
export async function openEmptyDatabase(): Promise<TestDatabase & { db: Db }> {
  const database = await createTestDatabase()
  const db = connectDatabase(database.connection)
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  return { ...database, db, drop: () => db.destroy().then(() => database.drop()) }
}
