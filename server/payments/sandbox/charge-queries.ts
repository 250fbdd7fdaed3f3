import { sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/tables.ts'
import type { Movement } from './balance-queries.ts'
import type { NewEvent } from './event-queries.ts'
import type { DraftIntent, NewCharge } from './intent-queries.ts'
import { type Kept, lockedKey } from './key-queries.ts'

/** An intent that was charged before it was written, with all that belongs to it. */
export interface Charged {
  intent: DraftIntent
  charge: NewCharge
  /** Absent where the money is only reserved. */
  movement: Movement | undefined
  event: NewEvent
}

/**
 * Writes an intent that was charged, with its charge, movement and event and the response of its key, in one statement.
 * Returns false, and writes nothing, when the key is known, or another request works with it.
 */
export async function insertCharged(db: Db, { intent, charge, movement, event }: Charged, key: Kept): Promise<boolean> {
  const [row] = await insert(db, {
    ...{ ...intent, metadata: JSON.stringify(intent.metadata) },
    ...{ charge_id: charge.charge_id, amount_captured: charge.amount_captured, captured: charge.captured },
    ...{ dispute_at: charge.dispute_at, transaction_id: movement?.transaction_id ?? null, fee: movement?.fee ?? 0 },
    ...{ event_id: event.event_id, type: event.type, content: event.content },
    ...{ in_order: event.in_order, due_at: event.due_at },
    ...{ idempotency_key: key.idempotency_key, request_hash: key.request_hash },
    ...{ response_status: key.status, response: key.response },
  })
  return row?.is_written ?? false
}

type Inserted = Omit<DraftIntent, 'metadata'> &
  Pick<NewCharge, 'charge_id' | 'amount_captured' | 'captured' | 'dispute_at'> &
  NewEvent &
  Pick<Kept, 'idempotency_key' | 'request_hash' | 'response'> & {
    metadata: string
    transaction_id: string | null
    fee: number
    response_status: number | null
  }

const insert = prepared('sandbox_charged_insert', (db, p: Inserted) =>
  sql<{ is_written: boolean }>`
    with taken as materialized (${lockedKey(p.idempotency_key)}), kept as (
      insert into sandbox_keys (idempotency_key, request_hash, status, response, created_at)
      select ${p.idempotency_key}::text, ${p.request_hash}::bytea, ${p.response_status}::smallint, ${p.response}::jsonb,
        ${p.created_at}::timestamptz
      from taken where is_taken
      on conflict (idempotency_key) do nothing
      returning idempotency_key
    ), intent as (
      insert into sandbox_intents (intent_id, amount, currency, capture_method, status, amount_capturable, amount_received,
        payment_method, latest_charge, client_secret, return_url, description, metadata, capture_before, failed_once,
        created_at)
      select ${p.intent_id}::text, ${p.amount}::bigint, ${p.currency}::text, ${p.capture_method}::text, ${p.status}::text,
        ${p.amount_capturable}::bigint, ${p.amount_received}::bigint, ${p.payment_method}::text, ${p.latest_charge}::text,
        ${p.client_secret}::text, ${p.return_url}::text, ${p.description}::text, ${p.metadata}::jsonb,
        ${p.capture_before}::timestamptz, ${p.failed_once}::boolean, ${p.created_at}::timestamptz
      from kept
    ), charge as (
      insert into sandbox_charges (charge_id, intent_id, amount, amount_captured, currency, status, captured,
        payment_method, capture_before, dispute_at, balance_transaction, created_at)
      select ${p.charge_id}::text, ${p.intent_id}::text, ${p.amount}::bigint, ${p.amount_captured}::bigint,
        ${p.currency}::text, 'succeeded', ${p.captured}::boolean, ${p.payment_method}::text,
        ${p.capture_before}::timestamptz, ${p.dispute_at}::timestamptz, ${p.transaction_id}::text,
        ${p.created_at}::timestamptz
      from kept
    ), movement as (
      insert into sandbox_balance_transactions (transaction_id, type, amount, fee, currency, source, created_at)
      select ${p.transaction_id}::text, 'charge', ${p.amount}::bigint, ${p.fee}::bigint, ${p.currency}::text,
        ${p.charge_id}::text, ${p.created_at}::timestamptz
      from kept where ${p.transaction_id}::text is not null
    ), event as (
      insert into sandbox_events (event_id, type, intent_id, content, created_at)
      select ${p.event_id}::text, ${p.type}::text, ${p.intent_id}::text, ${p.content}::jsonb, ${p.created_at}::timestamptz
      from kept returning event_number, intent_id
    ), arrivals as (
      insert into sandbox_deliveries (event_number, intent_id, in_order, due_at)
      select event_number, intent_id, arrival.in_order, arrival.due_at
      from event, unnest(${p.in_order}::boolean[], ${p.due_at}::timestamptz[]) as arrival (in_order, due_at)
    )
    select exists (select from kept) as is_written`.compile(db),
)
