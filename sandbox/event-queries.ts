import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/tables.ts'
import { deletionOf } from '../server/platform/data/expired-queries.ts'
import type { IntentRow } from './intent-queries.ts'

/** An event with its arrivals, one row each; a lost event has none. */
export interface NewEvent {
  event_id: string
  type: string
  intent_id: string
  /** JSON. */
  content: string
  created_at: Date
  in_order: boolean[]
  due_at: Date[]
}

export async function insertEvent(tx: Tx, { in_order, due_at, ...event }: NewEvent): Promise<void> {
  const { event_number } = await tx
    .insertInto('sandbox.events')
    .values(event)
    .returning('event_number')
    .executeTakeFirstOrThrow()
  await sql`
    insert into sandbox.deliveries (event_number, intent_id, in_order, due_at)
    select ${event_number}, ${event.intent_id}, arrival.in_order, arrival.due_at
    from unnest(${in_order}::boolean[], ${due_at}::timestamptz[]) as arrival (in_order, due_at)`.execute(tx)
}

export function areDeliveriesDue(now: Date): RawBuilder<boolean> {
  return sql`exists (select from sandbox.deliveries where due_at <= ${now})`
}

export interface ClaimedDelivery {
  delivery_number: number
  attempts: number
  content: Record<string, unknown>
}

/**
 * Claims due deliveries until `leaseEnd`. An ordered one waits until the earlier ones of its payment have been tried.
 */
export async function claimDeliveries(
  db: Db,
  claim: { now: Date; leaseEnd: Date; limit: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as (
      select delivery_number from sandbox.deliveries as delivery
      where due_at <= ${claim.now} and (not in_order or tried_at is not null or not exists (
        select from sandbox.deliveries as earlier
        where earlier.intent_id = delivery.intent_id and earlier.in_order and earlier.tried_at is null
          and earlier.delivery_number < delivery.delivery_number))
      order by due_at, delivery_number
      limit ${claim.limit}
    )
    update sandbox.deliveries as delivery set attempts = attempts + 1, due_at = ${claim.leaseEnd}
    from due, sandbox.events as event
    where delivery.delivery_number = due.delivery_number and event.event_number = delivery.event_number
    returning delivery.delivery_number, delivery.attempts, event.content`.execute(db)
  return rows.toSorted((one, other) => one.delivery_number - other.delivery_number)
}

/** The result of a delivery attempt: accepted, a retry at `due_at`, or given up. */
export interface EndedDelivery {
  delivery_number: number
  now: Date
  /** Status of the response; null without one. */
  status: number | null
  due_at: Date | null
  delivered_at: Date | null
}

export async function finishDeliveries(db: Db, ended: readonly EndedDelivery[]): Promise<void> {
  await endDeliveries(db, {
    numbers: ended.map(({ delivery_number }) => delivery_number),
    tried: ended.map(({ now }) => now),
    statuses: ended.map(({ status }) => status),
    due: ended.map(({ due_at }) => due_at),
    delivered: ended.map(({ delivered_at }) => delivered_at),
  })
}

interface EndedDeliveries {
  numbers: number[]
  tried: Date[]
  statuses: (number | null)[]
  due: (Date | null)[]
  delivered: (Date | null)[]
}

const endDeliveries = prepared('sandbox_deliveries_end', (db, p: EndedDeliveries) =>
  sql`
    update sandbox.deliveries set due_at = ended.due_at, delivered_at = ended.delivered_at,
      tried_at = coalesce(tried_at, ended.now), response_status = ended.status
    from unnest(${p.numbers}::bigint[], ${p.tried}::timestamptz[], ${p.statuses}::smallint[], ${p.due}::timestamptz[],
      ${p.delivered}::timestamptz[]) ended (delivery_number, now, status, due_at, delivered_at)
    where sandbox.deliveries.delivery_number = ended.delivery_number`.compile(db),
)

/** A payment on the sandbox's page, in cents. */
export interface SandboxPayment
  extends Pick<IntentRow, 'intent_id' | 'amount' | 'amount_received' | 'amount_refunded' | 'status'>,
    Pick<IntentRow, 'payment_method' | 'created_at'> {
  refunds: { refund_id: string; amount: number; status: string }[]
  dispute: { dispute_id: string; amount: number; status: string } | null
  /** Chronological. */
  events: { event_id: string; type: string }[]
}

/** Returns the newest payments with their refunds, disputes and events. */
export async function listPaymentRows(db: Db, limit: number): Promise<SandboxPayment[]> {
  const { rows } = await sql<SandboxPayment>`
    select intent_id, amount, amount_received, amount_refunded, status, payment_method, created_at,
      (select coalesce(jsonb_agg(jsonb_build_object('refund_id', refund_id, 'amount', amount, 'status', status)
        order by refund_number), '[]') from sandbox.refunds where intent_id = intent.intent_id) as refunds,
      (select jsonb_build_object('dispute_id', dispute_id, 'amount', amount, 'status', status)
        from sandbox.disputes where intent_id = intent.intent_id) as dispute,
      (select coalesce(jsonb_agg(jsonb_build_object('event_id', event_id, 'type', type) order by event_number), '[]')
        from sandbox.events where intent_id = intent.intent_id) as events
    from sandbox.intents intent order by intent_number desc limit ${limit}`.execute(db)
  return rows
}

/** Delivers an event once more; returns false if it is missing. */
export async function repeatEvent(tx: Tx, eventId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into sandbox.deliveries (event_number, intent_id, in_order, due_at)
    select event_number, intent_id, false, ${now} from sandbox.events where event_id = ${eventId}`.execute(tx)
  return numAffectedRows === 1n
}

/** Delivers the events since a time once more, in reverse order per payment; returns the count. */
export async function repeatReversed(tx: Tx, since: Date, now: Date): Promise<number> {
  // Sorted, because numbers are assigned in row order.
  const { numAffectedRows } = await sql`
    insert into sandbox.deliveries (event_number, intent_id, in_order, due_at)
    select event_number, intent_id, true, ${now} from sandbox.events
    where created_at >= ${since} order by event_number desc`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Deletes up to `limit` events from before a time, with their deliveries; returns the count. */
export const deleteEvents = deletionOf(sql`sandbox.events`, sql`event_number`, sql`created_at`)
