import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

/** Expires the reservations of all running checkouts, which otherwise takes 15 minutes. */
export async function endReservations(db: Db): Promise<void> {
  await sql`update checkouts set expires_at = now() where checkout_state in ('open', 'paying')`.execute(db)
}

/** Returns payments and events that are not in a final state. */
export async function listUnfinished(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'payment ' || payment_id || ' is ' || payment_state as what from payments
    where payment_state in ('created', 'requires_action', 'processing', 'authorized', 'awaiting_transfer')
    union all
    select 'refund ' || refund_id || ' is ' || refund_state from refunds where refund_state in ('requested', 'sent', 'pending')
      and next_attempt_at is not null
    union all
    select 'checkout ' || checkout_id || ' is ' || checkout_state from checkouts where checkout_state in ('open', 'paying')
    union all
    select 'event ' || event_id || ' waits' from payment_events where done_at is null`.execute(db)
  return rows.map(({ what }) => what)
}

/** Returns the differences between the provider's books and ours; sums are in cents. */
export async function compareBooks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select intent_id || ' took ' || amount_received || ' cents, its payment ' || coalesce(payment_id::text, 'is missing') as what
    from sandbox.intents left join payments on provider_ref = intent_id
    where status = 'succeeded' and (payment_id is null or captured * 100 <> amount_received)
    union all
    select 'the payment ' || payment_id || ' has ' || captured || ', at the provider it is ' || coalesce(status, 'missing')
    from payments left join sandbox.intents on provider_ref = intent_id
    where provider = 'stripe' and captured > 0 and status is distinct from 'succeeded'
    union all
    select 'refunded at the provider: ' || theirs || ' cents, here ' || ours
    from (select coalesce(sum(amount) filter (where status = 'succeeded'), 0) as theirs from sandbox.refunds) provider,
      (select coalesce(sum(refunded), 0) * 100 as ours from payments where provider = 'stripe') here
    where theirs <> ours
    union all
    select 'the order ' || order_id || ' has no payment' from orders
    where not exists (select from payments where payments.order_number = orders.order_number)
      and order_number > (select coalesce(min(order_number), 0) from payments)
    union all
    select 'product ' || product_number || ' has ' || reserved || ' reserved' from stock where reserved > 0`.execute(db)
  return rows.map(({ what }) => what)
}

/** Counts payments by state, and paid orders. */
export async function countPayments(db: Db): Promise<string> {
  const { rows } = await sql<{ payment_state: string; count: number }>`
    select payment_state, count(*) as count from payments group by payment_state order by count desc`.execute(db)
  return rows.map(({ payment_state, count }) => `${count} ${payment_state}`).join(', ')
}

/** Returns those of the ids whose orders exist. */
export async function listPlaced(db: Db, orderIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from orders where order_id = any(${[...orderIds]}::text[])`.execute(db)
  return new Set(rows.map(({ order_id }) => order_id))
}

/** Counts the stored events of the provider. */
export async function countEvents(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from payment_events`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the payments that the provider captured more than once. */
export async function listPaidTwice(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select metadata ->> 'checkout_id' || ' was paid ' || count(*) || ' times' as what from sandbox.intents
    where status = 'succeeded' group by metadata ->> 'checkout_id' having count(*) > 1`.execute(db)
  return rows.map(({ what }) => what)
}

/** Returns the order ids of these buyers. */
export async function orderIdsOf(db: Db, buyerIds: string[]): Promise<string[]> {
  if (!buyerIds.length) return []
  const orders = await db.selectFrom('orders').select('order_id').where('buyer_id', 'in', buyerIds).execute()
  return orders.map(({ order_id }) => order_id)
}
