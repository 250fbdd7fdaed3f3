import { sql } from 'kysely'
import type { Db } from '../../../db/tables.ts'
import { deletionOf } from '../data/expired-queries.ts'

interface Uses {
  used: number
  /** Seconds until the window ends. */
  retry_after: number
}

/** Counts uses in the current window, or opens a new one. Returns all uses of the window. */
export async function countUse(db: Db, key: string, seconds: number, uses = 1): Promise<Uses> {
  // guard: uses-counted-in-place
  const { rows } = await sql<Uses>`
    insert into rate_limits as r (key, window_ends_at, used)
    values (${key}, now() + make_interval(secs => ${seconds}), ${uses})
    on conflict (key) do update set
      used = case when r.window_ends_at <= now() then excluded.used else r.used + excluded.used end,
      window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at else r.window_ends_at end
    returning used, ceil(extract(epoch from window_ends_at - now()))::integer as retry_after`.execute(db)
  return rows[0] as Uses
}

/** Returns the uses in the current window; undefined when none runs. */
export async function readUses(db: Db, key: string): Promise<Uses | undefined> {
  const { rows } = await sql<Uses>`
    select used, ceil(extract(epoch from window_ends_at - now()))::integer as retry_after
    from rate_limits where key = ${key} and window_ends_at > now()`.execute(db)
  return rows[0]
}

/** Removes one counted use. */
export async function uncountUse(db: Db, key: string): Promise<void> {
  await sql`update rate_limits set used = used - 1 where key = ${key} and used > 0`.execute(db)
}

/** Deletes at most `limit` windows that have ended by the database's clock, by which uses are counted; returns how many. */
export const deleteEndedWindows = deletionOf(sql`rate_limits`, {
  key: sql`key`,
  column: sql`window_ends_at`,
  expired: () => sql`window_ends_at <= now()`,
})
