import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Db } from '../../db/tables.ts'

/** The time in ms from the first waiting session on, less than a statement's lock timeout. */
const WAIT_LIMIT_MS = 1_000
/** The time in ms until the first session waits: a busy machine may need seconds. */
const ARRIVAL_LIMIT_MS = 20_000
const CHECK_INTERVAL_MS = 5

/**
 * Starts `work` while `hold` has a lock in a transaction, which is rolled back once at least two sessions wait for the lock: so
 * they compete on any machine, fast or slow.
 */
export async function underContention<Result>(
  db: Db,
  hold: (locking: Db) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const locking = await db.startTransaction().execute()
  try {
    await hold(locking)
    const { working, isDone } = watched(work())
    await untilWaiting(locking, 2, isDone)
    await locking.rollback().execute()
    return await working
  } finally {
    if (!locking.isRolledBack) await locking.rollback().execute()
  }
}

/** Like `underContention` for two tasks, of which `first` waits for the lock before `second` starts, and so gets it first. */
export function inSequence<First, Second>(
  db: Db,
  hold: (locking: Db) => Promise<unknown>,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  return underContention(db, hold, async () => {
    const { working, isDone } = watched(first())
    await untilWaiting(db, 1, isDone)
    return Promise.all([working, second()])
  })
}

/** Returns a promise with a function that tells whether it has settled; its rejection is handled where it is awaited later. */
function watched<Result>(working: Promise<Result>): { working: Promise<Result>; isDone: () => boolean } {
  let done = false
  const end = () => {
    done = true
  }
  working.then(end, end)
  return { working, isDone: () => done }
}

/** Runs `others` while `held` waits for a lock that only it needs: the others must finish first. Returns both results. */
export async function besideHeld<Held, Others>(
  db: Db,
  hold: (locking: Db) => Promise<unknown>,
  held: () => Promise<Held>,
  others: () => Promise<Others>,
): Promise<[held: Held, others: Others]> {
  const locking = await db.startTransaction().execute()
  try {
    await hold(locking)
    const { working, isDone } = watched(held())
    await untilWaiting(db, 1, isDone)
    const done = await others()
    if (isDone()) throw new Error('what needs the lock did not wait for it')
    await locking.rollback().execute()
    return [await working, done]
  } finally {
    if (!locking.isRolledBack) await locking.rollback().execute()
  }
}

/** Locks a cart, for `underContention` and `besideHeld`. */
export const lockCart =
  ({ user_id }: { user_id: string }) =>
  (locking: Db) =>
    locking.selectFrom('carts').select('user_id').where('user_id', '=', user_id).forUpdate().execute()

/** Locks a product, for `underContention` and `besideHeld`. */
export const lockProduct = (productId: string) => (locking: Db) =>
  locking.selectFrom('products').select('product_id').where('product_id', '=', productId).forUpdate().execute()

const COMMITS = 4711

/**
 * Makes transactions that write to a table, or to `rows` of it, wait before their commit, with their reads done and their
 * writes still invisible. `hold` is for `underContention`; `end` removes it.
 */
export async function pauseCommits(db: Db, table: string, rows = sql`true`) {
  await sql`
    create function wait_before_commit() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock_shared(${sql.lit(COMMITS)}); return null; end $$`.execute(db)
  await sql`
    create constraint trigger waits_before_commit after insert or update on ${sql.table(table)}
    deferrable initially deferred for each row when (${rows}) execute function wait_before_commit()`.execute(db)
  return {
    hold: (locking: Db) => sql`select pg_advisory_xact_lock(${COMMITS})`.execute(locking),
    end: () => sql`drop function wait_before_commit cascade`.execute(db),
  }
}

/**
 * Resolves once `sessions` sessions wait for a lock, `isDone` returns true, or the lock timeout of the waiting ones is near.
 */
export async function untilWaiting(db: Db, sessions: number, isDone = () => false): Promise<void> {
  let until = performance.now() + ARRIVAL_LIMIT_MS
  let anyBefore = false
  while (performance.now() < until && !isDone()) {
    const waiting = await countWaiting(db)
    if (waiting >= sessions) return
    if (waiting > 0 && !anyBefore) until = performance.now() + WAIT_LIMIT_MS
    anyBefore ||= waiting > 0
    await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS))
  }
}

/** Kills `times` sessions, one after the other, that wait for a lock in a matching statement. */
export async function killWaiting(db: Db, statement: string, times: number): Promise<void> {
  const kill = async () => {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ilike ${statement}`.execute(db)
    expect(rows).not.toEqual([])
  }
  for (let killed = 0; killed < times; killed++) await vi.waitFor(kill, { timeout: 60_000, interval: 50 })
}

async function countWaiting(db: Db): Promise<number> {
  // Otherwise a transaction would go on seeing the sessions of its first look.
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}
