import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import { DEFAULT_DISPATCH_DAYS } from '../../../shared/delivery/constants.ts'
import type { FrozenDestination } from '../../../shared/delivery/offers.ts'
import type { NoteMark, OrderEventKind, OrderEventRole, SellerOrderHold } from '../../../shared/fulfilment/constants.ts'
import type { LineCounts } from '../../../shared/fulfilment/rules.ts'
import type { OrderEvent } from '../../../shared/fulfilment/schema.ts'
import { decimalToCents, toCents, toDollars } from '../../../shared/kernel/money.ts'
import type { OrderState } from '../../../shared/orders/constants.ts'
import type { PaymentState } from '../../../shared/payments/constants.ts'
import { type PaidCharges, type PaidLine, type Parts, sumOfParts } from '../../../shared/pricing/refundable.ts'
import { withIsoTimes } from '../../platform/data/columns.ts'
import { countOf } from '../../platform/data/count-queries.ts'
import { absentUntil } from '../../shop/catalog/products/purchase-queries.ts'
import { CHARGES_OF_SELLER_ORDER, FROZEN_DELIVERY } from './charge-queries.ts'

// Lock order of fulfilment: the order, its seller orders, lines by number, then stock.

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/** Locks an order until the transaction ends; with `buyerId` only that buyer's. */
export function lockOrder(tx: Tx, orderId: string, buyerId?: string) {
  return tx
    .selectFrom('orders')
    .select(['order_number', 'order_id', 'buyer_id', 'order_state', 'state_source', 'shipping_address'])
    .where('order_id', '=', orderId)
    .where((row) => (buyerId === undefined ? row.lit(true) : row('buyer_id', '=', buyerId)))
    .forNoKeyUpdate() // guard: acted-order-lock
    .executeTakeFirst()
}

type SellerOrderRow = Selectable<Tables['seller_orders']>
type SellerOrderValues = Omit<
  SellerOrderRow,
  KeyOfSellerOrder | 'goods' | 'returned_goods' | 'reminded' | 'ship_by' | 'sold_by'
>
type KeyOfSellerOrder = 'order_number' | 'seller_id' | 'number' | 'revision' | 'hold'

export interface LockedSellerOrder extends SellerOrderValues, Pick<SellerOrderRow, KeyOfSellerOrder> {
  /** In cents. */
  charges: PaidCharges
  /** Null where it is sent for free. */
  delivery: FrozenDestination | null
}

/** Locks a seller order. The caller has locked the order. */
export function lockSellerOrder(
  tx: Tx,
  orderNumber: number,
  which: { seller_id: string } | { number: number },
): Promise<LockedSellerOrder | undefined> {
  return tx
    .selectFrom('seller_orders')
    .select(['order_number', 'seller_id', 'number', 'state', 'revision', 'hold'])
    .select(['shipping_address', 'previous_address', 'cancel_requested_at', 'cancel_note', 'cancel_lines'])
    .select(['cancelled_goods', 'confirmed_at', 'shipped_at', 'delivered_at', 'ended_at'])
    .select([CHARGES_OF_SELLER_ORDER.as('charges'), FROZEN_DELIVERY.as('delivery')])
    .where('order_number', '=', orderNumber)
    .where((row) => ('number' in which ? row('number', '=', which.number) : row('seller_id', '=', which.seller_id)))
    .forNoKeyUpdate() // guard: acted-seller-order-lock
    .executeTakeFirst()
}

/** Updates a locked seller order, and raises its revision. */
export async function updateSellerOrder(
  tx: Tx,
  { order_number, seller_id }: { order_number: number; seller_id: string },
  { shipping_address, previous_address, cancel_lines, ...values }: SellerOrderValues,
): Promise<void> {
  await tx
    .updateTable('seller_orders')
    .set({
      ...values,
      shipping_address: shipping_address && JSON.stringify(shipping_address),
      previous_address: previous_address && JSON.stringify(previous_address),
      cancel_lines: cancel_lines && JSON.stringify(cancel_lines),
      revision: sql`revision + 1`,
    })
    .where('order_number', '=', order_number)
    .where('seller_id', '=', seller_id)
    .execute()
}

export interface LockedLine extends LineCounts, PaidLine {
  line_number: number
  product_number: number
  product_name: string
}

