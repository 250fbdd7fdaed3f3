import { sql } from 'kysely'
import type { Tx } from '../../db/tables.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { orderedProducts } from '../catalog/purchase-queries.ts'
import { fromStored, LINE_COLUMNS, ORDER_COLUMNS } from './order-columns.ts'

export type NumberedOrder = Order & { order_number: number }

/** Returns the number of the last order with a queued mail, locked; undefined while another process is at it. */
export async function lockLastMailed(tx: Tx): Promise<number | undefined> {
  const row = await tx.selectFrom('order_mails').select('last_order_number').forUpdate().skipLocked().executeTakeFirst()
  return row?.last_order_number
}

/** Records up to which order mails were queued. */
export async function setLastMailed(tx: Tx, last_order_number: number): Promise<void> {
  await tx.updateTable('order_mails').set({ last_order_number }).execute()
}

/** Returns the next orders after a number, with their lines, lowest number first. */
export async function listOrdersAfter(tx: Tx, after: number, limit: number): Promise<NumberedOrder[]> {
  const orders = await tx
    .selectFrom('orders')
    .select('order_number')
    .select(ORDER_COLUMNS)
    .where('order_number', '>', after)
    .orderBy('order_number')
    .limit(limit)
    .execute()
  if (!orders.length) return []
  const numbers = orders.map(({ order_number }) => order_number)
  const lines = await tx
    .selectFrom('order_lines')
    .innerJoin(orderedProducts().as('product'), 'product.product_number', 'order_lines.product_number')
    .select('order_number')
    .select(LINE_COLUMNS)
    .where('order_number', '=', sql<number>`any(${numbers}::bigint[])`)
    .orderBy('order_number')
    .orderBy('line_number')
    .execute()
  const byNumber = Map.groupBy(lines, (line) => line.order_number)
  return orders.map((order) => ({
    ...fromStored(order),
    lines: (byNumber.get(order.order_number) ?? []).map(({ order_number: _, ...line }) => ({
      ...line,
      unit_price: Number(line.unit_price),
    })),
  }))
}
