import { sql } from 'kysely'
import { type Connection, connectDatabase } from '../db/connect.ts'

/**
 * Does what the database would do in the background after many rows were written: its processor time would count as that of
 * rows which do not ask it anything.
 */
export async function settle(connection: Connection): Promise<void> {
  const db = connectDatabase(connection, { max: 1 })
  try {
    // Longer than any statement of a server may take.
    await sql`set statement_timeout = 0`.execute(db)
    await sql`vacuum (analyze)`.execute(db)
    await sql`checkpoint`.execute(db)
  } finally {
    await db.destroy()
  }
}
