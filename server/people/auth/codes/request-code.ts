import { inTransaction } from '../../../../db/connect.ts'
import type { OtpRequest, RecoverRequest, ResendRequest } from '../../../../shared/auth/schema.ts'
import type { Caller } from '../../../platform/http/guards.ts'
import { findChangingAccount } from '../../accounts/address-queries.ts'
import { type Address, requireEmail, requirePhone, textOf } from '../../accounts/addresses.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { createAccount, initialProfile } from '../../accounts/new-account.ts'
import { findAccount, findUnconfirmed, readAccount } from '../../accounts/queries.ts'
import type { ProtocolDeps } from '../protocol/deps.ts'
import { phoneUnsupported, userNotFound, verifyEmailFirst, verifyPhoneFirst } from '../protocol/errors.ts'
import { readChallenge } from './flow-queries.ts'
import {
  confirmationTo,
  countMessage,
  type LinkOptions,
  resentChange,
  sendConfirmation,
  sendEmailChange,
  sendLink,
  sendPhoneCode,
  sendReauthenticationMail,
  takeMessage,
} from './send-code.ts'
import { requireCodeSender, requireSmsChannel, requireSmsProvider } from './sms-channel.ts'

// The responses do not reveal whether an address is known; only its mailbox does.

/** Sends a code and link for signing in without a password; creates the account unless `create_user` is false. Throws AppError 4xx. */
export async function requestOtp(deps: ProtocolDeps, request: OtpRequest, redirectTo: string): Promise<void> {
  const { email, phone } = request
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided')
  if (!email && !phone) throw validationFailed('One of email or phone must be set')
  if (email && request.channel) throw validationFailed('Channel should only be specified with Phone OTP')
  const link = { redirectTo, challenge: readChallenge(request) }
  const address = email ? { email: requireEmail(email) } : readOtpPhone(deps, request)
  const account = { ...address, ...initialProfile(deps.secrets, textOf(address), request.data) }
  await takeMessage(deps.db, deps, otpTo(deps, address))
  await inTransaction(deps.db, async (tx) => {
    const mayCreate = request.create_user !== false && deps.config.signUp
    const created = mayCreate ? await createAccount(tx, account) : undefined
    const user_id = created ?? (await findAccount(tx, address))?.id
    if (!user_id) return
    if ('phone' in address) return sendPhoneCode(tx, deps, { purpose: 'sms', user_id, phone: address.phone })
    // The confirmation mail also signs in, but ends no password, which an account that was there may have of a stranger.
    const template = created && deps.config.emailConfirm ? 'confirm' : 'magic_link'
    await sendLink(tx, deps, { template, user_id, email: address.email, link })
  })
}

function readOtpPhone({ config }: ProtocolDeps, request: OtpRequest): Address {
  if (!config.phone) throw phoneUnsupported()
  requireSmsChannel(request.channel)
  const phone = requirePhone(request.phone ?? '')
  requireCodeSender(config, phone)
  return { phone }
}

/** The mail may be a confirmation and respects its gap, even for known addresses, which the gap would otherwise reveal. */
function otpTo({ config }: ProtocolDeps, address: Address): Parameters<typeof takeMessage>[2] {
  if ('phone' in address) return confirmationTo(address)
  const orKind = config.emailConfirm ? 'confirmation' : undefined
  return { channel: 'email', kind: 'recovery', orKind, address: address.email }
}

/** Sends a link to a page where a new password is chosen. Throws AppError 4xx. */
export async function requestRecovery(deps: ProtocolDeps, request: RecoverRequest, redirectTo: string): Promise<void> {
  if (!request.email) throw validationFailed('Password recovery requires an email')
  const email = requireEmail(request.email)
  const link = { redirectTo, challenge: readChallenge(request) }
  await takeMessage(deps.db, deps, { channel: 'email', kind: 'recovery', address: email })
  await inTransaction(deps.db, async (tx) => {
    const account = await findAccount(tx, { email })
    if (account) await sendLink(tx, deps, { template: 'recovery', user_id: account.id, email, link })
  })
}

const RESEND_TYPES = ['signup', 'email_change', 'sms', 'phone_change'] as const

/** Sends a pending confirmation again. Throws AppError 4xx. */
export async function resendCode(deps: ProtocolDeps, request: ResendRequest, redirectTo: string): Promise<void> {
  const { email, phone } = request
  const type = RESEND_TYPES.find((known) => known === request.type)
  if (!type) throw validationFailed(`Missing one of these types: ${RESEND_TYPES.join(', ')}`)
  if (type === 'signup' && !email) throw validationFailed('Type provided requires an email address')
  if (type === 'sms' && !phone) throw validationFailed('Type provided requires a phone number')
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided.')
  const link = { redirectTo, challenge: readChallenge(request) }
  const address = readAddress(request)
  if (type === 'signup') return resendConfirmation(deps, address, link)
  if (type === 'email_change') return resendChange(deps, 'email', address, link)
  if (!deps.config.phone) throw phoneUnsupported()
  requireSmsProvider(deps.config, textOf(address))
  return type === 'sms' ? resendConfirmation(deps, address, link) : resendChange(deps, 'sms', address, link)
}

function readAddress({ email, phone }: ResendRequest): Address {
  if (email) return { email: requireEmail(email) }
  if (phone) return { phone: requirePhone(phone) }
  throw validationFailed('Missing email address or phone number')
}

async function resendConfirmation(deps: ProtocolDeps, address: Address, link: LinkOptions): Promise<void> {
  await takeMessage(deps.db, deps, confirmationTo(address))
  await inTransaction(deps.db, async (tx) => {
    const user_id = await findUnconfirmed(tx, address)
    if (user_id) await sendConfirmation(tx, deps, { user_id, address, link })
  })
}

async function resendChange(deps: ProtocolDeps, channel: 'email' | 'sms', address: Address, link: LinkOptions) {
  const changing = channel === 'email' ? 'email' : 'phone'
  await takeMessage(deps.db, deps, { channel, kind: `${changing}_change`, address: textOf(address) })
  await inTransaction(deps.db, async (tx) => {
    const account = await findChangingAccount(tx, changing, address)
    // A second one in the gap is skipped silently.
    if (!account || (await countMessage(tx, deps, resentChange(channel, account.id))).used > 1) return
    const { id: user_id, email: current, new_email, new_phone } = account
    if (channel === 'email' && new_email) await sendEmailChange(tx, deps, { user_id, current, new_email, link })
    if (channel === 'sms' && new_phone)
      await sendPhoneCode(tx, deps, { purpose: 'phone_change', user_id, phone: new_phone })
  })
}

/** Sends the caller a code that allows a password change in an old session. Throws AppError 4xx. */
export async function requestReauthentication(deps: ProtocolDeps, { user_id }: Caller): Promise<void> {
  const account = await readAccount(deps.db, user_id)
  if (!account) throw userNotFound()
  const { email, phone } = account
  if (!email && !phone) throw validationFailed('Reauthentication requires the user to have an email or a phone number')
  if (email && !account.email_confirmed_at) throw verifyEmailFirst()
  if (!email && !account.phone_confirmed_at) throw verifyPhoneFirst()
  if (!email && phone) requireSmsProvider(deps.config, phone)
  const channel = email ? 'email' : 'sms'
  await takeMessage(deps.db, deps, { channel, kind: 'reauthentication', address: user_id })
  await inTransaction(deps.db, async (tx) => {
    if (email) await sendReauthenticationMail(tx, deps, { user_id, email })
    else if (phone) await sendPhoneCode(tx, deps, { purpose: 'reauthentication', user_id, phone })
  })
}
