import { type RawBuilder, type Selectable, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
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
  sql`with ${eventWithout(event)} ${arrivalsOf(event)}`.compile(db),
)

/** Returns a query, for `with`, that writes an event without its arrivals. */
export function eventWithout(event: NewEvent): RawBuilder<unknown> {
  return sql`event as (
      insert into sandbox_events (event_id, type, intent_id, content, created_at)
      values (${event.event_id}, ${event.type}, ${event.intent_id}, ${event.content}, ${event.created_at})
      returning event_number, intent_id
    )`
}

/** Returns a statement that writes the arrivals of `event`. */
export function arrivalsOf(event: Pick<NewEvent, 'in_order' | 'due_at'>): RawBuilder<unknown> {
  return sql`insert into sandbox_deliveries (event_number, intent_id, in_order, due_at)
    select event_number, intent_id, arrival.in_order, arrival.due_at
    from event, unnest(${event.in_order}::boolean[], ${event.due_at}::timestamptz[]) as arrival (in_order, due_at)`
}

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

/** Writes how an attempt to deliver ended: accepted, to be retried at a time, or given up. */
export async function finishDelivery(
  db: Db,
  deliveryNumber: number,
  end: { now: Date; status: number | null; isAccepted: boolean; retryAt: Date | null },
): Promise<void> {
  const { now, status, isAccepted, retryAt } = end
  await endDelivery(db, {
    ...{ deliveryNumber, now, status },
    due_at: isAccepted ? null : retryAt,
    delivered_at: isAccepted ? now : null,
  })
}

interface EndedDelivery {
  deliveryNumber: number
  now: Date
  status: number | null
  due_at: Date | null
  delivered_at: Date | null
}

const endDelivery = prepared('sandbox_delivery_end', (db, p: EndedDelivery) =>
  sql`
    update sandbox_deliveries set due_at = ${p.due_at}, delivered_at = ${p.delivered_at},
      tried_at = coalesce(tried_at, ${p.now}), response_status = ${p.status}
    where delivery_number = ${p.deliveryNumber}`.compile(db),
)
