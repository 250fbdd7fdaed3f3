import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import { deleteExpired } from '../../data/expired-queries.ts'

export type KeyRow = Selectable<Tables['sandbox_keys']>

/**
 * Takes an idempotency key until the transaction ends. Returns what was kept of the request that used it, or `in_use` while
 * another one works with it.
 */
export async function takeKey(tx: Tx, key: string): Promise<KeyRow | undefined | 'in_use'> {
  // Two statements: one that began before the lock was free may not see what was kept.
  const [{ rows }, kept] = await Promise.all([
    sql<{ is_taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('sandbox:' || ${key}::text, 0)) as is_taken`.execute(tx),
    tx.selectFrom('sandbox_keys').selectAll().where('idempotency_key', '=', key).executeTakeFirst(),
  ])
  if (!rows[0]?.is_taken) return 'in_use' // guard: sandbox-key-lock
  return kept
}

/** Keeps the response of a request for those that repeat it; without one, only that it has failed. */
export async function keepResponse(
  tx: Tx,
  row: Pick<KeyRow, 'idempotency_key' | 'request_hash' | 'status' | 'failed_for' | 'created_at'> & {
    response: string | null
  },
): Promise<void> {
  const { request_hash, status, response } = row
  await tx
    .insertInto('sandbox_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('idempotency_key').doUpdateSet({ request_hash, status, response }))
    .execute()
}

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
