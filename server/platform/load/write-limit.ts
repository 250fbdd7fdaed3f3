import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../config/clock.ts'
import { Cache } from '../data/cache.ts'
import { type AppError, commonError } from '../http/errors.ts'
import type { Authenticate } from '../http/guards.ts'
import { countUse } from './queries.ts'

const HOUR_SECONDS = 3600
/** The writes of an hour are drawn in this many parts: few statements, and little is left unused. */
const DRAWS_PER_HOUR = 30
/** The number of accounts whose drawn writes a process caches; those of evicted accounts are lost. */
const MAX_ACCOUNTS = 10_000
const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not counted as a write: the route changes nothing, or sign-in limits it. */
    uncounted?: boolean
  }
}

/** A part of an account's hourly limit that a process has drawn: empty when the limit is used up. */
interface Drawn {
  size: number
  used: number
  endsAt: number
}

export type WriteLimit = ReturnType<typeof createWriteLimit>

/** Limits writes per account and hour over all processes: each draws a part from the database and counts in memory. */
export function createWriteLimit(options: { db: Db; clock: Clock; perHour: number; enabled: boolean }) {
  const { db, clock, perHour, enabled } = options
  const part = Math.ceil(perHour / DRAWS_PER_HOUR)
  const accounts = new Cache<Drawn>({ name: 'writes', maxEntries: MAX_ACCOUNTS, maxAgeMs: Number.POSITIVE_INFINITY })

  async function draw(userId: string): Promise<Drawn> {
    const { used, retry_after } = await countUse(db, `writes:${userId}`, HOUR_SECONDS, part)
    const size = Math.max(0, part - Math.max(0, used - perHour))
    return { size, used: 0, endsAt: clock().getTime() + retry_after * 1000 }
  }

  /** Counts a write of an account. Throws AppError 429 with Retry-After beyond the limit of an hour. */
  async function count(userId: string): Promise<void> {
    while (enabled) {
      const drawn = await accounts.get(userId, () => draw(userId))
      const msLeft = drawn.endsAt - clock().getTime()
      if (msLeft > 0 && drawn.size === 0) throw tooManyWrites(perHour, msLeft)
      if (msLeft > 0 && drawn.used < drawn.size) return void drawn.used++
      // Another request that waited for it may have drawn the next one already.
      if (accounts.peek(userId) === drawn) accounts.drop(userId)
    }
  }

  return { count }
}

/** Returns an authentication that also counts the requests that write. */
export function countingWrites(authenticate: Authenticate, limit: WriteLimit): Authenticate {
  return async (request) => {
    const caller = await authenticate(request)
    const isUncounted = READING_METHODS.has(request.method) || request.routeOptions.config?.uncounted
    if (!isUncounted) await limit.count(caller.user_id)
    return caller
  }
}

function tooManyWrites(limit: number, milliseconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  const details = { limit, minutes: Math.ceil(seconds / 60) }
  return commonError('write_limit', details, { headers: { 'retry-after': String(seconds) } })
}
