import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import { deletionOf } from '../data/expired-queries.ts'

interface Uses {
  used: number
  /** Seconds until the window ends. */
  retry_after: number
}

/** Allows for statements that read the clock at other times. */
const TOLERANCE_SECONDS = 60

/** Returns SQL for whether a window runs. One that ends later than a new one would was opened before the clock went back. */
const isRunning = (end: RawBuilder<unknown>, seconds: number) =>
  sql`${end} > now() and ${end} < now() + make_interval(secs => ${seconds + TOLERANCE_SECONDS})`

/** Counts uses in the current window, or opens a new one. Returns all uses of the window. */
export async function countUse(db: Db, key: string, seconds: number, uses = 1): Promise<Uses> {
  const runs = isRunning(sql`r.window_ends_at`, seconds)
  // guard: uses-counted-in-place
  const { rows } = await sql<Uses>`
    insert into rate_limits as r (key, window_ends_at, used)
    values (${key}, now() + make_interval(secs => ${seconds}), ${uses})
    on conflict (key) do update set
      used = case when ${runs} then r.used + excluded.used else excluded.used end,
      window_ends_at = case when ${runs} then r.window_ends_at else excluded.window_ends_at end
    returning used, ceil(extract(epoch from window_ends_at - now()))::integer as retry_after`.execute(db)
  return rows[0] as Uses
}

/** Returns the window that ends last of those that are used up; undefined when none is. */
export async function findUsedUp(
  db: Db,
  limits: readonly { key: string; seconds: number; uses: number }[],
): Promise<Pick<Uses, 'retry_after'> | undefined> {
  const usedUp = limits.map(
    ({ key, seconds, uses }) => sql`(key = ${key} and used >= ${uses} and ${isRunning(sql`window_ends_at`, seconds)})`,
  )
  const { rows } = await sql<Pick<Uses, 'retry_after'>>`
    select ceil(extract(epoch from window_ends_at - now()))::integer as retry_after
    from rate_limits where ${sql.join(usedUp, sql` or `)} order by window_ends_at desc limit 1`.execute(db)
  return rows[0]
}

/** Removes one counted use. */
export async function uncountUse(db: Db, key: string): Promise<void> {
  await sql`update rate_limits set used = used - 1 where key = ${key} and used > 0`.execute(db)
}

/** Deletes at most `limit` windows that have ended by the database's clock, by which uses are counted; returns how many. */
export const deleteEndedWindows = deletionOf(
  sql`rate_limits`,
  sql`key`,
  sql`window_ends_at`,
  () => sql`window_ends_at <= now()`,
)
