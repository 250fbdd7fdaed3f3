import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../config/clock.ts'
import { Cache } from '../data/cache.ts'
import { type AppError, commonError } from '../http/errors.ts'
import type { Authenticate } from '../http/guards.ts'
import { countUse } from './queries.ts'

const HOUR_SECONDS = 3600
/** The writes of an hour are drawn in this many parts: the statement that draws one is rare, and little is left unused. */
const DRAWS_PER_HOUR = 30
/** The limit of accounts whose drawn writes a process remembers; what others had drawn is lost. */
const MAX_ACCOUNTS = 10_000
const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not counted as a write of the account: it changes nothing, or sign-in has limits of its own for it. */
    uncounted?: boolean
  }
}

/** The share of an account's hourly limit that a process has drawn and may still use. */
interface Drawn {
  left: number
  isUsedUp: boolean
  endsAt: number
  drawing: Promise<void> | undefined
}

export interface WriteLimit {
  /** Counts a write of an account. Throws AppError 429 with Retry-After beyond the limit of an hour. */
  count(userId: string): Promise<void>
}

/** Limits writes per account and hour over all processes: each draws a part from the database and counts in memory. */
export function createWriteLimit(options: { db: Db; clock: Clock; perHour: number; enabled: boolean }): WriteLimit {
  const { db, clock, perHour } = options
  if (!options.enabled) return { count: async () => {} }
  const part = Math.ceil(perHour / DRAWS_PER_HOUR)
  const accounts = new Cache<Drawn>({ name: 'writes', maxEntries: MAX_ACCOUNTS, maxAgeMs: Number.POSITIVE_INFINITY })

  function drawnBy(userId: string): Drawn {
    const known = accounts.peek(userId)
    if (known && (known.drawing || known.endsAt > clock().getTime())) return known
    const drawn: Drawn = { left: 0, isUsedUp: false, endsAt: 0, drawing: undefined }
    accounts.set(userId, drawn)
    return drawn
  }

  async function draw(userId: string, drawn: Drawn): Promise<void> {
    const { used, retry_after } = await countUse(db, `writes:${userId}`, HOUR_SECONDS, part)
    drawn.left = Math.max(0, part - Math.max(0, used - perHour))
    drawn.isUsedUp = drawn.left === 0
    drawn.endsAt = clock().getTime() + retry_after * 1000
  }

  return {
    async count(userId) {
      const drawn = drawnBy(userId)
      while (drawn.left === 0) {
        if (drawn.isUsedUp) throw tooManyWrites(perHour, drawn.endsAt - clock().getTime())
        drawn.drawing ??= draw(userId, drawn).finally(() => {
          drawn.drawing = undefined
        })
        await drawn.drawing
      }
      drawn.left--
    },
  }
}

/** Returns an authentication that also counts the requests that write. */
export function countingWrites(authenticate: Authenticate, limit: WriteLimit): Authenticate {
  return async (request) => {
    const caller = await authenticate(request)
    if (isCounted(request)) await limit.count(caller.user_id)
    return caller
  }
}

function isCounted({ method, routeOptions }: FastifyRequest): boolean {
  return !READING_METHODS.has(method) && routeOptions.config?.uncounted !== true
}

function tooManyWrites(limit: number, milliseconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  const details = { limit, minutes: Math.ceil(seconds / 60) }
  return commonError('write_limit', details, { headers: { 'retry-after': String(seconds) } })
}
