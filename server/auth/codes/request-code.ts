import { inTransaction } from '../../../db/connect.ts'
import type { OtpRequest, RecoverRequest, ResendRequest } from '../../../shared/account/schema.ts'
import type { Caller } from '../../platform/guards.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { requireEmail } from '../email.ts'
import { phoneUnsupported, userNotFound, validationFailed, verifyEmailFirst, verifyPhoneFirst } from '../errors.ts'
import { readChallenge } from '../flow-states.ts'
import { changeSentAgain, isFirstInGap, keepMessageLimits } from '../message-gap.ts'
import { initialProfile } from '../new-account.ts'
import { requirePhone } from '../phone.ts'
import { insertUser } from '../queries.ts'
import { requireSmsChannel } from '../sign-up.ts'
import { findAccount, findChangingAccount, readAccount } from './queries.ts'
import { type LinkOptions, sendEmailChange, sendLink, sendPhoneCode, sendReauthenticationMail } from './send-code.ts'

// Each of these is answered alike whether the address is known or not: what happens is seen in the mailbox only.

/** Sends a code and link for signing in without a password; makes the account unless asked not to. Throws AppError 4xx. */
export async function requestOtp(deps: AuthDeps, request: OtpRequest, redirectTo: string): Promise<void> {
  const { email, phone } = request
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided')
  if (!email && !phone) throw validationFailed('One of email or phone must be set')
  if (email && request.channel) throw validationFailed('Channel should only be specified with Phone OTP')
  const link = { redirectTo, challenge: readChallenge(request) }
  if (email) return requestEmailOtp(deps, request, requireEmail(email), link)
  if (!deps.config.phone) throw phoneUnsupported()
  requireSmsChannel(request.channel)
  return requestPhoneOtp(deps, request, requirePhone(phone ?? ''))
}

async function requestEmailOtp(deps: AuthDeps, request: OtpRequest, email: string, link: LinkOptions): Promise<void> {
  const profile = initialProfile(deps.secrets, email, request.data)
  // The mail may be one that confirms, and is held up like one; for known addresses, too, as that would tell them.
  const orKind = deps.config.emailConfirm ? 'confirmation' : undefined
  await keepMessageLimits(deps.db, deps, { channel: 'email', kind: 'recovery', orKind, address: email })
  await inTransaction(deps.db, async (tx) => {
    const fresh = { email, phone: null, password_hash: null, ...profile, confirmed: false, signedIn: false }
    const mayBeMade = request.create_user !== false && deps.config.signUp
    const made = mayBeMade ? await insertUser(tx, { ...fresh, now: deps.clock() }) : undefined
    const account = made ? await readAccount(tx, made) : await findAccount(tx, { email })
    if (!account) return
    // Where addresses must be confirmed, the mail that confirms also signs in.
    const template = account.email_confirmed_at || !deps.config.emailConfirm ? 'magic_link' : 'confirm'
    await sendLink(tx, deps, { template, user_id: account.id, email, link })
  })
}

async function requestPhoneOtp(deps: AuthDeps, request: OtpRequest, phone: string): Promise<void> {
  const profile = initialProfile(deps.secrets, phone, request.data)
  await keepMessageLimits(deps.db, deps, { channel: 'sms', kind: 'phone', address: phone })
  await inTransaction(deps.db, async (tx) => {
    const fresh = { email: null, phone, password_hash: null, ...profile, confirmed: false, signedIn: false }
    const mayBeMade = request.create_user !== false && deps.config.signUp
    const made = mayBeMade ? await insertUser(tx, { ...fresh, now: deps.clock() }) : undefined
    const user_id = made ?? (await findAccount(tx, { phone }))?.id
    if (user_id) await sendPhoneCode(tx, deps, { purpose: 'sms', user_id, phone })
  })
}

/** Sends a link to a page where a new password is chosen. Throws AppError 4xx. */
export async function requestRecovery(deps: AuthDeps, request: RecoverRequest, redirectTo: string): Promise<void> {
  if (!request.email) throw validationFailed('Password recovery requires an email')
  const email = requireEmail(request.email)
  const link = { redirectTo, challenge: readChallenge(request) }
  await keepMessageLimits(deps.db, deps, { channel: 'email', kind: 'recovery', address: email })
  await inTransaction(deps.db, async (tx) => {
    const account = await findAccount(tx, { email })
    if (account) await sendLink(tx, deps, { template: 'recovery', user_id: account.id, email, link })
  })
}

const RESEND_TYPES = ['signup', 'email_change', 'sms', 'phone_change'] as const

