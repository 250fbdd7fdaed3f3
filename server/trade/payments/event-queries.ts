import { type Selectable, sql, type Updateable } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import { deletionOf } from '../../platform/data/expired-queries.ts'
import { dueRows } from './due-queries.ts'

type EventRow = Selectable<Tables['payment_events']>
type EventId = Pick<EventRow, 'sandbox' | 'event_id'>

/** An event as the provider sent it. */
export interface NewEvent extends EventId, Pick<EventRow, 'event_type' | 'object_ref' | 'received_at'> {
  /** Encrypted, as hexadecimal bytea. */
  content: string
}

/**
 * Stores different events, in JSON, until they are applied; counts repeats. An event without a payment is done at once. Sorted,
 * so that two processes do not deadlock.
 */
export const storeEvents = prepared('payment_events_store', (db, { events }: { events: string }) =>
  sql`
    insert into payment_events (provider, sandbox, event_id, event_type, object_ref, content, received_at, to_queue_at,
      done_at, outcome)
    select 'stripe', sandbox, event_id, event_type, object_ref, content, received_at,
      case when object_ref is not null then received_at end, case when object_ref is null then received_at end,
      case when object_ref is null then 'ignored' end
    from json_populate_recordset(null::payment_events, ${events}::json) event order by event_id
    on conflict (provider, sandbox, event_id) do update
      set times_received = least(payment_events.times_received::bigint + 1, 2147483647)`.compile(db),
)

/** Discards stale events: those of payments whose order is placed, except refunds and disputes. */
export async function discardStaleEvents(
  tx: Tx,
  { sandbox, now, limit }: { sandbox: boolean; now: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with next as materialized (
      select provider, sandbox, event_id from payment_events
      where done_at is null and to_queue_at <= ${now} and sandbox = ${sandbox}
      order by to_queue_at limit ${limit}
    ), old as materialized (
      select event.provider, event.sandbox, event_id from next join payment_events event using (provider, sandbox, event_id)
      join payments on payments.provider = 'stripe' and payments.sandbox = event.sandbox and provider_ref = object_ref
      where done_at is null and to_queue_at <= ${now}
        and order_number is not null and payment_state <> 'authorized' and event_type like 'payment_intent.%'
      for update of event
    )
    update payment_events set done_at = ${now}, outcome = 'nothing_new', to_queue_at = null
    where (provider, sandbox, event_id) in (select provider, sandbox, event_id from old)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Events that wait to be queued. */
export const newEvents = dueRows({
  table: sql`payment_events`,
  key: sql`provider, sandbox, event_id`,
  id: sql`event_id`,
  at: sql`to_queue_at`,
  meets: sql`done_at is null`,
  claimed: () => sql`to_queue_at = null`,
})

const isEvent = ({ sandbox, event_id }: EventId) =>
  sql<boolean>`provider = 'stripe' and sandbox = ${sandbox} and event_id = ${event_id}`

export function findOpenEvent(db: Db, event: EventId) {
  return db
    .selectFrom('payment_events')
    .select(['event_type', 'object_ref'])
    .where(isEvent(event))
    .where('done_at', 'is', null)
    .executeTakeFirst()
}

export async function updateEvent(db: Db, event: EventId, change: Updateable<Tables['payment_events']>): Promise<void> {
  await db.updateTable('payment_events').set(change).where(isEvent(event)).execute()
}

/** Deletes up to `limit` events applied before a time; returns the count. */
export const deleteDoneEvents = deletionOf(
  sql`payment_events`,
  sql`provider, sandbox, event_id`,
  sql`done_at`,
  (before) => sql`content is not null and done_at < ${before}`,
)
