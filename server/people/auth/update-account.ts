import type { Tx } from '../../../db/tables.ts'
import { normalizeEmail } from '../../../shared/accounts/rules.ts'
import { FRESH_SIGN_IN_SECONDS } from '../../../shared/auth/constants.ts'
import type { UpdateUserRequest } from '../../../shared/auth/schema.ts'
import { secondsBefore } from '../../platform/config/clock.ts'
import type { Caller } from '../../platform/http/guards.ts'
import { rateLimits } from '../../platform/load/rate-limit.ts'
import { isStoredAvatar } from '../../programs/storage/avatar-queries.ts'
import { sellerChanged } from '../../shop/catalog/editing/seller-page.ts'
import { cartError } from '../../trade/cart/errors.ts'
import { replaceCart } from '../../trade/cart/replace-cart.ts'
import { inAddressTransaction, requireSelfManaged } from '../accounts/address-changes.ts'
import { changeAddress, requireFree } from '../accounts/address-queries.ts'
import { requireEmail, requirePhone } from '../accounts/addresses.ts'
import { validationFailed } from '../accounts/errors.ts'
import { identiconPath } from '../accounts/identicon.ts'
import { type Metadata, mergeMetadata } from '../accounts/metadata.ts'
import { type Account, lockAccount, NO_CHANGE, readAccount, updateUser } from '../accounts/queries.ts'
import { redeemCode, voidCodes } from './codes/code-queries.ts'
import { readChallenge } from './codes/flow-queries.ts'
import {
  countMessage,
  type LinkOptions,
  resentChange,
  sendEmailChange,
  sendPhoneCode,
  takeHourlyMessage,
  takeMessageGap,
} from './codes/send-code.ts'
import { requireSmsChannel, requireSmsProvider } from './codes/sms-channel.ts'
import { endSessions } from './codes/take-over.ts'
import { isStillAssured, requireOwnAssurance } from './factors/assurance.ts'
import { cartNeedsSecondFactor, changeNeedsSecondFactor } from './factors/errors.ts'
import { checkNewPassword, type PasswordDeps } from './passwords/passwords.ts'
import type { EventLog, ProtocolDeps } from './protocol/deps.ts'
import * as errors from './protocol/errors.ts'
import { findSession } from './sessions/queries.ts'

/** Changes the caller's account, all or nothing; a new password ends all other sessions. Throws AppError 4xx. */
export async function updateAccount(
  deps: PasswordDeps,
  caller: Caller,
  request: UpdateUserRequest,
  context: { redirectTo: string; log: EventLog },
): Promise<void> {
  const { user_id } = caller
  if (request.app_metadata != null) throw errors.notAdmin()
  const address = await readAddressChange(deps, caller, request, context.redirectTo)
  if (changesSignIn(request.password, address)) {
    await requireSelfManaged(deps.db, deps.config, user_id)
    await requireOwnAssurance(deps.db, caller)
  }
  await requireFreeAddresses(deps, user_id, address)
  const password = await prepareNewPassword(deps, caller, request)
  await takeHourlyMessages(deps, caller, address)

  const outcome = await inAddressTransaction(deps.db, (tx) =>
    applyUpdate(tx, deps, caller, { request, password, address }),
  )
  // Returned by the transaction, not thrown in it, to commit the counted attempt.
  if (outcome === 'wrong nonce') throw errors.reauthenticationNotValid()
  // Includes the caller's session: a guest may have become a user.
  deps.sessions.invalidate([caller.session_id, ...outcome.ended])
  if (password) context.log.info({ event: 'password_changed', user_id, sessions_ended: outcome.ended.length })
}

function changesSignIn(password: unknown, { email, phone }: AddressChange): boolean {
  return password != null || email !== undefined || phone !== undefined
}

type NewPassword = Awaited<ReturnType<typeof prepareNewPassword>>

