import { type RawBuilder, type Selectable, sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { Db, Tables, Tx } from '../db/tables.ts'
import { deleteExpired } from '../server/platform/data/expired-queries.ts'
import type { NewEvent } from './event-queries.ts'
import type { DraftIntent, NewCharge } from './intent-queries.ts'
import type { Movement } from './money-queries.ts'

export interface Charged {
  intent: DraftIntent
  charge: NewCharge
  /** Absent when the money is only authorised. */
  movement: Movement | undefined
  event: NewEvent
}

/** The writes of a request: a charged intent, and the response of its key. */
export interface ChargedRequest {
  charged: Charged
  key: StoredKey
}

/**
 * Writes a charged intent with its charge, movement, event and response, in one statement. Returns false when the key
 * is known or in use.
 */
export async function insertCharged(db: Db, request: ChargedRequest): Promise<boolean> {
  const requests = [request]
  const intents = requests.map(({ charged }) => charged.intent)
  const charges = requests.map(({ charged }) => charged.charge)
  const events = requests.map(({ charged }) => charged.event)
  const keys = requests.map(({ key }) => key)
  const movements = requests.map(({ charged }) => charged.movement)
  const arrivals = events.flatMap(({ in_order, due_at }, index) =>
    due_at.map((dueAt, at) => ({ place: index + 1, inOrder: in_order[at] ?? false, dueAt })),
  )
  const rows = await insert(db, {
    keys: keys.map((key) => key.idempotency_key),
    hashes: keys.map((key) => key.request_hash),
    statuses: keys.map((key) => key.status),
    responses: keys.map((key) => key.response),
    intents: intents.map((intent) => intent.intent_id),
    amounts: intents.map((intent) => intent.amount),
    currencies: intents.map((intent) => intent.currency),
    captureMethods: intents.map((intent) => intent.capture_method),
    states: intents.map((intent) => intent.status),
    capturable: intents.map((intent) => intent.amount_capturable),
    received: intents.map((intent) => intent.amount_received),
    methods: intents.map((intent) => intent.payment_method),
    secrets: intents.map((intent) => intent.client_secret),
    returnUrls: intents.map((intent) => intent.return_url),
    descriptions: intents.map((intent) => intent.description),
    metadata: intents.map((intent) => JSON.stringify(intent.metadata)),
    captureBefore: intents.map((intent) => intent.capture_before),
    failedOnce: intents.map((intent) => intent.failed_once),
    times: intents.map((intent) => intent.created_at),
    charges: charges.map((charge) => charge.charge_id),
    amountsCaptured: charges.map((charge) => charge.amount_captured),
    captured: charges.map((charge) => charge.captured),
    disputeAts: charges.map((charge) => charge.dispute_at),
    transactions: movements.map((movement) => movement?.transaction_id ?? null),
    fees: movements.map((movement) => movement?.fee ?? 0),
    events: events.map((event) => event.event_id),
    types: events.map((event) => event.type),
    contents: events.map((event) => event.content),
    arriving: arrivals.map(({ place }) => place),
    inOrder: arrivals.map(({ inOrder }) => inOrder),
    dueAts: arrivals.map(({ dueAt }) => dueAt),
  })
  return rows.length > 0
}

interface Inserted {
  keys: string[]
  hashes: Buffer[]
  statuses: (number | null)[]
  /** JSON. */
  responses: (string | null)[]
  intents: string[]
  amounts: number[]
  currencies: string[]
  captureMethods: string[]
  states: string[]
  capturable: number[]
  received: number[]
  methods: (string | null)[]
  secrets: string[]
  returnUrls: (string | null)[]
  descriptions: (string | null)[]
  /** JSON. */
  metadata: string[]
  captureBefore: (Date | null)[]
  failedOnce: boolean[]
  times: Date[]
  charges: string[]
  amountsCaptured: number[]
  captured: boolean[]
  disputeAts: (Date | null)[]
  transactions: (string | null)[]
  fees: number[]
  events: string[]
  types: string[]
  /** JSON. */
  contents: string[]
  /** Index of the request, from 1. */
  arriving: number[]
  inOrder: boolean[]
  dueAts: Date[]
}

const insert = prepared('sandbox_charged_insert', (db, p: Inserted) =>
  sql<{ idempotency_key: string }>`
    with requested as materialized (
      select * from unnest(
        ${p.keys}::text[], ${p.hashes}::bytea[], ${p.statuses}::smallint[], ${p.responses}::jsonb[], ${p.intents}::text[],
        ${p.amounts}::bigint[], ${p.currencies}::text[], ${p.captureMethods}::text[], ${p.states}::text[],
        ${p.capturable}::bigint[], ${p.received}::bigint[], ${p.methods}::text[], ${p.secrets}::text[],
        ${p.returnUrls}::text[], ${p.descriptions}::text[], ${p.metadata}::jsonb[], ${p.captureBefore}::timestamptz[],
        ${p.failedOnce}::boolean[], ${p.times}::timestamptz[], ${p.charges}::text[], ${p.amountsCaptured}::bigint[],
        ${p.captured}::boolean[], ${p.disputeAts}::timestamptz[], ${p.transactions}::text[], ${p.fees}::bigint[],
        ${p.events}::text[], ${p.types}::text[], ${p.contents}::jsonb[]
      ) with ordinality as requested (
        idempotency_key, request_hash, response_status, response, intent_id, amount, currency, capture_method, status,
        amount_capturable, amount_received, payment_method, client_secret, return_url, description, metadata,
        capture_before, failed_once, created_at, charge_id, amount_captured, captured, dispute_at, transaction_id, fee,
        event_id, type, content, place
      )
    ), taken as materialized (
      select requested.*, ${keyTaken(sql`idempotency_key`)} as is_taken from requested
    ), stored as (
      insert into sandbox.keys (idempotency_key, request_hash, status, response, created_at)
      select idempotency_key, request_hash, response_status, response, created_at from taken where is_taken order by place
      on conflict (idempotency_key) do nothing
      returning idempotency_key
    ), written as materialized (
      select requested.* from requested join stored using (idempotency_key)
    ), intent as (
      insert into sandbox.intents (intent_id, amount, currency, capture_method, status, amount_capturable, amount_received,
        payment_method, latest_charge, client_secret, return_url, description, metadata, capture_before, failed_once,
        created_at)
      select intent_id, amount, currency, capture_method, status, amount_capturable, amount_received, payment_method,
        charge_id, client_secret, return_url, description, metadata, capture_before, failed_once, created_at
      from written order by place
    ), charge as (
      insert into sandbox.charges (charge_id, intent_id, amount, amount_captured, currency, status, captured,
        payment_method, capture_before, dispute_at, balance_transaction, created_at)
      select charge_id, intent_id, amount, amount_captured, currency, 'succeeded', captured, payment_method,
        capture_before, dispute_at, transaction_id, created_at
      from written order by place
    ), movement as (
      insert into sandbox.balance_transactions (transaction_id, type, amount, fee, currency, source, created_at)
      select transaction_id, 'charge', amount, fee, currency, charge_id, created_at
      from written where transaction_id is not null order by place
    ), event as (
      insert into sandbox.events (event_id, type, intent_id, content, created_at)
      select event_id, type, intent_id, content, created_at from written order by place
      returning event_number, event_id, intent_id
    ), arrivals as (
      insert into sandbox.deliveries (event_number, intent_id, in_order, due_at)
      select event_number, event.intent_id, in_order, due_at
      from event join written using (event_id) join unnest(
        ${p.arriving}::integer[], ${p.inOrder}::boolean[], ${p.dueAts}::timestamptz[]
      ) with ordinality as arrival (place, in_order, due_at, number) using (place)
      order by number
    )
    select idempotency_key from stored`.compile(db),
)

export type KeyRow = Selectable<Tables['sandbox.keys']>

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

export type StoredKey = Pick<KeyRow, 'idempotency_key' | 'request_hash' | 'status' | 'failed_for' | 'created_at'> & {
  response: string | null
}

const store = prepared('sandbox_key_keep', (db, row: StoredKey) =>
  sql`
    insert into sandbox.keys (idempotency_key, request_hash, status, response, failed_for, created_at)
    values (${row.idempotency_key}, ${row.request_hash}, ${row.status}, ${row.response}, ${row.failed_for}, ${row.created_at})
    on conflict (idempotency_key) do update
      set request_hash = excluded.request_hash, status = excluded.status, response = excluded.response`.compile(db),
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
export function deleteKeys(db: Db, createdBefore: Date, limit: number): Promise<number> {
  const expired = sql`created_at < ${createdBefore}`
  return deleteExpired(db, {
    table: sql`sandbox.keys`,
    key: sql`idempotency_key`,
    expired,
    order: sql`created_at`,
    limit,
  })
}
