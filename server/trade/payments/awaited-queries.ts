import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'

export function areTransfersOverdue(now: Date): RawBuilder<boolean> {
  return sql`exists (select from payments where payment_state = 'awaiting_transfer' and pay_by <= ${now})`
}

export function areRemindersDue(now: Date, until: Date): RawBuilder<boolean> {
  return sql`exists (select from payments where ${toRemind(now, until)})`
}

const toRemind = (now: Date, until: Date) => sql<boolean>`
  payment_state = 'awaiting_transfer' and reminded_at is null and pay_by > ${now} and pay_by <= ${until}
    and created_at < ${now}::timestamptz - interval '1 day'`

/** Returns up to `limit` orders whose bank transfer is overdue. */
export async function listOverdueTransfers(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select numbered_id('ORD', order_number) as order_id from payments
    where payment_state = 'awaiting_transfer' and pay_by <= ${now} order by pay_by limit ${limit}`.execute(db)
  return rows.map(({ order_id }) => order_id)
}

/** Claims up to `limit` bank transfers due before a time for a reminder, each once. */
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

/** Records money that has come by bank transfer. */
export async function insertReceipt(tx: Tx, receipt: Insertable<Tables['payment_receipts']>): Promise<void> {
  await tx.insertInto('payment_receipts').values(receipt).execute()
}
