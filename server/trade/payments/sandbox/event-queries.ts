import { type Selectable, sql } from 'kysely'
import { prepared } from '../../../../db/prepared.ts'
import type { Db, Tables, Tx } from '../../../../db/tables.ts'
import type { Page } from './page.ts'

export type EventRow = Selectable<Tables['sandbox_events']>

/** An event that is not written yet, and when it arrives: each arrival is a row, and an event that is lost has none. */
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

/** Writes an event with its arrivals. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  await newEvent(tx, event)
}

const newEvent = prepared('sandbox_event_insert', (db, event: NewEvent) =>
  sql`
    with event as (
      insert into sandbox_events (event_id, type, intent_id, content, created_at)
      values (${event.event_id}, ${event.type}, ${event.intent_id}, ${event.content}, ${event.created_at})
      returning event_number, intent_id
    )
    insert into sandbox_deliveries (event_number, intent_id, in_order, due_at)
    select event_number, intent_id, arrival.in_order, arrival.due_at
    from event, unnest(${event.in_order}::boolean[], ${event.due_at}::timestamptz[]) as arrival (in_order, due_at)`.compile(
    db,
  ),
)

/** Returns an event. */
export function findEvent(tx: Tx, eventId: string): Promise<EventRow | undefined> {
  return tx.selectFrom('sandbox_events').selectAll().where('event_id', '=', eventId).executeTakeFirst()
}

/** Returns a page of events, and one more if there are more; `types`: of these only. */
export function listEvents(tx: Tx, page: Page, types: string[] | undefined): Promise<EventRow[]> {
  return tx
    .selectFrom('sandbox_events')
    .selectAll()
    .where('event_number', '<', page.below)
    .where('event_number', '>', page.above)
    .where('created_at', '>=', page.from)
    .where('created_at', '<', page.to)
    .$if(types !== undefined, (query) => query.where(sql<boolean>`type = any(${types ?? []}::text[])`))
    .orderBy('event_number', page.direction)
    .limit(page.limit + 1)
    .execute()
}

export interface ClaimedDelivery {
  delivery_number: number
  attempts: number
  content: Record<string, unknown>
}

/**
 * Claims due arrivals until `leaseEnd` and returns them. Other processes skip those that are locked, and an arrival in
 * order waits until the earlier ones of its payment have been tried.
 */
export async function claimDeliveries(
  db: Db,
  claim: { now: Date; leaseEnd: Date; limit: number },
): Promise<ClaimedDelivery[]> {
  // guard: sandbox-delivery-lock
  const { rows } = await sql<ClaimedDelivery>`
    with due as (
      select delivery_number from sandbox_deliveries as delivery
      where due_at <= ${claim.now} and (not in_order or tried_at is not null or not exists (
        select from sandbox_deliveries as earlier
        where earlier.intent_id = delivery.intent_id and earlier.in_order and earlier.tried_at is null
          and earlier.delivery_number < delivery.delivery_number))
      order by due_at, delivery_number
      limit ${claim.limit} for update skip locked
    )
    update sandbox_deliveries as delivery set attempts = attempts + 1, due_at = ${claim.leaseEnd}
    from due, sandbox_events as event
    where delivery.delivery_number = due.delivery_number and event.event_number = delivery.event_number
    returning delivery.delivery_number, delivery.attempts, event.content`.execute(db)
  return rows.toSorted((one, other) => one.delivery_number - other.delivery_number)
}

/** How an attempt to deliver ended: accepted, to be retried at a time, or given up. */
export interface EndedDelivery {
  delivery_number: number
  now: Date
  /** Of the response; null when there was none. */
  status: number | null
  due_at: Date | null
  delivered_at: Date | null
}

/** Writes how attempts to deliver ended. */
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
    update sandbox_deliveries set due_at = ended.due_at, delivered_at = ended.delivered_at,
      tried_at = coalesce(tried_at, ended.now), response_status = ended.status
    from unnest(${p.numbers}::bigint[], ${p.tried}::timestamptz[], ${p.statuses}::smallint[], ${p.due}::timestamptz[],
      ${p.delivered}::timestamptz[]) ended (delivery_number, now, status, due_at, delivered_at)
    where sandbox_deliveries.delivery_number = ended.delivery_number`.compile(db),
)
