import { inTransaction } from '../../../../db/connect.ts'
import type { Tx } from '../../../../db/tables.ts'
import type { AccountSession, SignedUpUser, SignUpRequest } from '../../../../shared/auth/schema.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { requireEmail } from '../../accounts/email.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { createAccount, initialProfile, type Profile } from '../../accounts/new-account.ts'
import { requirePhone } from '../../accounts/phone.ts'
import { type Address, findAccount } from '../../accounts/queries.ts'
import { readChallenge } from '../codes/flow-states.ts'
import { takeMessage } from '../codes/message-limits.ts'
import { type LinkOptions, sendLink, sendPhoneCode } from '../codes/send-code.ts'
import { requireSmsChannel, requireSmsProvider } from '../codes/sms-channel.ts'
import type { Device } from '../protocol/device.ts'
import {
  anonymousDisabled,
  phoneSignUpDisabled,
  signUpDisabled,
  userAlreadyExists,
  userNotFound,
  weakPassword,
} from '../protocol/errors.ts'
import { toUser } from '../protocol/user-object.ts'
import { readUser } from '../protocol/user-queries.ts'
import { describeSession, openSession } from '../sessions/open-session.ts'
import { decoyUser } from './decoy-user.ts'
import type { PasswordDeps } from './passwords.ts'

interface SignUpContext {
  device: Device
  address: string
  redirectTo: string
}

/**
 * Creates an account. Where its address counts as confirmed it is signed in at once and the session is returned;
 * otherwise a code is sent and only the user is returned, for a taken address a decoy. Of two sign-ups for one address
 * one succeeds. Throws AppError 4xx.
 */
export async function signUp(
  deps: PasswordDeps,
  request: SignUpRequest,
  context: SignUpContext,
): Promise<AccountSession | SignedUpUser> {
  if (!deps.config.signUp) throw signUpDisabled()
  if (!request.email && !request.phone) return signUpGuest(deps, request, context)
  const { address, password, link } = checkSignUp(deps, request, context)
  const isConfirmed = 'email' in address ? !deps.config.emailConfirm : !deps.config.phoneConfirm
  const profile = initialProfile(deps.secrets, 'email' in address ? address.email : address.phone, request.data)
  const password_hash = await deps.passwords.hash(password)
  if (!isConfirmed) return signUpToConfirm(deps, { address, password_hash, profile, link })

  const now = deps.clock()
  const session = await inTransaction(deps.db, async (tx) => {
    const account = { ...address, ...profile, password_hash, confirmed_at: now, last_sign_in_at: now }
    const user_id = await createAccount(tx, account)
    if (!user_id) throw userAlreadyExists()
    return openSession(tx, { user_id, method: 'password', device: context.device, now })
  })
  return describeSession(deps.db, deps.accessTokens, session)
}

async function signUpToConfirm(
  deps: PasswordDeps,
  account: { address: Address; password_hash: string; profile: Profile; link: LinkOptions },
): Promise<SignedUpUser> {
  const { address, password_hash, profile, link } = account
  const message =
    'email' in address
      ? ({ channel: 'email', kind: 'confirmation', address: address.email } as const)
      : ({ channel: 'sms', kind: 'phone', address: address.phone } as const)
  await takeMessage(deps.db, deps, message)
  return inTransaction(deps.db, async (tx) => {
    const user_id =
      (await createAccount(tx, { ...address, ...profile, password_hash })) ?? (await findUnconfirmed(tx, address))
    if (!user_id) return decoyUser(address, profile, deps.clock())
    if ('email' in address) await sendLink(tx, deps, { template: 'confirm', user_id, email: address.email, link })
    else await sendPhoneCode(tx, deps, { purpose: 'sms', user_id, phone: address.phone })
    const user = await readUser(tx, user_id)
    if (!user) throw userNotFound()
    return toUser(user)
  })
}

async function findUnconfirmed(tx: Tx, address: Address): Promise<string | undefined> {
  const account = await findAccount(tx, address)
  const confirmedAt = 'email' in address ? account?.email_confirmed_at : account?.phone_confirmed_at
  return confirmedAt ? undefined : account?.id
}

async function signUpGuest(
  deps: PasswordDeps,
  request: SignUpRequest,
  context: SignUpContext,
): Promise<AccountSession> {
  if (!deps.config.anonymous) throw anonymousDisabled()
  await deps.limiter.take(rateLimits.guest, context.address)
  const now = deps.clock()
  const { user_metadata } = initialProfile(deps.secrets, crypto.randomUUID(), request.data)
  const session = await inTransaction(deps.db, async (tx) => {
    const user_id = await createAccount(tx, { role: 'buyer', user_metadata, last_sign_in_at: now })
    if (!user_id) throw new Error('a guest has no address that could be taken')
    return openSession(tx, { user_id, method: 'anonymous', device: context.device, now })
  })
  return describeSession(deps.db, deps.accessTokens, session)
}

function checkSignUp(
  { config, passwords }: PasswordDeps,
  request: SignUpRequest,
  { redirectTo }: SignUpContext,
): { address: Address; password: string; link: LinkOptions } {
  const { email, phone, password } = request
  if (!password) throw validationFailed('Signup requires a valid password')
  const faults = passwords.faults(password)
  if (faults) throw weakPassword(faults)
  if (!password.isWellFormed()) throw validationFailed('Signup requires a valid password')
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided on signup.')
  const challenge = readChallenge(request)
  const link = { redirectTo, challenge }
  if (email) return { address: { email: requireEmail(email) }, password, link }
  if (!config.phone) throw phoneSignUpDisabled()
  requireSmsChannel(request.channel)
  const address = { phone: requirePhone(phone ?? '') }
  if (config.phoneConfirm) requireSmsProvider(config, address.phone)
  if (challenge) throw validationFailed('PKCE not supported for phone signups')
  return { address, password, link }
}
