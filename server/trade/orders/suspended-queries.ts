import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { OpenOrders } from '../../../shared/accounts/schema.ts'
import type { NoteMark } from '../../../shared/fulfilment/constants.ts'

const MARK: NoteMark = 'seller_suspended'

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
    select order_number, seller_id, 'note', 'admin', jsonb_build_object('mark', ${MARK}::text), now()
    from seller_orders where seller_id = ${seller_id}::uuid and state in ('pending', 'confirmed')`.execute(tx)
}
