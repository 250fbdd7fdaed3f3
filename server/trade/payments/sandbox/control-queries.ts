import { sql } from 'kysely'
import type { Db, Tx } from '../../../../db/tables.ts'
import { deleteExpired } from '../../../platform/data/expired-queries.ts'

/** A payment as the sandbox's page shows it: amounts in cents, times as text. */
export interface SandboxPayment {
  intent_id: string
  amount: number
  amount_received: number
  amount_capturable: number
  amount_refunded: number
  currency: string
  status: string
  payment_method: string | null
  metadata: Record<string, string>
  created_at: Date
  refunds: { refund_id: string; amount: number; status: string }[]
  dispute: { dispute_id: string; amount: number; status: string } | null
  /** In the order in which they happened; `arrivals`: how often it came, `waiting`: how many are still to come. */
  events: { event_id: string; type: string; created_at: string; arrivals: number; waiting: number }[]
}

/** Returns the newest payments with what belongs to them. */
export async function listPaymentRows(db: Db, limit: number): Promise<SandboxPayment[]> {
  const { rows } = await sql<SandboxPayment>`
    select intent.intent_id, intent.amount, intent.amount_received, intent.amount_capturable,
      coalesce(charge.amount_refunded, 0) as amount_refunded, intent.currency, intent.status,
      coalesce(intent.payment_method, charge.payment_method) as payment_method, intent.metadata, intent.created_at,
      coalesce(refund.list, '[]') as refunds, dispute.object as dispute, coalesce(event.list, '[]') as events
    from (select * from sandbox_intents order by intent_number desc limit ${limit}) as intent
    left join sandbox_charges as charge on charge.charge_id = intent.latest_charge
    left join lateral (
      select jsonb_agg(jsonb_build_object('refund_id', refund_id, 'amount', amount, 'status', status)
        order by refund_number) as list
      from sandbox_refunds where intent_id = intent.intent_id) as refund on true
    left join lateral (
      select jsonb_build_object('dispute_id', dispute_id, 'amount', amount, 'status', status) as object
      from sandbox_disputes where intent_id = intent.intent_id) as dispute on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('event_id', event_id, 'type', type, 'created_at', created_at,
        'arrivals', delivery.arrivals, 'waiting', delivery.waiting) order by event_number) as list
      from sandbox_events as happened
      cross join lateral (
        select count(delivered_at) as arrivals, count(due_at) as waiting
        from sandbox_deliveries where event_number = happened.event_number) as delivery
      where happened.intent_id = intent.intent_id) as event on true
    order by intent.intent_number desc`.execute(db)
  return rows
}

/** Lets an event arrive once more; returns whether there is such an event. */
export async function repeatEvent(tx: Tx, eventId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sandbox_deliveries (event_number, intent_id, in_order, due_at)
    select event_number, intent_id, false, ${now} from sandbox_events where event_id = ${eventId}`.execute(tx)
  return numAffectedRows === 1n
}

/** Lets the events since a time arrive once more, those of each payment in reverse order; returns how many. */
export async function repeatReversed(tx: Tx, since: Date, now: Date): Promise<number> {
  // In order of their numbers: those are given in the order of the rows.
  const { numAffectedRows } = await sql`
    insert into sandbox_deliveries (event_number, intent_id, in_order, due_at)
    select event_number, intent_id, true, ${now} from sandbox_events
    where created_at >= ${since} order by event_number desc`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Deletes at most `limit` events from before a time, with their deliveries; returns how many. */
export function deleteEvents(db: Db, createdBefore: Date, limit: number): Promise<number> {
  const expired = sql`created_at < ${createdBefore}`
  return deleteExpired(db, {
    table: sql`sandbox_events`,
    key: sql`event_number`,
    expired,
    order: sql`created_at`,
    limit,
  })
}
