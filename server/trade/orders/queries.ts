import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { anyRowOf } from '../../../db/any-row.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import type { OpenOrders } from '../../../shared/accounts/schema.ts'
import type { FrozenDestination } from '../../../shared/delivery/offers.ts'
import type { NoteMark } from '../../../shared/fulfilment/constants.ts'
import { MAX_ORDER_PICTURES, MAX_ORDERS_LISTED, MAX_ORDERS_SEARCHED } from '../../../shared/orders/constants.ts'
import { orderNumberOf, readShippingAddress } from '../../../shared/orders/rules.ts'
import type { Order, OrderLine, OrderList, OrderSummary, ShippingInfo } from '../../../shared/orders/schema.ts'
import { orderedProducts } from '../../shop/catalog/products/purchase-queries.ts'
import { listOrderPayments, paymentField, UNPAID_ORDERS } from '../payments/order-payment-queries.ts'
import { CHARGES_OF_ORDER, DELIVERIES_OF_ORDER } from './charge-queries.ts'
import { fromStored, LINE_COLUMNS, ORDER_COLUMNS, SUMMARY_COLUMNS } from './order-columns.ts'

interface OrderWithSellers extends Order {
  lines: (OrderLine & { seller_id: string })[]
}

const byId = prepared('order', (db, { orderId }: { orderId: string }) =>
  db
    .selectFrom('orders')
    .select(['order_number', 'terms_version as terms', 'privacy_version as privacy'])
    .select(ORDER_COLUMNS)
    .select([CHARGES_OF_ORDER.as('charges'), DELIVERIES_OF_ORDER.as('deliveries')])
    .where('order_id', '=', orderId)
    .compile(),
)

/** Returns an order with its lines, their sellers and their current pictures. */
export async function findOrder(db: Db, orderId: string): Promise<OrderWithSellers | undefined> {
  const [order] = await byId(db, { orderId })
  if (!order) return undefined
  const lines = await db
    .selectFrom('order_lines')
    .innerJoin(orderedProducts().as('product'), 'product.product_number', 'order_lines.product_number')
    .select(LINE_COLUMNS)
    .select('order_lines.seller_id')
    .where('order_lines.order_number', '=', order.order_number)
    .orderBy('order_lines.line_number')
    .execute()
  const { order_number: _, terms, privacy, deliveries, ...row } = order
  return {
    ...fromStored(row),
    lines: lines.map((line) => ({ ...line, unit_price: Number(line.unit_price) })),
    ...(deliveries && { deliveries }),
    ...((terms ?? privacy) && { agreed: { terms, privacy } }),
  }
}

/** Returns the id of an order's buyer; undefined when there is no such order. */
export async function findBuyerOf(db: Db, orderId: string): Promise<string | undefined> {
  const order = await db.selectFrom('orders').select('buyer_id').where('order_id', '=', orderId).executeTakeFirst()
  return order?.buyer_id
}

/**
 * SQL for the part of an order's total that was cancelled or returned: all of it in those states, otherwise the amount of those
 * units and of the delivery that is refunded with them.
 */
const REVERSED = sql<string>`
  case when is_reversed(order_state) then total_count else (
    select coalesce(sum(amount_of_units(amount, quantity, cancelled + returned_units)), 0)
    from order_lines line where line.order_number = orders.order_number
  ) end + (
    select coalesce(sum(delivery), 0) from seller_orders part, reversed_delivery(part, order_state) delivery
    where part.order_number = orders.order_number
  )`

const ofBuyer = prepared('orders_of_buyer', (db, { buyerId }: { buyerId: string }) =>
  db
    .selectFrom('orders')
    .select(SUMMARY_COLUMNS)
    .select([sql<number>`count(*) over ()`.as('order_count'), sql<string>`sum(total_count) over ()`.as('total_spend')])
    .select(sql<string>`sum(${REVERSED}) over ()`.as('reversed_spend'))
    .select((order) => sql<string[]>`array(${firstPictures(order)})`.as('pictures'))
    .select((order) => sql<OrderSummary['packages']>`(${packagesOf(order)})`.as('packages'))
    .where('buyer_id', '=', buyerId)
    .orderBy('order_number', 'desc')
    .limit(MAX_ORDERS_LISTED)
    .compile(),
)

