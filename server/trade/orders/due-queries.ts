import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { NoteMark } from '../../../shared/fulfilment/constants.ts'

export interface SellerOrderKey {
  order_id: string
  seller_id: string
}

/** A reminder of the seller, and for late orders also of the admins; each is sent once. */
export type Reminder = Extract<NoteMark, 'ship_by_tomorrow' | 'late'>

/** The value of `reminded` once it is sent. */
const REMINDED = { ship_by_tomorrow: 1, late: 2 } satisfies Record<Reminder, number>
/** Values of `reminded` before it is sent. As lists, which an index on state, day and `reminded` can use. */
const NOT_REMINDED = {
  ship_by_tomorrow: sql`reminded in (0)`,
  late: sql`reminded in (0, 1)`,
} satisfies Record<Reminder, unknown>
/** Matches every value of `reminded`, so that conditions on state and day can use the index. */
export const REMINDED_OR_NOT = sql<boolean>`reminded in (0, 1, 2)`

/** Matches orders, unless an admin has stopped them. */
const NOT_STOPPED = sql`not (state_source = 'admin' and order_state in ('cancelled', 'returned'))`

/** Returns seller orders due between two days whose reminder was not sent, unless an admin has stopped the order. */
export async function listToRemind(
  db: Db,
  mark: Reminder,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<SellerOrderKey[]> {
  // By the index, which has reminded orders elsewhere.
  const { rows } = await sql<SellerOrderKey>`
    select order_id, seller_id from seller_orders join orders using (order_number)
    where state in ('pending', 'confirmed') and ${NOT_REMINDED[mark]}
      and ship_by between ${from}::date and ${to}::date and ${NOT_STOPPED}
    limit ${limit}`.execute(db)
  return rows
}

/** Records a reminder of a locked seller order. */
export async function setReminded(
  tx: Tx,
  { order_number, seller_id }: { order_number: number; seller_id: string },
  mark: Reminder,
): Promise<void> {
  await sql`
    update seller_orders set reminded = greatest(reminded, ${REMINDED[mark]})
    where order_number = ${order_number} and seller_id = ${seller_id}::uuid`.execute(tx)
}

/** Returns whether a reminder has an event. */
export async function isReminded(
  tx: Tx,
  { order_number, seller_id }: { order_number: number; seller_id: string },
  mark: Reminder,
): Promise<boolean> {
  const { rows } = await sql`
    select from order_events where order_number = ${order_number} and seller_id = ${seller_id}::uuid
      and kind = 'note' and facts ->> 'mark' = ${mark}`.execute(tx)
  return rows.length > 0
}

/** Returns seller orders placed before a time and not confirmed, unless an admin has stopped the order. */
export async function listUnanswered(
  db: Db,
  { placedBefore, shipBy, limit }: { placedBefore: Date; shipBy: string; limit: number },
): Promise<SellerOrderKey[]> {
  const { rows } = await sql<SellerOrderKey>`
    select order_id, seller_id from seller_orders join orders using (order_number)
    where state = 'pending' and ${REMINDED_OR_NOT} and ship_by <= ${shipBy}::date and created_at <= ${placedBefore}
      and ${NOT_STOPPED}
    limit ${limit}`.execute(db)
  return rows
}
