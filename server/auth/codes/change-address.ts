import type { Tx } from '../../../db/tables.ts'
import { normalizeEmail } from '../../../shared/account/rules.ts'
import type { UpdateUserRequest } from '../../../shared/account/schema.ts'
import type { Caller } from '../../platform/guards.ts'
import { rateLimits } from '../../platform/rate-limit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { requireEmail } from '../email.ts'
import { emailExists, phoneExists, phoneUnsupported, userNotFound } from '../errors.ts'
import { readChallenge } from '../flow-states.ts'
import { beginMessageGap, changeSentAgain, keepMessageGap, keepToTheHour } from '../message-gap.ts'
import { requirePhone } from '../phone.ts'
import { requireSmsChannel } from '../sign-up.ts'
import { askForChange, changeEmail, changePhone, isTaken, readAccount } from './queries.ts'
import { type LinkOptions, sendEmailChange, sendPhoneCode } from './send-code.ts'

export interface AddressChange {
  email?: string
  phone?: string
  link: LinkOptions
}

/**
 * Which of its addresses a request wants changed; the present ones count as no change. Throws AppError 400 when a new
 * one is none.
 */
export async function readAddressChange(
  deps: AuthDeps,
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
    change.phone = phone
  }
  return change
}

/** Counts the messages for the hour of all people that a change will send. Throws AppError 429. */
export async function keepChangesToTheHour(
  deps: AuthDeps,
  { is_anonymous }: Pick<Caller, 'is_anonymous'>,
  { email, phone }: AddressChange,
): Promise<void> {
  const { db, config } = deps
  if (email && (config.emailConfirm || !is_anonymous)) await keepToTheHour(db, deps, 'email')
  if (phone && config.phoneConfirm) await keepToTheHour(db, deps, 'sms')
}

/** Throws AppError 422 when a new address is another account's, 429 for who asks that too often. */
export async function requireFreeAddresses(
  { db, limiter }: Pick<AuthDeps, 'db' | 'limiter'>,
  user_id: string,
  { email, phone }: AddressChange,
): Promise<void> {
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
 * One change is asked for in each gap by an account, and none is sent again to its addresses in it. Asking to have one
 * sent again, which anybody can for any address, holds no change up.
 */
async function keepChangeGap(
  tx: Tx,
  deps: AuthDeps,
  message: { channel: 'email' | 'sms'; kind: string },
  user_id: string,
  addresses: (string | null)[],
): Promise<void> {
  await keepMessageGap(tx, deps, { ...message, address: user_id })
  for (const address of addresses) if (address) await beginMessageGap(tx, deps, { ...message, address })
  await beginMessageGap(tx, deps, changeSentAgain(message.channel, user_id))
}

/**
 * Sends what the new addresses are confirmed with; where they count as confirmed they are changed at once. Throws
 * AppError 422 when one was taken meanwhile, 429 when a change was asked for a moment ago.
 */
export async function askForAddressChange(
  tx: Tx,
  deps: AuthDeps,
  user_id: string,
  { email, phone, link }: AddressChange,
): Promise<void> {
  const now = deps.clock()
  const account = email || phone ? await readAccount(tx, user_id) : undefined
  if (email && account) {
    if (await isTaken(tx, { email }, user_id)) throw emailExists()
    // A guest who gives an address signs up with it.
    if (account.is_anonymous && !deps.config.emailConfirm) await changeEmail(tx, user_id, email, now)
    else {
      await keepChangeGap(tx, deps, { channel: 'email', kind: 'email_change' }, user_id, [email, account.email])
      await askForChange(tx, user_id, { new_email: email })
      await sendEmailChange(tx, deps, { user_id, current: account.email, new_email: email, link })
    }
  }
  if (phone && account) {
    if (await isTaken(tx, { phone }, user_id)) throw phoneExists()
    if (deps.config.phoneConfirm) {
      await keepChangeGap(tx, deps, { channel: 'sms', kind: 'phone_change' }, user_id, [phone, account.phone])
      await askForChange(tx, user_id, { new_phone: phone })
      await sendPhoneCode(tx, deps, { purpose: 'phone_change', user_id, phone })
    } else await changePhone(tx, user_id, phone, now)
  }
}
