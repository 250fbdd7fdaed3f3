import type { Tx } from '../../db/tables.ts'
import { FRESH_SIGN_IN_SECONDS } from '../../shared/account/constants.ts'
import type { UpdateUserRequest } from '../../shared/account/schema.ts'
import type { Caller } from '../platform/guards.ts'
import { rateLimits } from '../platform/rate-limit.ts'
import { inAddressTransaction } from './address-transaction.ts'
import type { AuthDeps, EventLog } from './auth-deps.ts'
import {
  type AddressChange,
  askForAddressChange,
  keepChangesToTheHour,
  readAddressChange,
  requireFreeAddresses,
} from './codes/change-address.ts'
import {
  notAdmin,
  reauthenticationNeeded,
  reauthenticationNotValid,
  samePassword,
  userNotFound,
  validationFailed,
  weakPassword,
} from './errors.ts'
import { identiconPath } from './identicon.ts'
import { mergeMetadata } from './metadata.ts'
import { isStillAssured, requireOwnAssurance } from './mfa/assurance.ts'
import { changeNeedsSecondFactor } from './mfa/errors.ts'
import { redeemCode, voidCodes } from './one-time-codes.ts'
import { deleteSessions, lockUser, readPasswordHash, readSessionStart, updateUser } from './queries.ts'
import { requireSelfManaged } from './sso/managed.ts'
import { isStoredAvatar } from './stored-avatar.ts'

/**
 * Changes the caller's metadata and password and asks for changes of address, all or nothing; a new password ends all
 * other sessions. Throws AppError 4xx.
 */
export async function updateAccount(
  deps: AuthDeps,
  caller: Caller,
  request: UpdateUserRequest,
  context: { redirectTo: string; log: EventLog },
): Promise<void> {
  const { user_id } = caller
  if (request.app_metadata != null) throw notAdmin()
  const address = await readAddressChange(deps, caller, request, context.redirectTo)
  if (changesSignIn(request.password, address)) {
    await requireSelfManaged(deps.db, user_id)
    await requireOwnAssurance(deps.db, caller)
  }
  await requireFreeAddresses(deps, user_id, address)
  const password =
    request.password == null
      ? undefined
      : await checkNewPassword(deps, caller, request.password, request.nonce ?? undefined)
  await keepChangesToTheHour(deps, caller, address)

  const outcome = await inAddressTransaction(deps.db, (tx) =>
    applyUpdate(tx, deps, caller, { request, password, address }),
  )
  // Answered by the transaction, not thrown, as the wrong try must stay counted.
  if (outcome === 'wrong nonce') throw reauthenticationNotValid()
  // The caller's too: who was a guest may be none any more.
  deps.sessions.forget([caller.session_id, ...outcome.ended])
  if (password) context.log.info({ event: 'password_changed', user_id, sessions_ended: outcome.ended.length })
}

/** Whether it changes how the person signs in. */
function changesSignIn(password: unknown, { email, phone }: AddressChange): boolean {
  return password != null || email !== undefined || phone !== undefined
}

interface NewPassword {
  password_hash: string
  comparedWith: string | null
  /** The session is old: this code must be right. */
  nonce: string | undefined
}

async function applyUpdate(
  tx: Tx,
  deps: AuthDeps,
  caller: Caller,
  update: { request: UpdateUserRequest; password: NewPassword | undefined; address: AddressChange },
): Promise<{ ended: string[] } | 'wrong nonce'> {
  const { request, password, address } = update
  const { user_id, session_id } = caller
  const user = await lockUser(tx, user_id)
  if (!user) throw userNotFound()
  if (changesSignIn(password, address) && !(await isStillAssured(tx, caller))) throw changeNeedsSecondFactor()
  if (password?.nonce && !(await redeemNonce(tx, deps, { user_id, ...user, nonce: password.nonce })))
    return 'wrong nonce'
  if (password && !user.email && !user.phone && !address.email && !address.phone)
    throw validationFailed('Updating password of an anonymous user without an email or phone is not allowed')
  // Changed by somebody else since it was compared: that ended this session, or the caller must look again.
  if (password && password.comparedWith !== user.password_hash) throw reauthenticationNeeded()
  const picture = request.data?.avatar_url
  const isStored = await isStoredAvatar(tx, deps.config.siteUrl, { user_id, address: picture })
  const known = [user.user_metadata.avatar_url, identiconPath(deps.secrets, user.email ?? user_id)]
  const isOwnPicture = () => isStored || known.includes(picture)
  const user_metadata = request.data ? mergeMetadata(user.user_metadata, request.data, { isOwnPicture }) : undefined
  if (password || user_metadata)
    await updateUser(tx, user_id, { user_metadata, password_hash: password?.password_hash })
  if (password) {
    await voidCodes(tx, user_id)
    if (user.email) await deps.messages.queueMail(tx, { template: 'password_changed', to: user.email, data: {} })
  }
  await askForAddressChange(tx, deps, user_id, address)
  return { ended: password ? await deleteSessions(tx, { user_id, session_id, scope: 'others' }) : [] }
}

async function checkNewPassword(
  { db, passwords, clock, limiter }: AuthDeps,
  { user_id, session_id }: Caller,
  password: string,
  nonce: string | undefined,
): Promise<NewPassword> {
  const faults = passwords.faults(password)
  if (faults) throw weakPassword(faults)
  if (!password.isWellFormed()) throw validationFailed('The password is not valid Unicode')
  // Comparing with the present password tells whether a guess was right.
  await limiter.take(rateLimits.passwordChange, user_id)
  const startedAt = await readSessionStart(db, session_id)
  const isFresh = startedAt && clock().getTime() - startedAt.getTime() < FRESH_SIGN_IN_SECONDS * 1000
  if (!isFresh && !nonce) throw reauthenticationNeeded()
  const comparedWith = await readPasswordHash(db, user_id)
  if (await passwords.matches(comparedWith, password)) throw samePassword()
  return { password_hash: await passwords.hash(password), comparedWith, nonce: isFresh ? undefined : nonce }
}

async function redeemNonce(
  tx: Tx,
  { secrets, clock }: AuthDeps,
  account: { user_id: string; email: string | null; phone: string | null; nonce: string },
): Promise<boolean> {
  const { user_id, email, phone, nonce: code } = account
  const address = email ?? phone
  if (!address) return false
  return Boolean(await redeemCode(tx, { secrets, user_id, purpose: 'reauthentication', address, code, now: clock() }))
}