/** Sends again what is still waited for. Throws AppError 4xx. */
export async function resendCode(deps: AuthDeps, request: ResendRequest, redirectTo: string): Promise<void> {
  const { type, email, phone } = request
  const wanted = RESEND_TYPES.find((known) => known === type)
  if (!wanted) throw validationFailed(`Missing one of these types: ${RESEND_TYPES.join(', ')}`)
  if (wanted === 'signup' && !email) throw validationFailed('Type provided requires an email address')
  if (wanted === 'sms' && !phone) throw validationFailed('Type provided requires a phone number')
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided.')
  const link = { redirectTo, challenge: readChallenge(request) }
  const by = readKnownBy(request)
  if (wanted === 'signup' && 'email' in by) return resendConfirmation(deps, by.email, link)
  if (wanted === 'email_change') return resendEmailChange(deps, by, link)
  if (!deps.config.phone) throw phoneUnsupported()
  if (wanted === 'sms' && 'phone' in by) return resendSms(deps, by.phone)
  return resendPhoneChange(deps, by)
}

type KnownBy = { email: string } | { phone: string }

function readKnownBy({ email, phone }: ResendRequest): KnownBy {
  if (email) return { email: requireEmail(email) }
  if (phone) return { phone: requirePhone(phone) }
  throw validationFailed('Missing email address or phone number')
}

async function resendConfirmation(deps: AuthDeps, email: string, link: LinkOptions): Promise<void> {
  await keepMessageLimits(deps.db, deps, { channel: 'email', kind: 'confirmation', address: email })
  await inTransaction(deps.db, async (tx) => {
    const account = await findAccount(tx, { email })
    if (account && !account.email_confirmed_at)
      await sendLink(tx, deps, { template: 'confirm', user_id: account.id, email, link })
  })
}

async function resendEmailChange(deps: AuthDeps, by: KnownBy, link: LinkOptions): Promise<void> {
  await keepMessageLimits(deps.db, deps, { channel: 'email', kind: 'email_change', address: addressOf(by) })
  await inTransaction(deps.db, async (tx) => {
    const account = await findChangingAccount(tx, 'email', by)
    if (!account?.new_email) return
    const { id: user_id, email: current, new_email } = account
    if (!(await isFirstInGap(tx, deps, changeSentAgain('email', user_id)))) return
    await sendEmailChange(tx, deps, { user_id, current, new_email, link })
  })
}

async function resendSms(deps: AuthDeps, phone: string): Promise<void> {
  await keepMessageLimits(deps.db, deps, { channel: 'sms', kind: 'phone', address: phone })
  await inTransaction(deps.db, async (tx) => {
    const account = await findAccount(tx, { phone })
    if (account && !account.phone_confirmed_at)
      await sendPhoneCode(tx, deps, { purpose: 'sms', user_id: account.id, phone })
  })
}

async function resendPhoneChange(deps: AuthDeps, by: KnownBy): Promise<void> {
  await keepMessageLimits(deps.db, deps, { channel: 'sms', kind: 'phone_change', address: addressOf(by) })
  await inTransaction(deps.db, async (tx) => {
    const account = await findChangingAccount(tx, 'phone', by)
    if (!account?.new_phone) return
    if (!(await isFirstInGap(tx, deps, changeSentAgain('sms', account.id)))) return
    await sendPhoneCode(tx, deps, { purpose: 'phone_change', user_id: account.id, phone: account.new_phone })
  })
}

function addressOf(by: KnownBy): string {
  return 'email' in by ? by.email : by.phone
}

/** Sends the caller a code that allows a change of password in an old session. Throws AppError 4xx. */
export async function requestReauthentication(deps: AuthDeps, { user_id }: Caller): Promise<void> {
  const account = await readAccount(deps.db, user_id)
  if (!account) throw userNotFound()
  const { email, phone } = account
  if (!email && !phone) throw validationFailed('Reauthentication requires the user to have an email or a phone number')
  if (email && !account.email_confirmed_at) throw verifyEmailFirst()
  if (!email && !account.phone_confirmed_at) throw verifyPhoneFirst()
  const channel = email ? 'email' : 'sms'
  await keepMessageLimits(deps.db, deps, { channel, kind: 'reauthentication', address: user_id })
  await inTransaction(deps.db, async (tx) => {
    if (email) await sendReauthenticationMail(tx, deps, { user_id, email })
    else if (phone) await sendPhoneCode(tx, deps, { purpose: 'reauthentication', user_id, phone })
  })
}
