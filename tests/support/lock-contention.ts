import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

/** Less than a statement waits for a lock before it gives up. */
const PATIENCE_MS = 1_000
const LOOK_EVERY_MS = 5

/**
 * Begins `work` while `hold`, in a transaction that is undone, keeps others out, and lets them in when at least two wait:
 * so that they meet for certain, on a fast machine and on a slow one.
 */
export async function underContention<Result>(
  db: Db,
  hold: (holding: Db) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const holding = await db.startTransaction().execute()
  try {
    await hold(holding)
    const working = work()
    await untilWaiting(holding, 2)
    await holding.rollback().execute()
    return await working
  } finally {
    if (!holding.isRolledBack) await holding.rollback().execute()
  }
}

/** The same for two of which `first` meets what is held before `second` is begun, and so is let in before it. */
export function inSequence<First, Second>(
  db: Db,
  hold: (holding: Db) => Promise<unknown>,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  return underContention(db, hold, async () => {
    const begun = first()
    await untilWaiting(db, 1)
    return Promise.all([begun, second()])
  })
}

/** Holds a product, for `underContention`. */
export const lockProduct = (productId: string) => (holding: Db) =>
  holding.selectFrom('products').select('product_id').where('product_id', '=', productId).forUpdate().execute()

/** Resolves when so many sessions wait for a lock, or when they soon would give up. */
export async function untilWaiting(db: Db, sessions: number): Promise<void> {
  const since = performance.now()
  while ((await countWaiting(db)) < sessions && performance.now() - since < PATIENCE_MS)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}
