import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'
import type { OrderEventKind, OrderEventRole } from '../../../shared/fulfilment/constants.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import type { PaidCharge } from '../../../shared/pricing/charges.ts'
import type { AgreedVersions } from '../../pages/mail/layout.ts'
import { isPaidLater } from '../payments/order-payment-queries.ts'
import { CHARGES_OF_ORDER } from './charge-queries.ts'
import { fromStored, ORDER_COLUMNS } from './order-columns.ts'
import { readSellerOrders, type SellerOrderRow } from './seller-order-queries.ts'

export interface EventToAnnounce extends AgreedVersions {
  event_number: number
  order_number: number
  order_id: string
  buyer_id: string
  kind: OrderEventKind
  by_role: OrderEventRole
  facts: Record<string, unknown>
  seller_id: string | null
  /** True when payment arrives after the order was placed. */
  is_paid_later: boolean
}

export function areEventsToAnnounce(begun: Date): RawBuilder<boolean> {
  return sql`exists (select from order_events where not announced and created_at <= ${begun})`
}

/**
 * Marks those of the next `limit` events that are older than a time as announced; returns how many. Selects them once,
 * as an array: a join may read them again for each event in a table that has just grown.
 */
export async function skipOldEvents(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update order_events set announced = true where not announced and created_at < ${before} and event_number = any(array(
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
    select event_number, order_number, order_id, buyer_id, kind, by_role, facts, seller_id, terms_version, privacy_version,
      ${isPaidLater(sql`event.order_number`)} as is_paid_later
    from order_events event join orders using (order_number)
    where order_number in (select order_number from due) and not announced
      and event.created_at between ${since} and ${ended}
    order by event_number`.execute(tx)
  return rows
}

export async function setAnnounced(tx: Tx, events: readonly { event_number: number }[]): Promise<void> {
  const numbers = events.map(({ event_number }) => event_number)
  await sql`
    update order_events set announced = true
    where not announced and event_number = any(${numbers}::bigint[])`.execute(tx)
}

export interface PlacedOrder extends Omit<Order, 'lines'>, AgreedVersions {
  order_number: number
  sellerOrders: SellerOrderRow[]
  charges: PaidCharge[]
}

/** Returns a condition: whether mails of new orders are due. */
export function areOrdersToMail(): RawBuilder<boolean> {
  return sql`exists (select from order_events where mail_due)`
}

/** Takes the next new orders to mail, with each seller's amount. */
export async function takeOrdersToMail(tx: Tx, limit: number): Promise<PlacedOrder[]> {
  const { rows } = await sql<{ order_number: number }>`
    update order_events set mail_due = false where mail_due and event_number = any(array(
      select event_number from order_events where mail_due order by event_number limit ${limit}
    ))
    returning order_number`.execute(tx)
  if (!rows.length) return []
  const numbers = rows.map(({ order_number }) => order_number)
  const orders = await tx
    .selectFrom('orders')
    .select(['order_number', 'terms_version', 'privacy_version'])
    .select(ORDER_COLUMNS)
    .select(CHARGES_OF_ORDER.as('charges'))
    .where('order_number', '=', sql<number>`any(${numbers}::bigint[])`)
    .orderBy('order_number')
    .execute()
  const sellerOrders = Map.groupBy(await readSellerOrders(tx, numbers), ({ order_number }) => order_number)
  return orders.map((order) => ({ ...fromStored(order), sellerOrders: sellerOrders.get(order.order_number) ?? [] }))
}