/** Locks the lines of a seller order, by number. */
export async function lockLines(tx: Tx, orderNumber: number, sellerId: string): Promise<LockedLine[]> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['line_number', 'product_number', 'product_name', 'amount'])
    .select(['quantity', 'cancelled', 'sent', 'returned_units'])
    .where('order_number', '=', orderNumber)
    .where('seller_id', '=', sellerId)
    .orderBy('line_number')
    .forNoKeyUpdate() // guard: acted-lines-lock
    .execute()
  return lines.map((line) => ({ ...line, amount: decimalToCents(line.amount) }))
}

export async function listLines(db: Db | Tx, orderNumber: number) {
  const lines = await db
    .selectFrom('order_lines')
    .select(['seller_id', 'amount', 'quantity', 'cancelled', 'sent', 'returned_units'])
    .where('order_number', '=', orderNumber)
    .execute()
  return lines.map((line) => ({ ...line, amount: decimalToCents(line.amount) }))
}

/** Writes the cancelled, sent and returned units of locked lines. */
export async function updateLineCounts(tx: Tx, orderNumber: number, lines: readonly LockedLine[]): Promise<void> {
  await sql`
    update order_lines line
    set cancelled = counts.cancelled, sent = counts.sent, returned_units = counts.returned_units
    from unnest(
      ${lines.map((line) => line.line_number)}::smallint[], ${lines.map((line) => line.cancelled)}::smallint[],
      ${lines.map((line) => line.sent)}::smallint[], ${lines.map((line) => line.returned_units)}::smallint[]
    ) counts (line_number, cancelled, sent, returned_units)
    where order_number = ${orderNumber} and line.line_number = counts.line_number
      and (line.cancelled, line.sent, line.returned_units)
        is distinct from (counts.cancelled, counts.sent, counts.returned_units)`.execute(tx)
}

/** Derives the state of a locked order from its seller orders, unless an admin has set it; returns it. */
export async function recomputeOrderState(tx: Tx, orderNumber: number): Promise<OrderState> {
  const { rows } = await sql<{ state: OrderState }>`
    with derived as materialized (
      select derived_order_state(${orderNumber}) as state
    ), followed as (
      update orders set order_state = derived.state from derived
      where order_number = ${orderNumber} and state_source = 'seller_orders' and order_state <> derived.state
    )
    select state from derived`.execute(tx)
  if (!rows[0]) throw new Error('the seller orders gave their order no state')
  return rows[0].state
}

/** SQL for the day by which a row of `seller_orders` is to be sent, counted from a day. */
const shipBy = (from: RawBuilder<unknown>) => sql`coalesce(
  (select dispatch_day(${from}, dispatch_days, away_until) from order_deliveries delivery
    where delivery.order_number = seller_orders.order_number and delivery.seller_id = seller_orders.seller_id),
  dispatch_day(${from}, ${DEFAULT_DISPATCH_DAYS}::integer, ${absentUntil(sql`seller_orders.seller_id`)}))`

/** Sets the ship-by day of the open seller orders of an order that is paid, and promises when it arrives. */
export async function setShipBy(tx: Tx, orderNumber: number, paidAt: Date): Promise<void> {
  const paidOn = sql`market_day(${paidAt}::timestamptz)`
  await sql`
    with promised as (
      update order_deliveries
      set arrives_from = dispatch_day(${paidOn}, dispatch_days, away_until) + days_from,
        arrives_to = dispatch_day(${paidOn}, dispatch_days, away_until) + days_to
      where order_number = ${orderNumber} and kind <> 'none' and arrives_from is null
    )
    update seller_orders set ship_by = ${shipBy(paidOn)}, revision = revision + 1
    where order_number = ${orderNumber} and state in ('pending', 'confirmed')`.execute(tx)
}

/** A seller's part of an order; amounts in cents. */
export interface SellerPart {
  seller_id: string
  /** True while something is left to send. */
  is_open: boolean
  hold: SellerOrderHold | null
  charges: PaidCharges
  paid: Parts
  /** The goods that are cancelled, with the charges of a seller order of which nothing else is left. */
  cancelled: Parts
}

