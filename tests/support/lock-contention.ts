import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

/** Less than the lock timeout of a statement. */
const WAIT_LIMIT_MS = 1_000
const CHECK_INTERVAL_MS = 5

/**
 * Starts `work` while `hold` keeps a lock in a transaction, which is rolled back once at least two sessions wait for it:
 * so they compete for certain, on a fast machine and on a slow one.
 */
export async function underContention<Result>(
  db: Db,
  hold: (locking: Db) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const locking = await db.startTransaction().execute()
  try {
    await hold(locking)
    const working = work()
    await untilWaiting(locking, 2)
    await locking.rollback().execute()
    return await working
  } finally {
    if (!locking.isRolledBack) await locking.rollback().execute()
  }
}

/** The same for two, of which `first` waits for the lock before `second` starts, and so gets it before. */
export function inSequence<First, Second>(
  db: Db,
  hold: (locking: Db) => Promise<unknown>,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  return underContention(db, hold, async () => {
    const begun = first()
    await untilWaiting(db, 1)
    return Promise.all([begun, second()])
  })
}

/** Locks a product, for `underContention`. */
export const lockProduct = (productId: string) => (locking: Db) =>
  locking.selectFrom('products').select('product_id').where('product_id', '=', productId).forUpdate().execute()

/** Resolves once so many sessions wait for a lock, or after `limitMs`: shortly before the timeout of those that wait. */
export async function untilWaiting(db: Db, sessions: number, limitMs = WAIT_LIMIT_MS): Promise<void> {
  const since = performance.now()
  while ((await countWaiting(db)) < sessions && performance.now() - since < limitMs)
    await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS))
}

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}
