import { createHmac, createSecretKey } from 'node:crypto'
import type { Db } from '../../../db/tables.ts'
import { MAX_DECLINES_PER_ACCOUNT, MAX_DECLINES_PER_ADDRESS } from '../../../shared/payments/constants.ts'
import { type AppError, commonError } from '../http/errors.ts'
import { deriveKey, type Secrets } from '../keys/secrets.ts'
import { networkOf } from './client-network.ts'
import { countUse, findUsedUp, uncountUse } from './queries.ts'

const FIVE_MINUTES = 300

/** Limits: the uses in a window of some seconds, for each key. */
export const rateLimits = {
  /** Per account and IP address, so that an attacker elsewhere cannot lock the owner out. */
  failedSignIn: { name: 'failed-sign-in', uses: 30, seconds: FIVE_MINUTES },
  /** For one account from all IP addresses. Beyond it the attempts from unknown networks are slowed down. */
  failedSignInAnywhere: { name: 'failed-sign-in-anywhere', uses: 100, seconds: 3600 },
  slowedSignIn: { name: 'slowed-sign-in', uses: 1, seconds: 30 },
  signUp: { name: 'sign-up', uses: 30, seconds: FIVE_MINUTES },
  oauth: { name: 'oauth', uses: 150, seconds: FIVE_MINUTES },
  sso: { name: 'sso', uses: 30, seconds: FIVE_MINUTES },
  /** The only limit for guests. */
  guest: { name: 'guest', uses: 30, seconds: 3600 },
  codeRequest: { name: 'code-request', uses: 30, seconds: FIVE_MINUTES },
  verify: { name: 'verify', uses: 30, seconds: FIVE_MINUTES },
  addressChange: { name: 'address-change', uses: 30, seconds: FIVE_MINUTES },
  token: { name: 'token', uses: 150, seconds: FIVE_MINUTES },
  accountLookup: { name: 'account-lookup', uses: 30, seconds: FIVE_MINUTES },
  factorChallenge: { name: 'factor-challenge', uses: 15, seconds: 60 },
  factorVerify: { name: 'factor-verify', uses: 15, seconds: 60 },
  /** For one account from all IP addresses; higher than a single IP address can reach. */
  factorVerifyAnywhere: { name: 'factor-verify-anywhere', uses: 1000, seconds: 3600 },
  /** Codes for unconfirmed factors, by phone: any account can name any number. */
  unconfirmedPhone: { name: 'unconfirmed-phone', uses: 15, seconds: FIVE_MINUTES },
  /** Declined payments, by account and by address, against card testing. */
  declinedPayment: { name: 'declined-payment', uses: MAX_DECLINES_PER_ACCOUNT, seconds: 3600 },
  declinedPaymentAnywhere: { name: 'declined-payment-anywhere', uses: MAX_DECLINES_PER_ADDRESS, seconds: 3600 },
  deliveryQuote: { name: 'delivery-quote', uses: 60, seconds: 60 },
  /** Wrong setup tokens. */
  setup: { name: 'setup', uses: 10, seconds: 3600 },
  passwordChange: { name: 'password-change', uses: 30, seconds: FIVE_MINUTES },
} as const
type RateLimit = (typeof rateLimits)[keyof typeof rateLimits]
export type RateLimiter = ReturnType<typeof createRateLimiter>

/** Creates limits counted in the database, across all processes; each use is one statement. */
export function createRateLimiter({ db, secrets, enabled }: { db: Db; secrets: Secrets; enabled: boolean }) {
  const hashKey = createSecretKey(deriveKey(secrets, 'rate limits'))

  function keyOf(limit: RateLimit, key: string[]): string {
    const networks = JSON.stringify(key.map(networkOf))
    return `${limit.name}:${createHmac('sha256', hashKey).update(networks).digest('base64url')}`
  }

  const count = async (limit: RateLimit, key: string[]) =>
    enabled ? countUse(db, keyOf(limit, key), limit.seconds) : { used: 0, retry_after: 0 }

  return {
    /** Counts one use for a key. Throws AppError 429 with Retry-After beyond the limit. */
    async take(limit: RateLimit, ...key: string[]): Promise<void> {
      const { used, retry_after } = await count(limit, key)
      if (used > limit.uses) throw tooManyRequests(retry_after)
    },
    /** Throws AppError 429 with Retry-After when a limit is used up, without counting: for limits that count failures. */
    async requireLeft(...limits: readonly (readonly [limit: RateLimit, key: string])[]): Promise<void> {
      if (!enabled) return
      const usedUp = await findUsedUp(
        db,
        limits.map(([limit, key]) => ({ ...limit, key: keyOf(limit, [key]) })),
      )
      if (usedUp) throw tooManyRequests(usedUp.retry_after)
    },
    /** Counts one use for a key; returns whether it is within the limit. */
    isWithin: async (limit: RateLimit, ...key: string[]) => (await count(limit, key)).used <= limit.uses,
    async refund(limit: RateLimit, ...key: string[]): Promise<void> {
      if (enabled) await uncountUse(db, keyOf(limit, key))
    },
  }
}

function tooManyRequests(retryAfter: number): AppError {
  return commonError('over_request_rate_limit', undefined, {
    message: 'Request rate limit reached',
    headers: { 'retry-after': String(Math.max(1, retryAfter)) },
  })
}