async function applyUpdate(
  tx: Tx,
  deps: PasswordDeps,
  caller: Caller,
  update: { request: UpdateUserRequest; password: NewPassword; address: AddressChange },
): Promise<{ ended: string[] } | 'wrong nonce'> {
  const { request, password, address } = update
  const { user_id, session_id } = caller
  const account = await lockAccount(tx, user_id)
  if (!account) throw errors.userNotFound()
  if (changesSignIn(password, address) && !(await isStillAssured(tx, caller))) throw changeNeedsSecondFactor()
  if (password?.nonce && !(await redeemNonce(tx, deps, account, password.nonce))) return 'wrong nonce'
  if (password && !account.email && !account.phone && !address.email && !address.phone)
    throw validationFailed('Updating password of an anonymous user without an email or phone is not allowed')
  // The password changed since it was compared: that ended this session, or the caller has to retry.
  if (password && password.comparedWith !== account.password_hash) throw errors.reauthenticationNeeded()
  await updateCart(tx, deps, caller, request.data?.cart)
  const user_metadata = request.data ? await updateMetadata(tx, deps, account, request.data) : undefined
  if (password || user_metadata)
    await updateUser(tx, user_id, {
      ...(user_metadata && { user_metadata: JSON.stringify(user_metadata) }),
      // A stranger with the former password may have requested the pending change.
      ...(password && { password_hash: password.password_hash, ...NO_CHANGE }),
    })
  if (user_metadata && caller.role === 'seller') {
    const isRenamed = user_metadata.display_name !== account.user_metadata.display_name
    await sellerChanged(tx, user_id, { isRenamed })
  }
  if (password) {
    await voidCodes(tx, user_id)
    if (account.email) await deps.messages.queueMail(tx, { template: 'password_changed', to: account.email, data: {} })
  }
  await requestAddressChange(tx, deps, user_id, address)
  return { ended: password ? await endSessions(tx, user_id, { scope: 'others', session_id }) : [] }
}

/**
 * Sets the buyer's cart, which clients store in the metadata; null empties it. Throws AppError as the cart's own routes do:
 * 403 for sellers and admins, and before the second factor.
 */
async function updateCart(tx: Tx, { clock }: PasswordDeps, caller: Caller, cart: unknown): Promise<void> {
  if (cart === undefined) return
  if (caller.role !== 'buyer') {
    // Also allowed for sellers and admins: clients empty the cart when they sign out.
    if (Object.keys(Object(cart)).length === 0) return
    throw cartError('buyers_only')
  }
  if (!caller.assured) throw cartNeedsSecondFactor()
  const replaced = { buyerId: caller.user_id, sent: cart ?? {}, now: clock() }
  await replaceCart(tx, replaced, (reason) => validationFailed(`cart: ${reason}`))
}

/** Returns the account's metadata with a request's changes; its picture must be its own. */
async function updateMetadata(tx: Tx, { config, secrets }: PasswordDeps, account: Account, changes: Metadata) {
  const { id, email, user_metadata } = account
  const picture = changes.avatar_url
  const isStored = await isStoredAvatar(tx, config.siteUrl, { user_id: id, address: picture })
  const known = [user_metadata.avatar_url, identiconPath(secrets, email ?? id)]
  return mergeMetadata(user_metadata, changes, { isOwnPicture: () => isStored || known.includes(picture) })
}

/** Returns the hash of a new password; in an old session the nonce must be right. */
async function prepareNewPassword(deps: PasswordDeps, caller: Caller, { password, nonce }: UpdateUserRequest) {
  if (password == null) return undefined
  const { db, passwords, clock, limiter } = deps
  const { user_id, session_id } = caller
  checkNewPassword(passwords, password)
  // Limited, as the comparison with the current password reveals whether a guess is right.
  await limiter.take(rateLimits.passwordChange, user_id)
  const session = await findSession(db, session_id)
  const isFresh = session && session.created_at > secondsBefore(clock(), FRESH_SIGN_IN_SECONDS)
  if (!isFresh && !nonce) throw errors.reauthenticationNeeded()
  const comparedWith = (await readAccount(db, user_id))?.password_hash ?? null
  if (await passwords.matches(comparedWith, password)) throw errors.samePassword()
  return { password_hash: await passwords.hash(password), comparedWith, nonce: isFresh ? undefined : nonce }
}

