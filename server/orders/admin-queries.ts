import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../db/tables.ts'
import type { AdminOrderRow } from '../../shared/admin/schema.ts'
import type { OrderState, PaymentMethod } from '../../shared/orders/constants.ts'

/** How many orders there are and the highest number; the two are the same while nobody has removed any by hand. */
export async function readNumbering(db: Db): Promise<{ orders: number; last: number }> {
  const { rows } = await sql<{ orders: number; last: number }>`
    select (select coalesce(sum(orders), 0)::bigint from order_days) as orders,
      (select coalesce(max(order_number), 0) from orders) as last`.execute(db)
  return rows[0] ?? { orders: 0, last: 0 }
}

/** The orders of these numbers, newest first. */
export async function listOrdersNumbered(db: Db, numbers: number[]): Promise<AdminOrderRow[]> {
  if (!numbers.length) return []
  const rows = await orders(db).where('order_number', '=', sql<number>`any(${numbers}::bigint[])`).execute()
  return rows.map(toRow)
}

/** A page of the orders whose id contains the letters and digits, newest first, found by looking at all of them. */
export async function scanOrders(
  db: Db,
  part: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<AdminOrderRow[]> {
  const rows = await orders(db).where('order_id', 'like', `%${part}%`).offset(offset).limit(limit).execute()
  return rows.map(toRow)
}

/** How many order ids contain some digits, by looking at each. */
export async function countByScan(db: Db, part: string): Promise<number> {
  const { orders } = await db
    .selectFrom('orders')
    .select(sql<number>`count(*)`.as('orders'))
    .where('order_id', 'like', `%${part}%`)
    .executeTakeFirstOrThrow()
  return orders
}

/** The next orders below a number whose id contains the letters and digits (`''`: all), newest first. */
export async function listOrdersBelow(
  db: Db,
  { part, below, limit }: { part: string; below: number; limit: number },
): Promise<(AdminOrderRow & { order_number: number; payment_method: PaymentMethod })[]> {
  const rows = await orders(db)
    .select('payment_method')
    .where('order_number', '<', below)
    .$if(part !== '', (some) => some.where('order_id', 'like', `%${part}%`))
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...toRow(row), order_number: row.order_number, payment_method: row.payment_method }))
}

/** Locks an order and answers its state. */
export async function lockOrderState(tx: Tx, orderId: string): Promise<OrderState | undefined> {
  const order = await tx
    .selectFrom('orders')
    .select('order_state')
    .where('order_id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return order?.order_state
}

/** Sets the state of an order, whose row the caller holds. */
export async function setOrderState(tx: Tx, orderId: string, order_state: OrderState): Promise<void> {
  await tx.updateTable('orders').set({ order_state }).where('order_id', '=', orderId).execute()
}

interface Row {
  order_number: number
  order_id: string
  buyer_id: string
  total_count: string
  created_at: Date
  order_state: OrderState
}

function orders(db: Db): SelectQueryBuilder<Tables, 'orders', Row> {
  return db
    .selectFrom('orders')
    .select(['order_number', 'order_id', 'buyer_id', 'total_count', 'created_at', 'order_state'])
    .orderBy('order_number', 'desc')
}

function toRow({ order_id, buyer_id, total_count, created_at, order_state }: Row): AdminOrderRow {
  return { order_id, buyer_id, total_count: Number(total_count), created_at: created_at.toISOString(), order_state }
}
