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
  seller_id: string | null
  number: number | null
  /** A day: `2026-11-24`; null when nothing has to ship now. */
  ship_by: string | null
  /** The price of the seller's products; null for events of the whole order. */
  goods: string | null
  shipping_address: unknown
  /** True when payment arrives after the order was placed. */
  is_paid_later: boolean
}

export interface LineToAnnounce {
  order_number: number
  line_number: number
  seller_id: string
  product_name: string
  quantity: number
}

/** An admin has stopped the order; its seller orders keep their states. */
const isStopped = sql<boolean>`(state_source = 'admin' and order_state in ('cancelled', 'returned'))`

export function areEventsToAnnounce(begun: Date): RawBuilder<boolean> {
  return sql`exists (select from order_events where not announced and created_at <= ${begun})`
}

/**
 * Marks those of the next `limit` events that are older than a time as announced; returns how many. Selects them once,
 * as an array: a join may read them again for each event in a table that has just grown.
 */
export async function skipOldEvents(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update order_events set announced = true where created_at < ${before} and event_number = any(array(
      select event_number from order_events where not announced order by event_number limit ${limit}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Returns the events between `since` and `ended` of the orders of the next `limit` events before `begun`, oldest first.
 * May return more than `limit`; fewer means that there are no others.
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

export async function listLinesToAnnounce(tx: Tx, orderNumbers: readonly number[]): Promise<LineToAnnounce[]> {
  const { rows } = await sql<LineToAnnounce>`
    select order_number, line_number, product_name, quantity, seller_id from order_lines
    where order_number = any(${[...orderNumbers]}::bigint[])
    order by order_number, line_number`.execute(tx)
  return rows
}

export async function setAnnounced(tx: Tx, eventNumbers: readonly number[]): Promise<void> {
  await sql`update order_events set announced = true where event_number = any(${[...eventNumbers]}::bigint[])`.execute(
    tx,
  )
}
