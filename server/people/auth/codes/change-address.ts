import type { Tx } from '../../../../db/tables.ts'
import { normalizeEmail } from '../../../../shared/accounts/rules.ts'
import type { UpdateUserRequest } from '../../../../shared/auth/schema.ts'
import type { Caller } from '../../../platform/http/guards.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { changeEmail, changePhone, isTaken } from '../../accounts/address-queries.ts'
import { requireEmail, requirePhone } from '../../accounts/addresses.ts'
import { emailExists, phoneExists } from '../../accounts/errors.ts'
import { readAccount, updateUser } from '../../accounts/queries.ts'
import type { ProtocolDeps } from '../protocol/deps.ts'
import { phoneUnsupported, userNotFound } from '../protocol/errors.ts'
import { readChallenge } from './flow-queries.ts'
import {
  countMessage,
  type LinkOptions,
  resentChange,
  sendEmailChange,
  sendPhoneCode,
  takeHourlyMessage,
  takeMessageGap,
} from './send-code.ts'
import { requireSmsChannel, requireSmsProvider } from './sms-channel.ts'

export interface AddressChange {
  email?: string
  phone?: string
  link: LinkOptions
}

/** Returns which of its addresses an account requests to change. Throws AppError 400 for a malformed one. */
export async function readAddressChange(
  deps: ProtocolDeps,
  { user_id }: Caller,
  request: UpdateUserRequest,
  redirectTo: string,
): Promise<AddressChange> {
  const change: AddressChange = { link: { redirectTo, challenge: readChallenge(request) } }
  if (!request.email && !request.phone) return change
  const account = await readAccount(deps.db, user_id)
  if (!account) throw userNotFound()
  if (request.email && normalizeEmail(request.email) !== account.email) change.email = requireEmail(request.email)
  const phone = request.phone ? requirePhone(request.phone) : null
  if (phone && phone !== account.phone) {
    if (!deps.config.phone) throw phoneUnsupported()
    requireSmsChannel(request.channel)
    if (deps.config.phoneConfirm) requireSmsProvider(deps.config, phone)
    change.phone = phone
  }
  return change
}

/** Counts the messages that a change will send against the limit of all users in an hour. Throws AppError 429. */
export async function takeHourlyMessages(
  deps: ProtocolDeps,
  { is_anonymous }: Pick<Caller, 'is_anonymous'>,
  { email, phone }: AddressChange,
): Promise<void> {
  const { db, config } = deps
  if (email && (config.emailConfirm || !is_anonymous)) await takeHourlyMessage(db, deps, 'email')
  if (phone && config.phoneConfirm) await takeHourlyMessage(db, deps, 'sms')
}

/** Throws AppError 422 when a new address belongs to another account, 429 when the account checks too many addresses. */
export async function requireFreeAddresses(deps: ProtocolDeps, user_id: string, { email, phone }: AddressChange) {
  const { db, limiter } = deps
  if (email) {
    await limiter.take(rateLimits.addressChange, user_id)
    if (await isTaken(db, { email }, user_id)) throw emailExists()
  }
  if (phone) {
    await limiter.take(rateLimits.addressChange, user_id)
    if (await isTaken(db, { phone }, user_id)) throw phoneExists()
  }
}

/**
 * Throws unless the last change of this account was requested long enough ago, and counts this one. A request to resend, which anyone can
 * make for any address, does not delay a change.
 */
async function countAddressChange(
  tx: Tx,
  deps: ProtocolDeps,
  message: { channel: 'email' | 'sms'; kind: string },
  user_id: string,
  addresses: (string | null)[],
): Promise<void> {
  await takeMessageGap(tx, deps, { ...message, address: user_id })
  for (const address of addresses) if (address) await countMessage(tx, deps, { ...message, address })
  await countMessage(tx, deps, resentChange(message.channel, user_id))
}

/**
 * Sends the codes that confirm the new addresses; addresses that count as confirmed are changed at once. Throws AppError
 * 422 when another account has taken one, 429 when the account requested a change within the gap.
 */
export async function requestAddressChange(
  tx: Tx,
  deps: ProtocolDeps,
  user_id: string,
  { email, phone, link }: AddressChange,
): Promise<void> {
  const now = deps.clock()
  const account = email || phone ? await readAccount(tx, user_id) : undefined
  if (email && account) {
    if (await isTaken(tx, { email }, user_id)) throw emailExists()
    // A guest who gives an address signs up with it.
    if (account.is_anonymous && !deps.config.emailConfirm)
      await changeEmail(tx, user_id, { email, isProved: false, now })
    else {
      await countAddressChange(tx, deps, { channel: 'email', kind: 'email_change' }, user_id, [email, account.email])
      // Confirmations of an earlier request become void.
      await updateUser(tx, user_id, { new_email: email, email_change_accepted: null })
      await sendEmailChange(tx, deps, { user_id, current: account.email, new_email: email, link })
    }
  }
  if (phone && account) {
    if (await isTaken(tx, { phone }, user_id)) throw phoneExists()
    if (deps.config.phoneConfirm) {
      await countAddressChange(tx, deps, { channel: 'sms', kind: 'phone_change' }, user_id, [phone, account.phone])
      await updateUser(tx, user_id, { new_phone: phone })
      await sendPhoneCode(tx, deps, { purpose: 'phone_change', user_id, phone })
    } else await changePhone(tx, user_id, { phone, isProved: false, now })
  }
}
