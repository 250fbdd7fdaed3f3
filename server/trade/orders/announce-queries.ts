import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'
import type { OrderEventKind, OrderEventRole } from '../../../shared/fulfilment/constants.ts'
import { isPaidLater } from '../payments/order-payment-queries.ts'

export interface EventToAnnounce {
  event_number: number
  order_number: number
  order_id: string
  buyer_id: string
  kind: OrderEventKind
  by_role: OrderEventRole
  facts: Record<string, unknown>
  /** Null when it concerns the whole order. */
  seller_id: string | null
  number: number | null
  /** A day: `2026-11-24`; null when nothing is to be sent now. */
  ship_by: string | null
  /** The price of the seller's products, without what others sold; null when it concerns the whole order. */
  goods: string | null
  /** Where the seller sends them. */
  shipping_address: unknown
  /** Whether its money came, or is to come, after it was placed. */
  is_paid_later: boolean
}

export interface LineToAnnounce {
  order_number: number
  line_number: number
  seller_id: string
  product_name: string
  quantity: number
}

/** An admin has ended the order; its seller orders keep their states. */
const isStopped = sql<boolean>`(state_source = 'admin' and order_state in ('cancelled', 'returned'))`

/** Returns a condition: whether events from before a time are to be announced. */
export function areEventsToAnnounce(begun: Date): RawBuilder<boolean> {
  return sql`exists (select from order_events where not announced and created_at <= ${begun})`
}

/**
 * Counts those of the next `limit` events that are from before a time as announced; returns how many. Finds the next ones once,
 * as an array: joined, they may be read again for each event of a table that has just grown.
 */
export async function skipOldEvents(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update order_events set announced = true where created_at < ${before} and event_number = any(array(
      select event_number from order_events where not announced order by event_number limit ${limit}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Returns the events, from `since` until `ended`, of the orders of the next `limit` events from before `begun`, oldest first.
 * It may return more than `limit`; when it returns fewer, there are no others.
 */
export async function listEventsToAnnounce(
  tx: Tx,
  { since, begun, ended, limit }: { since: Date; begun: Date; ended: Date; limit: number },
): Promise<EventToAnnounce[]> {
  const { rows } = await sql<EventToAnnounce>`
    with due as materialized (
      select order_number from order_events where not announced and created_at between ${since} and ${begun}
      order by event_number limit ${limit}
    )
    select event_number, event.order_number, order_id, buyer_id, kind, by_role, facts, event.seller_id, number,
      case when state in ('pending', 'confirmed') and hold is null and not ${isStopped} then ship_by::text end as ship_by,
      goods, coalesce(seller_order.shipping_address, orders.shipping_address) as shipping_address,
      ${isPaidLater(sql`event.order_number`)} as is_paid_later
    from order_events event
    join orders using (order_number)
    left join seller_orders seller_order
      on seller_order.order_number = event.order_number and seller_order.seller_id = event.seller_id
    where event.order_number in (select order_number from due) and not announced
      and event.created_at between ${since} and ${ended}
    order by event_number`.execute(tx)
  return rows
}

/** Returns the lines of orders with their sellers. */
export async function listLinesToAnnounce(tx: Tx, orderNumbers: readonly number[]): Promise<LineToAnnounce[]> {
  const { rows } = await sql<LineToAnnounce>`
    select order_number, line_number, product_name, quantity, seller_id from order_lines
    where order_number = any(${[...orderNumbers]}::bigint[])
    order by order_number, line_number`.execute(tx)
  return rows
}

/** Counts events as announced. */
export async function setAnnounced(tx: Tx, eventNumbers: readonly number[]): Promise<void> {
  await sql`update order_events set announced = true where event_number = any(${[...eventNumbers]}::bigint[])`.execute(
    tx,
  )
}
