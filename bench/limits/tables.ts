import { sql } from 'kysely'
import { type Connection, connectDatabase } from '../../db/connect.ts'
import { CREATE_LIMIT_TABLES } from './statements.ts'

/** Creates the empty tables of the SQL limit server. */
export async function createLimitTables(connection: Connection): Promise<void> {
  const db = connectDatabase(connection, { max: 1 })
  await sql.raw(CREATE_LIMIT_TABLES).execute(db)
  await db.destroy()
}

/** Drops the tables of the SQL limit server. */
export async function dropLimitTables(connection: Connection): Promise<void> {
  const db = connectDatabase(connection, { max: 1 })
  await sql`drop schema if exists bench_limit cascade`.execute(db)
  await db.destroy()
}
