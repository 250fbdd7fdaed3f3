import { sql } from 'kysely'
import type { Db, Tx } from '../../db/tables.ts'

/** A seller order by the order's id. */
export interface SellerOrderKey {
  order_id: string
  seller_id: string
}

/** What a seller, and later the admins, are reminded of: once each. */
export type Reminder = 'ship_by_tomorrow' | 'late'

/** Returns seller orders to be sent until a day between these two, whose reminder is not recorded yet. */
export async function listToRemind(
  db: Db,
  mark: Reminder,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<SellerOrderKey[]> {
  const { rows } = await sql<SellerOrderKey>`
    select numbered_id('ORD', order_number) as order_id, seller_id from seller_orders seller_order
    where state in ('pending', 'confirmed') and ship_by between ${from}::date and ${to}::date
      and not exists (
        ${reminders(mark)}
          and noted.order_number = seller_order.order_number and noted.seller_id = seller_order.seller_id
      )
    limit ${limit}`.execute(db)
  return rows
}

/** Returns whether a reminder of a seller order is recorded. */
export async function isReminded(
  tx: Tx,
  { order_number, seller_id }: { order_number: number; seller_id: string },
  mark: Reminder,
): Promise<boolean> {
  const { rows } = await sql`
    ${reminders(mark)} and noted.order_number = ${order_number} and noted.seller_id = ${seller_id}::uuid`.execute(tx)
  return rows.length > 0
}

function reminders(mark: Reminder) {
  return sql`select from order_events noted where kind = 'note' and facts ->> 'mark' = ${mark}`
}

/** Returns seller orders that were placed before a time and are not accepted, unless an admin has stopped the order. */
export async function listUnanswered(
  db: Db,
  { placedBefore, shipBy, limit }: { placedBefore: Date; shipBy: string; limit: number },
): Promise<SellerOrderKey[]> {
  const { rows } = await sql<SellerOrderKey>`
    select order_id, seller_id from seller_orders join orders using (order_number)
    where state = 'pending' and ship_by <= ${shipBy}::date and created_at <= ${placedBefore}
      and not (state_source = 'admin' and order_state in ('cancelled', 'returned'))
    order by ship_by limit ${limit}`.execute(db)
  return rows
}