async function redeemNonce(tx: Tx, { secrets, clock }: PasswordDeps, account: Account, code: string): Promise<boolean> {
  const { id: user_id, email, phone } = account
  const address = email ?? phone
  if (!address) return false
  return Boolean(await redeemCode(tx, { secrets, user_id, purpose: 'reauthentication', address, code, now: clock() }))
}

interface AddressChange {
  email?: string
  phone?: string
  link: LinkOptions
}

/** Returns which of its addresses an account requests to change. Throws AppError 400 for a malformed one. */
async function readAddressChange(
  deps: ProtocolDeps,
  { user_id }: Caller,
  request: UpdateUserRequest,
  redirectTo: string,
): Promise<AddressChange> {
  const change: AddressChange = { link: { redirectTo, challenge: readChallenge(request) } }
  if (!request.email && !request.phone) return change
  const account = await readAccount(deps.db, user_id)
  if (!account) throw errors.userNotFound()
  if (request.email && normalizeEmail(request.email) !== account.email) change.email = requireEmail(request.email)
  const phone = request.phone ? requirePhone(request.phone) : null
  if (phone && phone !== account.phone) {
    if (!deps.config.phone) throw errors.phoneUnsupported()
    requireSmsChannel(request.channel)
    if (deps.config.phoneConfirm) requireSmsProvider(deps.config, phone)
    change.phone = phone
  }
  return change
}

/** Counts the messages that a change will send against the limit of all users in an hour. Throws AppError 429. */
async function takeHourlyMessages(
  deps: ProtocolDeps,
  { is_anonymous }: Pick<Caller, 'is_anonymous'>,
  { email, phone }: AddressChange,
): Promise<void> {
  const { db, config } = deps
  if (email && (config.emailConfirm || !is_anonymous)) await takeHourlyMessage(db, deps, 'email')
  if (phone && config.phoneConfirm) await takeHourlyMessage(db, deps, 'sms')
}

/** Throws AppError 422 when a new address belongs to another account, 429 when the account checks too many addresses. */
async function requireFreeAddresses(deps: ProtocolDeps, user_id: string, { email, phone }: AddressChange) {
  for (const address of [email && { email }, phone && { phone }]) {
    if (!address) continue
    await deps.limiter.take(rateLimits.addressChange, user_id)
    await requireFree(deps.db, address, user_id)
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
async function requestAddressChange(
  tx: Tx,
  deps: ProtocolDeps,
  user_id: string,
  { email, phone, link }: AddressChange,
): Promise<void> {
  const now = deps.clock()
  const account = email || phone ? await readAccount(tx, user_id) : undefined
  if (email && account) {
    await requireFree(tx, { email }, user_id)
    // A guest who gives an address signs up with it.
    if (account.is_anonymous && !deps.config.emailConfirm)
      await changeAddress(tx, user_id, { email }, { isProved: false, now })
    else {
      await countAddressChange(tx, deps, { channel: 'email', kind: 'email_change' }, user_id, [email, account.email])
      // Confirmations of an earlier request become void.
      await updateUser(tx, user_id, { new_email: email, email_change_accepted: null })
      await sendEmailChange(tx, deps, { user_id, current: account.email, new_email: email, link })
    }
  }
  if (phone && account) {
    await requireFree(tx, { phone }, user_id)
    if (deps.config.phoneConfirm) {
      await countAddressChange(tx, deps, { channel: 'sms', kind: 'phone_change' }, user_id, [phone, account.phone])
      await updateUser(tx, user_id, { new_phone: phone })
      await sendPhoneCode(tx, deps, { purpose: 'phone_change', user_id, phone })
    } else await changeAddress(tx, user_id, { phone }, { isProved: false, now })
  }
}
