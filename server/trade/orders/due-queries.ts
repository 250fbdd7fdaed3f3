import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { NoteMark } from '../../../shared/fulfilment/constants.ts'

export interface SellerOrderKey {
  order_id: string
  seller_id: string
}

/** What a seller, and later the admins, are reminded of: once each, and of a day to come not after the other. */
export type Reminder = Extract<NoteMark, 'ship_by_tomorrow' | 'late'>

/** How far a seller order is reminded with it. */
const REMINDED = { ship_by_tomorrow: 1, late: 2 } satisfies Record<Reminder, number>
/** Which are reminded less. As lists, so that they and days together lead to rows of an index. */
const NOT_REMINDED = {
  ship_by_tomorrow: sql`reminded in (0)`,
  late: sql`reminded in (0, 1)`,
} satisfies Record<Reminder, unknown>
/** SQL for whether a seller order is reminded or not, for conditions with a list of states and a range of days. */
export const REMINDED_OR_NOT = sql<boolean>`reminded in (0, 1, 2)`

/** Returns seller orders to be sent until a day between these two, whose reminder is not recorded yet. */
export async function listToRemind(
  db: Db,
  mark: Reminder,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<SellerOrderKey[]> {
  // Those that were reminded lie elsewhere in the index.
  const { rows } = await sql<SellerOrderKey>`
    select numbered_id('ORD', order_number) as order_id, seller_id from seller_orders
    where state in ('pending', 'confirmed') and ${NOT_REMINDED[mark]}
      and ship_by between ${from}::date and ${to}::date
    limit ${limit}`.execute(db)
  return rows
}

/** Records that a seller order, which the transaction has locked, was reminded. */
export async function setReminded(
  tx: Tx,
  { order_number, seller_id }: { order_number: number; seller_id: string },
  mark: Reminder,
): Promise<void> {
  await sql`
    update seller_orders set reminded = greatest(reminded, ${REMINDED[mark]})
    where order_number = ${order_number} and seller_id = ${seller_id}::uuid`.execute(tx)
}

/** Returns whether a reminder of a seller order is recorded. */
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

/** Returns seller orders that were placed before a time and are not accepted, unless an admin has stopped the order. */
export async function listUnanswered(
  db: Db,
  { placedBefore, shipBy, limit }: { placedBefore: Date; shipBy: string; limit: number },
): Promise<SellerOrderKey[]> {
  const { rows } = await sql<SellerOrderKey>`
    select order_id, seller_id from seller_orders join orders using (order_number)
    where state = 'pending' and ${REMINDED_OR_NOT} and ship_by <= ${shipBy}::date and created_at <= ${placedBefore}
      and not (state_source = 'admin' and order_state in ('cancelled', 'returned'))
    limit ${limit}`.execute(db)
  return rows
}
