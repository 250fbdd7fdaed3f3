import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { OrderState } from '../../../shared/orders/constants.ts'

/** Returns the origin of an order's state; before its seller orders are filled they follow the order. */
export function readStateOrigin(db: Db | Tx, orderId: string) {
  return db
    .selectFrom('orders')
    .select('state_source')
    .select(sql<OrderState>`coalesce(derived_order_state(order_number), order_state)`.as('derived_state'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
}

/** Lets the state of a locked order follow its seller orders if they have the same state. */
export async function followIfSame(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update orders set state_source = 'seller_orders'
    where order_id = ${orderId} and state_source = 'admin'
      and derived_order_state(order_number) = order_state`.execute(tx)
}

/**
 * Records states that an admin set, each with the one before; `automatic` when the order follows its seller orders
 * again.
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
