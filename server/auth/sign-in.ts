import { inTransaction } from '../../db/connect.ts'
import type { AccountSession, TokenRequest } from '../../shared/account/schema.ts'
import { AppError } from '../platform/errors.ts'
import { rateLimits } from '../platform/rate-limit.ts'
import type { AuthDeps } from './auth-deps.ts'
import { readEmail } from './email.ts'
import {
  emailNotConfirmed,
  invalidCredentials,
  phoneNotConfirmed,
  phoneSignInDisabled,
  signInBanned,
  validationFailed,
} from './errors.ts'
import { describeSession, openSession } from './open-session.ts'
import { requirePhone } from './phone.ts'
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
  if (!request.email && !request.phone) throw validationFailed('missing email or phone')
  if (request.phone && !deps.config.phone) throw phoneSignInDisabled()

  const known = request.phone ? { phone: requirePhone(request.phone) } : readKnownEmail(request.email)
  const account = known ? Object.values(known).join() : (request.email ?? '').slice(0, 300)
  // Counted before the password is looked at, so that many guesses at once count too; a right one is taken back.
  await deps.limiter.take(rateLimits.failedSignIn, account, from.address)
  const giveBack = () => deps.limiter.giveBack(rateLimits.failedSignIn, account, from.address)
  const session = await signInKnown(deps, { known, password: request.password ?? '' }, from).catch(async (error) => {
    if (!isRefusal(error)) await giveBack()
    throw error
  })
  await giveBack()
  const answer = await describeSession(deps.db, deps.accessTokens, session)
  return { ...answer, weak_password: deps.passwords.faults(request.password ?? '') }
}

function readKnownEmail(text: string | null | undefined): { email: string } | undefined {
  const email = readEmail(text ?? '')
  return email === undefined ? undefined : { email }
}

/** A server that was busy or broken says nothing about the password. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.status < 500
}

async function signInKnown(
  { db, passwords, clock }: AuthDeps,
  { known, password }: { known: { email: string } | { phone: string } | undefined; password: string },
  device: Device,
) {
  const account = known && (await readCredentials(db, known))
  const right = await passwords.matches(account?.password_hash, password)
  if (!known || !account?.password_hash || !right) throw invalidCredentials()
  const now = clock()
  if (account.banned_until && account.banned_until > now) throw signInBanned()
  if ('email' in known && !account.email_confirmed_at) throw emailNotConfirmed()
  if ('phone' in known && !account.phone_confirmed_at) throw phoneNotConfirmed()
  const { id, password_hash } = account
  const provider = 'email' in known ? 'email' : 'phone'
  return inTransaction(db, async (tx) => {
    // The password may have been changed since it was compared; that change has ended all sessions but its own.
    if (!(await recordSignIn(tx, { id, password_hash, provider, now }))) throw invalidCredentials()
    return openSession(tx, { user_id: id, method: 'password', device, now })
  })
}
