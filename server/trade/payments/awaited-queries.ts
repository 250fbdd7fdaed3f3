import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'

/** Returns a condition: whether a bank transfer was awaited until before a time. */
export function areTransfersOverdue(now: Date): RawBuilder<boolean> {
  return sql`exists (select from payments where payment_state = 'awaiting_transfer' and pay_by <= ${now})`
}

/** Returns a condition: whether buyers are to be reminded of bank transfers that are awaited until before a time. */
export function areRemindersDue(now: Date, until: Date): RawBuilder<boolean> {
  return sql`exists (select from payments where ${toRemind(now, until)})`
}

const toRemind = (now: Date, until: Date) => sql<boolean>`
  payment_state = 'awaiting_transfer' and reminded_at is null and pay_by > ${now} and pay_by <= ${until}
    and created_at < ${now}::timestamptz - interval '1 day'`

/** Returns the orders whose bank transfer was awaited until before a time, at most `limit`. */
export async function listOverdueTransfers(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select numbered_id('ORD', order_number) as order_id from payments
    where payment_state = 'awaiting_transfer' and pay_by <= ${now} order by pay_by limit ${limit}`.execute(db)
  return rows.map(({ order_id }) => order_id)
}

/** Returns bank transfers that are awaited until before a time, at most `limit`, each once: their buyers are reminded. */
export async function claimReminders(
  tx: Tx,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<{ order_number: number; pay_by: Date }[]> {
  const { rows } = await sql<{ order_number: number; pay_by: Date }>`
    update payments set reminded_at = ${now} where payment_number in (
      select payment_number from payments where ${toRemind(now, until)}
      order by pay_by limit ${limit}
    ) returning order_number, pay_by`.execute(tx)
  return rows
}
