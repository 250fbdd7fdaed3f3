import { type RawBuilder, type Selectable, sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { Db, Tables, Tx } from '../db/tables.ts'
import { deletionOf } from '../server/platform/data/expired-queries.ts'
import type { NewEvent } from './event-queries.ts'
import type { DraftIntent } from './intent-queries.ts'

export type KeyRow = Selectable<Tables['sandbox.keys']>

export type StoredKey = Pick<KeyRow, 'idempotency_key' | 'request_hash' | 'status' | 'failed_for' | 'created_at'> & {
  /** JSON. */
  response: string | null
}

/** Locks an idempotency key until the transaction ends; returns its stored response, or `in_use`. */
export async function takeKey(tx: Tx, key: string): Promise<KeyRow | undefined | 'in_use'> {
  // Two statements: a single one would read a snapshot from before the lock was free.
  const [locked, stored] = await Promise.all([lockKey(tx, { key }), storedKey(tx, { key })])
  if (!locked[0]?.is_taken) return 'in_use' // guard: sandbox-key-lock
  return stored[0]
}

/** Returns SQL that locks a key: false while another request has it. */
function keyTaken(key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`pg_try_advisory_xact_lock(hashtextextended('sandbox:' || ${key}, 0))`
}

const lockKey = prepared('sandbox_key_lock', (db, { key }: { key: string }) =>
  sql<{ is_taken: boolean }>`select ${keyTaken(sql`${key}::text`)} as is_taken`.compile(db),
)
const storedKey = prepared('sandbox_key', (db, { key }: { key: string }) =>
  db.selectFrom('sandbox.keys').selectAll().where('idempotency_key', '=', key).compile(),
)

/** Stores the response of a request for repeats, or only that it failed, and commits. */
export async function storeResponse(tx: Tx, row: StoredKey): Promise<void> {
  await store(tx, row, { commits: true })
}

const store = prepared('sandbox_key_store', (db, row: StoredKey) =>
  sql`
    insert into sandbox.keys (idempotency_key, request_hash, status, response, failed_for, created_at)
    values (${row.idempotency_key}, ${row.request_hash}, ${row.status}, ${row.response}, ${row.failed_for}, ${row.created_at})
    on conflict (idempotency_key) do update
      set request_hash = excluded.request_hash, status = excluded.status, response = excluded.response`.compile(db),
)

/** The rows of a request that makes a payment: an intent, its event, and the response of its key. */
export interface PaidRequest {
  intent: DraftIntent
  event: NewEvent
  key: StoredKey
}

/** Writes payments in one statement; returns the keys that were neither known nor in use. */
export async function insertPaid(db: Db, paid: readonly PaidRequest[]): Promise<Set<string>> {
  const rows = paid.map(({ intent, event, key }) => ({
    ...intent,
    ...key,
    request_hash: key.request_hash.toString('hex'),
    key_status: key.status,
    status: intent.status,
    event_id: event.event_id,
    type: event.type,
    content: event.content,
    in_order: event.in_order,
    due_at: event.due_at,
  }))
  const stored = await insert(db, { rows: JSON.stringify(rows) })
  return new Set(stored.map(({ idempotency_key }) => idempotency_key))
}

const insert = prepared('sandbox_paid_insert', (db, { rows }: { rows: string }) =>
  sql<{ idempotency_key: string }>`
    with paid as materialized (
      select * from json_to_recordset(${rows}::json) as (idempotency_key text, request_hash text, key_status smallint,
        response text, created_at timestamptz, intent_id text, amount bigint, capture_method text, status text,
        amount_received bigint, payment_method text, return_url text, metadata jsonb, capture_before timestamptz,
        dispute_at timestamptz, event_id text, type text, content text, in_order boolean[], due_at timestamptz[])
    ), stored as (
      insert into sandbox.keys (idempotency_key, request_hash, status, response, created_at)
      select idempotency_key, decode(request_hash, 'hex'), key_status, response::jsonb, created_at
      from paid where ${keyTaken(sql`idempotency_key`)}
      on conflict (idempotency_key) do nothing
      returning idempotency_key
    ), intent as (
      insert into sandbox.intents (intent_id, amount, capture_method, status, amount_received, payment_method, return_url,
        metadata, capture_before, dispute_at, created_at)
      select intent_id, amount, capture_method, status, amount_received, payment_method, return_url,
        metadata, capture_before, dispute_at, created_at
      from paid join stored using (idempotency_key)
    ), event as (
      insert into sandbox.events (event_id, type, intent_id, content, created_at)
      select event_id, type, intent_id, content::jsonb, created_at from paid join stored using (idempotency_key)
      returning event_number, event_id, intent_id
    ), arrivals as (
      insert into sandbox.deliveries (event_number, intent_id, in_order, due_at)
      select event_number, event.intent_id, arrival.in_order, arrival.due_at
      from event join paid using (event_id), unnest(paid.in_order, paid.due_at) arrival (in_order, due_at)
    )
    select idempotency_key from stored`.compile(db),
)

export async function hasFailedOnce(tx: Tx, checkoutId: string): Promise<boolean> {
  const failure = await tx
    .selectFrom('sandbox.keys')
    .select('idempotency_key')
    .where('failed_for', '=', checkoutId)
    .limit(1)
    .executeTakeFirst()
  return failure !== undefined
}

/** Deletes up to `limit` keys from before a time; returns the count. */
export const deleteKeys = deletionOf(sql`sandbox.keys`, sql`idempotency_key`, sql`created_at`)
