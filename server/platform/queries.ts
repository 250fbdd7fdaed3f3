import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

/** Counts a use in the running window, or opens a new one; two counts at the same moment are both counted. */
export async function countUse(db: Db, key: string, seconds: number): Promise<{ used: number; retry_after: number }> {
  const { rows } = await sql<{ used: number; retry_after: number }>`
    insert into rate_limits as r (key, window_ends_at, used)
    values (${key}, now() + make_interval(secs => ${seconds}), 1)
    on conflict (key) do update set
      used = case when r.window_ends_at <= now() then 1 else r.used + 1 end,
      window_ends_at = case when r.window_ends_at <= now() then excluded.window_ends_at else r.window_ends_at end
    returning used, ceil(extract(epoch from window_ends_at - now()))::integer as retry_after`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('an upsert returns its row')
  return row
}

/** Takes a counted use back. */
export async function uncountUse(db: Db, key: string): Promise<void> {
  await sql`update rate_limits set used = used - 1 where key = ${key} and used > 0`.execute(db)
}

/** Removes windows that are over, at most `limit` and none that is being counted in; answers how many. */
export async function deleteEndedWindows(db: Db, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from rate_limits where key in (
      select key from rate_limits where window_ends_at <= now()
      order by window_ends_at limit ${limit} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows)
}

/** Throws unless the database answers and has been migrated. */
export async function readFromDatabase(db: Db): Promise<void> {
  await sql`select 1 from migrations limit 1`.execute(db)
}
