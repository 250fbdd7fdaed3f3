import type { Db, Tx } from '../../../../db/tables.ts'
import type { Caller } from '../../../platform/http/guards.ts'
import { sessionNotFound } from '../protocol/errors.ts'
import { lockSession } from '../sessions/queries.ts'
import { changeNeedsSecondFactor } from './errors.ts'
import { hasVerifiedFactor } from './queries.ts'

/**
 * Requires, before a change to how an account signs in, that the caller's session has used the account's second factor,
 * if it has one. Throws AppError 401.
 */
export async function requireOwnAssurance(db: Db, caller: Pick<Caller, 'user_id' | 'aal'>): Promise<void> {
  if (caller.aal === 'aal1' && (await hasVerifiedFactor(db, caller.user_id))) throw changeNeedsSecondFactor()
}

/**
 * Returns whether the caller's session, as it is now, has used the account's second factor, if it has one by now. With the
 * account's row locked that holds until the transaction ends. Throws AppError 403 when the session has ended.
 */
export async function isStillAssured(tx: Tx, caller: Pick<Caller, 'user_id' | 'session_id'>): Promise<boolean> {
  const session = await lockSession(tx, caller.session_id)
  if (!session) throw sessionNotFound()
  return session.aal !== 'aal1' || !(await hasVerifiedFactor(tx, caller.user_id))
}
