import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import { AppError } from './errors.ts'
import { deriveKey, type Secrets } from './secrets.ts'

const FIVE_MINUTES = 300

/** What is limited: so many uses in a window of so many seconds, for each of those it is counted for. */
export const rateLimits = {
  /** Counted for an account and an address together, so that nobody can lock the owner out from elsewhere. */
  failedSignIn: { name: 'failed-sign-in', uses: 30, seconds: FIVE_MINUTES },
  signUp: { name: 'sign-up', uses: 30, seconds: FIVE_MINUTES },
  token: { name: 'token', uses: 150, seconds: FIVE_MINUTES },
  accountLookup: { name: 'account-lookup', uses: 30, seconds: FIVE_MINUTES },
  passwordChange: { name: 'password-change', uses: 30, seconds: FIVE_MINUTES },
} as const
type RateLimit = (typeof rateLimits)[keyof typeof rateLimits]

/** One in so many calls removes windows that are over. */
const SWEEP_EVERY = 500
const SWEEP_ROWS = 1_000

export interface RateLimiter {
  /** Counts one use for `who`. Throws AppError 429 with Retry-After when there were too many in this window. */
  take(limit: RateLimit, ...who: string[]): Promise<void>
  /** Takes a counted use back. */
  giveBack(limit: RateLimit, ...who: string[]): Promise<void>
}

/** Limits counted in the database, for all server processes together; each use is one statement. */
export function createRateLimiter(options: { db: Db; secrets: Secrets; enabled: boolean }): RateLimiter {
  const { db, secrets } = options
  if (!options.enabled) return { take: async () => {}, giveBack: async () => {} }
  const hashKey = deriveKey(secrets, 'rate limits')
  let calls = 0

  function keyOf(limit: RateLimit, who: string[]): string {
    return `${limit.name}:${createHmac('sha256', hashKey).update(JSON.stringify(who)).digest('base64url')}`
  }

  return {
    async take(limit, ...who) {
      const { used, retry_after } = await count(db, keyOf(limit, who), limit.seconds)
      if (++calls % SWEEP_EVERY === 0) await sweep(db)
      if (used > limit.uses) throw tooManyRequests(retry_after)
    },
    giveBack: (limit, ...who) => uncount(db, keyOf(limit, who)),
  }
}

function tooManyRequests(retryAfter: number): AppError {
  return new AppError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    headers: { 'retry-after': String(Math.max(1, retryAfter)) },
  })
}

/** Counts a use in the running window, or opens a new one; two counts at the same moment are both counted. */
async function count(db: Db, key: string, seconds: number): Promise<{ used: number; retry_after: number }> {
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

async function uncount(db: Db, key: string): Promise<void> {
  await sql`update rate_limits set used = used - 1 where key = ${key} and used > 0`.execute(db)
}

/** Removes some windows that are over, without waiting for rows that somebody else is counting on. */
async function sweep(db: Db): Promise<void> {
  await sql`
    delete from rate_limits where key in (
      select key from rate_limits where window_ends_at <= now()
      order by window_ends_at limit ${SWEEP_ROWS} for update skip locked
    )`.execute(db)
}
