import { sql } from 'kysely'
import { connectDatabase } from '../db/connect.ts'
import { openMarket } from './open-market.ts'

/**
 * Does what the database would do in the background after many rows were written, in the marketplace of that size below
 * `dataDir`: its processor time would count as that of rows which do not ask it anything.
 */
export async function settle(dataDir: string, size: { products: number; orders: number }): Promise<void> {
  const market = await openMarket(dataDir, size)
  const db = connectDatabase(market.connection, { max: 1 })
  try {
    // Longer than any statement of a server may take.
    await sql`set statement_timeout = 0`.execute(db)
    await sql`vacuum (analyze)`.execute(db)
  } finally {
    await db.destroy()
    // A database that stops has written everything.
    await market.close()
  }
}
