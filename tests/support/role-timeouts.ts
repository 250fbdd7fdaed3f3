import { sql } from 'kysely'
import { type Connection, connectDatabase, TIMEOUTS } from '../../db/connect.ts'

/** Gives the role the timeouts that a pooler does not pass on, in this database alone. */
export async function setRoleTimeouts(connection: Connection): Promise<void> {
  const db = connectDatabase(connection, { max: 1 })
  const { rows } = await sql<{ role: string; database: string }>`
    select current_user as role, current_database() as database`.execute(db)
  const [{ role, database } = { role: '', database: '' }] = rows
  for (const [timeout, ms] of Object.entries(TIMEOUTS))
    await sql`alter role ${sql.id(role)} in database ${sql.id(database)} set ${sql.raw(timeout)} = ${sql.lit(ms)}`.execute(
      db,
    )
  await db.destroy()
}