/** Returns the parts of an order, by number. */
export async function listSellerParts(db: Db | Tx, orderNumber: number): Promise<SellerPart[]> {
  const rows = await db
    .selectFrom('seller_orders')
    .select(['seller_id', 'state', 'hold', 'goods', 'cancelled_goods', CHARGES_OF_SELLER_ORDER.as('charges')])
    .where('order_number', '=', orderNumber)
    .orderBy('number')
    .execute()
  return rows.map(({ seller_id, state, hold, charges, ...amounts }) => {
    const paid = { goods: decimalToCents(amounts.goods) + charges.other, delivery: charges.delivery }
    return {
      seller_id,
      is_open: state === 'pending' || state === 'confirmed',
      hold,
      charges,
      paid,
      cancelled:
        state === 'cancelled'
          ? paid
          : { goods: Math.min(paid.goods, decimalToCents(amounts.cancelled_goods)), delivery: 0 },
    }
  })
}

/** Returns the cents that were to be paid for what is cancelled of an order. */
export const centsCancelled = (parts: readonly SellerPart[]): number =>
  parts.reduce((sum, { cancelled }) => sum + sumOfParts(cancelled), 0)

/** Returns the dollars that the bank transfer of an order has yet to bring, without what is cancelled; 0 once it is paid. */
export async function readAwaited(
  db: Db | Tx,
  orderNumber: number,
  { payment_state, amount, captured }: { payment_state: PaymentState; amount: number; captured: number },
): Promise<number> {
  if (payment_state !== 'awaiting_transfer') return 0
  const cancelled = centsCancelled(await listSellerParts(db, orderNumber))
  return Math.max(0, toDollars(toCents(amount) - toCents(captured) - cancelled))
}

/**
 * Sets or lifts the hold of a locked seller order, and restarts its ship-by day and reminders from a time; without one,
 * deadlines stop. The promised arrival stays. The revision does not change, because actions check the hold itself.
 */
export async function setHold(
  tx: Tx,
  { order_number, seller_id }: { order_number: number; seller_id: string },
  hold: SellerOrderHold | null,
  from: Date | null,
): Promise<void> {
  await sql`
    update seller_orders set hold = ${hold}::text, reminded = 0,
      ship_by = ${from ? shipBy(sql`market_day(${from}::timestamptz)`) : null}
    where order_number = ${order_number} and seller_id = ${seller_id}::uuid`.execute(tx)
}

type Facts = Readonly<Record<string, unknown>>

/** A note has a mark, which determines its recipients. */
export type NewOrderEvent = {
  order_number: number
  seller_id: string | null
  by_user: string | null
  by_role: OrderEventRole
  created_at: Date
} & ({ kind: Exclude<OrderEventKind, 'note'>; facts: Facts } | { kind: 'note'; facts: Facts & { mark: NoteMark } })

export async function insertOrderEvent(tx: Tx, { facts, ...event }: NewOrderEvent): Promise<void> {
  await tx
    .insertInto('order_events')
    .values({ ...event, facts: JSON.stringify(facts) })
    .execute()
}

/** Inserts a note of the system about an order, or about one of its seller orders. */
export function insertNote(
  tx: Tx,
  { order_number, seller_id = null, now }: { order_number: number; seller_id?: string | null; now: Date },
  facts: Facts & { mark: NoteMark },
): Promise<void> {
  const by = { by_user: null, by_role: 'system' as const }
  return insertOrderEvent(tx, { order_number, seller_id, kind: 'note', facts, created_at: now, ...by })
}

/** Returns how many events of a kind a seller order has. */
export function countEvents(
  tx: Tx,
  { order_number, seller_id }: { order_number: number; seller_id: string },
  kind: OrderEventKind,
): Promise<number> {
  const events = tx.selectFrom('order_events').where('order_number', '=', order_number)
  return countOf(events.where('seller_id', '=', seller_id).where('kind', '=', kind))
}

export async function listOrderEvents(db: Db | Tx, orderId: string): Promise<OrderEvent[]> {
  const events = await db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.order_number', 'order_events.order_number')
    .leftJoin('seller_orders', (join) =>
      join
        .onRef('seller_orders.seller_id', '=', 'order_events.seller_id')
        .onRef('seller_orders.order_number', '=', 'order_events.order_number'),
    )
    .select(['event_number', 'kind', 'by_role', 'facts', 'number as seller_order_number'])
    .select('order_events.created_at as at')
    .where('orders.order_id', '=', orderId)
    .orderBy('event_number')
    .execute()
  return events.map(withIsoTimes)
}
