import { inTransaction } from '../../db/connect.ts'
import type { Tx } from '../../db/tables.ts'
import type { AccountSession, SignedUpUser, SignUpRequest } from '../../shared/account/schema.ts'
import { rateLimits } from '../platform/rate-limit.ts'
import type { AuthDeps } from './auth-deps.ts'
import { findAccount } from './codes/queries.ts'
import { type LinkOptions, sendLink, sendPhoneCode } from './codes/send-code.ts'
import { requireEmail } from './email.ts'
import {
  anonymousDisabled,
  phoneSignUpDisabled,
  signUpDisabled,
  userAlreadyExists,
  userNotFound,
  validationFailed,
  weakPassword,
} from './errors.ts'
import { readChallenge } from './flow-states.ts'
import { keepMessageLimits } from './message-gap.ts'
import { initialProfile, madeUpUser } from './new-account.ts'
import { describeSession, openSession } from './open-session.ts'
import { requirePhone } from './phone.ts'
import { type Device, insertUser, readUser } from './queries.ts'
import { toUser } from './user-object.ts'

interface SignUpContext {
  device: Device
  /** The client's address. */
  address: string
  redirectTo: string
}

type Address = { email: string } | { phone: string }

/**
 * Makes an account. Where its address counts as confirmed it is signed in at once; otherwise a code is sent, the bare
 * user is answered, and a taken address is answered alike. Of two sign-ups for one address, one wins. Throws AppError 4xx.
 */
export async function signUp(
  deps: AuthDeps,
  request: SignUpRequest,
  context: SignUpContext,
): Promise<AccountSession | SignedUpUser> {
  if (!deps.config.signUp) throw signUpDisabled()
  if (!request.email && !request.phone) return signUpGuest(deps, request, context)
  const { known, password, link } = checkSignUp(deps, request, context)
  const isConfirmed = 'email' in known ? !deps.config.emailConfirm : !deps.config.phoneConfirm
  const profile = initialProfile(deps.secrets, 'email' in known ? known.email : known.phone, request.data)
  const password_hash = await deps.passwords.hash(password)
  if (!isConfirmed) return signUpToConfirm(deps, { known, password_hash, profile, link })

  const now = deps.clock()
  const session = await inTransaction(deps.db, async (tx) => {
    const account = { email: null, phone: null, ...known, password_hash, ...profile, confirmed: true, signedIn: true }
    const user_id = await insertUser(tx, { ...account, now })
    if (!user_id) throw userAlreadyExists()
    return openSession(tx, { user_id, method: 'password', device: context.device, now })
  })
  return describeSession(deps.db, deps.accessTokens, session)
}

async function signUpToConfirm(
  deps: AuthDeps,
  account: {
    known: Address
    password_hash: string
    profile: ReturnType<typeof initialProfile>
    link: LinkOptions
  },
): Promise<SignedUpUser> {
  const { known, password_hash, profile, link } = account
  const message =
    'email' in known
      ? ({ channel: 'email', kind: 'confirmation', address: known.email } as const)
      : ({ channel: 'sms', kind: 'phone', address: known.phone } as const)
  await keepMessageLimits(deps.db, deps, message)
  const now = deps.clock()
  return inTransaction(deps.db, async (tx) => {
    const fresh = { email: null, phone: null, ...known, password_hash, ...profile, confirmed: false, signedIn: false }
    const user_id = (await insertUser(tx, { ...fresh, now })) ?? (await findUnconfirmed(tx, known))
    if (!user_id) return madeUpUser(known, profile, now)
    if ('email' in known) await sendLink(tx, deps, { template: 'confirm', user_id, email: known.email, link })
    else await sendPhoneCode(tx, deps, { purpose: 'sms', user_id, phone: known.phone })
    const user = await readUser(tx, user_id)
    if (!user) throw userNotFound()
    return toUser(user)
  })
}

/** The account that has this address but has not shown that it is theirs. */
async function findUnconfirmed(tx: Tx, known: Address): Promise<string | undefined> {
  const account = await findAccount(tx, known)
  const confirmedAt = 'email' in known ? account?.email_confirmed_at : account?.phone_confirmed_at
  return confirmedAt ? undefined : account?.id
}

async function signUpGuest(deps: AuthDeps, request: SignUpRequest, context: SignUpContext): Promise<AccountSession> {
  if (!deps.config.anonymous) throw anonymousDisabled()
  await deps.limiter.take(rateLimits.guest, context.address)
  const now = deps.clock()
  const { user_metadata } = initialProfile(deps.secrets, crypto.randomUUID(), request.data)
  const session = await inTransaction(deps.db, async (tx) => {
    const nobody = { email: null, phone: null, password_hash: null, role: 'buyer', confirmed: false } as const
    const user_id = await insertUser(tx, { ...nobody, user_metadata, signedIn: true, now })
    if (!user_id) throw new Error('a guest has no address that could be taken')
    return openSession(tx, { user_id, method: 'anonymous', device: context.device, now })
  })
  return describeSession(deps.db, deps.accessTokens, session)
}

function checkSignUp(
  { config, passwords }: AuthDeps,
  request: SignUpRequest,
  { redirectTo }: SignUpContext,
): { known: Address; password: string; link: LinkOptions } {
  const { email, phone, password } = request
  if (!password) throw validationFailed('Signup requires a valid password')
  const faults = passwords.faults(password)
  if (faults) throw weakPassword(faults)
  if (!password.isWellFormed()) throw validationFailed('Signup requires a valid password')
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided on signup.')
  const challenge = readChallenge(request)
  const link = { redirectTo, challenge }
  if (email) return { known: { email: requireEmail(email) }, password, link }
  if (!config.phone) throw phoneSignUpDisabled()
  if (challenge) throw validationFailed('PKCE not supported for phone signups')
  requireSmsChannel(request.channel)
  return { known: { phone: requirePhone(phone ?? '') }, password, link }
}

/** Text messages are the only way we reach a phone. */
export function requireSmsChannel(channel: string | null | undefined): void {
  if (channel && channel !== 'sms') throw validationFailed('Invalid channel, supported values are "sms"')
}
