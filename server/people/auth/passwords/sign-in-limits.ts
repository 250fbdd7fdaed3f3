import { networkOf } from '../../../platform/load/client-network.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { type Address, findAccount } from '../../accounts/queries.ts'
import type { ProtocolDeps } from '../protocol/deps.ts'
import { isKnownNetwork } from '../sessions/queries.ts'

interface Attempt {
  /** Absent when the text cannot be an address. */
  address: Address | undefined
  /** The key that counts attempts for one account, which need not exist. */
  counted: string
  from: string
}

/**
 * Counts an attempt to sign in and returns a function that refunds it. After too many wrong passwords from all addresses,
 * networks that the account has not signed in from before share one attempt in half a minute: this slows guessing down
 * without affecting the owner's own devices. Throws AppError 429 with Retry-After.
 */
export async function takeAttempt(
  { db, limiter }: Pick<ProtocolDeps, 'db' | 'limiter'>,
  { address, counted, from }: Attempt,
): Promise<() => Promise<void>> {
  await limiter.take(rateLimits.failedSignIn, counted, from)
  const isKnown = async () => {
    const account = address && (await findAccount(db, address))
    return account !== undefined && isKnownNetwork(db, account.id, networkOf(from))
  }
  if (!(await limiter.isWithin(rateLimits.failedSignInAnywhere, counted)) && !(await isKnown()))
    await limiter.take(rateLimits.slowedSignIn, counted)
  return async () => {
    await limiter.giveBack(rateLimits.failedSignIn, counted, from)
    await limiter.giveBack(rateLimits.failedSignInAnywhere, counted)
  }
}
