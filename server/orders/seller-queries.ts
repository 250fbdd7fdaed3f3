import { sql } from 'kysely'
import type { Db, Tx } from '../../db/tables.ts'
import { MAX_MATCHES, type SortDirection } from '../../shared/kernel/list-constants.ts'
import { sumLines } from '../../shared/kernel/money.ts'
import { ORDER_STATES, type OrderState, type SellerOrderSort } from '../../shared/orders/constants.ts'
import { orderNumberOf } from '../../shared/orders/rules.ts'
import type { SellerOrder } from '../../shared/orders/schema.ts'
import { orderedProducts } from '../catalog/purchase-queries.ts'
import type { Sorting } from '../data/sorting.ts'
import { LINE_COLUMNS, SELLER_ORDER_COLUMNS } from './order-columns.ts'

/** Order numbers from `first` to `last`, both included. */
export interface NumberRange {
  first: number
  last: number
}

/** Returns the ids of the sellers of an order's products. */
export async function listOrderSellers(db: Db | Tx, orderId: string): Promise<string[]> {
  const sellers = await db
    .selectFrom('seller_orders')
    .select('seller_id')
    .where('order_number', '=', orderNumberOf(orderId))
    .execute()
  return sellers.map(({ seller_id }) => seller_id)
}

/** Returns how many orders with a product of this seller have a number in one of the ranges. */
export async function countSellerOrdersIn(db: Db, sellerId: string, ranges: NumberRange[]): Promise<number> {
  const { orders } = await db
    .selectFrom('seller_orders')
    .select(sql<number>`count(*)`.as('orders'))
    .where('seller_id', '=', sellerId)
    .where(inRanges(ranges))
    .executeTakeFirstOrThrow()
  return orders
}

interface Page {
  ranges: NumberRange[] | undefined
  limit: number
  offset: number
}

/** Returns the numbers of a page of a seller's orders, by date. */
export async function listSellerNumbers(
  db: Db,
  sellerId: string,
  { ranges, limit, offset, direction }: Page & { direction: SortDirection },
): Promise<number[]> {
  const page = await db
    .selectFrom('seller_orders')
    .select('order_number')
    .where('seller_id', '=', sellerId)
    .$if(ranges !== undefined, (some) => some.where(inRanges(ranges ?? [])))
    .orderBy('order_number', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return page.map((row) => row.order_number)
}

/** By state in the order of their course. */
const SORTED_BY = {
  date: { asc: sql`order_number`, desc: sql`order_number desc` },
  state: { asc: sql`place, order_number desc`, desc: sql`place desc, order_number desc` },
  total: { asc: sql`amount, order_number desc`, desc: sql`amount desc, order_number desc` },
}

/**
 * Returns the numbers of a page of a seller's orders of a state (all without one), sorted, their count, and how many orders
 * it looked at: the newest, one more than the maximum at most.
 */
export async function findSellerOrders(
  db: Db,
  sellerId: string,
  {
    ranges,
    limit,
    offset,
    state,
    sorting,
  }: Page & { state: OrderState | undefined; sorting: Sorting<SellerOrderSort> },
): Promise<{ numbers: number[]; total: number; looked: number }> {
  const place = sql`array_position(${[...ORDER_STATES]}::text[], order_state)`
  const amount = sorting.sort === 'total' ? ownAmount(sellerId) : sql`0`
  const { rows } = await sql<{ numbers: string[]; total: number; looked: number }>`
    with newest as materialized (
      select order_number from seller_orders
      where seller_id = ${sellerId}::uuid and ${ranges ? inRanges(ranges) : sql`true`}
      order by order_number desc limit ${MAX_MATCHES + 1}
    ), matches as materialized (
      select order_number, ${place} as place, ${amount} as amount from newest join orders using (order_number)
      where ${state ? sql`order_state = ${state}` : sql`true`}
    )
    select (select count(*) from newest) as looked, (select count(*) from matches) as total, array(
      select order_number from matches order by ${SORTED_BY[sorting.sort][sorting.direction]}
      offset ${offset} limit ${limit}
    ) as numbers`.execute(db)
  const { numbers = [], total = 0, looked = 0 } = rows[0] ?? {}
  // The driver returns arrays of numbers as text.
  return { numbers: numbers.map(Number), total: Math.min(total, MAX_MATCHES), looked }
}

function ownAmount(sellerId: string) {
  return sql`(
    select sum(unit_price * quantity) from order_lines
    join ${orderedProducts(sellerId)} product using (product_number)
    where order_lines.order_number = newest.order_number
  )`
}

/** Returns an order as this seller sees it; undefined when it has none of the seller's products. */
export async function findSellerOrder(db: Db, sellerId: string, orderId: string): Promise<SellerOrder | undefined> {
  const found = await db
    .selectFrom('orders')
    .innerJoin('seller_orders', 'seller_orders.order_number', 'orders.order_number')
    .select('orders.order_number')
    .where('orders.order_id', '=', orderId)
    .where('seller_orders.seller_id', '=', sellerId)
    .executeTakeFirst()
  if (!found) return undefined
  const [order] = await readOrders(db, sellerId, [found.order_number])
  return order
}

/** Returns the orders of these numbers as this seller sees them, in that order. */
export async function readOrders(db: Db, sellerId: string, numbers: number[]): Promise<SellerOrder[]> {
  if (!numbers.length) return []
  const [orders, lines] = await Promise.all([
    db
      .selectFrom('orders')
      .select('order_number')
      .select(SELLER_ORDER_COLUMNS)
      .where('order_number', '=', anyOf(numbers))
      .execute(),
    db
      .selectFrom('order_lines')
      .innerJoin(orderedProducts(sellerId).as('product'), 'product.product_number', 'order_lines.product_number')
      .select('order_number')
      .select(LINE_COLUMNS)
      .where('order_number', '=', anyOf(numbers))
      .orderBy('line_number')
      .execute(),
  ])
  const byNumber = Map.groupBy(lines, (line) => line.order_number)
  return orders
    .sort((a, b) => numbers.indexOf(a.order_number) - numbers.indexOf(b.order_number))
    .map(({ order_number, created_at, ...order }) => {
      const own = (byNumber.get(order_number) ?? []).map(({ order_number: _, ...line }) => ({
        ...line,
        unit_price: Number(line.unit_price),
      }))
      const lines_total = sumLines(own.map((line) => ({ unitPrice: line.unit_price, quantity: line.quantity })))
      return { ...order, created_at: created_at.toISOString(), lines: own, lines_total }
    })
}

function anyOf(numbers: number[]) {
  return sql<number>`any(${numbers}::bigint[])`
}

/** Returns SQL for whether a number is in one of the ranges. */
export function inRanges(ranges: NumberRange[]) {
  if (!ranges.length) return sql<boolean>`false`
  return sql<boolean>`(${sql.join(
    ranges.map(({ first, last }) => sql`order_number between ${first}::bigint and ${last}::bigint`),
    sql` or `,
  )})`
}
