import { inTransaction } from '../../db/connect.ts'
import type { AccountSession, TokenRequest } from '../../shared/account/schema.ts'
import { AppError } from '../platform/errors.ts'
import { rateLimits } from '../platform/rate-limit.ts'
import type { AuthDeps } from './auth-deps.ts'
import { readEmail } from './email.ts'
import { emailNotConfirmed, invalidCredentials, phoneSignInDisabled, signInBanned, validationFailed } from './errors.ts'
import { describeSession, openSession } from './open-session.ts'
import { type Device, readCredentials, recordSignIn } from './queries.ts'

/**
 * Signs in by password. A wrong password and an unknown account take as long and are answered alike. Throws AppError:
 * 400, and 429 after too many failures for this account from this address.
 */
export async function signInWithPassword(
  deps: AuthDeps,
  request: TokenRequest,
  from: Device & { address: string },
): Promise<AccountSession> {
  if (request.email && request.phone)
    throw validationFailed('Only an email address or phone number should be provided on login.')
  if (request.phone) throw phoneSignInDisabled()
  if (!request.email) throw validationFailed('missing email or phone')

  const email = readEmail(request.email)
  const account = email ?? request.email.slice(0, 300)
  // Counted before the password is looked at, so that many guesses at once count too; a right one is taken back.
  await deps.limiter.take(rateLimits.failedSignIn, account, from.address)
  const giveBack = () => deps.limiter.giveBack(rateLimits.failedSignIn, account, from.address)
  const session = await signInKnown(deps, { email, password: request.password ?? '' }, from).catch(async (error) => {
    if (!isRefusal(error)) await giveBack()
    throw error
  })
  await giveBack()
  const answer = await describeSession(deps.db, deps.accessTokens, session)
  return { ...answer, weak_password: deps.passwords.faults(request.password ?? '') }
}

/** A server that was busy or broken says nothing about the password. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.status < 500
}

async function signInKnown(
  { db, passwords, clock }: AuthDeps,
  { email, password }: { email: string | undefined; password: string },
  device: Device,
) {
  const known = email === undefined ? undefined : await readCredentials(db, email)
  const right = await passwords.matches(known?.password_hash, password)
  if (!known?.password_hash || !right) throw invalidCredentials()
  const now = clock()
  if (known.banned_until && known.banned_until > now) throw signInBanned()
  if (!known.email_confirmed_at) throw emailNotConfirmed()
  const { id, password_hash } = known
  return inTransaction(db, async (tx) => {
    // The password may have been changed since it was compared; that change has ended all sessions but its own.
    if (!(await recordSignIn(tx, { id, password_hash, now }))) throw invalidCredentials()
    return openSession(tx, { user_id: id, method: 'password', device, now })
  })
}
