import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../../../db/connect.ts'
import type { SignedUpUser, SignUpRequest } from '../../../../shared/auth/schema.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { type Address, kindOf, requireEmail, requirePhone, textOf } from '../../accounts/addresses.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { createAccount, initialProfile, type Profile } from '../../accounts/new-account.ts'
import { findUnconfirmed } from '../../accounts/queries.ts'
import { readChallenge } from '../codes/flow-queries.ts'
import { confirmationTo, type LinkOptions, sendConfirmation, takeMessage } from '../codes/send-code.ts'
import { requireSmsChannel, requireSmsProvider } from '../codes/sms-channel.ts'
import type { Device } from '../protocol/deps.ts'
import * as errors from '../protocol/errors.ts'
import { toUser } from '../protocol/user-object.ts'
import { readUser } from '../protocol/user-queries.ts'
import { describeSession, openSession } from '../sessions/open-session.ts'
import type { PasswordDeps } from './passwords.ts'

interface SignUpContext {
  device: Device
  redirectTo: string
}

/**
 * Creates an account. Where its address counts as confirmed it is signed in at once and the session is returned;
 * otherwise a code is sent and only the user is returned, for a taken address a decoy. Of two sign-ups for one address
 * one succeeds. Throws AppError 4xx.
 */
export async function signUp(deps: PasswordDeps, request: SignUpRequest, context: SignUpContext) {
  if (!deps.config.signUp) throw errors.signUpDisabled()
  if (!request.email && !request.phone) return signUpGuest(deps, request, context)
  const { address, password, link } = checkSignUp(deps, request, context)
  const isConfirmed = !deps.config[`${kindOf(address)}Confirm`]
  const profile = initialProfile(deps.secrets, textOf(address), request.data)
  const password_hash = await deps.passwords.hash(password)
  if (!isConfirmed) return signUpToConfirm(deps, { address, password_hash, profile, link })

  const now = deps.clock()
  const session = await inTransaction(deps.db, async (tx) => {
    const account = { ...address, ...profile, password_hash, confirmed_at: now, last_sign_in_at: now }
    const user_id = await createAccount(tx, account)
    if (!user_id) throw errors.userAlreadyExists()
    return openSession(tx, { user_id, method: 'password', device: context.device, now })
  })
  return describeSession(deps, session)
}

async function signUpToConfirm(
  deps: PasswordDeps,
  account: { address: Address; password_hash: string; profile: Profile; link: LinkOptions },
): Promise<SignedUpUser> {
  const { address, password_hash, profile, link } = account
  await takeMessage(deps.db, deps, confirmationTo(address))
  return inTransaction(deps.db, async (tx) => {
    const user_id =
      (await createAccount(tx, { ...address, ...profile, password_hash })) ?? (await findUnconfirmed(tx, address))
    if (!user_id) return decoyUser(address, profile, deps.clock())
    await sendConfirmation(tx, deps, { user_id, address, link })
    const user = await readUser(tx, user_id)
    if (!user) throw errors.userNotFound()
    return toUser(user)
  })
}

async function signUpGuest(deps: PasswordDeps, request: SignUpRequest, context: SignUpContext) {
  if (!deps.config.anonymous) throw errors.anonymousDisabled()
  await deps.limiter.take(rateLimits.guest, context.device.address)
  const now = deps.clock()
  const { user_metadata } = initialProfile(deps.secrets, crypto.randomUUID(), request.data)
  const session = await inTransaction(deps.db, async (tx) => {
    const user_id = await createAccount(tx, { role: 'buyer', user_metadata, last_sign_in_at: now })
    if (!user_id) throw new Error('a guest has no address that could be taken')
    return openSession(tx, { user_id, method: 'anonymous', device: context.device, now })
  })
  return describeSession(deps, session)
}

function checkSignUp({ config, passwords }: PasswordDeps, request: SignUpRequest, { redirectTo }: SignUpContext) {
  const { email, phone, password } = request
  if (!password) throw validationFailed('Signup requires a valid password')
  const faults = passwords.faults(password)
  if (faults) throw errors.weakPassword(faults)
  if (!password.isWellFormed()) throw validationFailed('Signup requires a valid password')
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided on signup.')
  const challenge = readChallenge(request)
  const link = { redirectTo, challenge }
  if (email) return { address: { email: requireEmail(email) }, password, link }
  if (!config.phone) throw errors.phoneSignUpDisabled()
  requireSmsChannel(request.channel)
  const address = { phone: requirePhone(phone ?? '') }
  if (config.phoneConfirm) requireSmsProvider(config, address.phone)
  if (challenge) throw validationFailed('PKCE not supported for phone signups')
  return { address, password, link }
}

/**
 * Returns a decoy for a sign-up with a taken address, where addresses must be confirmed: the object of a user who does not
 * exist, with an empty `role`, so that the response does not reveal the account.
 */
function decoyUser(address: Address, profile: Profile, now: Date): SignedUpUser {
  const id = randomUUID()
  const time = now.toISOString()
  const provider = kindOf(address)
  return {
    id,
    aud: 'authenticated',
    role: '',
    email: '',
    phone: '',
    ...address,
    confirmation_sent_at: time,
    app_metadata: { provider, providers: [provider], role: profile.role },
    user_metadata: {
      ...profile.user_metadata,
      sub: id,
      ...address,
      email_verified: false,
      phone_verified: false,
      role: profile.role,
      cart: {},
    },
    identities: [],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
  }
}
