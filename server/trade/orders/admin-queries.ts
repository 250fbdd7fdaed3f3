import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { OrderState } from '../../../shared/orders/constants.ts'
import type { AdminOrderRow } from '../../../shared/orders/schema.ts'
import type { PaymentMethod } from '../../../shared/payments/constants.ts'
import { orderCount } from '../stats/admin-queries.ts'
import { ADMIN_COLUMNS, fromStored } from './order-columns.ts'
import { isInEveryId, meets, type OrderConditions } from './search-queries.ts'

export async function readLastOrderNumber(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('orders')
    .select(sql<number>`coalesce(max(order_number), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  return last
}

/** Counts the orders whose id contains a text in capitals. */
export async function countOrders(db: Db, part: string): Promise<number> {
  const matching = sql<number>`(select count(*) from orders where ${meets({ part })})`
  const { rows } = await sql<{ orders: number }>`
    select ${isInEveryId(part) ? orderCount : matching} as orders`.execute(db)
  return rows[0]?.orders ?? 0
}

export async function listOrdersNumbered(db: Db, numbers: number[]): Promise<AdminOrderRow[]> {
  if (!numbers.length) return []
  const rows = await orders(db).where('order_number', '=', sql<number>`any(${numbers}::bigint[])`).execute()
  return rows.map(fromStored)
}

/** Returns the lowest of the next `size` order numbers from a number downwards; undefined if there are none. */
export async function findLowest(db: Db, from: number, size: number): Promise<number | undefined> {
  const next = db
    .selectFrom('orders')
    .select('order_number')
    .where('order_number', '<=', from)
    .orderBy('order_number', 'desc')
    .limit(size)
  const { low } = await db
    .selectFrom(next.as('next'))
    .select(({ fn }) => fn.min<number | null>('order_number').as('low'))
    .executeTakeFirstOrThrow()
  return low ?? undefined
}

/** Returns the orders in a range of numbers that meet the conditions, newest first. */
export async function listOrdersBetween(
  db: Db,
  conditions: OrderConditions,
  { low, high }: { low: number; high: number },
): Promise<(AdminOrderRow & { payment_method: PaymentMethod })[]> {
  const rows = await orders(db)
    .select('payment_method')
    .where('order_number', '>=', low)
    .where('order_number', '<=', high)
    .where(meets(conditions))
    .execute()
  return rows.map(fromStored)
}

/** Locks an order; returns its state. */
export async function lockOrderState(tx: Tx, orderId: string): Promise<OrderState | undefined> {
  const order = await tx
    .selectFrom('orders')
    .select('order_state')
    .where('order_id', '=', orderId)
    .forNoKeyUpdate() // guard: order-state-lock
    .executeTakeFirst()
  return order?.order_state
}

/** Locks orders by ascending number. */
export async function lockOrders(tx: Tx, numbers: number[]): Promise<void> {
  await sql`
    select from orders where order_number = any(${numbers}::bigint[])
    order by order_number for no key update`.execute(tx)
}

export function listStates(tx: Tx, numbers: number[]): Promise<{ order_id: string; order_state: OrderState }[]> {
  return tx
    .selectFrom('orders')
    .select(['order_id', 'order_state'])
    .where('order_number', '=', sql<number>`any(${numbers}::bigint[])`)
    .orderBy('order_number')
    .execute()
}

/** Sets the state of locked orders. */
export async function setOrderStates(tx: Tx, orders: { order_id: string }[], order_state: OrderState): Promise<void> {
  const ids = orders.map(({ order_id }) => order_id)
  await tx.updateTable('orders').set({ order_state }).where('order_id', '=', sql<string>`any(${ids}::text[])`).execute()
}

/** Sets the state of a locked order. */
export async function setOrderState(tx: Tx, orderId: string, order_state: OrderState): Promise<void> {
  await tx.updateTable('orders').set({ order_state }).where('order_id', '=', orderId).execute()
}

function orders(db: Db) {
  return db.selectFrom('orders').select(ADMIN_COLUMNS).orderBy('order_number', 'desc')
}
