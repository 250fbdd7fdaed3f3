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
function keyTaken(key: string): RawBuilder<boolean> {
  return sql<boolean>`pg_try_advisory_xact_lock(hashtextextended('sandbox:' || ${key}::text, 0))`
}

const lockKey = prepared('sandbox_key_lock', (db, { key }: { key: string }) =>
  sql<{ is_taken: boolean }>`select ${keyTaken(key)} as is_taken`.compile(db),
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

/** Writes a payment in one statement. Returns false when the key is known or in use. */
export async function insertPaid(db: Db, { intent, event, key }: PaidRequest): Promise<boolean> {
  const { event_id, type, content, in_order, due_at } = event
  const { idempotency_key, request_hash, response } = key
  const metadata = JSON.stringify(intent.metadata)
  const stored = { idempotency_key, request_hash, response, response_status: key.status }
  const happened = { event_id, type, content, in_order, due_at }
  return (await insert(db, { ...intent, ...stored, ...happened, metadata })).length > 0
}

interface Inserted
  extends Omit<DraftIntent, 'metadata'>,
    Pick<StoredKey, 'idempotency_key' | 'request_hash' | 'response'>,
    Pick<NewEvent, 'event_id' | 'type' | 'content' | 'in_order' | 'due_at'> {
  metadata: string
  response_status: number | null
}

const insert = prepared('sandbox_paid_insert', (db, p: Inserted) =>
  sql`
    with stored as (
      insert into sandbox.keys (idempotency_key, request_hash, status, response, created_at)
      select ${p.idempotency_key}::text, ${p.request_hash}::bytea, ${p.response_status}::smallint, ${p.response}::jsonb,
        ${p.created_at}::timestamptz
      where ${keyTaken(p.idempotency_key)}
      on conflict (idempotency_key) do nothing
      returning idempotency_key
    ), intent as (
      insert into sandbox.intents (intent_id, amount, capture_method, status, amount_received, payment_method, return_url,
        metadata, capture_before, dispute_at, created_at)
      select ${p.intent_id}::text, ${p.amount}::bigint, ${p.capture_method}::text, ${p.status}::text,
        ${p.amount_received}::bigint, ${p.payment_method}::text, ${p.return_url}::text, ${p.metadata}::jsonb,
        ${p.capture_before}::timestamptz, ${p.dispute_at}::timestamptz, ${p.created_at}::timestamptz
      from stored
    ), event as (
      insert into sandbox.events (event_id, type, intent_id, content, created_at)
      select ${p.event_id}::text, ${p.type}::text, ${p.intent_id}::text, ${p.content}::jsonb, ${p.created_at}::timestamptz
      from stored
      returning event_number, intent_id
    ), arrivals as (
      insert into sandbox.deliveries (event_number, intent_id, in_order, due_at)
      select event_number, intent_id, arrival.in_order, arrival.due_at
      from event, unnest(${p.in_order}::boolean[], ${p.due_at}::timestamptz[]) arrival (in_order, due_at)
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
export const deleteKeys = deletionOf(sql`sandbox.keys`, { key: sql`idempotency_key`, column: sql`created_at` })
