import { sql } from 'kysely'
import type { Db, Tx } from '../../db/tables.ts'
import { sumLines } from '../../shared/kernel/money.ts'
import { orderNumberOf } from '../../shared/orders/rules.ts'
import type { SellerOrder } from '../../shared/orders/schema.ts'
import { orderedProducts } from '../catalog/purchase-queries.ts'
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

/** Returns a page of a seller's orders, newest first, each with the seller's own lines only. */
export async function listSellerOrders(
  db: Db,
  sellerId: string,
  { ranges, limit, offset }: { ranges: NumberRange[] | undefined; limit: number; offset: number },
): Promise<SellerOrder[]> {
  const page = await db
    .selectFrom('seller_orders')
    .select('order_number')
    .where('seller_id', '=', sellerId)
    .$if(ranges !== undefined, (some) => some.where(inRanges(ranges ?? [])))
    .orderBy('order_number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return readOrders(
    db,
    sellerId,
    page.map((row) => row.order_number),
  )
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

/** Returns the orders of these numbers, in that order. */
async function readOrders(db: Db, sellerId: string, numbers: number[]): Promise<SellerOrder[]> {
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
