import { sql } from 'kysely'
import { connectDatabase } from '../db/connect.ts'
import type { Db } from '../db/tables.ts'
import { openMarket } from './open-market.ts'

/**
 * Clears background work of an earlier run in the marketplace of that size below `dataDir`: queued mails and
 * notifications, and vacuum. Its CPU time would be added to unrelated rows.
 */
export async function quiesce(dataDir: string, size: { products: number; orders: number }): Promise<void> {
  const market = await openMarket(dataDir, size)
  const db = connectDatabase(market.connection, { max: 1 })
  try {
    // Vacuum takes longer than the server's statement timeout.
    await sql`set statement_timeout = 0`.execute(db)
    await forgetMails(db)
    await sql`vacuum (analyze)`.execute(db)
  } finally {
    await db.destroy()
    // Stopping the database writes a checkpoint.
    await market.close()
  }
}

/** Marks the orders of earlier runs as mailed and announced. */
async function forgetMails(db: Db): Promise<void> {
  await sql`update order_events set announced = true, mail_due = false where not announced or mail_due`.execute(db)
  await sql`truncate outgoing_messages`.execute(db)
}
