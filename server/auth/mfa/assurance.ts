import type { Db, Tx } from '../../../db/tables.ts'
import type { Caller } from '../../platform/guards.ts'
import { sessionNotFound } from '../errors.ts'
import { changeNeedsSecondFactor } from './errors.ts'
import { hasVerifiedFactor, lockSession } from './queries.ts'

/**
 * For changes of how a person signs in: who has a second factor must have used it in this session. Throws AppError 401.
 */
export async function requireOwnAssurance(db: Db, caller: Pick<Caller, 'user_id' | 'aal'>): Promise<void> {
  if (caller.aal === 'aal1' && (await hasVerifiedFactor(db, caller.user_id))) throw changeNeedsSecondFactor()
}

/**
 * Whether the caller's session, as it is by now, has used the second factor that its owner may have got meanwhile; it
 * stays so until the transaction ends when the owner's row is locked. Throws AppError 403 when the session has ended.
 */
export async function isStillAssured(tx: Tx, caller: Pick<Caller, 'user_id' | 'session_id'>): Promise<boolean> {
  const session = await lockSession(tx, caller.session_id)
  if (!session) throw sessionNotFound()
  return session.aal !== 'aal1' || !(await hasVerifiedFactor(tx, caller.user_id))
}
