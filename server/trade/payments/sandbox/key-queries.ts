import { type RawBuilder, type Selectable, sql } from 'kysely'
import { prepared } from '../../../../db/prepared.ts'
import type { Db, Tables, Tx } from '../../../../db/tables.ts'
import { deleteExpired } from '../../../platform/data/expired-queries.ts'

export type KeyRow = Selectable<Tables['sandbox_keys']>

/** Takes an idempotency key until the transaction ends; returns what was kept for it, or `in_use`. */
export async function takeKey(tx: Tx, key: string): Promise<KeyRow | undefined | 'in_use'> {
  // Two statements: one that began before the lock was free may not see what was kept.
  const [locked, kept] = await Promise.all([lockKey(tx, { key }), keptOf(tx, { key })])
  if (!locked[0]?.is_taken) return 'in_use' // guard: sandbox-key-lock
  return kept[0]
}

/** Returns SQL that takes a key: false while another request works with it. */
export function keyTaken(key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`pg_try_advisory_xact_lock(hashtextextended('sandbox:' || ${key}, 0))`
}

const lockKey = prepared('sandbox_key_lock', (db, { key }: { key: string }) =>
  sql<{ is_taken: boolean }>`select ${keyTaken(sql`${key}::text`)} as is_taken`.compile(db),
)
const keptOf = prepared('sandbox_key', (db, { key }: { key: string }) =>
  db.selectFrom('sandbox_keys').selectAll().where('idempotency_key', '=', key).compile(),
)

/** Keeps the response of a request for those that repeat it, or only that it has failed; and commits. */
export async function keepResponse(tx: Tx, row: Kept): Promise<void> {
  await keep(tx, row)
}

export type Kept = Pick<KeyRow, 'idempotency_key' | 'request_hash' | 'status' | 'failed_for' | 'created_at'> & {
  response: string | null
}

const keep = prepared(
  'sandbox_key_keep',
  (db, row: Kept) =>
    sql`
    insert into sandbox_keys (idempotency_key, request_hash, status, response, failed_for, created_at)
    values (${row.idempotency_key}, ${row.request_hash}, ${row.status}, ${row.response}, ${row.failed_for}, ${row.created_at})
    on conflict (idempotency_key) do update
      set request_hash = excluded.request_hash, status = excluded.status, response = excluded.response`.compile(db),
  { commits: true },
)

/** Returns whether a payment of this checkout has failed once, as its payment method plays it. */
export async function hasFailedOnce(tx: Tx, checkoutId: string): Promise<boolean> {
  const failure = await tx
    .selectFrom('sandbox_keys')
    .select('idempotency_key')
    .where('failed_for', '=', checkoutId)
    .limit(1)
    .executeTakeFirst()
  return failure !== undefined
}

/** Deletes at most `limit` keys from before a time; returns how many. */
export function deleteKeys(db: Db, createdBefore: Date, limit: number): Promise<number> {
  const expired = sql`created_at < ${createdBefore}`
  return deleteExpired(db, {
    table: sql`sandbox_keys`,
    key: sql`idempotency_key`,
    expired,
    order: sql`created_at`,
    limit,
  })
}
