import { sql } from 'kysely'
import type { Tx } from '../tables.ts'
import type { EventRow, SellerOrderRow, ShipmentRow } from './fulfilment.ts'
import type { ReturnRow } from './returns.ts'

/** Writes what sellers have done of their seller orders. */
export async function updateSellerOrders(tx: Tx, sellerOrders: readonly SellerOrderRow[]): Promise<void> {
  await sql`
    update seller_orders seller_order set state = row.state, cancel_requested_at = row.cancel_requested_at,
      cancel_note = row.cancel_note, confirmed_at = row.confirmed_at, shipped_at = row.shipped_at,
      delivered_at = row.delivered_at, ended_at = row.ended_at
    from jsonb_to_recordset(${JSON.stringify(sellerOrders)}::jsonb) as row(
      order_number bigint, seller_id uuid, state text, cancel_requested_at timestamptz, cancel_note text,
      confirmed_at timestamptz, shipped_at timestamptz, delivered_at timestamptz, ended_at timestamptz)
    where seller_order.order_number = row.order_number and seller_order.seller_id = row.seller_id`.execute(tx)
}

/** Inserts shipments with their lines, numbered in this order. */
export async function insertShipments(tx: Tx, shipments: readonly ShipmentRow[]): Promise<void> {
  const rows = sql`rows from (jsonb_to_recordset(${JSON.stringify(shipments)}::jsonb) as (
    request_id uuid, order_number bigint, seller_id uuid, state text, carrier text, tracking_number text,
    tracking_url text, expected_on date, sent_at timestamptz, missing_at timestamptz, delivered_at timestamptz,
    delivered_by text, lines jsonb)) with ordinality as row(
    request_id, order_number, seller_id, state, carrier, tracking_number, tracking_url, expected_on, sent_at, missing_at,
    delivered_at, delivered_by, lines, place)`
  await sql`
    with added as (
      insert into shipments (request_id, order_number, seller_id, state, carrier, tracking_number, tracking_url,
        expected_on, sent_at, missing_at, delivered_at, delivered_by)
      select request_id, order_number, seller_id, state, carrier, tracking_number, tracking_url, expected_on, sent_at,
        missing_at, delivered_at, delivered_by
      from ${rows} order by place
      returning shipment_number, seller_id, request_id
    )
    insert into shipment_lines (shipment_number, order_number, line_number, quantity)
    select shipment_number, order_number, line_number, quantity
    from ${rows} join added using (seller_id, request_id),
      jsonb_to_recordset(lines) as line(line_number smallint, quantity smallint)`.execute(tx)
}

/** Inserts returns of one unit each, numbered in this order. */
export async function insertReturns(tx: Tx, returns: readonly ReturnRow[]): Promise<void> {
  const rows = sql`rows from (jsonb_to_recordset(${JSON.stringify(returns)}::jsonb) as (
    order_number bigint, seller_id uuid, state text, reason text, note text, instructions text, carrier text,
    tracking_number text, requested_at timestamptz, answered_at timestamptz, sent_at timestamptz,
    line_number smallint)) with ordinality as row(
    order_number, seller_id, state, reason, note, instructions, carrier, tracking_number, requested_at, answered_at,
    sent_at, line_number, place)`
  await sql`
    with added as (
      insert into order_returns (order_number, seller_id, state, reason, note, instructions, carrier, tracking_number,
        requested_at, answered_at, sent_at)
      select order_number, seller_id, state, reason, note, instructions, carrier, tracking_number, requested_at,
        answered_at, sent_at
      from ${rows} order by place
      returning return_number, order_number, seller_id
    )
    insert into order_return_lines (return_number, order_number, line_number, quantity)
    select return_number, order_number, line_number, 1 from ${rows} join added using (order_number, seller_id)`.execute(
    tx,
  )
}

/** Inserts what happened, in this order. Nothing is announced any more: it is of the past. */
export async function insertEvents(tx: Tx, events: readonly EventRow[]): Promise<void> {
  await sql`update order_events set announced = true`.execute(tx)
  await sql`
    insert into order_events (order_number, seller_id, kind, by_user, by_role, facts, announced, created_at)
    select row.order_number, row.seller_id, kind, by_user, by_role,
      case when shipment_number is not null then facts || jsonb_build_object('shipment_number', shipment_number)
        when return_number is not null then facts || jsonb_build_object('return_number', return_number)
        else facts end, true, created_at
    from rows from (jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as (
      order_number bigint, seller_id uuid, kind text, by_user uuid, by_role text, facts jsonb, request_id uuid,
      created_at timestamptz)) with ordinality as row(
      order_number, seller_id, kind, by_user, by_role, facts, request_id, created_at, place)
    left join shipments on shipments.seller_id = row.seller_id and shipments.request_id = row.request_id
    left join order_returns on order_returns.seller_id = row.seller_id and kind like 'return\\_%'
      and order_returns.order_number = row.order_number
    order by place`.execute(tx)
}
