import { createHmac } from 'node:crypto'
import type { Db } from '../../db/tables.ts'
import { AppError } from './errors.ts'
import { countUse, uncountUse } from './queries.ts'
import { deriveKey, type Secrets } from './secrets.ts'

const FIVE_MINUTES = 300

/** What is limited: so many uses in a window of so many seconds, for each of those it is counted for. */
export const rateLimits = {
  /** Counted for an account and an address together, so that nobody can lock the owner out from elsewhere. */
  failedSignIn: { name: 'failed-sign-in', uses: 30, seconds: FIVE_MINUTES },
  signUp: { name: 'sign-up', uses: 30, seconds: FIVE_MINUTES },
  /** Leaving for a provider, and coming back. */
  oauth: { name: 'oauth', uses: 150, seconds: FIVE_MINUTES },
  sso: { name: 'sso', uses: 30, seconds: FIVE_MINUTES },
  /** Guests: nothing holds them back but this. */
  guest: { name: 'guest', uses: 30, seconds: 3600 },
  /** Requests for a code or link. */
  codeRequest: { name: 'code-request', uses: 30, seconds: FIVE_MINUTES },
  verify: { name: 'verify', uses: 30, seconds: FIVE_MINUTES },
  /** Changes of an e-mail address or phone, by account. */
  addressChange: { name: 'address-change', uses: 30, seconds: FIVE_MINUTES },
  token: { name: 'token', uses: 150, seconds: FIVE_MINUTES },
  accountLookup: { name: 'account-lookup', uses: 30, seconds: FIVE_MINUTES },
  factorChallenge: { name: 'factor-challenge', uses: 15, seconds: 60 },
  factorVerify: { name: 'factor-verify', uses: 15, seconds: 60 },
  /** For one account from everywhere: more than one address alone can use up. */
  factorVerifyAnywhere: { name: 'factor-verify-anywhere', uses: 1000, seconds: 3600 },
  /** Codes for factors that nobody confirmed, by phone: any account can name any number. */
  unconfirmedPhone: { name: 'unconfirmed-phone', uses: 15, seconds: FIVE_MINUTES },
  passwordChange: { name: 'password-change', uses: 30, seconds: FIVE_MINUTES },
} as const
type RateLimit = (typeof rateLimits)[keyof typeof rateLimits]

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

  function keyOf(limit: RateLimit, who: string[]): string {
    return `${limit.name}:${createHmac('sha256', hashKey).update(JSON.stringify(who)).digest('base64url')}`
  }

  return {
    async take(limit, ...who) {
      const { used, retry_after } = await countUse(db, keyOf(limit, who), limit.seconds)
      if (used > limit.uses) throw tooManyRequests(retry_after)
    },
    giveBack: (limit, ...who) => uncountUse(db, keyOf(limit, who)),
  }
}

function tooManyRequests(retryAfter: number): AppError {
  return new AppError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    headers: { 'retry-after': String(Math.max(1, retryAfter)) },
  })
}
