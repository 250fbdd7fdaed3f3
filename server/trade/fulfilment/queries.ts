import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import type { LineUnits } from '../../../shared/fulfilment/schema.ts'

export interface ShipmentRow extends Omit<Selectable<Tables['shipments']>, 'expected_on'> {
  /** A day, such as `2026-11-24`. */
  expected_on: string | null
  lines: LineUnits[]
}

/** Returns the shipments of orders, oldest first; with `sellerId` only that seller's. */
export async function listShipments(db: Db | Tx, orderNumbers: readonly number[], sellerId?: string) {
  if (!orderNumbers.length) return []
  const { rows } = await sql<ShipmentRow>`
    select shipment_number, order_number, seller_id, state, carrier, tracking_number, tracking_url,
      to_char(expected_on, 'YYYY-MM-DD') as expected_on, sent_at, missing_at, lost_at, delivered_at,
      delivered_by, delivery_recorded_at, request_id, (
        select json_agg(json_build_object('line_number', line_number, 'quantity', quantity) order by line_number)
        from shipment_lines line where line.shipment_number = shipments.shipment_number
      ) as lines
    from shipments
    where order_number = any(${orderNumbers}::bigint[])
      and ${sellerId === undefined ? sql`true` : sql`seller_id = ${sellerId}::uuid`}
    order by shipment_number`.execute(db)
  return rows
}

/** Returns the order and request that a seller's request id was used for. */
export function findRequest(tx: Tx, sellerId: string, requestId: string) {
  return tx
    .selectFrom('shipments')
    .select('order_number')
    .where('seller_id', '=', sellerId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
}

/** Inserts a shipment with its lines; returns its number. */
export async function insertShipment(
  tx: Tx,
  shipment: Omit<Insertable<Tables['shipments']>, 'state'>,
  lines: readonly LineUnits[],
): Promise<number> {
  const { shipment_number } = await tx
    .insertInto('shipments')
    .values({ ...shipment, state: 'sent' })
    .returning('shipment_number')
    .executeTakeFirstOrThrow()
  const { order_number } = shipment
  await tx
    .insertInto('shipment_lines')
    .values(lines.map((line) => ({ shipment_number, order_number, ...line })))
    .execute()
  return shipment_number
}

/** Updates a shipment. The caller has locked its seller order. */
export async function updateShipment(tx: Tx, shipmentNumber: number, values: Updateable<Tables['shipments']>) {
  await tx.updateTable('shipments').set(values).where('shipment_number', '=', shipmentNumber).execute()
}

export async function findShipmentSeller(db: Db | Tx, orderNumber: number, shipmentNumber: number) {
  const row = await db
    .selectFrom('shipments')
    .select('seller_id')
    .where('shipment_number', '=', shipmentNumber)
    .where('order_number', '=', orderNumber)
    .executeTakeFirst()
  return row?.seller_id
}

export const isLineDelivered = (
  orderNumber: RawBuilder<unknown>,
  lineNumber: RawBuilder<unknown>,
) => sql<boolean>`exists (
  select from shipments join shipment_lines sent using (shipment_number)
  where shipments.order_number = ${orderNumber} and sent.line_number = ${lineNumber} and state = 'delivered')`

const TROUBLED = sql`state = 'lost' or (state = 'sent' and missing_at is not null)`

/** Returns a query for the order numbers of a seller with a lost or missing shipment. */
export function troubledOrders(sellerId: string): RawBuilder<unknown> {
  return sql`select order_number from shipments where seller_id = ${sellerId}::uuid and (${TROUBLED})`
}

/**
 * A query for the numbers of all orders with a missing shipment. Repeats the condition of the partial index so that the
 * planner uses it.
 */
export const missingOrders = sql`
  select order_number from shipments where (${TROUBLED}) and state = 'sent'`

/** Returns shipments handed to a carrier before a time and not reported missing, oldest first. */
export function listUnderWay(db: Db, sentBefore: Date, limit: number) {
  return (
    db
      .selectFrom('shipments')
      .select(['seller_id', 'shipment_number', sql<string>`numbered_id('ORD', order_number)`.as('order_id')])
      .where('state', '=', 'sent')
      .where('sent_at', '<=', sentBefore)
      .where('missing_at', 'is', null)
      // Goods to collect may wait.
      .where('carrier', '<>', '')
      .orderBy('sent_at')
      .limit(limit)
      .execute()
  )
}

/** Returns shipments reported lost before a time and not decided, oldest first. */
export function listUndecided(db: Db, lostBefore: Date, limit: number) {
  return db
    .selectFrom('shipments')
    .select(['seller_id', 'shipment_number', sql<string>`numbered_id('ORD', order_number)`.as('order_id')])
    .where('state', '=', 'lost')
    .where('lost_at', '<=', lostBefore)
    .orderBy('lost_at')
    .limit(limit)
    .execute()
}
