import { inTransaction } from '../../db/connect.ts'
import { FRESH_SIGN_IN_SECONDS } from '../../shared/account/constants.ts'
import { normalizeEmail } from '../../shared/account/rules.ts'
import type { UpdateUserRequest } from '../../shared/account/schema.ts'
import type { Caller } from '../platform/guards.ts'
import { rateLimits } from '../platform/rate-limit.ts'
import type { AuthDeps, EventLog } from './auth-deps.ts'
import {
  emailChangeUnsupported,
  notAdmin,
  phoneUnsupported,
  reauthenticationNeeded,
  samePassword,
  userNotFound,
  validationFailed,
  weakPassword,
} from './errors.ts'
import { identiconPath } from './identicon.ts'
import { mergeMetadata } from './metadata.ts'
import { deleteSessions, lockUser, readPasswordHash, readSessionStart, updateUser } from './queries.ts'

/**
 * Changes the caller's metadata and password, all or nothing; a new password ends all other sessions.
 * Throws AppError 4xx.
 */
export async function updateAccount(
  deps: AuthDeps,
  caller: Caller,
  request: UpdateUserRequest,
  log: EventLog,
): Promise<void> {
  const { user_id, session_id } = caller
  if (request.app_metadata != null) throw notAdmin()
  if (request.phone) throw phoneUnsupported()
  const change = request.password ? await checkNewPassword(deps, caller, request.password) : undefined

  const ended = await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, user_id)
    if (!user) throw userNotFound()
    if (request.email && normalizeEmail(request.email) !== user.email) throw emailChangeUnsupported()
    // Changed by somebody else since it was compared: that ended this session, or the caller must look again.
    if (change && change.comparedWith !== user.password_hash) throw reauthenticationNeeded()
    const isOwnPicture = (address: unknown) => address === identiconPath(deps.secrets, user.email ?? user_id)
    const user_metadata = request.data ? mergeMetadata(user.user_metadata, request.data, { isOwnPicture }) : undefined
    if (change || user_metadata) await updateUser(tx, user_id, { user_metadata, password_hash: change?.password_hash })
    return change ? deleteSessions(tx, { user_id, session_id, scope: 'others' }) : []
  })
  deps.sessions.forget(ended)
  if (change) log.info({ event: 'password_changed', user_id, sessions_ended: ended.length })
}

async function checkNewPassword(
  { db, passwords, clock, limiter }: AuthDeps,
  { user_id, session_id }: Caller,
  password: string,
): Promise<{ password_hash: string; comparedWith: string | null }> {
  const faults = passwords.faults(password)
  if (faults) throw weakPassword(faults)
  if (!password.isWellFormed()) throw validationFailed('The password is not valid Unicode')
  // Comparing with the present password tells whether a guess was right.
  await limiter.take(rateLimits.passwordChange, user_id)
  const startedAt = await readSessionStart(db, session_id)
  if (!startedAt || clock().getTime() - startedAt.getTime() >= FRESH_SIGN_IN_SECONDS * 1000)
    throw reauthenticationNeeded()
  const comparedWith = await readPasswordHash(db, user_id)
  if (await passwords.matches(comparedWith, password)) throw samePassword()
  return { password_hash: await passwords.hash(password), comparedWith }
}
