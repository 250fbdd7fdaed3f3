import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { OrderState } from '../../../shared/orders/constants.ts'
import type { OrderRow } from '../../../shared/orders/schema.ts'
import { highestOf, readValue } from '../../platform/data/count-queries.ts'
import { orderCount } from '../stats/queries.ts'
import { fromStored, ORDER_COLUMNS } from './order-columns.ts'
import { isInEveryId, meets, type OrderConditions } from './search-queries.ts'

export function readLastOrderNumber(db: Db): Promise<number> {
  return highestOf(db.selectFrom('orders'), sql`order_number`)
}

/** Counts the orders whose id contains a text in capitals. */
export function countOrders(db: Db | Tx, part: string): Promise<number> {
  const matching = sql<number>`(select count(*) from orders where ${meets({ part })})`
  return readValue(db, isInEveryId(part) ? orderCount : matching)
}

/** Returns the lowest of the next `size` order numbers from a number downwards; undefined if there are none. */
export async function findLowest(db: Db, from: number, size: number): Promise<number | undefined> {
  const { rows } = await sql<{ low: number | null }>`
    select min(order_number) as low from (
      select order_number from orders where order_number <= ${from} order by order_number desc limit ${size}
    ) next`.execute(db)
  return rows[0]?.low ?? undefined
}

/** Returns the orders in a range of numbers that meet the conditions, newest first. */
export async function listOrdersBetween(
  db: Db,
  conditions: OrderConditions,
  { low, high }: { low: number; high: number },
): Promise<OrderRow[]> {
  const rows = await db
    .selectFrom('orders')
    .select(ORDER_COLUMNS)
    .where('order_number', '>=', low)
    .where('order_number', '<=', high)
    .where(meets(conditions))
    .orderBy('order_number', 'desc')
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

/** Returns an order's state with its origin, and the derived state: the order's own while it has no seller orders. */
export function readStateOrigin(db: Db | Tx, orderId: string) {
  return db
    .selectFrom('orders')
    .select(['order_state', 'state_source'])
    .select(sql<OrderState>`coalesce(derived_order_state(order_number), order_state)`.as('derived_state'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
}

/** Makes the state of a locked order derived again if its seller orders give the same state. */
export async function followIfSame(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update orders set state_source = 'seller_orders'
    where order_id = ${orderId} and state_source = 'admin'
      and derived_order_state(order_number) = order_state`.execute(tx)
}

/**
 * Records states that an admin set, each with the one before; `automatic` when the state is derived again.
 */
export async function insertStateEvents(
  tx: Tx,
  { admin_id, now, reason }: { admin_id: string; now: Date; reason?: string },
  orders: readonly { order_id: string; order_state: OrderState }[],
  { to, automatic = false }: { to: OrderState; automatic?: boolean },
): Promise<void> {
  await sql`
    insert into order_events (order_number, kind, by_user, by_role, facts, created_at)
    select order_number, 'state_set', ${admin_id}, 'admin',
      jsonb_build_object('from', changed.from_state, 'to', ${to}::text)
        || case when ${automatic}::boolean then '{"automatic": true}'::jsonb else '{}' end
        || jsonb_strip_nulls(jsonb_build_object('note', ${reason ?? null}::text)), ${now}
    from unnest(
      ${orders.map((order) => order.order_id)}::text[], ${orders.map((order) => order.order_state)}::text[]
    ) changed (order_id, from_state)
    join orders using (order_id) order by order_number`.execute(tx)
}