/** Returns a buyer's newest orders, at most 1,000, and the figures of all of them. */
export async function listOrders(db: Db, buyerId: string): Promise<OrderList> {
  const orders = await ofBuyer(db, { buyerId })
  const numbers = orders.map(({ order_id }) => orderNumberOf(order_id))
  const payments = await listOrderPayments(db, numbers)
  return {
    orders: orders.map(({ order_count: _, total_spend: __, reversed_spend: ___, ...order }, index) => ({
      ...fromStored(order),
      ...paymentField(payments.get(numbers[index] ?? 0)),
    })),
    order_count: orders[0]?.order_count ?? 0,
    total_spend: Number(orders[0]?.total_spend ?? 0),
    reversed_spend: Number(orders[0]?.reversed_spend ?? 0),
  }
}

function firstPictures(orders: ExpressionBuilder<Tables, 'orders'>) {
  return orders
    .selectFrom('order_lines')
    .innerJoin(orderedProducts().as('product'), 'product.product_number', 'order_lines.product_number')
    .select('product.featured_image')
    .whereRef('order_lines.order_number', '=', 'orders.order_number')
    .orderBy('order_lines.line_number')
    .limit(MAX_ORDER_PICTURES)
}

function packagesOf(orders: ExpressionBuilder<Tables, 'orders'>) {
  const isSent = sql`count(*) filter (where state in ('shipped', 'delivered', 'returned'))`
  return orders
    .selectFrom('seller_orders')
    .select(sql`json_build_object('sent', ${isSent}, 'total', count(*))`.as('packages'))
    .whereRef('seller_orders.order_number', '=', 'orders.order_number')
    .where('state', '<>', 'cancelled')
}

/** Does the same as `hasAddress`. */
const HAS_ADDRESS = sql<boolean>`concat(
    shipping_address ->> 'fullName', shipping_address ->> 'address', shipping_address ->> 'city',
    shipping_address ->> 'postalCode'
  ) ~ '\\S'`

/**
 * Returns the destinations that a later address of a buyer's order is compared with: those of deliveries that are not
 * cancelled. They never change.
 */
export const listDestinations = (db: Db, buyerId: string, orderId: string): Promise<FrozenDestination[]> =>
  db
    .selectFrom('order_deliveries')
    .innerJoin('orders', 'orders.order_number', 'order_deliveries.order_number')
    .innerJoin('seller_orders as part', (join) =>
      join
        .onRef('part.order_number', '=', 'order_deliveries.order_number')
        .onRef('part.seller_id', '=', 'order_deliveries.seller_id'),
    )
    .select(['kind', 'country', 'destinations', 'other_destinations'])
    .where('order_id', '=', orderId)
    .where('buyer_id', '=', buyerId)
    .where('part.state', '<>', 'cancelled')
    .execute()

