import { sql } from 'kysely'
import type { Tx } from '../../../db/tables.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { fromStored, ORDER_COLUMNS } from './order-columns.ts'
import { readSellerOrders, type SellerOrderRow } from './seller-order-queries.ts'

export type PlacedOrder = Omit<Order, 'lines'> & { order_number: number; sellerOrders: SellerOrderRow[] }

/** Returns the number of the last order with a queued mail, locked; undefined while another process is at it. */
export async function lockLastMailed(tx: Tx): Promise<number | undefined> {
  const row = await tx.selectFrom('order_mails').select('last_order_number').forUpdate().skipLocked().executeTakeFirst()
  return row?.last_order_number
}

/** Records up to which order mails were queued. */
export async function setLastMailed(tx: Tx, last_order_number: number): Promise<void> {
  await tx.updateTable('order_mails').set({ last_order_number }).execute()
}

/** Returns the number of the last order that comes, after a number, before any that was placed after a time. */
export async function findLastBefore(tx: Tx, after: number, placedAfter: Date): Promise<number> {
  const { rows } = await sql<{ order_number: number }>`
    select coalesce(
      (select order_number - 1 from orders where order_number > ${after} and created_at > ${placedAfter}
        order by order_number limit 1),
      (select max(order_number) from orders)
    ) as order_number`.execute(tx)
  return rows[0]?.order_number ?? after
}

/** Returns the next orders after a number with what each seller has in them, lowest number first. */
export async function listOrdersAfter(tx: Tx, after: number, limit: number): Promise<PlacedOrder[]> {
  const orders = await tx
    .selectFrom('orders')
    .select('order_number')
    .select(ORDER_COLUMNS)
    .where('order_number', '>', after)
    .orderBy('order_number')
    .limit(limit)
    .execute()
  const numbers = orders.map(({ order_number }) => order_number)
  const sellerOrders = Map.groupBy(await readSellerOrders(tx, numbers), ({ order_number }) => order_number)
  return orders.map((order) => ({ ...fromStored(order), sellerOrders: sellerOrders.get(order.order_number) ?? [] }))
}
