import { sql } from 'kysely'
import { connectDatabase } from '../db/connect.ts'
import type { Db } from '../db/tables.ts'
import { openMarket } from './open-market.ts'

/**
 * Ends what an earlier run left to do in the background, in the marketplace of that size below `dataDir`: mails and
 * notifications of its orders, and what the database does after many rows were written. The processor time of both would
 * count as that of rows which do not ask for it.
 */
export async function settle(dataDir: string, size: { products: number; orders: number }): Promise<void> {
  const market = await openMarket(dataDir, size)
  const db = connectDatabase(market.connection, { max: 1 })
  try {
    // Longer than any statement of a server may take.
    await sql`set statement_timeout = 0`.execute(db)
    await forgetMails(db)
    await sql`vacuum (analyze)`.execute(db)
  } finally {
    await db.destroy()
    // A database that stops has written everything.
    await market.close()
  }
}

/** Lets the orders of earlier runs count as mailed and announced. */
async function forgetMails(db: Db): Promise<void> {
  await sql`update order_events set announced = true, mail_due = false where not announced or mail_due`.execute(db)
  await sql`truncate outgoing_messages`.execute(db)
}
