import { inTransaction } from '../../../../db/connect.ts'
import type { TokenRequest } from '../../../../shared/auth/schema.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { networkOf } from '../../../platform/load/client-network.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { type Address, kindOf, readEmail, requirePhone, textOf } from '../../accounts/addresses.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { mergeAddressIdentity } from '../../accounts/identity-queries.ts'
import { findAccount, recordPasswordSignIn } from '../../accounts/queries.ts'
import type { Device, ProtocolDeps } from '../protocol/deps.ts'
import * as errors from '../protocol/errors.ts'
import { describeSession, openSession } from '../sessions/open-session.ts'
import { isKnownNetwork } from '../sessions/queries.ts'
import type { PasswordDeps } from './passwords.ts'

const MAX_COUNTED_LENGTH = 300

/**
 * Signs in by password and returns the session. A wrong password and an unknown account take equally long and get the
 * same response. Throws AppError 400, and 429 after too many failures for this account.
 */
export async function signInWithPassword(deps: PasswordDeps, request: TokenRequest, from: Device) {
  if (request.email && request.phone)
    throw validationFailed('Only an email address or phone number should be provided on login.')
  if (!request.email && !request.phone) throw validationFailed('missing email or phone')
  if (request.phone && !deps.config.phone) throw errors.phoneSignInDisabled()

  const address = request.phone ? { phone: requirePhone(request.phone) } : readAddress(request.email)
  const counted = address ? textOf(address) : (request.email ?? '').slice(0, MAX_COUNTED_LENGTH)
  // Counted before the password is checked, so that concurrent guesses count; a correct one is refunded.
  const refundAttempt = await takeAttempt(deps, { address, counted, from: from.address })
  const session = await signIn(deps, { address, password: request.password ?? '' }, from).catch(async (error) => {
    if (!isRefusal(error)) await refundAttempt()
    throw error
  })
  await refundAttempt()
  const described = await describeSession(deps, session)
  return { ...described, weak_password: deps.passwords.faults(request.password ?? '') }
}

function readAddress(text: string | null | undefined): Address | undefined {
  const email = readEmail(text ?? '')
  return email === undefined ? undefined : { email }
}

/** Returns whether the password was refused; an error of a busy or broken server does not count. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.status < 500
}

async function signIn(
  { db, passwords, clock }: PasswordDeps,
  { address, password }: { address: Address | undefined; password: string },
  device: Device,
) {
  const account = address && (await findAccount(db, address))
  const isRight = await passwords.matches(account?.password_hash, password)
  if (!address || !account?.password_hash || !isRight) throw errors.invalidCredentials()
  const now = clock()
  if (account.banned_until && account.banned_until > now) throw errors.signInBanned()
  const provider = kindOf(address)
  if (!account[`${provider}_confirmed_at`])
    throw provider === 'email' ? errors.emailNotConfirmed() : errors.phoneNotConfirmed()
  const { id, password_hash } = account
  return inTransaction(db, async (tx) => {
    // The password may have changed since it was checked; that change has ended all sessions but its own.
    if (!(await recordPasswordSignIn(tx, { id, password_hash, now }))) throw errors.invalidCredentials()
    await mergeAddressIdentity(tx, id, { provider, data: {}, now })
    return openSession(tx, { user_id: id, method: 'password', device, now })
  })
}

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
async function takeAttempt({ db, limiter }: ProtocolDeps, { address, counted, from }: Attempt) {
  await limiter.take(rateLimits.failedSignIn, counted, from)
  const isKnown = async () => {
    const account = address && (await findAccount(db, address))
    return account !== undefined && isKnownNetwork(db, account.id, networkOf(from))
  }
  if (!(await limiter.isWithin(rateLimits.failedSignInAnywhere, counted)) && !(await isKnown()))
    await limiter.take(rateLimits.slowedSignIn, counted)
  return async () => {
    await limiter.refund(rateLimits.failedSignIn, counted, from)
    await limiter.refund(rateLimits.failedSignInAnywhere, counted)
  }
}