/** Adds the missing address of a buyer's pending order, and records it; returns false for any other order. */
export async function addAddress(
  db: Db,
  buyerId: string,
  { orderId, address, now }: { orderId: string; address: ShippingInfo; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with addressed as (
      update orders set shipping_address = ${JSON.stringify(address)}::jsonb
      where order_id = ${orderId} and buyer_id = ${buyerId}::uuid and order_state = 'pending' and not (${HAS_ADDRESS})
      returning order_number
    ), recorded as (
      insert into order_events (order_number, seller_id, kind, by_user, by_role, created_at)
      select order_number, seller_id, 'address_changed', ${buyerId}::uuid, 'buyer', ${now}
      from addressed join seller_orders using (order_number)
      where state <> 'cancelled' and seller_orders.shipping_address is null
      order by number
    )
    select from addressed`.execute(db)
  return rows.length === 1
}

/** Returns the address of the newest of a buyer's latest orders that has one; null if none does. */
export async function findLastAddress(db: Db, buyerId: string): Promise<ShippingInfo | null> {
  const newest = db
    .selectFrom('orders')
    .select(['order_number', 'shipping_address'])
    .where('buyer_id', '=', buyerId)
    .orderBy('order_number', 'desc')
    .limit(MAX_ORDERS_SEARCHED)
  const found = await db
    .selectFrom(newest.as('orders'))
    .select('shipping_address')
    .where(HAS_ADDRESS)
    .orderBy('order_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ? readShippingAddress(found.shipping_address) : null
}

/** Returns SQL for whether an account has orders, given an expression for its id. */
export function hasOrders(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from orders where buyer_id = ${userId})`
}

/** Returns a query for units and amount of orders awaiting a bank transfer: of a seller, or of all, without units. */
export function awaitedLines(sellerId?: string): RawBuilder<unknown> {
  const unpaid = sql`(${UNPAID_ORDERS}) unpaid join orders using (order_number)`
  if (sellerId === undefined)
    return sql`
      select 0 as units, coalesce(sum(total_count), 0) as amount, 0 as reversed_units,
        coalesce(sum(${REVERSED}), 0) as reversed_amount
      from ${unpaid}`
  const reversed = sql`reversed_units(order_state, quantity, cancelled, returned_units)`
  return sql`
    select coalesce(sum(quantity), 0)::bigint as units, coalesce(sum(amount), 0) as amount,
      coalesce(sum(${reversed}), 0)::bigint as reversed_units,
      coalesce(sum(amount_of_units(amount, quantity, ${reversed})), 0) as reversed_amount
    from ${unpaid} join order_lines using (order_number) where seller_id = ${sellerId}::uuid`
}

type IsDelivered = (orderNumber: RawBuilder<unknown>, lineNumber: RawBuilder<unknown>) => RawBuilder<boolean>

const LINE = { order: sql`line.order_number`, line: sql`line.line_number` }

/** Returns which products were delivered to a buyer: returned ones count, cancelled ones do not. */
export async function listReceived(
  db: Db | Tx,
  { buyerId, products, isDelivered }: { buyerId: string; products: readonly number[]; isDelivered: IsDelivered },
): Promise<Set<number>> {
  if (!products.length) return new Set()
  const { rows } = await sql<{ product_number: number }>`
    select distinct line.product_number
    from orders join order_lines line using (order_number)
    where buyer_id = ${buyerId}::uuid and line.product_number = any(${products}::bigint[])
      and line.cancelled < line.quantity and order_state <> 'cancelled'
      and (
        order_state in ('delivered', 'returned')
        or line.returned_units > 0
        or ${isDelivered(LINE.order, LINE.line)}
        or exists (
          select from seller_orders seller_order
          where seller_order.order_number = line.order_number and seller_order.seller_id = line.seller_id
            and seller_order.state in ('delivered', 'returned')
        )
      )`.execute(db)
  return new Set(rows.map(({ product_number }) => product_number))
}

export const anyOrder = anyRowOf(sql`orders`)

/** Counts an account's unsent orders, as seller and as buyer. */
export async function countOpenOrders(db: Db, userId: string): Promise<OpenOrders> {
  const { rows } = await sql<OpenOrders>`
    select (
      select count(*) from seller_orders where seller_id = ${userId}::uuid and state in ('pending', 'confirmed')
    ) as selling, (
      select count(*) from orders where buyer_id = ${userId}::uuid and order_state in ('pending', 'confirmed')
    ) as buying`.execute(db)
  return rows[0] ?? { selling: 0, buying: 0 }
}

/** Records on each unsent seller order of a suspended seller that its buyer may cancel it. */
export async function noteSuspension(
  tx: Tx,
  { seller_id, is_suspended }: { seller_id: string; is_suspended: boolean },
): Promise<void> {
  if (!is_suspended) return
  await sql`
    insert into order_events (order_number, seller_id, kind, by_role, facts, created_at)
    select order_number, seller_id, 'note', 'admin', jsonb_build_object('mark', ${'seller_suspended' satisfies NoteMark}::text), now()
    from seller_orders where seller_id = ${seller_id}::uuid and state in ('pending', 'confirmed')`.execute(tx)
}
